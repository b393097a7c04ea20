// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/mesh/inside_test.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

#include <CGAL/AABB_face_graph_triangle_primitive.h>
#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/Side_of_triangle_mesh.h>

#include "jam/core/error.hpp"
#include "jam/mesh/cgal_mesh.hpp"

namespace jam::mesh {
namespace {

using TriangleTree =
    CGAL::AABB_tree<CGAL::AABB_traits<Kernel, CGAL::AABB_face_graph_triangle_primitive<Surface>>>;
using SideOfSurface = CGAL::Side_of_triangle_mesh<Surface, Kernel>;

/// Whether each edge is passed one way by one triangle for each that passes it the other way.
bool is_closed(const trunk::TriangleMesh& mesh) {
  std::map<std::pair<int, int>, int> balance;
  for (const auto& t : mesh.triangles)
    for (std::size_t k = 0; k < 3; ++k) {
      const int a = t[k], b = t[(k + 1) % 3];
      balance[{std::min(a, b), std::max(a, b)}] += a < b ? 1 : -1;
    }
  return !mesh.triangles.empty() &&
         std::all_of(balance.begin(), balance.end(), [](const auto& edge) { return edge.second == 0; });
}

/// Triangles with corners of their own, so that surfaces that touch themselves are no trouble.
Surface surface_of(const trunk::TriangleMesh& mesh) {
  if (!is_closed(mesh))
    throw InputError(
        "the surface of the container is not closed, so it has no inside; let read_container wrap it");
  Surface surface;
  for (const auto& triangle : mesh.triangles) {
    const auto [a, b, c] = mesh.corners(triangle);
    surface.add_face(surface.add_vertex(point_of(a)), surface.add_vertex(point_of(b)),
                     surface.add_vertex(point_of(c)));
  }
  return surface;
}

}  // namespace

struct InsideTest::Tree {
  explicit Tree(const trunk::TriangleMesh& mesh)
      : surface(surface_of(mesh)),
        triangles(faces(surface).begin(), faces(surface).end(), surface),
        side(triangles) {
    // The tree is built by the first query; make it here, so that later ones only read.
    const auto first = surface.point(*surface.vertices().begin());
    (void)side(first);
  }
  Surface surface;
  TriangleTree triangles;
  SideOfSurface side;
};

InsideTest::InsideTest(const trunk::TriangleMesh& surface) : tree_(std::make_unique<Tree>(surface)) {}
InsideTest::~InsideTest() = default;

bool InsideTest::contains(Vec3d point) const { return tree_->side(point_of(point)) == CGAL::ON_BOUNDED_SIDE; }

}  // namespace jam::mesh
