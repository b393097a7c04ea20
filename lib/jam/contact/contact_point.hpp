// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Where two overlapping boxes push each other. Two rules:
//   single_contact_point  one vertex or the middle between two edges, as in the seed (J.-F. Goetzmann 2007,
//                         eqs. 5.29-5.31, with the half depth put right)
//   patch_contact_point   for faces: the centre of pressure of the patch in which the faces meet. Boxes that
//                         lie flat on each other then push without turning each other, and the point moves
//                         continuously with the boxes.
#pragma once

#include "jam/contact/box_box.hpp"

namespace jam::contact {

/// Two bodies touch at `point`; the second must go `depth` along `normal` relative to the first.
template <class T>
struct Contact {
  Vec3<T> normal;  ///< Unit, from A to B.
  Vec3<T> point;
  T depth = 0;
};

/// The vertex of the box, of its core where it is rounded, that lies farthest along `direction`.
template <class T>
[[nodiscard]] JAM_HD_INLINE Vec3<T> farthest_vertex(const Box<T>& box, Vec3<T> direction) {
  Vec3<T> vertex = box.centre;
  for (int k = 0; k < 3; ++k) {
    const T reach = component(box.half, k);
    vertex += box.axis[k] * (dot(box.axis[k], direction) < T(0) ? -reach : reach);
  }
  return vertex;
}

/// The middle of the edge of the core along axis `edge` that lies farthest along `direction`.
template <class T>
[[nodiscard]] JAM_HD_INLINE Vec3<T> farthest_edge(const Box<T>& box, int edge, Vec3<T> direction) {
  Vec3<T> middle = box.centre;
  for (int k = 0; k < 3; ++k) {
    const T reach = k == edge ? T(0) : component(box.half, k);
    middle += box.axis[k] * (dot(box.axis[k], direction) < T(0) ? -reach : reach);
  }
  return middle;
}

/// Middle of the shortest segment between the lines p + s u and q + t v; u, v unit vectors. The middle of p
/// and q for parallel lines.
template <class T>
[[nodiscard]] JAM_HD_INLINE Vec3<T> middle_between_lines(Vec3<T> p, Vec3<T> u, Vec3<T> q, Vec3<T> v) {
  const Vec3<T> w = q - p;
  const T b = dot(u, v);
  const T sine = T(1) - b * b;
  if (!(sine > parallel_sine_squared<T>)) return T(0.5) * (p + q);
  const T s = (dot(u, w) - b * dot(v, w)) / sine;
  const T t = (b * dot(u, w) - dot(v, w)) / sine;
  return T(0.5) * (p + s * u + q + t * v);
}

/// Contact point for the separating axis number `axis`, as in Goetzmann 2007. `normal` is the unit vector of
/// the axis, from A to B; `depth` is the overlap along it.
template <class T>
[[nodiscard]] JAM_HD_INLINE Vec3<T> single_contact_point(const Box<T>& a, const Box<T>& b, int axis,
                                                         Vec3<T> normal, T depth) {
  if (axis < 3) return farthest_vertex(b, -normal) + (T(0.5) * depth - b.margin) * normal;
  if (axis < first_edge_axis) return farthest_vertex(a, normal) - (T(0.5) * depth - a.margin) * normal;
  const int i = (axis - first_edge_axis) / 3;
  const int j = (axis - first_edge_axis) % 3;
  return middle_between_lines(farthest_edge(a, i, normal), a.axis[i], farthest_edge(b, j, -normal),
                              b.axis[j]) +
         T(0.5) * (a.margin - b.margin) * normal;
}

/// The part of [from, to] in which |start + t step| <= reach.
template <class T>
JAM_HD_INLINE void clip(T start, T step, T reach, T& from, T& to) {
  if (absolute(step) > T(1e-12) * reach) {
    const T inverse = T(1) / step;
    const T one = (-reach - start) * inverse;
    const T other = (reach - start) * inverse;
    const T low = one < other ? one : other;
    const T high = one < other ? other : one;
    if (low > from) from = low;
    if (high < to) to = high;
  } else if (absolute(start) > reach) {
    to = from;
  }
}

/// Sums of the pressure along the outline of a patch.
template <class T>
struct PressureSum {
  T weight = 0;
  Vec3<T> moment{};

  /// The segment from p to q, of length `size`, in the frame of the reference face: z < 0 is the depth there.
  JAM_HD_INLINE void add(Vec3<T> p, Vec3<T> q, T size) {
    const T wp = p.z < T(0) ? -p.z * size : T(0);
    const T wq = q.z < T(0) ? -q.z * size : T(0);
    weight += wp + wq;
    moment += wp * p + wq * q;
  }
};

/// Centre of pressure between face `face` (0..2) of the box `reference`, whose outward unit normal is
/// `outward`, and the face of `other` that is turned most against it. Pressure is the depth below the
/// reference face. It is summed along the outline of the patch, the outlines of both faces each clipped by
/// the other: this moves continuously with the boxes and needs no list of corners. Half the depth above the
/// deeper face. `fallback` where the faces do not meet. Faces of rounded boxes count as if their edges were
/// sharp.
template <class T>
[[nodiscard]] JAM_HD_INLINE Vec3<T> face_contact_point(const Box<T>& reference, int face, Vec3<T> outward,
                                                       const Box<T>& other, Vec3<T> fallback) {
  const int iu = next(face);
  const int iv = after_next(face);
  const Vec3<T> u = reference.axis[iu];
  const Vec3<T> v = reference.axis[iv];
  const T hu = component(reference.half, iu) + reference.margin;
  const T hv = component(reference.half, iv) + reference.margin;
  // The other box's face is taken at its core, so the reference face stands out by both margins.
  const Vec3<T> origin =
      reference.centre + (component(reference.half, face) + (reference.margin + other.margin)) * outward;

  // The other box's face, in the frame (u, v, outward) of the reference face.
  const T along[3] = {dot(other.axis[0], outward), dot(other.axis[1], outward), dot(other.axis[2], outward)};
  int k = absolute(along[1]) > absolute(along[0]) ? 1 : 0;
  if (absolute(along[2]) > (k == 1 ? absolute(along[1]) : absolute(along[0]))) k = 2;
  const T side = (k == 0 ? along[0] : k == 1 ? along[1] : along[2]) > T(0) ? T(-1) : T(1);
  const auto local = [&](Vec3<T> w) { return Vec3<T>{dot(u, w), dot(v, w), dot(outward, w)}; };
  const Vec3<T> middle = local(other.centre + side * component(other.half, k) * other.axis[k] - origin);
  const T he = component(other.half, next(k)) + other.margin;
  const T hf = component(other.half, after_next(k)) + other.margin;
  const Vec3<T> e = local(he * other.axis[next(k)]);
  const Vec3<T> f = local(hf * other.axis[after_next(k)]);

  PressureSum<T> sum;
  // Edges of the other face, clipped by the rectangle: middle +- f + t e and middle +- e + t f, |t| <= 1.
  for (int side_number = 0; side_number < 4; ++side_number) {
    const bool along_e = side_number < 2;
    const T sign = (side_number & 1) != 0 ? T(1) : T(-1);
    const Vec3<T> step = along_e ? e : f;
    const Vec3<T> start = middle + sign * (along_e ? f : e);
    T from = -1;
    T to = 1;
    clip(start.x, step.x, hu, from, to);
    clip(start.y, step.y, hv, from, to);
    if (from < to) sum.add(start + from * step, start + to * step, (to - from) * (along_e ? he : hf));
  }
  // Edges of the rectangle, clipped by the other face, in its coordinates (p, q): (x, y) = middle + p e + q
  // f.
  const T determinant = e.x * f.y - e.y * f.x;
  if (absolute(determinant) > T(1e-6) * (absolute(e.x * f.y) + absolute(e.y * f.x))) {
    const T inverse = T(1) / determinant;
    for (int side_number = 0; side_number < 4; ++side_number) {
      const bool along_u = side_number < 2;
      const T sign = (side_number & 1) != 0 ? T(1) : T(-1);
      const T x = (along_u ? T(0) : sign * hu) - middle.x;
      const T y = (along_u ? sign * hv : T(0)) - middle.y;
      const T step_x = along_u ? hu : T(0);
      const T step_y = along_u ? T(0) : hv;
      const T p = (x * f.y - y * f.x) * inverse;
      const T q = (e.x * y - e.y * x) * inverse;
      const T step_p = (step_x * f.y - step_y * f.x) * inverse;
      const T step_q = (e.x * step_y - e.y * step_x) * inverse;
      T from = -1;
      T to = 1;
      clip(p, step_p, T(1), from, to);
      clip(q, step_q, T(1), from, to);
      if (from < to) {
        const Vec3<T> start = middle + (p + from * step_p) * e + (q + from * step_q) * f;
        const Vec3<T> end = middle + (p + to * step_p) * e + (q + to * step_q) * f;
        sum.add(start, end, (to - from) * (along_u ? hu : hv));
      }
    }
  }
  if (!(sum.weight > T(0))) return fallback;
  const Vec3<T> centre = sum.moment * (T(1) / sum.weight);
  return origin + centre.x * u + centre.y * v + (T(0.5) * centre.z - other.margin) * outward;
}

/// As single_contact_point, but the centre of pressure where a face takes part.
template <class T>
[[nodiscard]] JAM_HD_INLINE Vec3<T> patch_contact_point(const Box<T>& a, const Box<T>& b, int axis,
                                                        Vec3<T> normal, T depth) {
  const Vec3<T> single = single_contact_point(a, b, axis, normal, depth);
  if (axis >= first_edge_axis) return single;
  const bool face_of_a = axis < 3;
  return face_contact_point(face_of_a ? a : b, face_of_a ? axis : axis - 3, face_of_a ? normal : -normal,
                            face_of_a ? b : a, single);
}

}  // namespace jam::contact
