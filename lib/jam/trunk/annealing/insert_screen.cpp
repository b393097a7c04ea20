// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/annealing/insert_screen.hpp"

#include <algorithm>

#include "jam/core/parallel.hpp"

namespace jam::trunk {
namespace {

constexpr double free_radius = 210;  ///< Boxes about the place that give way, for litre boxes [mm].
constexpr int pose_tries = 6;
constexpr int most_removed = 3;

BoxRelaxation relaxation() {
  BoxRelaxation parameters;
  parameters.step_limit = 80;
  parameters.skin = 8;
  parameters.tolerance = 0.05F;
  return parameters;
}

struct Way {
  LooseBoxes whole;
  BoxPart part;  ///< Empty: no way.
};

bool make_way(const AnnealingScene& scene, const BoxPacking& legal, const Vacancies& vacancies, RandomStream& random, BoxMoves& moves,
              Way& way) {
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
    const PlacedBox box = moves.place(random, scene.edge, others, at, (k == 0 ? 20 : 35) * scene.scale(), pose_tries, overlap);
    if (overlap > 1e299) return false;
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
  return !way.part.numbers.empty();
}

}  // namespace

void screen_inserts(PartRelaxer& relaxer, const AnnealingScene& scene, std::span<InsertRequest> requests, int tries, int thread_count,
                    StopToken& stop) {
  if (requests.empty()) return;
  const auto count = requests.size() * static_cast<std::size_t>(tries);
  std::vector<Way> ways(count);
  parallel_for(static_cast<int>(requests.size()), thread_count, [&](int r) {
    InsertRequest& request = requests[static_cast<std::size_t>(r)];
    std::vector<PlacedBox> all(request.legal->boxes);
    all.insert(all.end(), scene.fixed.begin(), scene.fixed.end());
    const Vacancies vacancies(scene.cells, all);
    BoxMoves moves(scene.walls, scene.cells, scene.corner_radius);
    for (int k = 0; k < tries && !stop.stop_requested(); ++k) {
      Way& way = ways[static_cast<std::size_t>(r * tries + k)];
      if (!make_way(scene, *request.legal, vacancies, request.random, moves, way)) way = {};
    }
  });
  std::vector<BoxPart> parts;
  parts.reserve(count);
  for (Way& way : ways) parts.push_back(std::move(way.part));
  relaxer.run(parts, relaxation(), stop);
  parallel_for(static_cast<int>(requests.size()), thread_count, [&](int r) {
    std::vector<std::pair<float, int>> order;
    for (int k = r * tries; k < (r + 1) * tries; ++k) {
      const BoxPart& part = parts[static_cast<std::size_t>(k)];
      if (!part.numbers.empty() && !part.result.status.failed()) order.emplace_back(part.result.energy, k);
    }
    std::sort(order.begin(), order.end());
    for (const auto& [energy, k] : order) {
      InsertRequest& request = requests[static_cast<std::size_t>(r)];
      const BoxPart& part = parts[static_cast<std::size_t>(k)];
      LooseBoxes& whole = ways[static_cast<std::size_t>(k)].whole;
      bool inside = true;
      for (std::size_t i = 0; i < part.numbers.size(); ++i) {
        if (part.fixed[i] != 0) continue;
        inside = inside && scene.cells.may_hold_centre(part.boxes.boxes[i]);
        whole.boxes[static_cast<std::size_t>(part.numbers[i])] = part.boxes.boxes[i];
      }
      if (!inside) continue;
      request.best = std::move(whole);
      break;
    }
  });
}

}  // namespace jam::trunk
