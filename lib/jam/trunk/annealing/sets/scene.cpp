// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/annealing/sets/scene.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "jam/core/error.hpp"
#include "jam/trunk/annealing/sets/boxes.hpp"

namespace jam::trunk {
namespace {

/// Largest sum of the worths of all boxes of a set.
constexpr double worth_limit = 0x1p28;

/// Worth of a box that a load has to hold, beyond its value, as a multiple of what its room could hold.
constexpr double needed_worth = 2;

/// Gives the boxes of a load, one after the other, to kinds with boxes left.
class KindsOfLoad {
 public:
  explicit KindsOfLoad(const TrialSceneData& data) : data_(data), used_(data.kinds.size(), 0) {}

  /// The first kind of the box's piece with a box left, else the last one. A checkpoint may hold boxes of
  /// other sets.
  int take(const PlacedBox& box) {
    int kind = -1;
    for (int k = 0; k < std::ssize(data_.kinds); ++k) {
      if (data_.kinds[k].piece != box.tag[0] - 1) continue;
      kind = k;
      if (used_[k] < data_.kinds[k].count) break;
    }
    if (kind < 0) throw InputError("a box of the load is not of the set");
    ++used_[kind];
    return kind;
  }
  /// How many boxes the kind has given.
  [[nodiscard]] int used(int kind) const { return used_[kind]; }

 private:
  const TrialSceneData& data_;
  std::vector<int> used_;
};

/// The box with the edges `edge`, in their order, in the same place.
PlacedBox with_edges(const PlacedBox& box, Vec3d edge) {
  if (box.edge == edge) return box;
  std::array<int, 3> from = {0, 1, 2};  // Axes of the box along the axes of the result.
  const auto fits = [&] {
    return component(box.edge, from[0]) == edge.x && component(box.edge, from[1]) == edge.y &&
           component(box.edge, from[2]) == edge.z;
  };
  while (!fits()) {
    if (!std::ranges::next_permutation(from).found) return box;
  }
  const Mat3<double> axes = rotation_matrix(normalised(box.rotation));
  PlacedBox result = box;
  result.edge = edge;
  result.rotation = quaternion_of(axes.column[from[0]], axes.column[from[1]]);
  return result;
}

}  // namespace

TrialRules set_rules() {
  TrialRules rules;
  rules.relocate = 0.25F;
  rules.rebuild = 0.4F;
  rules.rotate = 0.15F;
  rules.shake = 0.2F;
  // Large boxes have deep overlaps: tests/bench/results/trunk.md.
  rules.coldest = 0.5F;
  rules.hottest = 20;
  return rules;
}

void add_kinds(const SetBoxes& boxes, double corner_radius, TrialSceneData& data) {
  const std::vector<Piece>& pieces = boxes.set.pieces;
  const auto value_of = [&](const Piece& piece) { return trunk::value_of(boxes.set, piece); };
  double densest = 0;
  for (const Piece& piece : pieces) densest = std::max(densest, value_of(piece) / volume_of(piece));
  constexpr double most_boxes = 60'000;
  std::vector<double> values;
  double total = 0;
  double radius = 0;
  double all = 0;
  for (const Piece& piece : pieces) {
    const double volume = rounded_volume(piece.edge, std::max(0.0, corner_radius));
    const double bound = std::floor(boxes.volume / volume) + 1;
    const double count = piece.count > 0 ? std::min<double>(piece.count, bound) : bound;
    all += count;
    if (all > most_boxes) throw TrialSizeError("too many boxes of a set for an annealing");
    TrialKindOfBox own;
    own.piece = static_cast<int>(&piece - pieces.data());
    own.last = piece.last ? 1 : 0;
    own.scale = static_cast<float>(box_scale(piece.edge));
    for (int e = 0; !piece.any_way() && e < 3; ++e) {
      if (may_be_vertical(piece.vertical, piece.edge, component(piece.edge, e))) own.upright |= 1 << e;
    }
    const auto add = [&](int boxes_of_kind, double value) {
      if (boxes_of_kind == 0) return;
      if (std::ssize(data.kinds) + 1 >= box_size_limit) throw TrialSizeError("a set has more than 127 kinds");
      values.push_back(value);
      total += boxes_of_kind * value;
      const auto kind = static_cast<std::uint8_t>(data.sizes.size());
      data.sizes.push_back(make_box_size(to_float(0.5 * piece.edge), static_cast<float>(corner_radius)));
      own.first = data.scene.fixed_count + static_cast<int>(data.set_kind.size());
      own.count = boxes_of_kind;
      data.kinds.push_back(own);
      data.set_kind.insert(data.set_kind.end(), own.count, kind);
      if (length(piece.edge) > radius) radius = length(piece.edge), data.scene.new_kind = kind;
    };
    const int needed = std::min(piece.least, static_cast<int>(count));
    add(needed, value_of(piece) + needed_worth * densest * volume_of(piece));
    add(static_cast<int>(count) - needed, value_of(piece));
  }
  for (std::size_t k = 0; k < values.size(); ++k)
    data.kinds[k].worth = std::max(1, static_cast<int>(std::llround(values[k] / total * worth_limit)));
  data.scene.kind_count = static_cast<int>(data.kinds.size());
  double worths = 0;
  for (const TrialKindOfBox& kind : data.kinds) worths += static_cast<double>(kind.count) * kind.worth;
  data.scene.mean_worth = static_cast<float>(worths / all);
}

double scale_of_set(const TrialSceneData& data) {
  double sum = 0;
  for (const TrialKindOfBox& kind : data.kinds) sum += static_cast<double>(kind.count) * kind.scale;
  return sum / static_cast<double>(data.set_kind.size());
}

BoxPacking in_kinds(const BoxSet& set, const BoxPacking& packing) {
  const std::vector<int> kinds = kinds_of(set, rows_of(packing));
  BoxPacking result;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    if (kinds[i] < 0) continue;
    PlacedBox box = with_edges(packing.boxes[i], set.pieces[kinds[i]].edge);
    box.tag[0] = kinds[i] + 1;
    result.boxes.push_back(box);
  }
  return result;
}

std::vector<int> numbers_of(const TrialSceneData& data, const BoxPacking& packing) {
  KindsOfLoad kinds(data);
  std::vector<int> numbers;
  for (const PlacedBox& box : packing.boxes) {
    const int kind = kinds.take(box);
    const TrialKindOfBox& own = data.kinds[kind];
    if (kinds.used(kind) > own.count) throw OverflowError("more boxes than the set has");
    numbers.push_back(own.first + kinds.used(kind) - 1);
  }
  return numbers;
}

TrialWorth worth_of(const TrialSceneData& data, const BoxPacking& packing) {
  KindsOfLoad kinds(data);
  TrialWorth worth;
  for (const PlacedBox& box : packing.boxes) {
    const TrialKindOfBox& kind = data.kinds[kinds.take(box)];
    worth.all += kind.worth;
    worth.main += kind.last != 0 ? 0 : kind.worth;
  }
  return worth;
}

PlacedBox box_at(const TrialSceneData& data, const BoxView& view, int i) {
  const Vec3f centre = view.centre(i);
  const Quaternionf q = view.rotation(i);
  PlacedBox box;
  box.centre = data.origin + Vec3d{centre.x, centre.y, centre.z};
  box.rotation = normalised(Quaterniond{q.w, q.x, q.y, q.z});
  return box;
}

std::vector<PlacedBox> boxes_of(const TrialSceneData& data, const BoxSet& set, double corner_radius,
                                std::vector<float>& pose) {
  const int fixed = data.scene.fixed_count;
  const BoxView view{pose.data(), nullptr, nullptr, data.capacity, data.capacity};
  std::vector<PlacedBox> boxes;
  for (std::size_t n = 0; n < data.set_kind.size(); ++n) {
    const int i = fixed + static_cast<int>(n);
    if (is_away(view.centre(i))) continue;
    PlacedBox box = box_at(data, view, i);
    const int piece = data.kinds[data.set_kind[n]].piece;
    box.edge = set.pieces[piece].edge;
    box.corner_radius = corner_radius;
    box.tag[0] = piece + 1;
    boxes.push_back(box);
  }
  return boxes;
}

}  // namespace jam::trunk
