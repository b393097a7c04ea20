// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Contacts between a face of one box, the reference, and the face of the other that is turned most against
// it, the incident face. The incident face is clipped by the four side planes of the reference face (I.
// Sutherland, G. Hodgman, Reentrant polygon clipping, CACM 17 (1974)): a polygon of at most eight vertices.
// Each vertex with a gap up to `delta` is a contact.
//
// Features: a vertex of the polygon is where two of eight lines meet, the edges of the incident face (0..3)
// and the sides of the reference face (4..7). The pair of lines, both faces, and which box has the reference
// face number the contact.
#pragma once

#include "jam/dynamics/collide/box_axes.hpp"

namespace jam::dynamics {

/// A polygon in the frame of the reference face: x and y along it, z out of it. Elements after the last
/// vertex are not even filled with zeros, which takes time.
struct ClippedFace {
  static constexpr int capacity = 12;  // Eight vertices, and some more should rounding bend a straight line.
  int count = 0;
  union {
    Vec3d vertex[capacity];
  };
  std::uint8_t line[capacity];   ///< Line on which the edge from vertex k to the next lies.
  std::uint8_t label[capacity];  ///< The two lines that meet in vertex k: smaller << 3 | larger.

  // NOLINTNEXTLINE(modernize-use-equals-default): it would be deleted, as Vec3d begins with zeros.
  JAM_HD_INLINE ClippedFace() {}

  [[nodiscard]] static JAM_HD_INLINE std::uint8_t label_of(int one, int other) {
    return static_cast<std::uint8_t>(one < other ? one << 3 | other : other << 3 | one);
  }
  JAM_HD_INLINE void add(Vec3d v, int line_after, std::uint8_t vertex_label) {
    if (count == capacity) return;
    vertex[count] = v;
    line[count] = static_cast<std::uint8_t>(line_after);
    label[count++] = vertex_label;
  }
};

/// A vertex lies on a side of the reference face if their distance over the face's half size is at most this.
inline constexpr double on_side_share = 1e-9;

/// The part of `face` with nx x + ny y <= limit, for a unit vector (nx, ny); a vertex nearer than `near` to
/// the line lies on it. `line` is the number of that line.
[[nodiscard]] JAM_HD_INLINE ClippedFace cut(const ClippedFace& face, double nx, double ny, double limit,
                                            double near, int line) {
  ClippedFace result;
  const auto beyond = [&](int k) { return nx * face.vertex[k].x + ny * face.vertex[k].y - limit; };
  for (int k = 0; k < face.count; ++k) {
    const int after = k + 1 == face.count ? 0 : k + 1;
    const double here = beyond(k);
    const double there = beyond(after);
    if (here <= near)
      result.add(face.vertex[k], there > near && here >= -near ? line : face.line[k], face.label[k]);
    const bool leaves = here < -near && there > near;
    const bool enters = here > near && there < -near;
    if (leaves || enters) {
      const double share = here / (here - there);
      result.add(face.vertex[k] + share * (face.vertex[after] - face.vertex[k]), leaves ? line : face.line[k],
                 ClippedFace::label_of(face.line[k], line));
    }
  }
  return result;
}

/// Leaves the part of `face` with side * coordinate <= limit; `line` is the number of that side of the
/// reference face.
JAM_HD_INLINE void clip(ClippedFace& face, bool along_x, double side, double limit, int line) {
  const double near = on_side_share * limit;
  bool inside = true;
  for (int k = 0; k < face.count; ++k)
    inside = inside && side * (along_x ? face.vertex[k].x : face.vertex[k].y) - limit <= near;
  if (!inside) face = cut(face, along_x ? side : 0, along_x ? 0 : side, limit, near, line);
}

/// Adds the contacts of face `k` (0..2) of `reference`. Normals point from the reference to the other box, or
/// back if the reference is B.
JAM_HD_INLINE void add_face_contacts(const PlacedBox& reference, int k, const PlacedBox& other,
                                     bool reference_is_b, double delta,
                                     PointList<contacts_of_pair_limit>& manifold) {
  const Vec3d outward =
      dot(reference.axis[k], other.centre - reference.centre) < 0 ? -reference.axis[k] : reference.axis[k];
  const bool negative = dot(reference.axis[k], outward) < 0;
  const Vec3d u = reference.axis[next(k)];
  const Vec3d v = reference.axis[after_next(k)];
  const double hu = component(reference.half, next(k));
  const double hv = component(reference.half, after_next(k));
  const Vec3d origin = reference.centre + component(reference.half, k) * outward;
  const auto local = [&](Vec3d w) { return Vec3d{dot(u, w), dot(v, w), dot(outward, w)}; };

  // The incident face.
  int incident = 0;
  double most = -1;
  for (int j = 0; j < 3; ++j) {
    const double along = fabs(dot(other.axis[j], outward));
    if (along > most) most = along, incident = j;
  }
  const bool turned = dot(other.axis[incident], outward) > 0;
  const double height = component(other.half, incident);
  const Vec3d middle = local(other.centre + (turned ? -height : height) * other.axis[incident] - origin);
  const Vec3d e = local(component(other.half, next(incident)) * other.axis[next(incident)]);
  const Vec3d f = local(component(other.half, after_next(incident)) * other.axis[after_next(incident)]);
  ClippedFace face;
  face.add(middle + e + f, 0, ClippedFace::label_of(3, 0));
  face.add(middle - e + f, 1, ClippedFace::label_of(0, 1));
  face.add(middle - e - f, 2, ClippedFace::label_of(1, 2));
  face.add(middle + e - f, 3, ClippedFace::label_of(2, 3));

  clip(face, true, 1, hu, 4);
  clip(face, true, -1, hu, 5);
  clip(face, false, 1, hv, 6);
  clip(face, false, -1, hv, 7);

  const std::uint32_t faces = face_feature | (reference_is_b ? 1U << 12 : 0U) |
                              static_cast<std::uint32_t>(2 * k + (negative ? 1 : 0)) << 9 |
                              static_cast<std::uint32_t>(2 * incident + (turned ? 1 : 0)) << 6;
  for (int n = 0; n < face.count; ++n) {
    const Vec3d p = face.vertex[n];
    if (!(p.z <= delta)) continue;
    manifold.add({origin + p.x * u + p.y * v + (0.5 * p.z) * outward, reference_is_b ? -outward : outward,
                  p.z, faces | face.label[n]});
  }
}

}  // namespace jam::dynamics
