// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Compiled once per instruction set (jam/core/isa.hpp).
#include "jam/dynamics/solvers/gradient_step.hpp"

#include "jam/dynamics/constraints/cone_lanes.hpp"
#include "jam/dynamics/constraints/lanes.hpp"

namespace jam::dynamics {
inline namespace JAM_LANES_NAMESPACE {

JAM_HD_INLINE void step_range(const GradientRange& range) {
  const Lanes zero, share = zero + range.share;
  for (int i = 0; i < range.count; i += packed_lanes) {
    const int count = range.count - i < packed_lanes ? range.count - i : packed_lanes;
    const Vec3<Lanes> y = vectors_at(range.y + i, count);
    const Lanes mu = numbers_at(range.friction + i, count, 0);
    alignas(64) double over_normal[packed_lanes] = {}, tangent[packed_lanes] = {},
                       over_tangent[packed_lanes] = {};
    for (int lane = 0; lane < count; ++lane) {
      const ContactMetric& metric = range.metric[i + lane];
      over_normal[lane] = metric.over_normal;
      tangent[lane] = metric.tangent;
      over_tangent[lane] = metric.over_tangent;
    }
    Vec3<Lanes> g = vectors_at(range.product + i, count) + vectors_at(range.q + i, count);
    g.x += numbers_at(range.shift + i, count, 0);
    const Lanes along = Lanes::of(over_normal), across = Lanes::of(over_tangent);
    const Vec3<Lanes> moved{y.x - share * g.x * along, y.y - share * g.y * across,
                            y.z - share * g.z * across};
    Vec3<Lanes> projected = on_cone_lanes(moved, mu, Lanes::of(tangent) * along);
    if (range.splits) {
      const Vec3<Lanes> split = on_disc_lanes(at_least_zero(moved.x), moved.y, moved.z, mu);
      const Lanes one = zero + 1.0;  // As is_steep() has it.
      projected = {where_at_most(mu, one, projected.x, split.x), where_at_most(mu, one, projected.y, split.y),
                   where_at_most(mu, one, projected.z, split.z)};
    }
    const auto chosen = [&](const Lanes& of_contact, const Lanes& of_joint) {
      return where_at_most(zero, mu, of_contact, of_joint);
    };
    store_at({chosen(projected.x, moved.x), chosen(projected.y, moved.y), chosen(projected.z, moved.z)},
             range.next + i, count);
  }
}

}  // namespace JAM_LANES_NAMESPACE

void JAM_ISA_FUNCTION(gradient_step)(const GradientRange& range) { step_range(range); }

}  // namespace jam::dynamics
