// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Parity of crossings along a ray, with exact predicates (CGAL).
#include "jam/mesh/inside_test.hpp"

#include <array>
#include <cstddef>
#include <vector>

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Polygon_mesh_processing/polygon_soup_to_polygon_mesh.h>
#include <CGAL/Side_of_triangle_mesh.h>
#include <CGAL/Surface_mesh.h>

#include "jam/core/error.hpp"

namespace jam::mesh {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Surface = CGAL::Surface_mesh<Kernel::Point_3>;
using Side = CGAL::Side_of_triangle_mesh<Surface, Kernel>;

Surface surface_of(const trunk::TriangleMesh& mesh) {
  std::vector<Kernel::Point_3> points;
  points.reserve(mesh.vertices.size());
  for (const Vec3d& v : mesh.vertices) points.emplace_back(v.x, v.y, v.z);
  std::vector<std::array<std::size_t, 3>> triangles;
  triangles.reserve(mesh.triangles.size());
  for (const auto& t : mesh.triangles)
    triangles.push_back({static_cast<std::size_t>(t[0]), static_cast<std::size_t>(t[1]), static_cast<std::size_t>(t[2])});
  Surface surface;
  if (!CGAL::Polygon_mesh_processing::is_polygon_soup_a_polygon_mesh(triangles))
    throw InputError("the surface of the container is not a 2-manifold, so it has no inside; let read_container repair it");
  CGAL::Polygon_mesh_processing::polygon_soup_to_polygon_mesh(points, triangles, surface);
  if (surface.is_empty() || !CGAL::is_closed(surface))
    throw InputError("the surface of the container is not closed, so it has no inside; let read_container wrap it");
  return surface;
}

}  // namespace

struct InsideTest::Tree {
  explicit Tree(const trunk::TriangleMesh& mesh) : surface(surface_of(mesh)), side(surface) {
    // The tree is built at the first question; ask it here, so that later ones only read.
    const auto first = surface.point(*surface.vertices().begin());
    (void)side(first);
  }
  Surface surface;
  Side side;
};

InsideTest::InsideTest(const trunk::TriangleMesh& surface) : tree_(std::make_unique<Tree>(surface)) {}
InsideTest::~InsideTest() = default;

bool InsideTest::contains(Vec3d point) const { return tree_->side(Kernel::Point_3(point.x, point.y, point.z)) == CGAL::ON_BOUNDED_SIDE; }

}  // namespace jam::mesh
