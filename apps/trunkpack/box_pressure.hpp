// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// --pressure: what the boxes of a load test bear. A box on a floor is no concentrated contact: half-space theory knows no peak below it,
// only the mean pressure, force over area (docs/contactpatch.md). The area is the convex hull of the points in which the face of a box
// touches another box or a wall. Where a box stands on an edge or a corner there is no area, and only the force is reported.
//
// Impulses are summed over 20 ms: what a single time step of rigid bodies passes on in an impact is no force.
#pragma once

#include <map>
#include <tuple>
#include <vector>

#include "jam/dynamics/step/simulation.hpp"
#include "jam/trunk/io/load_report.hpp"

namespace jam::app {

class BoxPressure {
 public:
  /// Of the bodies 1 to box_count of a world.
  explicit BoxPressure(int box_count) : largest_(static_cast<std::size_t>(box_count)) {}

  /// Adds the contacts of the last step.
  void add(const dynamics::Simulation& simulation);

  /// The largest of each box so far.
  [[nodiscard]] const std::vector<trunk::BoxBearing>& largest() const { return largest_; }

 private:
  /// Bodies, and the face of the second one that looks at the first.
  using Place = std::tuple<int, int, int>;
  struct Sum {
    double impulse = 0;  ///< [N s]
    double area = 0;     ///< Summed over the steps with contact [m^2].
    int steps = 0;
  };

  void close_window(double seconds);

  std::vector<trunk::BoxBearing> largest_;
  std::map<Place, Sum> window_;
  int steps_ = 0;
};

}  // namespace jam::app
