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

/// A checkpoint may hold boxes of other sets.
int kind_of(const TrialSceneData& data, const PlacedBox& box) {
  const int kind = box.tag[0] - 1;
  if (kind < 0 || kind >= std::ssize(data.kinds)) throw InputError("a box of the load is not of the set");
  return kind;
}

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
  if (std::ssize(pieces) >= box_size_limit) throw TrialSizeError("a set has more than 127 kinds");
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
    const double litres = volume_of(piece) / cubic_millimetres_per_litre;
    values.push_back(boxes.set.has_values() ? piece.value.value_or(litres) : litres);
    total += count * values.back();
    const auto kind = static_cast<std::uint8_t>(data.sizes.size());
    data.sizes.push_back(make_box_size(to_float(0.5 * piece.edge), static_cast<float>(corner_radius)));
    TrialKindOfBox own;
    own.first = data.scene.fixed_count + static_cast<int>(data.set_kind.size());
    own.count = static_cast<int>(count);
    own.last = piece.last ? 1 : 0;
    own.scale = static_cast<float>(box_scale(piece.edge));
    for (int e = 0; !piece.any_way() && e < 3; ++e) {
      if (may_be_vertical(piece.vertical, piece.edge, component(piece.edge, e))) own.upright |= 1 << e;
    }
    data.kinds.push_back(own);
    data.set_kind.insert(data.set_kind.end(), own.count, kind);
    if (length(piece.edge) > radius) radius = length(piece.edge), data.scene.new_kind = kind;
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
  std::vector<int> used(data.kinds.size(), 0);
  std::vector<int> numbers;
  for (const PlacedBox& box : packing.boxes) {
    const int kind = kind_of(data, box);
    const TrialKindOfBox& own = data.kinds[kind];
    if (used[kind] == own.count) throw OverflowError("more boxes than the set has");
    numbers.push_back(own.first + used[kind]++);
  }
  return numbers;
}

TrialWorth worth_of(const TrialSceneData& data, const BoxPacking& packing) {
  TrialWorth worth;
  for (const PlacedBox& box : packing.boxes) {
    const TrialKindOfBox& kind = data.kinds[kind_of(data, box)];
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
    box.edge = set.pieces[data.set_kind[n]].edge;
    box.corner_radius = corner_radius;
    box.tag[0] = data.set_kind[n] + 1;
    boxes.push_back(box);
  }
  return boxes;
}

}  // namespace jam::trunk
