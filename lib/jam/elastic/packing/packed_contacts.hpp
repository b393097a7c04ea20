// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What pressure the contacts of a packing bear: each of them by Hertz' closed forms; those with a liner numerically, as a batch of small
// contacts; balls whose patches lie near each other on a flat item on one grid. What half-space theory does not cover is said
// (specification 7).
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "jam/core/device.hpp"
#include "jam/core/vec.hpp"
#include "jam/elastic/normal/press.hpp"

namespace jam::elastic {

/// A body or wall of a packing.
struct PackedItem {
  std::string name;
  Material material;
  double allowed = 0;  ///< Pressure that it bears [MPa]; 0: not known.
  Liner liner;         ///< On its surface.
};

/// The surface of an item at a contact.
struct LocalSurface {
  double k1 = 0, k2 = 0;                                           ///< Principal curvatures, positive where it is convex [1/mm].
  double edge_distance = std::numeric_limits<double>::infinity();  ///< From the contact to an edge of the item [mm].
};

struct PackedContact {
  int a = 0, b = 0;       ///< Items.
  Vec3d point;            ///< [mm]
  double force = 0;       ///< Normal [N].
  double tangential = 0;  ///< Size of the tangential force [N].
  double friction = 0;    ///< [-]; 0: not known.
  LocalSurface surface_a, surface_b;
  double angle = 0;     ///< Between the directions of k1 of both [rad].
  std::string unknown;  ///< Why nothing is known of the surfaces; empty: it is.
};

struct Packing {
  std::string name;
  std::vector<PackedItem> items;
  std::vector<PackedContact> contacts;
};

enum class Tier {
  none,    ///< No pressure was computed: the contact bears no force, or is not concentrated.
  hertz,   ///< Closed forms.
  numeric  ///< Pressures on a grid.
};

struct ContactPressure {
  Tier tier = Tier::none;
  double approach = 0;                   ///< [mm]
  double long_axis = 0, short_axis = 0;  ///< Semi-axes by Hertz, without liner [mm].
  double area = 0;                       ///< Of the patch [mm^2].
  double peak = 0, mean = 0;             ///< [MPa]
  double share = 0;                      ///< Peak over the smaller allowed pressure of the two items; 0: neither is known.
  double friction_share = 0;             ///< Tangential force over the limit of friction; 0 where no friction is known.
  double stick_share = 1;                ///< Part of the area that sticks (Cattaneo, or numerically); 1 where no friction is known.
  double normal_stiffness = 0;           ///< Change of the force over that of the approach [N/mm].
  double tangential_stiffness = 0;       ///< Of a circular patch of the same area, without slip [N/mm].
  std::vector<std::string> warnings;
};

/// What an item bears.
struct ItemPressure {
  int contacts = 0;
  double area = 0;         ///< Of all its patches [mm^2].
  double force = 0;        ///< Sum of the normal forces [N].
  double peak = 0;         ///< Largest pressure [MPa].
  double share = 0;        ///< Over what is allowed; 0: not known.
  int worst_contact = -1;  ///< With the largest pressure.
};

struct PackingPressure {
  std::vector<ContactPressure> contacts;
  std::vector<ItemPressure> items;
  double penalty = 0;  ///< Sum over contacts of force max(0, share - 1)^2 [N].
};

/// Evaluates all contacts on `thread_count` threads (0: all), which change no bit; those with a liner on `device`.
[[nodiscard]] PackingPressure packing_pressure(const Packing& packing, const Device& device, int thread_count);

}  // namespace jam::elastic
