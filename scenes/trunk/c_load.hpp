// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Scenes for the C interface: a hollow cube of points, and boxes pressed into each other in it.
#pragma once

#include <catch2/catch.hpp>
#include <vector>

#include "jam/c/jam.h"
#include "scenes/trunk/cavity.hpp"

namespace jam::test {

/// Points 10 mm apart on the faces of the cube [0, edge]^3 [mm], as x y z x y z ...
inline std::vector<double> point_cube(double edge) {
  std::vector<double> numbers;
  for (const Vec3d& p : cavity_points({edge, edge, edge}, 10)) numbers.insert(numbers.end(), {p.x, p.y, p.z});
  return numbers;
}

/// Points loaded for as long as it lives.
class CPoints {
 public:
  CPoints(const std::vector<double>& xyz, const jam_load_options& options) {
    INFO(jam_last_error());
    REQUIRE(jam_load_points(xyz.data(), xyz.size() / 3, &options, &points_) == JAM_OK);
  }
  CPoints(const CPoints&) = delete;
  CPoints& operator=(const CPoints&) = delete;
  ~CPoints() { jam_unload_points(points_); }
  [[nodiscard]] jam_points* get() const { return points_; }

 private:
  jam_points* points_ = nullptr;
};

/// A packing in arrays of its own.
struct CLoad {
  explicit CLoad(std::size_t count) : translations(3 * count), rotations(4 * count) {
    for (std::size_t i = 0; i < count; ++i) rotations[4 * i] = 1;
  }

  /// `count` boxes on a slanting line through the cube of 400 mm, each into its neighbours and the outermost
  /// into the walls.
  static CLoad pressed(int count) {
    CLoad load(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
      double* const t = load.translations.data() + 3 * static_cast<std::ptrdiff_t>(i);
      t[0] = 96 + 10.0 * i;
      t[1] = 150 + 12.0 * i;
      t[2] = 24 + 46.0 * i;
    }
    return load;
  }

  [[nodiscard]] const jam_boxes* boxes() {
    view_ = {rotations.size() / 4,
             translations.data(),
             rotations.data(),
             dimensions.data(),
             dimensions.size() / 3,
             nullptr,
             nullptr};
    return &view_;
  }

  std::vector<double> translations, rotations;
  std::vector<double> dimensions{200, 100, 50};

 private:
  jam_boxes view_{};
};

}  // namespace jam::test
