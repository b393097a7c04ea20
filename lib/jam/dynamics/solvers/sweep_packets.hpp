// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Groups of contacts of one colour (constraints/colouring.hpp) side by side, as projected Gauss-Seidel sweeps
// over them: a packet holds eight groups, one in each lane, and its rows hold the k-th contact of each, all
// that a sweep needs in the order in which it needs it. Groups of one colour share no body, so that lanes do
// not see each other. A lane whose group is shorter has zeros, which change nothing. Compiled once per
// instruction set (jam/core/isa.hpp).
#pragma once

#include "jam/core/isa.hpp"
#include "jam/dynamics/constraints/lanes.hpp"
#include "jam/dynamics/constraints/natural_map.hpp"

namespace jam::dynamics {

/// The k-th contact of each group.
struct alignas(64) PacketRow {
  double axis[9][packed_lanes];  ///< The three axes of its frame, component by component.
  double turn_a[9][packed_lanes];
  double turn_b[9][packed_lanes];
  double q[3][packed_lanes];
  double friction[packed_lanes];
  double normal_step[packed_lanes];
  double tangent_step[packed_lanes];
  double coupling[2][packed_lanes];
  double r[3][packed_lanes];  ///< Impulse: what sweeps change.
};

struct alignas(64) Packet {
  double inverse_mass_a[4][packed_lanes];  ///< 1 / m, 1 / J.
  double inverse_mass_b[4][packed_lanes];
  int a[packed_lanes];  ///< Bodies; -1: a wall, or no group.
  int b[packed_lanes];
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
  SweptTwist* twists = nullptr;  ///< Velocity changes of the bodies.
  double alpha = 1;
  ContactLaw law = ContactLaw::coulomb;
};

/// Sweeps over packets of one colour.
using SweepPackets = void(const PacketSweep& sweep);
extern const IsaTable<SweepPackets> sweep_packets;

}  // namespace jam::dynamics
