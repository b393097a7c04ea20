// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Motion of boxes in a closed mesh during manoeuvres of a car, by rigid-body dynamics with friction. First
// the boxes stand under gravity alone; each manoeuvre begins from there. The mesh is at rest: boxes feel the
// acceleration of the car as a part of gravity. A simulation ends at once where nothing acts any more and
// every box is still. SI units.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "jam/core/stop_query.hpp"
#include "jam/dynamics/scenes/manoeuvre.hpp"
#include "jam/dynamics/scenes/mesh_container.hpp"
#include "jam/dynamics/step/box_bearing.hpp"

namespace jam::dynamics {

/// Poses of all boxes at one moment of a ride.
struct RideFrame {
  double time = 0;          ///< Time since the ride began [s].
  std::vector<Pose> poses;  ///< In the order of the boxes.
};

/// Motion of each box during a manoeuvre.
struct Ride {
  Manoeuvre manoeuvre;
  std::vector<double> moved;  ///< Largest distance of a corner from its place at the start [m].
  std::vector<double> left;   ///< Largest distance of a corner from its place at the start, at the end [m].
  std::vector<BoxBearing> bearing;  ///< Empty: not asked for.
  std::vector<RideFrame> frames;    ///< Empty: not asked for.
  bool still = false;               ///< No box moved at the end.
};

/// Progress of rides.
struct RideProgress {
  const Manoeuvre& manoeuvre;  ///< That of the step that was taken; several are simulated at once.
  int number = 0;              ///< Its number; standing has 1.
  int count = 0;               ///< Number of all rides.
  double time = 0;             ///< Simulated time of its ride [s].
  double duration = 0;         ///< Longest time that its ride takes [s].
  double time_of_all = 0;      ///< Simulated time of all rides, with the rests that were cut short [s].
  double duration_of_all = 0;  ///< Its value at the end [s].
};

struct RideSettings {
  double friction = load_surface.friction;  ///< Between boxes, and between boxes and walls [-], above 0.
  double density = load_density;            ///< Density of boxes without a mass [kg/m^3], above 0.
  bool settle_first = false;  ///< Boxes stand until they are still (at most settling_limit), not for 0.5 s.
  bool pressures = false;     ///< Report the pressures that boxes bear.
  bool frames = false;        ///< Report poses, at most frame_limit for each ride.
  int thread_count = 1;       ///< 0: all. Changes no bit.
  /// Called after each step, never twice at once, from any thread; may be empty.
  std::function<void(const RideProgress& progress)> progress = {};
  StopQuery stop = {};  ///< Asked from any thread.
};

inline constexpr double settling_limit = 10;  ///< [s]
inline constexpr int frame_limit = 61;

/// Simulates standing, then the manoeuvres, several at once. After a stop, the rides that had ended by then.
/// UnverifiedError if a simulation does not stay finite.
[[nodiscard]] std::vector<Ride> ride(std::span<const Shape> walls, std::span<const BoxAt> boxes,
                                     std::span<const Manoeuvre> manoeuvres, const RideSettings& settings);

}  // namespace jam::dynamics
