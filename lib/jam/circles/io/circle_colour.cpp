// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Colours of a packing picture.
#include "jam/circles/io/circle_colour.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace jam::circles {
namespace {

/// A linear sRGB component in [0, 1] as an 8-bit sRGB value.
int gamma_byte(double linear) {
  const double value = std::clamp(linear, 0.0, 1.0);
  const double encoded = value <= 0.0031308 ? 12.92 * value : 1.055 * std::pow(value, 1 / 2.4) - 0.055;
  return static_cast<int>(std::lround(255 * encoded));
}

/// OKLCh (lightness [0, 1], chroma, hue [degrees]) as `#rrggbb`.
std::string oklch(double lightness, double chroma, double hue) {
  const double a = chroma * std::cos(hue * std::numbers::pi / 180);
  const double b = chroma * std::sin(hue * std::numbers::pi / 180);
  const double l = std::pow(lightness + 0.3963377774 * a + 0.2158037573 * b, 3);
  const double m = std::pow(lightness - 0.1055613458 * a - 0.0638541728 * b, 3);
  const double s = std::pow(lightness - 0.0894841775 * a - 1.2914855480 * b, 3);
  return fmt::format("#{:02x}{:02x}{:02x}",
                     gamma_byte(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
                     gamma_byte(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
                     gamma_byte(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s));
}

}  // namespace

std::string ramp_colour(double t) {
  t = std::clamp(t, 0.0, 1.0);
  return oklch(0.945 - 0.265 * t, 0.060 + 0.045 * t, 100 + 145 * t);
}

std::string faded_colour(double t) {
  t = std::clamp(t, 0.0, 1.0);
  return oklch(0.965 - 0.105 * t, 0.030 + 0.020 * t, 100 + 145 * t);
}

RadiusScale::RadiusScale(const std::vector<Circle>& circles) {
  const std::vector<double> radii = sorted_radii(circles);
  smallest_ = radii.front();
  largest_ = radii.back();
  // Logarithmic where half of the circles lie in the lowest fifth of the radii, as for i^(-2/3).
  logarithmic_ = radii[radii.size() / 2] < smallest_ + 0.2 * (largest_ - smallest_);
}

double RadiusScale::place(double radius) const {
  if (uniform()) return 0.5;
  const double place = logarithmic_ ? std::log(radius / smallest_) / std::log(largest_ / smallest_)
                                    : (radius - smallest_) / (largest_ - smallest_);
  return std::clamp(place, 0.0, 1.0);
}

double RadiusScale::radius_at(double place) const {
  return logarithmic_ ? smallest_ * std::pow(largest_ / smallest_, place)
                      : smallest_ + place * (largest_ - smallest_);
}

}  // namespace jam::circles
