// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/annealing/screens.hpp"

#include <algorithm>
#include <utility>

#include "jam/core/parallel.hpp"

namespace jam::trunk {
namespace {

constexpr double free_radius = 210;  ///< Boxes within this distance of an insertion are movable, for litre boxes [mm].
constexpr int pose_tries = 6;        ///< Poses tried for each box of an insertion.
constexpr int most_removed = 3;
constexpr int screened_steps = 80;

BoxRelaxation relaxation(int steps, float tolerance) { return {.step_limit = steps, .tolerance = tolerance, .skin = 8}; }

/// Whether the relaxation left the centres of the boxes that move within the container.
bool inside(const AnnealingScene& scene, const BoxPart& part) {
  for (std::size_t i = 0; i < part.numbers.size(); ++i) {
    if (part.fixed[i] == 0 && !scene.cells.may_hold_centre(part.boxes.boxes[i])) return false;
  }
  return true;
}

/// Calls set(number, box) for each box that the relaxation moved.
template <class Set>
void for_each_moved(const BoxPart& part, const Set& set) {
  for (std::size_t i = 0; i < part.numbers.size(); ++i) {
    if (part.fixed[i] == 0) set(part.numbers[i], part.boxes.boxes[i]);
  }
}

/// A way to insert a box: the whole packing, and its movable part, which is empty where there is no way.
struct Way {
  LooseBoxes whole;
  BoxPart part;
};

Way make_way(const AnnealingScene& scene, const BoxPacking& legal, const Vacancies& vacancies, RandomStream& random, BoxMoves& moves) {
  Way way;
  Vec3d place;
  const int removed = static_cast<int>(random.below(most_removed + 1));
  if (!vacancies.draw(random, place)) return {};
  std::vector<PlacedBox> rest(legal.boxes);
  const auto nearer = [&](const PlacedBox& a, const PlacedBox& b) {
    return length_squared(a.centre - place) < length_squared(b.centre - place);
  };
  std::vector<Vec3d> holes;
  for (int k = 0; k < removed && !rest.empty(); ++k) {
    const auto nearest = std::min_element(rest.begin(), rest.end(), nearer);
    holes.push_back(nearest->centre);
    rest.erase(nearest);
  }
  std::vector<PlacedBox> others(rest);
  others.insert(others.end(), scene.fixed.begin(), scene.fixed.end());
  double overlap = 0;
  for (std::size_t k = 0; k <= holes.size(); ++k) {
    const Vec3d at = k == 0 ? place : holes[k - 1];
    const PlacedBox box = moves.place(random, scene.edge, others, at, (k == 0 ? 20 : 35) * scene.scale(), pose_tries, overlap);
    if (overlap > 1e299) return {};
    others.push_back(box);
    rest.push_back(box);
  }
  way.whole = {std::move(rest), {}};
  for (const PlacedBox& box : way.whole.boxes) {
    way.whole.movable.push_back(length(box.centre - place) < free_radius * scene.scale() ? 1 : 0);
  }
  way.whole.boxes.insert(way.whole.boxes.end(), scene.fixed.begin(), scene.fixed.end());
  way.whole.movable.resize(way.whole.boxes.size(), 0);
  way.part = part_of(way.whole.boxes, way.whole.movable);
  return way;
}

}  // namespace

void screen_inserts(PartRelaxer& relaxer, const AnnealingScene& scene, std::span<InsertRequest> requests, int tries, int thread_count,
                    StopToken& stop) {
  if (requests.empty()) return;
  const auto first = [tries](int r) { return static_cast<std::size_t>(r) * static_cast<std::size_t>(tries); };
  std::vector<LooseBoxes> wholes(first(static_cast<int>(requests.size())));
  std::vector<BoxPart> parts(wholes.size());
  parallel_for(static_cast<int>(requests.size()), thread_count, [&](int r) {
    InsertRequest& request = requests[static_cast<std::size_t>(r)];
    std::vector<PlacedBox> all(request.legal->boxes);
    all.insert(all.end(), scene.fixed.begin(), scene.fixed.end());
    const Vacancies vacancies(scene.cells, all);
    BoxMoves moves(scene.walls, scene.cells, scene.corner_radius);
    for (std::size_t k = first(r); k < first(r + 1) && !stop.stop_requested(); ++k) {
      Way way = make_way(scene, *request.legal, vacancies, request.random, moves);
      wholes[k] = std::move(way.whole);
      parts[k] = std::move(way.part);
    }
  });
  relaxer.run(parts, relaxation(screened_steps, 0.05F), stop);
  parallel_for(static_cast<int>(requests.size()), thread_count, [&](int r) {
    std::vector<std::pair<float, std::size_t>> order;
    for (std::size_t k = first(r); k < first(r + 1); ++k) {
      if (!parts[k].numbers.empty() && !parts[k].result.status.failed()) order.emplace_back(parts[k].result.energy, k);
    }
    std::sort(order.begin(), order.end());
    const auto best = std::find_if(order.begin(), order.end(), [&](const auto& entry) { return inside(scene, parts[entry.second]); });
    if (best == order.end()) return;
    LooseBoxes& whole = wholes[best->second];
    for_each_moved(parts[best->second], [&](int number, const PlacedBox& box) { whole.boxes[static_cast<std::size_t>(number)] = box; });
    requests[static_cast<std::size_t>(r)].best = std::move(whole);
  });
}

void screen_moves(PartRelaxer& relaxer, const AnnealingScene& scene, std::span<MoveRequest> requests, int thread_count, StopToken& stop) {
  std::vector<std::size_t> first;
  std::size_t count = 0;
  for (const MoveRequest& request : requests) {
    first.push_back(count);
    count += request.changes.size();
  }
  std::vector<BoxPart> before(count);
  std::vector<BoxPart> after(count);
  parallel_for(static_cast<int>(requests.size()), thread_count, [&](int r) {
    const auto at = static_cast<std::size_t>(r);
    const MoveRequest& request = requests[at];
    for (std::size_t k = 0; k < request.changes.size(); ++k) {
      if (!request.changes[k].possible) continue;
      const LooseBoxes loose = request.instance->changed(request.changes[k]);
      after[first[at] + k] = part_of(loose.boxes, loose.movable);
      before[first[at] + k] = part_of(request.instance->boxes(), loose.movable);
    }
  });
  relaxer.run(before, relaxation(0, 0.02F), stop);
  relaxer.run(after, relaxation(screened_steps, 0.02F), stop);
  parallel_for(static_cast<int>(requests.size()), thread_count, [&](int r) {
    const auto at = static_cast<std::size_t>(r);
    MoveRequest& request = requests[at];
    BoxChange& best = request.best;
    best.possible = false;
    for (std::size_t k = 0; k < request.changes.size(); ++k) {
      const BoxPart& part = after[first[at] + k];
      const BoxRelaxationResult& result_before = before[first[at] + k].result;
      if (part.numbers.empty() || part.result.status.failed() || result_before.status.failed()) continue;
      const float rise = part.result.energy - result_before.energy;
      if ((best.possible && rise >= static_cast<float>(best.rise)) || !inside(scene, part)) continue;
      best = request.changes[k];
      best.rise = static_cast<double>(rise);
      best.numbers.clear();
      best.boxes.clear();
      for_each_moved(part, [&](int number, const PlacedBox& box) { best.set(number, box); });
    }
  });
}

}  // namespace jam::trunk
