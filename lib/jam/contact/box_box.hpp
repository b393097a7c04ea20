// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Tests whether two boxes overlap, and how far they must be moved apart: the test of 15 separating axes (S.
// Gottschalk, M. C. Lin, D. Manocha, OBBTree, SIGGRAPH 1996). Axes are numbered: 0..2 the face normals of A,
// 3..5 those of B, 6 + 3 i + j the cross product of edge i of A and edge j of B. Cross products of nearly
// parallel edges are left out (parallel_sine_squared).
//
// For rounded boxes the cores are tested and the margins added: the projection of a swept box is longer by
// the margin at both ends. Bodies that an axis parts are apart; two that come nearest at corners, or at
// parallel edges, may be apart although no axis parts them. Then the overlap is too large, but never larger
// than that of sharp boxes.
#pragma once

#include "jam/contact/box.hpp"

namespace jam::contact {

inline constexpr int box_axis_count = 15;
inline constexpr int first_edge_axis = 6;

/// The axis of least overlap.
template <class Real>
struct AxisOverlap {
  Real overlap;  ///< Overlap of the projections; where it is negative the boxes are at least that far apart,
                 ///< else they intersect.
  Real axis;     ///< Its number, 0..14, as a Real.
};

/// The least overlap of A and B over the 15 axes. The search may end early once it is at most `enough`, and
/// then returns an overlap of at most `enough`. An edge/edge axis counts only where its overlap is below
/// `edge_share` times that of the best face axis: 1 for the exact minimum; a little less prefers faces, whose
/// normals do not flicker while boxes lie flat on each other.
template <class Real>
[[nodiscard]] JAM_HD_INLINE AxisOverlap<Real> least_overlap(const Box<Real>& a, const Box<Real>& b,
                                                            const Real& enough, const Real& edge_share) {
  const Vec3<Real> between = b.centre - a.centre;
  const Real margin = a.margin + b.margin;  // Added at the end: up to there overlaps are those of the cores.
  Real r[3][3];                             // r[i][j] = axis i of A times axis j of B.
  Real magnitude[3][3];
  Real t[3];
  const Real ha[3] = {a.half.x, a.half.y, a.half.z};
  const Real hb[3] = {b.half.x, b.half.y, b.half.z};
#if defined(__CUDA_ARCH__)
#pragma unroll
#endif
  for (int i = 0; i < 3; ++i) {
    t[i] = dot(a.axis[i], between);
    for (int j = 0; j < 3; ++j) {
      r[i][j] = dot(a.axis[i], b.axis[j]);
      magnitude[i][j] = absolute(r[i][j]);
    }
  }

  AxisOverlap<Real> best{
      ha[0] + dot(b.half, Vec3<Real>{magnitude[0][0], magnitude[0][1], magnitude[0][2]}) - absolute(t[0]),
      Real(0)};
  const auto take = [&best](const Real& overlap, int number) {
    const auto less = overlap < best.overlap;
    best.overlap = choose(less, overlap, best.overlap);
    best.axis = choose(less, Real(static_cast<float>(number)), best.axis);
  };
#if defined(__CUDA_ARCH__)
#pragma unroll
#endif
  for (int i = 1; i < 3; ++i) {
    take(ha[i] + dot(b.half, Vec3<Real>{magnitude[i][0], magnitude[i][1], magnitude[i][2]}) - absolute(t[i]),
         i);
  }
#if defined(__CUDA_ARCH__)
#pragma unroll
#endif
  for (int j = 0; j < 3; ++j) {
    const Real distance = absolute(dot(Vec3<Real>{t[0], t[1], t[2]}, Vec3<Real>{r[0][j], r[1][j], r[2][j]}));
    take(hb[j] + dot(a.half, Vec3<Real>{magnitude[0][j], magnitude[1][j], magnitude[2][j]}) - distance,
         3 + j);
  }
  const Real face = best.overlap + margin;
  if (!any_lane(enough < face)) return {face, best.axis};

  // A positive overlap is compared with the share of the best face's, a negative one as it is: separation is
  // never missed.
  const Real worth = edge_share * face - margin;
  const Real apart = Real(0) - margin;
#if defined(__CUDA_ARCH__)
#pragma unroll
#endif
  for (int i = 0; i < 3; ++i) {
    const int i1 = next(i);
    const int i2 = after_next(i);
#if defined(__CUDA_ARCH__)
#pragma unroll
#endif
    for (int j = 0; j < 3; ++j) {
      const int j1 = next(j);
      const int j2 = after_next(j);
      const Real square = multiply_add(r[i2][j], r[i2][j], r[i1][j] * r[i1][j]);
      const Real least(parallel_sine_squared<Real>);
      const Real reach_of_a = multiply_add(ha[i2], magnitude[i1][j], ha[i1] * magnitude[i2][j]);
      const Real reach =
          multiply_add(hb[j2], magnitude[i][j1], multiply_add(hb[j1], magnitude[i][j2], reach_of_a));
      const Real overlap =
          (reach - absolute(t[i2] * r[i1][j] - t[i1] * r[i2][j])) * inverse_root(larger_of(square, least));
      const auto counts = (least < square) & ((overlap < worth) | (overlap < apart));
      take(choose(counts, overlap, best.overlap), first_edge_axis + 3 * i + j);
    }
  }
  best.overlap = best.overlap + margin;
  return best;
}

template <class Real>
[[nodiscard]] JAM_HD_INLINE AxisOverlap<Real> least_overlap(const Box<Real>& a, const Box<Real>& b) {
  return least_overlap(a, b, Real(-1e30F), Real(1));
}

/// Unit vector of axis number `axis`, turned so that it points from A to B.
template <class T>
[[nodiscard]] JAM_HD_INLINE Vec3<T> axis_from_a_to_b(const Box<T>& a, const Box<T>& b, int axis) {
  Vec3<T> normal;
  if (axis < 3) {
    normal = a.axis[axis];
  } else if (axis < first_edge_axis) {
    normal = b.axis[axis - 3];
  } else {
    const Vec3<T> product = cross(a.axis[(axis - first_edge_axis) / 3], b.axis[(axis - first_edge_axis) % 3]);
    normal = product * inverse_root(dot(product, product));
  }
  return dot(normal, b.centre - a.centre) < T(0) ? -normal : normal;
}

}  // namespace jam::contact
