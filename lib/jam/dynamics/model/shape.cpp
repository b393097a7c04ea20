// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/model/shape.hpp"

#include <cmath>

#include <fmt/format.h>

#include "jam/core/error.hpp"

namespace jam::dynamics {
namespace {

constexpr double unit_tolerance = 1e-6;

void check_length(const char* name, const char* what, double value, bool zero_allowed) {
  if (std::isfinite(value) && (value > 0 || (zero_allowed && value == 0))) return;
  throw InputError(fmt::format("{}: {} is {} m; it must be finite and {} 0", name, what, value,
                               zero_allowed ? ">=" : ">"));
}

}  // namespace

void check_shape(const Shape& shape, const char* name) {
  switch (shape.kind) {
    case ShapeKind::sphere: check_length(name, "the radius", shape.radius, false); break;
    case ShapeKind::capsule:
      check_length(name, "the radius", shape.radius, false);
      check_length(name, "half of the axis", shape.half.x, true);
      break;
    case ShapeKind::box:
      check_length(name, "half of the edge along x", shape.half.x, false);
      check_length(name, "half of the edge along y", shape.half.y, false);
      check_length(name, "half of the edge along z", shape.half.z, false);
      break;
    case ShapeKind::triangle:
      check_length(name, "the first edge", shape.half.x, false);
      check_length(name, "the height over the first edge", shape.half.z, false);
      break;
    case ShapeKind::plane: break;
  }
  if (!is_finite(shape.pose.position)) throw InputError(fmt::format("{}: the position is not finite", name));
  const double size = norm(shape.pose.rotation);
  if (!(std::abs(size - 1) <= unit_tolerance)) {
    throw InputError(fmt::format("{}: the quaternion has length {}; it must be 1", name, size));
  }
}

}  // namespace jam::dynamics
