// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Step A of Nuetzi's Full SOR (2.10): the contacts of a panel one after the other, each of which changes the
// sums of the panel's rows before the next one is projected. Written once for a Panel whose lanes hold a
// contact each: a loop on the host, the lanes of a warp on a device. Its members:
//   contacts()     how many the panel has, at most panel_contacts
//   each(f)        f(lane) for the lane of each contact
//   from(j, f)     f(lane) of contact j, given to all lanes
#pragma once

#include "jam/dynamics/solvers/dense/dense_arrays.hpp"

namespace jam::dynamics {

/// Working values of one contact of the panel during a step.
struct PanelLane {
  double sum[3] = {}, shift[3] = {}, impulse[3] = {};
  double friction = 0;
  /// The entry of the matrix T (dense_arrays.hpp) in the first of the three rows of the contact and in the
  /// first column of the panel.
  const double* entries = nullptr;
};

[[nodiscard]] JAM_HD_INLINE PanelLane load_lane(const DenseArrays& arrays, GroupRows panel, int contact) {
  const std::size_t row = static_cast<std::size_t>(panel.first) + 3 * static_cast<std::size_t>(contact);
  PanelLane lane;
  for (int k = 0; k < 3; ++k) {
    lane.sum[k] = arrays.sum[row + k];
    lane.shift[k] = arrays.shift[row + k];
  }
  lane.friction = arrays.friction[row / 3];
  lane.entries = arrays.matrix + row + arrays.stride * static_cast<std::size_t>(panel.first);
  return lane;
}

JAM_HD_INLINE void store_lane(const DenseArrays& arrays, GroupRows panel, int contact,
                              const PanelLane& lane) {
  const std::size_t row = static_cast<std::size_t>(panel.first) + 3 * static_cast<std::size_t>(contact);
  for (int k = 0; k < 3; ++k) {
    arrays.sum[row + k] = lane.sum[k];
    arrays.impulse[row + k] = lane.impulse[k];
  }
}

/// The normal impulse of a lane; its sum begins at 0 again.
[[nodiscard]] JAM_HD_INLINE double project_normal(PanelLane& lane) {
  const double moved = lane.sum[0] + lane.shift[0];
  lane.impulse[0] = moved > 0 || lane.friction < 0 ? moved : 0;
  lane.sum[0] = 0;
  return lane.impulse[0];
}

struct TangentImpulses {
  double first = 0, second = 0;
};

/// The tangents' impulses of a lane, in the disc or square of its new normal impulse.
[[nodiscard]] JAM_HD_INLINE TangentImpulses project_tangents(PanelLane& lane, JacobiSet set) {
  const Vec3d r =
      on_set(set, {lane.impulse[0], lane.sum[1] + lane.shift[1], lane.sum[2] + lane.shift[2]}, lane.friction);
  lane.impulse[1] = r.y, lane.impulse[2] = r.z;
  lane.sum[1] = lane.sum[2] = 0;
  return {r.y, r.z};
}

/// All three at once.
[[nodiscard]] JAM_HD_INLINE Vec3d project_whole(PanelLane& lane, JacobiSet set) {
  const Vec3d r =
      on_set(set, {lane.sum[0] + lane.shift[0], lane.sum[1] + lane.shift[1], lane.sum[2] + lane.shift[2]},
             lane.friction);
  lane.impulse[0] = r.x, lane.impulse[1] = r.y, lane.impulse[2] = r.z;
  lane.sum[0] = lane.sum[1] = lane.sum[2] = 0;
  return r;
}

/// Column `column` of the panel times an impulse.
JAM_HD_INLINE void add_column(PanelLane& lane, std::size_t stride, int column, double impulse) {
  const double* const entry = lane.entries + stride * static_cast<std::size_t>(column);
  for (int k = 0; k < 3; ++k) lane.sum[k] += entry[k] * impulse;
}

template <class Panel>
JAM_HD_INLINE void sweep_panel(Panel& panel, const DenseRule& rule, std::size_t stride) {
  for (int j = 0; j < panel.contacts(); ++j) {
    if (rule.normal_first) {
      const double normal = panel.from(j, [](PanelLane& lane) { return project_normal(lane); });
      panel.each([&](PanelLane& lane) { add_column(lane, stride, 3 * j, normal); });
      const TangentImpulses tangents =
          panel.from(j, [&](PanelLane& lane) { return project_tangents(lane, rule.set); });
      panel.each([&](PanelLane& lane) {
        add_column(lane, stride, 3 * j + 1, tangents.first);
        add_column(lane, stride, 3 * j + 2, tangents.second);
      });
    } else {
      const Vec3d r = panel.from(j, [&](PanelLane& lane) { return project_whole(lane, rule.set); });
      panel.each([&](PanelLane& lane) {
        add_column(lane, stride, 3 * j, r.x);
        add_column(lane, stride, 3 * j + 1, r.y);
        add_column(lane, stride, 3 * j + 2, r.z);
      });
    }
  }
}

}  // namespace jam::dynamics
