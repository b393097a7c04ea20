// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Compiled once per instruction set (jam/core/isa.hpp).
#include "jam/dynamics/constraints/natural_map_lanes.hpp"

#include "jam/dynamics/constraints/cone_lanes.hpp"
#include "jam/dynamics/constraints/lanes.hpp"

namespace jam::dynamics {
inline namespace JAM_LANES_NAMESPACE {

/// The larger of two numbers; not a number where one of them is none.
JAM_HD_INLINE Lanes larger_lanes(const Lanes& a, const Lanes& b) {
  return where_at_most(b, a, a, where_at_most(a, a, b, a));
}

JAM_HD_INLINE Lanes largest_lanes(const Vec3<Lanes>& v) {
  return larger_lanes(larger_lanes(absolute(v.x), absolute(v.y)), absolute(v.z));
}

template <ContactLaw law>
JAM_HD_INLINE NaturalMapTerms joined_terms(const NaturalMapRange& range) {
  Lanes defect, velocity, error, load;
  const Lanes zero, one = zero + 1.0;
  for (int i = 0; i < range.count; i += packed_lanes) {
    const int count = range.count - i < packed_lanes ? range.count - i : packed_lanes;
    const Vec3<Lanes> r = vectors_at(range.r + i, count), product = vectors_at(range.product + i, count),
                      q = vectors_at(range.q + i, count);
    const Lanes mu = numbers_at(range.friction + i, count, 0),
                largest = numbers_at(range.largest_diagonal + i, count, 1);
    Vec3<Lanes> u = product + q;
    const Lanes approach = -u.x, change = largest_lanes(product);
    const Lanes of_joint = largest_lanes(u);
    Lanes of_disc;
    if constexpr (law == ContactLaw::coulomb) {
      const Vec3<Lanes> step = r - (one / largest) * u;
      of_disc = largest_lanes((r - on_disc_lanes(at_least_zero(step.x), step.y, step.z, mu)) * largest);
    }
    if constexpr (law == ContactLaw::coulomb) u.x += mu * square_root(u.y * u.y + u.z * u.z);
    const Vec3<Lanes> moved = r - (one / largest) * u;
    Vec3<Lanes> projected;
    if constexpr (law == ContactLaw::pyramid)
      projected = on_box_lanes(at_least_zero(moved.x), moved.y, moved.z, mu);
    else projected = on_cone_lanes(moved, mu, one);
    const Lanes of_contact = largest_lanes((r - projected) * largest);
    const Lanes here = where_at_most(zero, mu, of_contact, of_joint);
    defect = larger_lanes(defect, here);
    velocity = larger_lanes(velocity, larger_lanes(largest_lanes(q), change));
    Lanes ends = here;
    if constexpr (law == ContactLaw::coulomb)
      ends = where_at_most(mu, one, here, of_disc);  // As is_steep() has it.
    error = larger_lanes(error, where_at_most(zero, mu, larger_lanes(ends, approach), here));
    load = larger_lanes(load, where_at_most(zero, mu, where_at_most(r.x, zero, zero, change), change));
  }
  alignas(64) double defects[packed_lanes], velocities[packed_lanes], errors[packed_lanes],
      loads[packed_lanes];
  defect.store(defects);
  velocity.store(velocities);
  error.store(errors);
  load.store(loads);
  NaturalMapTerms terms;
  for (int lane = 0; lane < packed_lanes; ++lane)
    terms.join({defects[lane], velocities[lane], errors[lane], loads[lane]});
  return terms;
}

}  // namespace JAM_LANES_NAMESPACE

NaturalMapTerms JAM_ISA_FUNCTION(natural_map_lanes)(const NaturalMapRange& range) {
  if (range.law == ContactLaw::coulomb) return joined_terms<ContactLaw::coulomb>(range);
  return range.law == ContactLaw::ccp ? joined_terms<ContactLaw::ccp>(range)
                                      : joined_terms<ContactLaw::pyramid>(range);
}

}  // namespace jam::dynamics
