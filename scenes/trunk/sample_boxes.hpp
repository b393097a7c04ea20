// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Boxes and containers that the tests of files share.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "jam/trunk/io/load_report.hpp"
#include "jam/trunk/model/box_packing.hpp"
#include "jam/trunk/model/container.hpp"

namespace jam::trunk {

/// The rotations that map axes to axes: products of rotations by 90 degrees, each once.
inline std::vector<Quaterniond> axis_aligned_rotations() {
  const double s = std::sqrt(0.5);
  std::vector<Quaterniond> found = {{1, 0, 0, 0}};
  const auto same = [](Quaterniond a, Quaterniond b) {
    return std::abs(std::abs(a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z) - 1) < 1e-9;
  };
  for (std::size_t k = 0; k < found.size(); ++k) {
    for (const Quaterniond& turn : {Quaterniond{s, s, 0, 0}, Quaterniond{s, 0, s, 0}}) {
      const Quaterniond next = turn * found[k];
      if (std::none_of(found.begin(), found.end(), [&](Quaterniond q) { return same(q, next); }))
        found.push_back(next);
    }
  }
  return found;
}

/// Boxes whose numbers need all their digits; one size or two.
inline BoxPacking awkward_boxes(bool two_sizes) {
  BoxPacking packing;
  packing.boxes.push_back(
      {{0.1, 1.0 / 3, -2.0 / 7}, from_axis_angle(Vec3d{1, 2, 3}, 0.7), {200, 100, 50}, {7, -1}});
  packing.boxes.push_back({{1234.5678901234567, -0.0, 1e-30}, {0, 1, 0, 0}, {200, 100, 50}, {}});
  packing.boxes.push_back({{-5, 1e8, 0.30000000000000004},
                           from_axis_angle(Vec3d{0, 1, -2}, 3.0),
                           {200, 100, 50},
                           {2147483647, 0}});
  if (two_sizes) packing.boxes[1].edge = {483.1, 245.7, 1.0 / 3};
  return packing;
}

/// A closed cuboid with one corner in the origin.
inline TriangleMesh cuboid(double x, double y, double z) {
  TriangleMesh mesh;
  for (int k = 0; k < 8; ++k)
    mesh.vertices.push_back({(k & 1) != 0 ? x : 0, (k & 2) != 0 ? y : 0, (k & 4) != 0 ? z : 0});
  mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                    {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return mesh;
}

/// A load of four boxes in a cuboid: three ways to lie, one of them rotated.
inline LoadReport sample_load() {
  LoadReport report;
  BoxPacking packing;
  packing.boxes.resize(4);
  const double s = std::sqrt(0.5);
  packing.boxes[0].centre = {100, 50, 25};
  packing.boxes[1].centre = {100, 150, 25};
  packing.boxes[2].centre = {250, 100, 25};
  packing.boxes[2].rotation = {s, 0, 0, s};
  packing.boxes[3].centre = {150, 100, 150};
  packing.boxes[3].rotation = from_axis_angle(Vec3d{1, 1, 0}, 0.2);
  report.boxes = rows_of(packing);
  report.clearance = {0, 0.125, 1.0 / 3};
  report.container.surface = cuboid(400, 300, 250);
  report.container.original = report.container.surface;
  report.container.volume = volume_of(report.container.surface);
  report.container.notes = {"2 triangles without area removed",
                            "a note with \"quotes\", <tags> & </script> \xC3\xA4"};
  report.verification = {true, 0, "original mesh", ""};
  report.problem = "trunk.off";
  report.seed = 18446744073709551615ULL;
  report.version = "0.1.0";
  report.device = "CPU, 2 threads";
  report.time = 12.5;
  return report;
}

}  // namespace jam::trunk
