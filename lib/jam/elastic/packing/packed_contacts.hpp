// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Pressures at the contacts of a packing: each by Hertz' closed forms; those with a liner
// numerically, as a batch of small contacts; balls whose patches lie near each other on a flat item on one
// grid; faces and lines (faces.hpp). Warnings name cases that half-space theory does not cover (specification
// 7).
#pragma once

#include <array>
#include <functional>
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
  Liner liner;         ///< Liner on the surface of the item.
};

/// The surface of an item at a contact.
struct LocalSurface {
  double k1 = 0, k2 = 0;  ///< Principal curvatures, positive where the surface is convex [1/mm].
  /// Distance from the contact to an edge of the item [mm].
  double edge_distance = std::numeric_limits<double>::infinity();
};

struct PackedContact {
  int a = 0, b = 0;       ///< Numbers of the two items.
  Vec3d point;            ///< [mm]
  double force = 0;       ///< Normal force [N].
  double tangential = 0;  ///< Size of the tangential force [N].
  double friction = 0;    ///< Coefficient of friction [-]; 0: not known.
  LocalSurface surface_a, surface_b;
  double angle = 0;     ///< Angle between the directions of k1 of both [rad].
  Vec3d normal;         ///< Unit normal [-]; 0: not known.
  double gap = 0;       ///< Gap between the undeformed items at the point [mm].
  double area = 0;      ///< Area of a flat contact that has no other points [mm^2]; 0: not known.
  double length = 0;    ///< Length of a line contact that has no other points [mm]; 0: not known.
  std::string unknown;  ///< Why nothing is known of the surfaces; empty: it is.
};

struct Packing {
  std::string name;
  std::vector<PackedItem> items;
  std::vector<PackedContact> contacts;
};

enum class Tier {
  none,    ///< No pressure was computed: the contact bears no force, lies on an edge, or nothing is known of
           ///< its shape.
  hertz,   ///< Closed forms of a point contact.
  line,    ///< Closed forms of a line contact.
  flat,    ///< A face without a liner: only the mean pressure.
  numeric  ///< Pressures on a grid.
};

struct ContactPressure {
  Tier tier = Tier::none;
  double approach = 0;                   ///< [mm]
  double long_axis = 0, short_axis = 0;  ///< Semi-axes by Hertz, without liner [mm].
  double area = 0;                       ///< Area of the patch [mm^2].
  double peak = 0, mean = 0;             ///< Largest and mean pressure [MPa]; 0: not known.
  /// Peak, of a face without one mean, over the smaller allowed pressure; 0: neither is known.
  double share = 0;
  int face = -1;  ///< First contact of the face or line to which this one belongs; -1: it is a point.
  double friction_share = 0;  ///< Tangential force over the limit of friction; 0 if no friction is known.
  double stick_share = -1;  ///< Part of the area that sticks (Cattaneo, or numerically); below 0: not known.
  double normal_stiffness = 0;  ///< Change of the force over that of the approach [N/mm]; 0: not known.
  /// For a circular patch of the same area, without slip [N/mm]; 0: not known.
  double tangential_stiffness = 0;
  std::vector<std::string> warnings;
};

/// Pressures on an item.
struct ItemPressure {
  int contacts = 0;
  double area = 0;         ///< Area of all its patches [mm^2].
  double force = 0;        ///< Sum of the normal forces [N].
  double peak = 0;         ///< Largest pressure [MPa]; 0: none is known.
  double mean = 0;         ///< Largest mean pressure of a contact [MPa].
  double share = 0;        ///< Pressure over the allowed pressure [-]; 0: not known.
  int worst_contact = -1;  ///< Contact with the largest pressure; a face without a peak counts with its mean.
};

struct PackingPressure {
  std::vector<ContactPressure> contacts;
  std::vector<ItemPressure> items;
  bool complete = true;  ///< False: the watch ended it, and some contacts say so.
  double penalty = 0;    ///< Sum over contacts of force max(0, share - 1)^2 [N].
};

/// body(k) for k below `count` on threads; `watch`, which may be null, is told of them by their name every
/// now and then.
void for_each_watched(int count, int thread_count, SolveWatch* watch, const char* what,
                      const std::function<void(int)>& body);

/// gap_curvature() and body_curvatures() of the two surfaces.
[[nodiscard]] Curvature gap_of(const PackedContact& contact);
[[nodiscard]] std::array<BodyCurvature, 2> bodies_of(const PackedContact& contact);

/// The peak over the modulus of the softer liner of two items [-].
[[nodiscard]] double liner_strain(const PackedItem& a, const PackedItem& b, double peak);

/// Evaluates all contacts on `thread_count` threads (0: all), which change no bit; those with a liner on
/// `device`. Once `watch` ends, no further contact is computed numerically.
[[nodiscard]] PackingPressure packing_pressure(const Packing& packing, const Device& device, int thread_count,
                                               SolveWatch* watch = nullptr);

}  // namespace jam::elastic
