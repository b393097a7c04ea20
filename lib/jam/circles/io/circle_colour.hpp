// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The colours of a packing picture: a ramp from pale yellow over green to blue with perceptually even steps,
// computed in OKLab (B. Ottosson, 2020). All tones are light enough for dark labels.
#pragma once

#include <string>
#include <vector>

#include "jam/circles/model/packing.hpp"

namespace jam::circles {

/// The ramp at t in [0, 1] (clamped) as `#rrggbb`.
[[nodiscard]] std::string ramp_colour(double t);

/// ramp_colour() faded towards white: the colour of rattlers.
[[nodiscard]] std::string faded_colour(double t);

/// Maps radii to the ramp: linear, or logarithmic where most circles would share one end of the linear ramp.
class RadiusScale {
 public:
  /// The scale of these circles; at least one.
  explicit RadiusScale(const std::vector<Circle>& circles);

  /// Place of a radius on the ramp, in [0, 1]; 1/2 where all radii are equal.
  [[nodiscard]] double place(double radius) const;
  /// The radius at a place of the ramp [unit of the radii].
  [[nodiscard]] double radius_at(double place) const;
  /// True if all radii are equal.
  [[nodiscard]] bool uniform() const { return smallest_ == largest_; }

 private:
  double smallest_;
  double largest_;
  bool logarithmic_ = false;
};

}  // namespace jam::circles
