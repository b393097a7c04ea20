// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A step of the relaxation of two boxes, and of a box and the points of the wall. One source for CPU and GPU.
// Lengths in mm.
//
// Sums over the points of a box are taken in integers: they do not depend on the order of the points, hence
// neither on the size of the cells nor on how the points are dealt out to threads.
#pragma once

#include <cstdint>

#include "jam/contact/box_point.hpp"
#include "jam/contact/contact_point.hpp"
#include "jam/contact/position_correction.hpp"
#include "jam/trunk/relax/box_relaxation.hpp"
#include "jam/trunk/relax/box_state.hpp"

namespace jam::trunk {

/// The part of the last correction that is applied again. A negligible part is set to 0: further products
/// with the momentum would become denormal numbers, with which processors compute a hundred times slower.
[[nodiscard]] JAM_HD_INLINE contact::Correction<float> carried(float momentum,
                                                               const contact::Correction<float>& last) {
  const contact::Correction<float> carried = momentum * last;
  return length_squared(carried.move) + length_squared(carried.turn) < 1e-20F ? contact::Correction<float>{}
                                                                              : carried;
}

/// A contact of two boxes, and the inverse effective mass of each box at the contact point.
struct PairContact {
  contact::Contact<float> at;
  float inverse_mass_a = 0;
  float inverse_mass_b = 0;
};

[[nodiscard]] JAM_HD_INLINE PairContact pair_contact(const contact::Box<float>& a,
                                                     const contact::Box<float>& b,
                                                     const contact::InverseInertia<float>& inertia_a,
                                                     const contact::InverseInertia<float>& inertia_b,
                                                     float depth, int axis, bool patch) {
  PairContact result;
  result.at.depth = depth;
  result.at.normal = contact::axis_from_a_to_b(a, b, axis);
  result.at.point = patch ? contact::patch_contact_point(a, b, axis, result.at.normal, depth)
                          : contact::single_contact_point(a, b, axis, result.at.normal, depth);
  result.inverse_mass_a = contact::push(a, inertia_a, result.at.point, result.at.normal).inverse_mass;
  result.inverse_mass_b = contact::push(b, inertia_b, result.at.point, result.at.normal).inverse_mass;
  return result;
}

/// Size of the push of a contact. It separates the pair; if a body shares its mass among `contacts_a`
/// contacts, it separates the pair with that part of the mass. 0 between two fixed boxes.
[[nodiscard]] JAM_HD_INLINE float push_size(float depth, float inverse_mass_a, float contacts_a,
                                            float inverse_mass_b, float contacts_b, float factor) {
  const float inverse_mass = contacts_a * inverse_mass_a + contacts_b * inverse_mass_b;
  return inverse_mass > 0.0F ? factor * depth / inverse_mass : 0.0F;
}

/// Squares of depths as integers: units of 2^-20 mm^2, depths up to 1 m.
[[nodiscard]] JAM_HD_INLINE std::int64_t energy_units(float depth) {
  const float limited = depth < 1000.0F ? depth : 1000.0F;
  return static_cast<std::int64_t>(limited * limited * 1048576.0F);
}

/// Faces of a box: 2 axis + (1 for the negative side).
inline constexpr int face_count = 6;

/// Points in the box that are nearest to one of its faces: their largest depth, and the sums for their
/// centre of pressure.
struct FaceSum {
  float depth = 0;          ///< [mm]
  std::int64_t weight = 0;  ///< Sum of the depths [1/256 mm].
  std::int64_t u = 0;       ///< Depth times coordinate along the next axis [1/256 mm * 1/16 mm].
  std::int64_t v = 0;       ///< Depth times coordinate along the axis after next [1/256 mm * 1/16 mm].

  JAM_HD_INLINE void add(float point_depth, float point_u, float point_v) {
    depth = point_depth > depth ? point_depth : depth;
    const float limited = point_depth < 64.0F ? point_depth : 64.0F;
    const auto units = static_cast<std::int64_t>(limited * 256.0F) + 1;
    weight += units;
    u += units * static_cast<std::int64_t>(point_u * 16.0F);
    v += units * static_cast<std::int64_t>(point_v * 16.0F);
  }
};

/// A push of the wall against one face of a box.
struct WallContact {
  float depth = 0;
  float u = 0;  ///< Place on the face along the next axis [mm].
  float v = 0;  ///< Place on the face along the axis after next [mm].
};

[[nodiscard]] JAM_HD_INLINE WallContact wall_contact(const FaceSum& sum) {
  if (!(sum.depth > 0.0F)) return {};
  const float scale = 1.0F / (16.0F * static_cast<float>(sum.weight));
  return {sum.depth, static_cast<float>(sum.u) * scale, static_cast<float>(sum.v) * scale};
}

/// The deepest point of a box, the first of the input among equals.
struct DeepestPoint {
  float depth = 0;
  std::int32_t number = 0x7fffffff;
  int face = 0;
  float u = 0;
  float v = 0;

  JAM_HD_INLINE void take(const DeepestPoint& other) {
    if (other.depth > depth || (other.depth == depth && other.number < number)) *this = other;
  }
};

/// Sums over the points in a box: per face, or the deepest point alone (ContactLaw).
struct WallSums {
  FaceSum face[face_count];
  DeepestPoint deepest;

  /// A point in the box, of depth > 0; `number` as in the input.
  JAM_HD_INLINE void add(const contact::PointDepth<float>& point, const std::int32_t& number, bool patch) {
    const int axis = static_cast<int>(point.axis);
    const int side = 2 * axis + (contact::component(point.in_box, axis) < 0.0F ? 1 : 0);
    const float u = contact::component(point.in_box, contact::next(axis));
    const float v = contact::component(point.in_box, contact::after_next(axis));
    if (!patch) {
      deepest.take({point.depth, number, side, u, v});
      return;
    }
#if defined(__CUDA_ARCH__)
    // Only constant indices, so that all sums stay in registers.
#pragma unroll
    for (int f = 0; f < face_count; ++f) {
      if (f == side) face[f].add(point.depth, u, v);
    }
#else
    face[side].add(point.depth, u, v);
#endif
  }
};

/// The point on face `face` of the box, `depth` below it.
[[nodiscard]] JAM_HD_INLINE Vec3f point_below_face(const contact::Box<float>& box, int face,
                                                   const WallContact& wall) {
  const int axis = face / 2;
  const float height = contact::component(box.half, axis) + box.margin - wall.depth;
  return box.centre + ((face & 1) != 0 ? -height : height) * box.axis[axis] +
         wall.u * box.axis[contact::next(axis)] + wall.v * box.axis[contact::after_next(axis)];
}

/// Unit normal along which the wall pushes: into the box through the face.
[[nodiscard]] JAM_HD_INLINE Vec3f inward_normal(const contact::Box<float>& box, int face) {
  return (face & 1) != 0 ? box.axis[face / 2] : -box.axis[face / 2];
}

/// Correction of a box by the wall at one face.
[[nodiscard]] JAM_HD_INLINE contact::Correction<float> wall_correction(
    const contact::Box<float>& box, const contact::InverseInertia<float>& inertia, int face,
    const WallContact& wall, float contacts, float factor) {
  const auto response =
      contact::push(box, inertia, point_below_face(box, face, wall), inward_normal(box, face));
  return push_size(wall.depth, response.inverse_mass, contacts, 0.0F, 0.0F, factor) * response.correction;
}

/// Upper bound of how far any point of the box moved between two poses: the path of the centre, and the
/// chord of the farthest vertex.
[[nodiscard]] JAM_HD_INLINE float motion_bound(Vec3f centre, Quaternionf rotation, Vec3f old_centre,
                                               Quaternionf old_rotation, float radius) {
  const Quaternionf difference = rotation * conjugate(old_rotation);
  const Vec3f shift = centre - old_centre;
  return sqrtf(dot(shift, shift)) + 2.0F * radius * sqrtf(dot(difference.vector(), difference.vector()));
}

/// Moves box i by its correction. Returns true if it is now farther than `limit` from its pose in `listed`,
/// so that the lists of its neighbours may be incomplete.
[[nodiscard]] JAM_HD_INLINE bool move_box(const BoxView& boxes, const BoxView& listed, int i,
                                          const contact::Correction<float>& correction, float limit) {
  Vec3f centre = boxes.centre(i);
  Quaternionf rotation = boxes.rotation(i);
  contact::apply(correction, centre, rotation);
  boxes.set(i, centre, rotation);
  return !(motion_bound(centre, rotation, listed.centre(i), listed.rotation(i), boxes.size(i).radius) <
           limit);
}

/// How far a box may move before lists are rebuilt.
[[nodiscard]] JAM_HD_INLINE float motion_limit(const BoxRelaxation& parameters) {
  return 0.5F * parameters.skin - motion_margin;
}

/// Counts a contact of this depth.
JAM_HD_INLINE void add_depth(ContactTotals& totals, float depth) {
  totals.energy += energy_units(depth);
  totals.deepest = depth > totals.deepest ? depth : totals.deepest;
}

}  // namespace jam::trunk
