// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Compiled once per instruction set (jam/core/isa.hpp).
#include "jam/dynamics/solvers/sweep_packets.hpp"

#include "jam/dynamics/solvers/contact_sweep.hpp"

namespace jam::dynamics {
inline namespace JAM_LANES_NAMESPACE {

using Vectors = Vec3<Lanes>;

JAM_HD_INLINE Vectors vectors_of(const double (*numbers)[packed_lanes]) {
  return {Lanes::of(numbers[0]), Lanes::of(numbers[1]), Lanes::of(numbers[2])};
}
JAM_HD_INLINE void store(const Vectors& v, double (*numbers)[packed_lanes]) {
  v.x.store(numbers[0]);
  v.y.store(numbers[1]);
  v.z.store(numbers[2]);
}

/// The bodies on one side of the contacts of a packet.
struct PacketSide {
  Vectors linear, angular;

  JAM_HD_INLINE PacketSide(const SweptTwist* twists, const int* body) {
    alignas(64) double numbers[6][packed_lanes];
    for (int lane = 0; lane < packed_lanes; ++lane) {
      for (int c = 0; c < 6; ++c) numbers[c][lane] = body[lane] >= 0 ? twists[body[lane]].component[c] : 0.0;
    }
    linear = vectors_of(numbers);
    angular = vectors_of(numbers + 3);
  }
  JAM_HD_INLINE void write(SweptTwist* twists, const int* body) const {
    alignas(64) double numbers[6][packed_lanes];
    store(linear, numbers);
    store(angular, numbers + 3);
    for (int lane = 0; lane < packed_lanes; ++lane) {
      if (body[lane] < 0) continue;
      for (int c = 0; c < 6; ++c) twists[body[lane]].component[c] = numbers[c][lane];
    }
  }

  [[nodiscard]] JAM_HD_INLINE Lanes velocity(const Vectors& axis, const Vectors& turn) const {
    return dot(axis, linear) + dot(turn, angular);
  }
  /// The response to an impulse and its moment.
  JAM_HD_INLINE void add(const double (*inverse_mass)[packed_lanes], const Vectors& impulse,
                         const Vectors& moment) {
    linear += Lanes::of(inverse_mass[0]) * impulse;
    angular += Vectors{Lanes::of(inverse_mass[1]) * moment.x, Lanes::of(inverse_mass[2]) * moment.y,
                       Lanes::of(inverse_mass[3]) * moment.z};
  }
};

template <ContactLaw law>
JAM_HD_INLINE void sweep_packet(const Packet& packet, SweptTwist* twists, const Lanes& alpha) {
  PacketSide a(twists, packet.a), b(twists, packet.b);
  for (int k = 0; k < packet.rows; ++k) {
    PacketRow& row = packet.row[k];
    const Vectors axis[3] = {vectors_of(row.axis), vectors_of(row.axis + 3), vectors_of(row.axis + 6)};
    const auto velocity = [&](int i) {
      return b.velocity(axis[i], vectors_of(row.turn_b + 3 * i)) -
             a.velocity(axis[i], vectors_of(row.turn_a + 3 * i));
    };
    const SweptContact<Lanes> contact{Lanes::of(row.friction),
                                      Lanes::of(row.normal_step),
                                      Lanes::of(row.tangent_step),
                                      {Lanes::of(row.coupling[0]), Lanes::of(row.coupling[1])}};
    const Vectors u = Vectors{velocity(0), velocity(1), velocity(2)} + vectors_of(row.q);
    const Vectors r = vectors_of(row.r);
    const Vectors next = swept_impulse<law>(contact, r, u, alpha);
    store(next, row.r);
    const Vectors change = next - r;
    const Vectors impulse = change.x * axis[0] + change.y * axis[1] + change.z * axis[2];
    const auto moment = [&](const double(*turn)[packed_lanes]) {
      return change.x * vectors_of(turn) + change.y * vectors_of(turn + 3) + change.z * vectors_of(turn + 6);
    };
    b.add(packet.inverse_mass_b, impulse, moment(row.turn_b));
    a.add(packet.inverse_mass_a, -impulse, -moment(row.turn_a));
  }
  a.write(twists, packet.a);
  b.write(twists, packet.b);
}

template <ContactLaw law>
JAM_HD_INLINE void sweep_all(const PacketSweep& sweep) {
  const Lanes alpha = Lanes{} + sweep.alpha;
  for (int k = 0; k < sweep.count; ++k) sweep_packet<law>(sweep.packets[k], sweep.twists, alpha);
}

}  // namespace JAM_LANES_NAMESPACE

void JAM_ISA_FUNCTION(sweep_packets)(const PacketSweep& sweep) {
  if (sweep.law == ContactLaw::ccp) return sweep_all<ContactLaw::ccp>(sweep);
  if (sweep.law == ContactLaw::pyramid) return sweep_all<ContactLaw::pyramid>(sweep);
  sweep_all<ContactLaw::coulomb>(sweep);
}

}  // namespace jam::dynamics
