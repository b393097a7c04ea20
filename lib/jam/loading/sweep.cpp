// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/loading/sweep.hpp"

#include <algorithm>
#include <cmath>

namespace jam::loading {
namespace {

Extent extent_of(const Triangle& body, Vec3d axis) {
  const double a = dot(axis, body[0]), b = dot(axis, body[1]), c = dot(axis, body[2]);
  return {std::min({a, b, c}), std::max({a, b, c})};
}

/// Intersects the times of all axes of two bodies.
template <class Other>
class Axes {
 public:
  Axes(const Zonotope& moving, Vec3d direction, const Other& other, double allowed)
      : moving_(moving), direction_(direction), other_(other), allowed_(allowed) {}

  /// The axis across two edges. False: the bodies never overlap.
  bool cut(Vec3d edge, Vec3d other_edge) {
    constexpr double least_sine_squared = 1e-14;
    const Vec3d across = cross(edge, other_edge);
    const double size = dot(across, across);
    if (!(size > least_sine_squared * dot(edge, edge) * dot(other_edge, other_edge))) return true;
    const Vec3d axis = across / std::sqrt(size);
    const Extent a = extent_of(moving_, axis), b = extent_of(other_, axis);
    const double least = b.low + allowed_ - a.high, most = b.high - allowed_ - a.low;
    const double speed = dot(axis, direction_);
    if (!(least < most)) return never();
    if (std::fabs(speed) <= 1e-13 * length(direction_)) return (least < 0 && most > 0) || never();
    const auto [from, to] = std::minmax({least / speed, most / speed});
    times_.from = std::max(times_.from, from);
    times_.to = std::min(times_.to, to);
    return !times_.none();
  }

  [[nodiscard]] Times times() const { return times_; }

 private:
  bool never() {
    times_ = {0, 0};
    return false;
  }

  const Zonotope& moving_;
  Vec3d direction_;
  const Other& other_;
  double allowed_;
  Times times_;
};

}  // namespace

Zonotope zonotope_of(const contact::Box<double>& box) {
  return {
      box.centre, {box.half.x * box.axis[0], box.half.y * box.axis[1], box.half.z * box.axis[2], Vec3d{}}, 3};
}

Extent extent_of(const Zonotope& body, Vec3d axis) {
  double reach = 0;
  for (int k = 0; k < body.count; ++k) reach += std::fabs(dot(axis, body.half[k]));
  const double middle = dot(axis, body.centre);
  return {middle - reach, middle + reach};
}

trunk::Bounds bounds_of(const Zonotope& body) {
  const Extent x = extent_of(body, {1, 0, 0}), y = extent_of(body, {0, 1, 0}), z = extent_of(body, {0, 0, 1});
  return {{x.low, y.low, z.low}, {x.high, y.high, z.high}};
}

Zonotope swept(const Zonotope& box, Vec3d way) {
  Zonotope result = box;
  result.centre = box.centre + 0.5 * way;
  result.half[3] = 0.5 * way;
  result.count = 4;
  return result;
}

Times overlap_times(const Zonotope& moving, Vec3d direction, const Zonotope& other, double allowed) {
  Axes<Zonotope> axes(moving, direction, other, allowed);
  for (const Zonotope* body : {&other, &moving}) {
    for (int i = 0; i < body->count; ++i) {
      for (int j = i + 1; j < body->count; ++j) {
        if (!axes.cut(body->half[i], body->half[j])) return axes.times();
      }
    }
  }
  for (int i = 0; i < moving.count; ++i) {
    for (int j = 0; j < other.count; ++j) {
      if (!axes.cut(moving.half[i], other.half[j])) return axes.times();
    }
  }
  return axes.times();
}

Times overlap_times(const Zonotope& moving, Vec3d direction, const Triangle& other, double allowed) {
  Axes<Triangle> axes(moving, direction, other, allowed);
  const std::array<Vec3d, 3> edges{other[1] - other[0], other[2] - other[1], other[0] - other[2]};
  for (int i = 0; i < moving.count; ++i) {
    for (int j = i + 1; j < moving.count; ++j) {
      if (!axes.cut(moving.half[i], moving.half[j])) return axes.times();
    }
  }
  // A triangle has no depth: along its normal, a body may come through by `allowed` on either side.
  if (!axes.cut(edges[0], edges[1])) return axes.times();
  for (int i = 0; i < moving.count; ++i) {
    for (const Vec3d& edge : edges) {
      if (!axes.cut(moving.half[i], edge)) return axes.times();
    }
  }
  return axes.times();
}

}  // namespace jam::loading
