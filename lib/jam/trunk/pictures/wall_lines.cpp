// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/pictures/wall_lines.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <tuple>

namespace jam::trunk {
namespace {

constexpr std::size_t most_lines = 4000;
constexpr double bent_cosine = 0.9;

/// A side of a triangle, its ends in ascending order.
struct Side {
  int from, to;
  int triangle;
};

}  // namespace

std::vector<std::vector<io::DrawnPoint>> wall_lines(const TriangleMesh& mesh, const View& view) {
  // Walls along the view belong to one side, so that every outline is a closed line.
  const auto looks_here = [&](const Vec3d& normal) { return dot(normal, view.eye) > 1e-9; };
  std::vector<Vec3d> normals;
  std::vector<Side> sides;
  for (const std::array<int, 3>& triangle : mesh.triangles) {
    const std::array<Vec3d, 3> corners = mesh.corners(triangle);
    const int index = static_cast<int>(normals.size());
    normals.push_back(normalised(cross(corners[1] - corners[0], corners[2] - corners[0]), Vec3d{}));
    if (normals.back() == Vec3d{}) continue;
    for (int k = 0; k < 3; ++k) {
      const auto [from, to] = std::minmax(triangle[k], triangle[(k + 1) % 3]);
      sides.push_back({from, to, index});
    }
  }
  std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) {
    return std::tie(a.from, a.to, a.triangle) < std::tie(b.from, b.to, b.triangle);
  });
  std::vector<std::pair<double, std::vector<io::DrawnPoint>>> lines;
  for (std::size_t k = 0; k < sides.size();) {
    std::size_t end = k + 1;
    while (end < sides.size() && sides[end].from == sides[k].from && sides[end].to == sides[k].to) ++end;
    bool drawn = end - k != 2;
    if (!drawn) {
      const Vec3d &a = normals[sides[k].triangle], &b = normals[sides[k + 1].triangle];
      drawn = dot(a, b) < bent_cosine || looks_here(a) != looks_here(b);
    }
    if (drawn) {
      const io::DrawnPoint from = view.flat(mesh.vertex(sides[k].from)),
                           to = view.flat(mesh.vertex(sides[k].to));
      lines.push_back({std::hypot(to.x - from.x, to.y - from.y), {from, to}});
    }
    k = end;
  }
  std::stable_sort(lines.begin(), lines.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  if (lines.size() > most_lines) lines.resize(most_lines);
  std::vector<std::vector<io::DrawnPoint>> paths;
  for (auto& [size, path] : lines)
    if (size > 0) paths.push_back(std::move(path));
  return paths;
}

}  // namespace jam::trunk
