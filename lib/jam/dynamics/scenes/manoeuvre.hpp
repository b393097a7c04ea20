// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Manoeuvres of a car, as accelerations that its load feels: free ones, with an acceleration of the user, and
// standard ones, whose accelerations are fixed. docs/trunkpack.md has the sources of their numbers. x points
// to the rear, z up. SI units.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "jam/core/vec.hpp"

namespace jam::dynamics {

inline constexpr double standard_gravity = 9.81;  ///< [m/s^2]

/// A manoeuvre and its largest acceleration.
struct Manoeuvre {
  /// Free: `brake`, `accelerate`, `corner`, `bump`. Standard: `full-braking`, `lane-change`, `kerb`,
  /// `luggage-retention`. `standing`: none.
  std::string name;
  double g = 0;  ///< Largest acceleration [9.81 m/s^2], above 0; 0 if nothing but gravity acts.

  friend bool operator==(const Manoeuvre&, const Manoeuvre&) = default;
};

/// Nothing but gravity.
inline constexpr std::string_view standing_name = "standing";

/// `brake=0.8g,kerb`; `standard`: all standard ones. Throws InputError that says what is accepted.
[[nodiscard]] std::vector<Manoeuvre> parse_manoeuvres(std::string_view text);
/// The text that gives these manoeuvres.
[[nodiscard]] std::string manoeuvres_text(const std::vector<Manoeuvre>& manoeuvres);

/// Time in which the acceleration acts [s]. The manoeuvre has a name of the list above, as for the next.
[[nodiscard]] double acting_time(const Manoeuvre& manoeuvre);
/// Acceleration that boxes feel besides gravity [m/s^2], at a time since the manoeuvre began [s].
[[nodiscard]] Vec3d felt_acceleration(const Manoeuvre& manoeuvre, double time);

}  // namespace jam::dynamics
