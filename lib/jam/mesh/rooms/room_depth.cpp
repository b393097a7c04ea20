// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/mesh/rooms/room_depth.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/AABB_triangle_primitive.h>

#include "jam/mesh/cgal_mesh.hpp"
#include "jam/mesh/rooms/point_on_triangle.hpp"

namespace jam::mesh {
namespace {

constexpr int start_count = 512;
constexpr std::size_t climber_count = 8;
constexpr double rounding = 1e-9;  ///< Walls that reach into a ball by this share of its radius do not [-].

/// A side of a wall that faces the room.
struct WallSide {
  std::array<Vec3d, 3> corner;
  Vec3d inward;     ///< Unit normal.
  double area = 0;  ///< [mm^2]
};

struct Ball {
  Vec3d centre;
  double radius = 0;
};

/// The walls of a room, and the balls between them.
class RoomWalls {
 public:
  RoomWalls(const Arrangement& arrangement, const std::vector<int>& cells)
      : inside_(arrangement.cells().size(), false), arrangement_(arrangement) {
    for (const int cell : cells) inside_[cell] = true;
    for (int t = 0; t < static_cast<int>(arrangement.pieces().size()); ++t) {
      const auto [front, behind] = arrangement.pieces()[t].cells;
      // A face in which solids touch is no wall; a sheet is one on both sides.
      if ((!inside_[front] && !inside_[behind]) || (inside_[front] && inside_[behind] && front != behind))
        continue;
      const std::array<Vec3d, 3> corner = arrangement.corners(t);
      const Vec3d normal = cross(corner[1] - corner[0], corner[2] - corner[0]);
      const double size = length(normal);
      if (!(size > flat_share * dot(corner[1] - corner[0], corner[1] - corner[0]))) continue;
      if (inside_[front]) sides_.push_back({corner, (1 / size) * normal, size / 2});
      if (inside_[behind]) sides_.push_back({corner, (-1 / size) * normal, size / 2});
      triangles_.emplace_back(point_of(corner[0]), point_of(corner[1]), point_of(corner[2]));
      for (const Vec3d& p : corner) bounds_.add(p);
    }
    if (triangles_.empty()) return;
    tree_.rebuild(triangles_.begin(), triangles_.end());
    tree_.accelerate_distance_queries();
    const Vec3d size = bounds_.high - bounds_.low;
    largest_radius_ = std::min({size.x, size.y, size.z}) / 2;
  }

  [[nodiscard]] const std::vector<WallSide>& sides() const { return sides_; }

  /// The largest ball that touches a wall in `place`, where `inward` points into the room.
  [[nodiscard]] Ball ball_at(Vec3d place, Vec3d inward) const {
    constexpr int round_limit = 40;
    double radius = largest_radius_;
    for (int round = 0; round < round_limit; ++round) {
      const Vec3d centre = place + radius * inward, to = nearest(centre) - place;
      if (length(place + to - centre) >= radius * (1 - rounding)) break;
      const double along = 2 * dot(to, inward);
      // A wall through `place` that leans over it leaves no space at all.
      if (!(along > 0)) return {place, 0};
      radius = dot(to, to) / along;
    }
    return {place + radius * inward, radius};
  }

  /// The largest ball that touches the wall nearest to `place` there, and holds `place`.
  [[nodiscard]] Ball ball_around(Vec3d place) const {
    const Vec3d wall = nearest(place);
    const double gap = length(place - wall);
    return gap > 0 ? ball_at(wall, (1 / gap) * (place - wall)) : Ball{place, 0};
  }

  [[nodiscard]] bool holds(const Ball& ball) const {
    const int cell = arrangement_.cell_at(ball.centre);
    return cell >= 0 && inside_[cell];
  }

  /// Moves a ball to where it can grow: by steps within it, so it stays in the room.
  [[nodiscard]] Ball climbed(Ball ball) const {
    constexpr double first_step = 0.5, least_step = 0.01;
    for (double step = first_step; step >= least_step;) {
      Ball best = ball;
      for (int k = 0; k < 27; ++k) {
        const int row = k / 3, layer = k / 9;
        const Vec3d way{k % 3 - 1.0, row % 3 - 1.0, layer - 1.0};
        const double size = length(way);
        if (size == 0) continue;
        const Ball next = ball_around(ball.centre + (step * ball.radius / size) * way);
        if (next.radius > best.radius) best = next;
      }
      constexpr double least_gain = 1.001;
      if (best.radius > least_gain * ball.radius) ball = best;
      else step /= 2;
    }
    return ball;
  }

 private:
  static constexpr double flat_share = 1e-9;  ///< Triangles of a smaller area over an edge squared are lines.

  [[nodiscard]] Vec3d nearest(Vec3d place) const { return vector_of(tree_.closest_point(point_of(place))); }

  using Triangles = std::vector<Kernel::Triangle_3>;
  using Primitive = CGAL::AABB_triangle_primitive<Kernel, Triangles::const_iterator>;

  std::vector<bool> inside_;
  const Arrangement& arrangement_;
  std::vector<WallSide> sides_;
  Triangles triangles_;
  trunk::Bounds bounds_;
  CGAL::AABB_tree<CGAL::AABB_traits<Kernel, Primitive>> tree_;
  double largest_radius_ = 0;
};

/// Balls at points of all walls, each of which stands for the same area.
std::vector<Ball> first_balls(const RoomWalls& walls, double area) {
  std::vector<Ball> balls;
  double before = 0;
  for (const WallSide& side : walls.sides()) {
    before += side.area;
    while (static_cast<int>(balls.size()) < start_count &&
           (static_cast<double>(balls.size()) + 0.5) * area <= before * start_count)
      balls.push_back(
          walls.ball_at(point_on_triangle(side.corner, static_cast<int>(balls.size())), side.inward));
  }
  return balls;
}

}  // namespace

RoomDepth depth_of(const Arrangement& arrangement, const std::vector<int>& cells, double volume,
                   double depth) {
  const double enclosing = std::cbrt(6 * volume / std::numbers::pi);
  if (enclosing < depth) return {enclosing, 1};
  const RoomWalls walls(arrangement, cells);
  if (walls.sides().empty()) return {};
  double area = 0;
  for (const WallSide& side : walls.sides()) area += side.area;
  std::vector<Ball> balls = first_balls(walls, area);
  std::erase_if(balls, [&](const Ball& ball) { return !walls.holds(ball); });
  RoomDepth result;
  // Between walls, each point of a wall has half the space up to the other one: the radius of its ball.
  double shallow = 0;
  for (const Ball& ball : balls)
    if (2 * ball.radius < depth * (1 - depth_rounding)) shallow += ball.radius;
  result.shallow_share = std::min(1.0, shallow * area / start_count / volume);
  // Points between fine spikes or folds do not see the middle of the room.
  const int largest = *std::max_element(cells.begin(), cells.end(), [&](int a, int b) {
    return arrangement.cells()[a].volume < arrangement.cells()[b].volume;
  });
  if (const Ball ball = walls.ball_around(arrangement.point_in(largest)); walls.holds(ball))
    balls.push_back(ball);
  std::stable_sort(balls.begin(), balls.end(),
                   [](const Ball& a, const Ball& b) { return a.radius > b.radius; });
  if (balls.size() > climber_count) balls.resize(climber_count);
  for (const Ball& ball : balls) result.ball = std::max(result.ball, 2 * walls.climbed(ball).radius);
  return result;
}

}  // namespace jam::mesh
