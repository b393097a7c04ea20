// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/search/pose_search.hpp"

#include "jam/core/parallel.hpp"
#include "jam/core/philox.hpp"
#include "jam/core/streams.hpp"
#include "jam/trunk/annealing/box_moves.hpp"
#include "jam/trunk/polish/box_polish.hpp"

namespace jam::trunk {
namespace {

constexpr int poses_of_turn = 256;

}  // namespace

PoseSearch::PoseSearch(const TrunkProblem& problem, std::uint64_t seed, int thread_count)
    : problem_(problem),
      seed_(seed),
      thread_count_(thread_count),
      walls_(problem.container),
      cells_(walls_, static_cast<int>(problem.container.surface.triangles.size()), inner_cell_size(problem.set.pieces.front().edge)),
      fixed_(packing_of(problem.fixed, problem.corner_radius).boxes),
      vacancies_(cells_, fixed_) {}

std::optional<PlacedBox> PoseSearch::run(long long turn, const std::function<bool(const PlacedBox&)>& legal, StopToken& stop) const {
  std::vector<std::optional<PlacedBox>> poses(poses_of_turn);
  parallel_for(poses_of_turn, thread_count_, [&](int k) {
    if (stop.stop_requested()) return;
    RandomStream random(seed_, StreamId::start, static_cast<std::uint32_t>(k), static_cast<std::uint64_t>(turn));
    PlacedBox box;
    box.edge = problem_.set.pieces.front().edge;
    box.corner_radius = problem_.corner_radius;
    if (!vacancies_.draw(random, box.centre)) return;
    box.rotation = BoxMoves(walls_, cells_, box.corner_radius).rotation(random, box.edge, {}, box.centre);
    std::vector<PlacedBox> boxes{box};
    boxes.insert(boxes.end(), fixed_.begin(), fixed_.end());
    const PolishResult polished = BoxPolish(walls_).run(boxes, static_cast<int>(fixed_.size()), {.step_limit = 200, .patience = 20});
    if (polished.legal && cells_.may_hold_centre(boxes.front())) poses[static_cast<std::size_t>(k)] = boxes.front();
  });
  for (const std::optional<PlacedBox>& pose : poses) {
    if (stop.stop_requested()) break;
    if (pose && legal(*pose)) return pose;
  }
  return std::nullopt;
}

}  // namespace jam::trunk
