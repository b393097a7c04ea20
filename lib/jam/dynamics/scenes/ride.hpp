// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Motion of boxes in a closed mesh during manoeuvres of a car, by rigid-body dynamics with friction. First
// the boxes rest for a moment under gravity alone; each manoeuvre begins from there. The mesh is at rest:
// boxes feel the acceleration of the car as a part of gravity. x points forward, z up. SI units.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "jam/core/stop_query.hpp"
#include "jam/dynamics/scenes/mesh_container.hpp"
#include "jam/dynamics/step/box_bearing.hpp"

namespace jam::dynamics {

/// A manoeuvre and its largest acceleration.
struct Manoeuvre {
  std::string name;  ///< `brake`, `accelerate`, `corner`, `bump`; `standing`: none.
  double g = 0;      ///< Largest acceleration [9.81 m/s^2], above 0; 0 if nothing but gravity acts.

  friend bool operator==(const Manoeuvre&, const Manoeuvre&) = default;
};

/// `brake=0.8g,corner=0.5g`. Throws InputError that says what is accepted.
[[nodiscard]] std::vector<Manoeuvre> parse_manoeuvres(std::string_view text);
[[nodiscard]] std::string manoeuvres_text(const std::vector<Manoeuvre>& manoeuvres);

/// Motion of each box during a manoeuvre.
struct Ride {
  Manoeuvre manoeuvre;
  std::vector<double> moved;  ///< Largest distance of a corner from its place at the start [m].
  std::vector<double> left;   ///< Largest distance of a corner from its place at the start, at the end [m].
  std::vector<BoxBearing> bearing;  ///< Empty: not asked for.
};

/// Simulates standing, then each manoeuvre. After a stop, the rides that had ended by then. With `pressures`
/// rides report the pressures that boxes bear. The number of threads (0: all) changes no bit. UnverifiedError
/// if a simulation does not stay finite.
[[nodiscard]] std::vector<Ride> ride(const MeshContainer& container, std::span<const BoxAt> boxes,
                                     std::span<const Manoeuvre> manoeuvres, bool pressures, int thread_count,
                                     const StopQuery& stop = {});

}  // namespace jam::dynamics
