// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/search/pose_search.hpp"

#include <cmath>
#include <numbers>

#include "jam/core/parallel.hpp"
#include "jam/core/philox.hpp"
#include "jam/core/streams.hpp"
#include "jam/trunk/model/box_row.hpp"
#include "jam/trunk/polish/box_polish.hpp"

namespace jam::trunk {
namespace {

constexpr int poses_of_turn = 256;
/// Largest distance of a wall that suggests orientations, for litre boxes [mm].
constexpr double wall_distance = 90;

/// A standard normal number; takes four draws.
double normal_draw(RandomStream& random) {
  const double radius = std::sqrt(-2 * std::log(1 - random.uniform_double()));
  return radius * std::cos(2 * std::numbers::pi * random.uniform_double());
}

/// A rotation that maps axis number `axis` to `normal`, and another axis as close as possible to `guide`.
Quaterniond flat_on(const Vec3d& normal, int axis, Vec3d guide) {
  guide -= dot(guide, normal) * normal;
  const Vec3d other = std::abs(normal.x) < 0.7 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0};
  const Vec3d u = normalised(length(guide) > 0.2 ? guide : cross(normal, other), Vec3d{1, 0, 0});
  const Vec3d v = cross(normal, u);
  if (axis == 0) return quaternion_of(normal, u);
  return axis == 1 ? quaternion_of(v, normal) : quaternion_of(u, v);
}

/// Flat on a wall near `place`, nearly; uniform where none is near, and in one of ten draws.
Quaterniond random_rotation(RandomStream& random, const WallTriangles& walls, const Vec3d& edge,
                            const Vec3d& place) {
  const double kind = random.uniform_double();
  const int axis = static_cast<int>(random.below(6)) % 3;
  const Vec3d any{normal_draw(random), normal_draw(random), normal_draw(random)};
  const Quaterniond uniform = normalised(Quaterniond{normal_draw(random), any.x, any.y, any.z});
  const std::uint32_t high = random.next_u32();
  const std::uint32_t low = random.next_u32();
  if (kind > 0.9) return uniform;
  const double distance = wall_distance * box_scale(edge);
  const Vec3d reach{distance, distance, distance};
  std::vector<int> triangles;
  walls.near({place - reach, place + reach}, triangles);
  if (triangles.empty()) return uniform;
  const Vec3d normal =
      walls.normal(triangles[uniform_below(high, low, static_cast<std::uint32_t>(triangles.size()))]);
  if (normal == Vec3d{}) return uniform;
  const Vec3d guide{axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0, axis == 2 ? 1.0 : 0.0};
  return turned(flat_on(normal, axis, guide), 0.02 * any);
}

}  // namespace

PoseSearch::PoseSearch(const TrunkProblem& problem, std::uint64_t seed, int thread_count)
    : problem_(problem),
      seed_(seed),
      thread_count_(thread_count),
      walls_(problem.container),
      cells_(walls_, static_cast<int>(problem.container.surface.triangles.size()),
             inner_cell_size(problem.set.pieces.front().edge)),
      fixed_(packing_of(problem.fixed, problem.corner_radius).boxes),
      vacancies_(cells_, fixed_) {}

std::optional<PlacedBox> PoseSearch::run(long long turn, const std::function<bool(const PlacedBox&)>& legal,
                                         StopToken& stop) const {
  std::vector<std::optional<PlacedBox>> poses(poses_of_turn);
  parallel_for(poses_of_turn, thread_count_, [&](int k) {
    if (stop.stop_requested()) return;
    RandomStream random(seed_, StreamId::start, static_cast<std::uint32_t>(k),
                        static_cast<std::uint64_t>(turn));
    PlacedBox box;
    box.edge = problem_.set.pieces.front().edge;
    box.corner_radius = problem_.corner_radius;
    if (!vacancies_.draw(random, box.centre)) return;
    box.rotation = random_rotation(random, walls_, box.edge, box.centre);
    std::vector<PlacedBox> boxes{box};
    boxes.insert(boxes.end(), fixed_.begin(), fixed_.end());
    const PolishResult polished =
        BoxPolish(walls_).run(boxes, static_cast<int>(fixed_.size()), {.step_limit = 200, .patience = 20});
    if (polished.legal && cells_.may_hold_centre(boxes.front())) poses[k] = boxes.front();
  });
  for (const std::optional<PlacedBox>& pose : poses) {
    if (stop.stop_requested()) break;
    if (pose && legal(*pose)) return pose;
  }
  return std::nullopt;
}

}  // namespace jam::trunk
