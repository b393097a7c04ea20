// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A point and a box.
#pragma once

#include "jam/contact/box.hpp"

namespace jam::contact {

/// How deep a point lies in a box: the least of half.i - |axis_i . (point - centre)|. In a rounded one, the
/// margin more; where the point lies beyond two or three faces of the core, the margin less its distance from
/// the core.
template <class Real>
struct PointDepth {
  Real depth;         ///< Negative outside.
  Real axis;          ///< The axis of the least one, 0..2, as a Real; the first of equals.
  Vec3<Real> in_box;  ///< The point in the frame of the box.
};

/// The point lies in the box where the depth is > 0; the shortest way out is then `depth` along the axis,
/// away from the centre. The box is pushed along the inward normal of that face, from the point to the
/// centre.
template <class Real>
[[nodiscard]] JAM_HD_INLINE PointDepth<Real> depth_in_box(const Box<Real>& box, const Vec3<Real>& point) {
  const Vec3<Real> offset = point - box.centre;
  PointDepth<Real> result{
      Real(0), Real(0), {dot(box.axis[0], offset), dot(box.axis[1], offset), dot(box.axis[2], offset)}};
  const Real dy = box.half.y - absolute(result.in_box.y);
  const Real dz = box.half.z - absolute(result.in_box.z);
  result.depth = box.half.x - absolute(result.in_box.x);
  const auto second = dy < result.depth;
  result.depth = choose(second, dy, result.depth);
  result.axis = choose(second, Real(1), result.axis);
  const auto third = dz < result.depth;
  result.depth = choose(third, dz, result.depth);
  result.axis = choose(third, Real(2), result.axis);
  const Real zero(0);
  if (any_lane(zero < box.margin)) {
    const auto beyond = [&zero](const Real& depth) { return choose(depth < zero, depth, zero); };
    const Real ex = beyond(box.half.x - absolute(result.in_box.x));
    const Real ey = beyond(dy);
    const Real ez = beyond(dz);
    const Real square = ex * ex + ey * ey + ez * ez;
    const Real distance = square * inverse_root(larger_of(square, Real(1e-30F)));
    result.depth = box.margin + choose(result.depth < zero, zero - distance, result.depth);
  }
  return result;
}

}  // namespace jam::contact
