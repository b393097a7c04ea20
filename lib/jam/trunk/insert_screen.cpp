// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/insert_screen.hpp"

#include <algorithm>

#include "jam/core/parallel.hpp"

namespace jam::trunk {
namespace {

constexpr double free_radius = 210;   ///< Boxes about the place that give way [mm],
constexpr double still_radius = 400;  ///< and those that may be touched by these.
constexpr int capacity = 224;         ///< Boxes in a way, at most.
constexpr int pose_tries = 6;
constexpr int most_removed = 3;

BoxRelaxation relaxation() {
  BoxRelaxation parameters;
  parameters.step_limit = 120;
  parameters.tolerance = 0.05F;
  return parameters;
}

}  // namespace

bool InsertScreen::make_way(const AnnealingScene& scene, const BoxPacking& legal, const Vacancies& vacancies, RandomStream& random,
                            BoxMoves& moves, Way& way) {
  Vec3d place;
  const int removed = static_cast<int>(random.below(most_removed + 1));
  if (!vacancies.draw(random, place)) return false;
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
    const PlacedBox box = moves.place(random, scene.edge, others, at, k == 0 ? 20 : 35, pose_tries, overlap);
    if (overlap > 1e299) return false;
    others.push_back(box);
    rest.push_back(box);
  }
  way.whole = std::move(rest);
  const auto free_count = way.whole.size();
  way.whole.insert(way.whole.end(), scene.fixed.begin(), scene.fixed.end());
  way.part.clear();
  way.still.clear();
  way.boxes.boxes.clear();
  for (std::size_t i = 0; i < way.whole.size(); ++i) {
    const double distance = length(way.whole[i].centre - place);
    if (distance > still_radius || way.boxes.count() == capacity) continue;
    way.part.push_back(static_cast<int>(i));
    way.still.push_back(distance > free_radius || i >= free_count ? 1 : 0);
    way.boxes.boxes.push_back(way.whole[i]);
  }
  return true;
}

void InsertScreen::run(const AnnealingScene& scene, std::span<Request> requests, int tries, int kept) {
  if (requests.empty()) return;
  const int count = static_cast<int>(requests.size()) * tries;
  std::vector<Way> ways(static_cast<std::size_t>(count));
  BoxInstances instances(count, capacity);
  // All sizes first: then loading does not change what is shared.
  BoxPacking sizes;
  sizes.boxes.push_back({grid_.origin(), {}, scene.edge});
  for (const PlacedBox& box : scene.fixed) {
    const auto same = [&](const PlacedBox& other) { return other.edge == box.edge; };
    if (std::none_of(sizes.boxes.begin(), sizes.boxes.end(), same)) sizes.boxes.push_back({grid_.origin(), {}, box.edge});
  }
  for (const Request& request : requests) {
    for (const PlacedBox& box : request.legal->boxes) {
      const auto same = [&](const PlacedBox& other) { return other.edge == box.edge; };
      if (std::none_of(sizes.boxes.begin(), sizes.boxes.end(), same)) sizes.boxes.push_back({grid_.origin(), {}, box.edge});
    }
  }
  for (const PlacedBox& box : sizes.boxes) instances.load(0, BoxPacking{{box}}, grid_.origin());
  instances.count[0] = 0;
  parallel_for(static_cast<int>(requests.size()), thread_count_, [&](int r) {
    Request& request = requests[static_cast<std::size_t>(r)];
    std::vector<PlacedBox> all(request.legal->boxes);
    all.insert(all.end(), scene.fixed.begin(), scene.fixed.end());
    const Vacancies vacancies(scene.cells, all);
    BoxMoves moves(scene.walls, scene.cells);
    for (int k = 0; k < tries; ++k) {
      const int number = r * tries + k;
      Way& way = ways[static_cast<std::size_t>(number)];
      if (!make_way(scene, *request.legal, vacancies, request.random, moves, way)) {
        way.whole.clear();
        way.boxes.boxes.clear();
        way.still.clear();
      }
      instances.load(number, way.boxes, grid_.origin(), way.still);
    }
  });
  std::vector<BoxRelaxationResult> results(static_cast<std::size_t>(count));
  engine_->run(instances, relaxation(), results);
  for (const BoxRelaxationResult& result : results) steps_ += result.steps;
  attempts_ += count;
  parallel_for(static_cast<int>(requests.size()), thread_count_, [&](int r) {
    std::vector<std::pair<float, int>> order;
    for (int k = r * tries; k < (r + 1) * tries; ++k) {
      const BoxRelaxationResult& result = results[static_cast<std::size_t>(k)];
      if (!ways[static_cast<std::size_t>(k)].whole.empty() && !result.status.failed()) order.emplace_back(result.energy, k);
    }
    std::sort(order.begin(), order.end());
    for (const auto& [energy, k] : order) {
      Request& request = requests[static_cast<std::size_t>(r)];
      if (static_cast<int>(request.best.size()) == kept) break;
      Way& way = ways[static_cast<std::size_t>(k)];
      instances.store(k, way.boxes, grid_.origin());
      bool inside = true;
      for (std::size_t i = 0; i < way.part.size(); ++i) {
        if (way.still[i] != 0) continue;
        inside = inside && scene.cells.contains(way.boxes.boxes[i].centre);
        way.whole[static_cast<std::size_t>(way.part[i])] = way.boxes.boxes[i];
      }
      if (inside) request.best.push_back(std::move(way.whole));
    }
  });
}

}  // namespace jam::trunk
