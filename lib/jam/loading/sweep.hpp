// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// When a convex body that is pushed along a straight line overlaps another one. Two convex polyhedra overlap
// if and only if their projections overlap on every axis of a finite set: the normals of the faces of both
// and the cross products of their edges (S. Gottschalk, M. C. Lin, D. Manocha, OBBTree, SIGGRAPH 1996). Along
// a straight push each axis gives one interval of times, and the bodies overlap in the intersection of all.
// So the answer is exact, up to rounding, with no steps along the way. Lengths in mm.
#pragma once

#include <array>
#include <limits>

#include "jam/contact/box.hpp"
#include "jam/core/vec.hpp"
#include "jam/trunk/model/triangle_mesh.hpp"

namespace jam::loading {

/// A box, or a box that is swept along a segment: all points centre + sum of x_k half[k] with |x_k| <= 1.
struct Zonotope {
  Vec3d centre;
  std::array<Vec3d, 4> half;
  int count = 3;  ///< Number of elements of `half`.
};

using Triangle = std::array<Vec3d, 3>;

[[nodiscard]] Zonotope zonotope_of(const contact::Box<double>& box);

/// Everything that the box covers on its way from its place by `way`; `way` must not be zero.
[[nodiscard]] Zonotope swept(const Zonotope& box, Vec3d way);

/// Projection of a body onto an axis: from the least to the largest dot(axis, p) over its points p.
struct Extent {
  double low, high;
};

[[nodiscard]] Extent extent_of(const Zonotope& body, Vec3d axis);
[[nodiscard]] trunk::Bounds bounds_of(const Zonotope& body);

/// Times at which two bodies overlap: between `from` and `to`; none unless from < to.
struct Times {
  double from = -std::numeric_limits<double>::infinity();
  double to = std::numeric_limits<double>::infinity();

  [[nodiscard]] bool none() const { return !(from < to); }
};

/// When `moving`, which is at its place at time 0 and goes on by `direction` in a unit of time, overlaps
/// `other` by more than `allowed` [mm] along every axis.
[[nodiscard]] Times overlap_times(const Zonotope& moving, Vec3d direction, const Zonotope& other,
                                  double allowed);
[[nodiscard]] Times overlap_times(const Zonotope& moving, Vec3d direction, const Triangle& other,
                                  double allowed);

}  // namespace jam::loading
