// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/mesh/inside_test.hpp"

#include <array>
#include <cstddef>
#include <vector>

#include <CGAL/Polygon_mesh_processing/polygon_soup_to_polygon_mesh.h>
#include <CGAL/Side_of_triangle_mesh.h>

#include "jam/core/error.hpp"
#include "jam/mesh/cgal_mesh.hpp"

namespace jam::mesh {
namespace {

using SideOfSurface = CGAL::Side_of_triangle_mesh<Surface, Kernel>;

Surface surface_of(const trunk::TriangleMesh& mesh) {
  const std::vector<std::array<std::size_t, 3>> triangles = indices_of(mesh);
  Surface surface;
  if (!CGAL::Polygon_mesh_processing::is_polygon_soup_a_polygon_mesh(triangles))
    throw InputError(
        "the surface of the container is not a 2-manifold, so it has no inside; let read_container repair "
        "it");
  CGAL::Polygon_mesh_processing::polygon_soup_to_polygon_mesh(points_of(mesh.vertices), triangles, surface);
  if (surface.is_empty() || !CGAL::is_closed(surface))
    throw InputError(
        "the surface of the container is not closed, so it has no inside; let read_container wrap it");
  return surface;
}

}  // namespace

struct InsideTest::Tree {
  explicit Tree(const trunk::TriangleMesh& mesh) : surface(surface_of(mesh)), side(surface) {
    // The tree is built by the first query; make it here, so that later ones only read.
    const auto first = surface.point(*surface.vertices().begin());
    (void)side(first);
  }
  Surface surface;
  SideOfSurface side;
};

InsideTest::InsideTest(const trunk::TriangleMesh& surface) : tree_(std::make_unique<Tree>(surface)) {}
InsideTest::~InsideTest() = default;

bool InsideTest::contains(Vec3d point) const { return tree_->side(point_of(point)) == CGAL::ON_BOUNDED_SIDE; }

}  // namespace jam::mesh
