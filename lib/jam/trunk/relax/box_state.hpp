// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Boxes in the form that the relaxation uses, in single precision and relative to the origin of the point
// grid: plain arrays that may lie in main memory or in the shared memory of a thread block. Lengths in mm.
#pragma once

#include <cstdint>

#include "jam/contact/box.hpp"
#include "jam/contact/position_correction.hpp"

namespace jam::trunk {

/// A kind of box: what boxes of equal edges share.
struct BoxSize {
  Vec3f half;        ///< Half edge lengths of the core (contact::Box) [mm].
  float margin = 0;  ///< Radius of edges and corners [mm].
  float radius = 0;  ///< Radius of the enclosing sphere [mm].
  /// Inertia for a mass proportional to the volume: 1 for one litre.
  contact::InverseInertia<float> inertia;
};

/// The size of a box with half edge lengths `half` [mm]. Edges and corners are rounded with the radius
/// `margin` [mm], at most the shortest half edge.
[[nodiscard]] inline BoxSize make_box_size(Vec3f half, float margin = 0) {
  const float mass = half.x * half.y * half.z * 8e-6F;
  const Vec3f core{half.x - margin, half.y - margin, half.z - margin};
  return {core, margin, length(core) + margin, contact::inverse_inertia_of_box(mass, half)};
}

/// In BoxView::kind: the box never moves. The other bits are the index of its size.
inline constexpr std::uint8_t fixed_box = 0x80;
inline constexpr int box_size_limit = 128;

/// Numbers of a pose, each an array over the boxes: centre x, y, z [mm], unit quaternion w, x, y, z.
inline constexpr int pose_array_count = 7;

/// The boxes of one packing. Pose array k of box i is pose[k * stride + i].
struct BoxView {
  float* pose = nullptr;
  const std::uint8_t* kind = nullptr;
  const BoxSize* sizes = nullptr;
  int stride = 0;
  int count = 0;

  [[nodiscard]] JAM_HD_INLINE Vec3f centre(int i) const {
    return {pose[i], pose[stride + i], pose[2 * stride + i]};
  }
  [[nodiscard]] JAM_HD_INLINE Quaternionf rotation(int i) const {
    return {pose[3 * stride + i], pose[4 * stride + i], pose[5 * stride + i], pose[6 * stride + i]};
  }
  JAM_HD_INLINE void set(int i, Vec3f centre, Quaternionf rotation) const {
    pose[i] = centre.x;
    pose[stride + i] = centre.y;
    pose[2 * stride + i] = centre.z;
    pose[3 * stride + i] = rotation.w;
    pose[4 * stride + i] = rotation.x;
    pose[5 * stride + i] = rotation.y;
    pose[6 * stride + i] = rotation.z;
  }
  /// Whether the numbers of the pose and their sum are finite.
  [[nodiscard]] JAM_HD_INLINE bool finite(int i) const {
    float sum = 0;
    for (int k = 0; k < pose_array_count; ++k) sum += pose[k * stride + i];
    return sum - sum == 0.0F;
  }
  [[nodiscard]] JAM_HD_INLINE bool fixed(int i) const { return (kind[i] & fixed_box) != 0; }
  [[nodiscard]] JAM_HD_INLINE const BoxSize& size(int i) const { return sizes[kind[i] & (fixed_box - 1)]; }
  [[nodiscard]] JAM_HD_INLINE contact::InverseInertia<float> inertia(int i) const {
    return fixed(i) ? contact::InverseInertia<float>{} : size(i).inertia;
  }
};

}  // namespace jam::trunk
