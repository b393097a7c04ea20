// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The test of a load by manoeuvres of the car (trunkpack --load-test): the motion of its boxes, and whether
// the load holds. Lengths in mm.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jam/core/quaternion.hpp"
#include "jam/core/vec.hpp"
#include "jam/io/json_writer.hpp"

namespace jam::trunk {

/// The most that a box bears in a manoeuvre (trunkpack --pressure).
struct BoxBearing {
  double pressure = 0;    ///< Largest mean pressure of another box or a wall on one of its faces [kPa].
  double edge_force = 0;  ///< Largest force where there is no area: on or by an edge or a corner [N].
};

/// Where a box is.
struct BoxPlace {
  Vec3d centre;          ///< [mm]
  Quaterniond rotation;  ///< Unit quaternion.
};

/// Places of all boxes at one moment of a manoeuvre.
struct MotionFrame {
  double time = 0;  ///< Time since the manoeuvre began [s].
  std::vector<BoxPlace> places;
};

/// Effect of a manoeuvre of the car on a load.
struct LoadMotion {
  std::string name;  ///< `brake`; `standing`: under gravity alone.
  double g = 0;      ///< Its largest acceleration [9.81 m/s^2].
  /// For each box, the largest distance of a corner from its place before the manoeuvre [mm].
  std::vector<double> moved;
  std::vector<double> left;              ///< For each box, that distance at the end [mm].
  std::vector<BoxBearing> bearing = {};  ///< Bearing of each box; empty: not asked for.
  std::vector<MotionFrame> frames = {};  ///< For the page; empty: none.
  bool still = true;                     ///< No box moved any more at the end.
};

/// The rules of a test.
struct LoadTestRules {
  double limit = 5;           ///< A box moves if a corner of it gets farther than this [mm].
  double friction = 0.4;      ///< Between boxes, and between boxes and walls [-].
  double density = 250;       ///< [kg/m^3]
  bool settle_first = false;  ///< Standing is no part of the verdict.
};

/// A test, or a part of it.
struct LoadTest {
  LoadTestRules rules;
  std::vector<LoadMotion> motions;  ///< That of standing, then those of the manoeuvres; empty: not tested.
  bool complete = true;             ///< All manoeuvres were simulated.
};

/// Whether a load holds.
struct HoldVerdict {
  /// Nothing: no manoeuvre failed, but some were not simulated.
  std::optional<bool> holds;
  /// The motion with the most moving boxes, the first one of several; -1: no box moves.
  int worst = -1;
};

/// How many boxes move farther than `limit` [mm].
[[nodiscard]] long long moving_boxes(const LoadMotion& motion, double limit);

/// The verdict of a test with motions.
[[nodiscard]] HoldVerdict verdict_of(const LoadTest& test);

/// `brake 0.8 g`, `standing`.
[[nodiscard]] std::string motion_text(const LoadMotion& motion);

/// Two members of the JSON of a load (load_report.hpp): load_test and load_test_verdict.
[[nodiscard]] io::JsonObject load_test_json(const LoadTest& test);

}  // namespace jam::trunk
