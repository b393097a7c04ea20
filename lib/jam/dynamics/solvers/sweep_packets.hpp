// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Groups of contacts of one colour (constraints/colouring.hpp) side by side, as projected Gauss-Seidel sweeps over them: a packet holds
// eight groups, one in each lane, and its rows hold the k-th contact of each, all that a sweep needs in the order in which it needs it.
// Groups of one colour share no body, so that lanes do not see each other. A lane whose group is shorter has zeros, which change nothing.
// Compiled once per instruction set (jam/core/isa.hpp).
#pragma once

#include "jam/core/isa.hpp"
#include "jam/dynamics/constraints/lanes.hpp"
#include "jam/dynamics/constraints/natural_map.hpp"

namespace jam::dynamics {

/// The k-th contact of each group.
struct alignas(64) PacketRow {
  double axis[9][lane_count];  ///< The three axes of its frame, component by component.
  double turn_a[9][lane_count];
  double turn_b[9][lane_count];
  double q[3][lane_count];
  double friction[lane_count];
  double normal_step[lane_count];
  double tangent_step[lane_count];
  double coupling[2][lane_count];
  double r[3][lane_count];  ///< Impulse: what sweeps change.
};

struct alignas(64) Packet {
  double inverse_mass_a[4][lane_count];  ///< 1 / m, 1 / J.
  double inverse_mass_b[4][lane_count];
  int a[lane_count];  ///< Bodies; -1: a wall, or no group.
  int b[lane_count];
  PacketRow* row = nullptr;
  int rows = 0;
};

/// Change of a body's velocities, linear and angular, by all impulses.
struct alignas(64) SweptTwist {
  double component[6] = {};
};

struct PacketSweep {
  const Packet* packets = nullptr;
  int count = 0;
  SweptTwist* twists = nullptr;  ///< Of the bodies.
  double alpha = 1;
  ContactLaw law = ContactLaw::coulomb;
};

/// Sweeps over packets of one colour.
using SweepPackets = void(const PacketSweep& sweep);
extern const IsaTable<SweepPackets> sweep_packets;

}  // namespace jam::dynamics
