// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A load: boxes in a container, with all that is known about how they came there. What the JSON file, the GLB scene and the HTML page show
// is made from this and nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "jam/trunk/model/box_row.hpp"
#include "jam/trunk/model/container.hpp"

namespace jam::trunk {

/// How verification ended.
struct LoadVerification {
  bool verified = false;     ///< Passed. Nothing else counts as a result.
  double tolerance = 0;      ///< Allowed penetration [mm]; 0: touching only.
  std::string against;       ///< What the boxes were held against, for people: "original mesh", "points only", …
  std::string failure;       ///< Why not verified; empty where it is, or was not asked for.
  double corner_radius = 0;  ///< Of the boxes' edges and corners [mm]; 0: sharp.
};

/// Everything about a finished packing.
struct LoadReport {
  std::vector<BoxRow> boxes;
  std::vector<double> clearance;  ///< Of each box to the nearest other box or wall [mm]; empty: not computed.
  Container container;            ///< Without triangles where only points were given.
  std::vector<Vec3d> points;      ///< Then these: the points that stand for its surface [mm].
  LoadVerification verification;
  std::string problem;  ///< Name of the mesh or point file, for people.
  std::string version;
  std::optional<std::uint64_t> seed;  ///< This, device and time: unknown for a load that was read from a file.
  std::string device;                 ///< Empty: unknown.
  std::optional<double> time;         ///< Of the search [s].
};

/// What the final table says; litres are 1e6 mm^3.
struct LoadTotals {
  int count = 0;
  double litres = 0;            ///< Of all boxes.
  double container_litres = 0;  ///< 0 where unknown.
  double fill_ratio = 0;        ///< litres / container_litres [-]; 0 where unknown.
  double free_litres = 0;       ///< container_litres - litres, >= 0.
};

[[nodiscard]] LoadTotals totals_of(const LoadReport& report);

/// Volume of a box in litres.
[[nodiscard]] double litres_of(const BoxRow& box);

/// The clearance of box `index` [mm], NaN where it was not computed.
[[nodiscard]] double clearance_of(const LoadReport& report, std::size_t index);

}  // namespace jam::trunk
