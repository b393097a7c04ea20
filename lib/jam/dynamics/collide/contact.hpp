// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Contacts found by collision detection. All geometry is in the world frame, lengths in metres.
#pragma once

#include <cstdint>

#include "jam/core/macros.hpp"
#include "jam/core/vec.hpp"

namespace jam::dynamics {

/// Two bodies touch, overlap, or nearly touch at one point. The two points of the surfaces that face each
/// other are point - gap/2 normal (on A) and point + gap/2 normal (on B); forces act at their middle,
/// `point`, on both bodies, so that they keep the angular momentum exactly (Nuetzi 2.3). A positive
/// velocity of B against A along the normal separates.
struct Contact {
  int shape_a = 0;
  int shape_b = 0;
  int body_a = 0;
  int body_b = 0;
  std::uint32_t feature = 0;  ///< Which vertices, edges, faces meet: unique among the contacts of two shapes,
                              ///< and the same in the next time step while the same features meet.
  Vec3d point = {};           ///< [m]
  Vec3d normal = {};          ///< Unit, from A to B.
  double gap = 0;             ///< Distance along the normal; negative: overlap [m].
  /// Share of the step after which the bodies meet there, 0 to 1: point and normal are those of that moment
  /// (moving_pair.hpp).
  double share = 0;
};

/// A contact between two shapes that are known: what the geometry of one pair reports.
struct ContactPoint {
  Vec3d point = {};
  Vec3d normal = {};
  double gap = 0;
  std::uint32_t feature = 0;
  double share = 0;
};

inline constexpr int contacts_of_pair_limit = 8;

/// Up to `limit` contacts of one pair. The functions of the narrow phase take any type that has its `add`.
/// Points after the last one are not even filled with zeros, which takes time.
template <int limit>
struct PointList {
  int count = 0;
  int nearest = 0;  ///< The point of least gap.
  union {
    ContactPoint points[limit];
  };

  // NOLINTNEXTLINE(modernize-use-equals-default): it would be deleted, as ContactPoint begins with zeros.
  JAM_HD_INLINE PointList() {}

  /// Further points than the limit are dropped.
  JAM_HD_INLINE void add(const ContactPoint& point) {
    if (count == limit) return;
    if (count > 0 && point.gap < points[nearest].gap) nearest = count;
    points[count++] = point;
  }
  JAM_HD_INLINE void clear() { count = nearest = 0; }
  /// The least gap; 1e300 if there is no contact.
  [[nodiscard]] JAM_HD_INLINE double least_gap() const { return count > 0 ? points[nearest].gap : 1e300; }
};

}  // namespace jam::dynamics
