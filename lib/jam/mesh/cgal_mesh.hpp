// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Plain meshes as CGAL takes them. Inside sources of jam_mesh only.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Surface_mesh.h>

#include "jam/trunk/model/triangle_mesh.hpp"

namespace jam::mesh {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Point = Kernel::Point_3;
using Surface = CGAL::Surface_mesh<Point>;

[[nodiscard]] inline Point point_of(const Vec3d& v) { return {v.x, v.y, v.z}; }
[[nodiscard]] inline Vec3d vector_of(const Point& p) { return {p.x(), p.y(), p.z()}; }

[[nodiscard]] inline std::vector<Point> points_of(const std::vector<Vec3d>& vertices) {
  std::vector<Point> points;
  points.reserve(vertices.size());
  for (const Vec3d& v : vertices) points.push_back(point_of(v));
  return points;
}

[[nodiscard]] inline std::vector<std::array<std::size_t, 3>> indices_of(const trunk::TriangleMesh& mesh) {
  std::vector<std::array<std::size_t, 3>> triangles;
  triangles.reserve(mesh.triangles.size());
  for (const auto& [a, b, c] : mesh.triangles)
    triangles.push_back(
        {static_cast<std::size_t>(a), static_cast<std::size_t>(b), static_cast<std::size_t>(c)});
  return triangles;
}

}  // namespace jam::mesh
