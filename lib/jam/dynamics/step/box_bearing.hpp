// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Pressures and forces that boxes bear while a simulation runs (trunkpack --pressure). A box on a floor is no
// concentrated contact: half-space theory knows no peak below it, only the mean pressure, force over area
// (docs/contactpatch.md). The area is the convex hull of the points in which the face of a box touches
// another box or a wall. If a box stands on an edge or a corner, there is no area, and only the force is
// reported.
//
// Impulses are summed over 20 ms: the impulse of an impact of rigid bodies in a single time step is no force.
#pragma once

#include <map>
#include <tuple>
#include <vector>

#include "jam/dynamics/step/simulation.hpp"

namespace jam::dynamics {

/// The most that a box has borne.
struct BoxBearing {
  double pressure = 0;    ///< Largest mean pressure of another body on one of its faces [kPa].
  double edge_force = 0;  ///< Largest force where there is no area: on or by an edge or a corner [N].
};

/// The face of a box that a normal in its frame leaves: 2 axis, or 2 axis + 1 if the normal points against
/// the axis. If the normal has equal components along several axes, up to a fraction of 1e-6, the axis is the
/// first of them, so that a box on its edge at 45 degrees, whose components differ by rounding from step to
/// step, keeps its face.
[[nodiscard]] int face_of(Vec3d normal);

class BoxBearings {
 public:
  /// Bearings of the bodies 1 to box_count of a world, all of them boxes; body 0 is a wall.
  explicit BoxBearings(int box_count) : largest_(box_count) {}

  /// Adds the contacts of the last step.
  void add(const Simulation& simulation);

  /// The largest of each box so far.
  [[nodiscard]] const std::vector<BoxBearing>& largest() const { return largest_; }

 private:
  /// Two bodies, and the face of the second one that is towards the first.
  using Place = std::tuple<int, int, int>;
  struct Sum {
    double impulse = 0;  ///< [N s]
    double area = 0;     ///< Summed over the steps with contact [m^2].
    int steps = 0;
  };

  void close_window(double seconds);

  std::vector<BoxBearing> largest_;
  std::map<Place, Sum> window_;
  int steps_ = 0;
};

}  // namespace jam::dynamics
