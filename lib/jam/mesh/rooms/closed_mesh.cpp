// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/mesh/rooms/closed_mesh.hpp"

#include <array>
#include <cstddef>
#include <utility>

#include "jam/mesh/merged_vertices.hpp"

namespace jam::mesh {
namespace {

using trunk::TriangleMesh;

/// Adds triangles to a mesh, with vertices that it has already where these are at the same place.
class Addition {
 public:
  explicit Addition(const TriangleMesh& mesh) : triangles_(mesh.triangles) {
    for (const Vec3d& vertex : mesh.vertices) vertices_.number(vertex);
  }
  template <class Triangles>
  void add(const Triangles& triangles) {
    for (const std::array<Vec3d, 3>& corners : triangles) {
      std::array<int, 3> triangle{};
      for (std::size_t k = 0; k < 3; ++k) triangle[k] = static_cast<int>(vertices_.number(corners[k]));
      triangles_.push_back(triangle);
    }
  }
  [[nodiscard]] int size() const { return static_cast<int>(triangles_.size()); }
  [[nodiscard]] TriangleMesh take() { return {vertices_.take(), std::move(triangles_)}; }

 private:
  MergedVertices vertices_;
  std::vector<std::array<int, 3>> triangles_;
};

double bounded_volume(const Arrangement& arrangement) {
  double sum = 0;
  for (const Cell& cell : arrangement.cells()) sum += cell.volume;
  return sum;
}

/// What closes openings; the rim only if it encloses anything new: not so that of a rib.
ClosedOpenings openings_of(const TriangleMesh& mesh, const Arrangement& arrangement, bool close_rim) {
  ClosedOpenings closed = close_openings(arrangement, close_rim);
  if (!close_rim || closed.triangles.empty()) return closed;
  Addition addition(mesh);
  addition.add(closed.triangles);
  const Arrangement after(addition.take());
  if (bounded_volume(after) > bounded_volume(arrangement) * (1 + 1e-9)) return closed;
  return close_openings(arrangement, false);
}

MisfitCounts misfits_of(const Arrangement& arrangement, std::size_t triangle_count) {
  std::vector<int> piece_count(triangle_count, 0);
  std::vector<bool> crosses(triangle_count, false);
  for (int t = 0; t < static_cast<int>(arrangement.pieces().size()); ++t) {
    const int source = arrangement.pieces()[t].source;
    ++piece_count[source];
    if (!arrangement.is_exact(t)) crosses[source] = true;
  }
  MisfitCounts counts;
  for (std::size_t t = 0; t < triangle_count; ++t)
    if (piece_count[t] > 1) (crosses[t] ? counts.crossing : counts.touching) += 1;
  return counts;
}

}  // namespace

ClosedMesh::ClosedMesh(const TriangleMesh& mesh, const std::vector<CapPlane>& caps, bool close_rim, Gaps gaps,
                       const Obstacles& obstacles) {
  first_obstacle = static_cast<int>(mesh.triangles.size());
  surface.first_added = first_obstacle;
  arrangement = std::make_unique<Arrangement>(mesh);
  misfits = misfits_of(*arrangement, mesh.triangles.size());
  openings = openings_of(mesh, *arrangement, close_rim);
  notes = openings.notes;
  Addition addition(mesh);
  for (const TriangleMesh& obstacle : obstacles.meshes()) {
    std::vector<std::array<Vec3d, 3>> triangles;
    for (const std::array<int, 3>& triangle : obstacle.triangles)
      triangles.push_back(obstacle.corners(triangle));
    addition.add(triangles);
    surface.first_added += static_cast<int>(obstacle.triangles.size());
  }
  addition.add(std::exchange(openings.triangles, {}));
  if (gaps.width > 0)
    addition.add(prolonged_sheets(gaps.solids ? arrangement->creases() : arrangement->free_edges(),
                                  *arrangement, gaps.width));
  surface.first_cap = addition.size();
  surface.caps = caps;
  const trunk::Bounds bounds = trunk::bounds_of(mesh);
  for (const CapPlane& cap : caps) addition.add(cap_surface(cap, mesh, bounds));
  surface.mesh = addition.take();
  if (surface.mesh.triangles.size() > mesh.triangles.size())
    arrangement = std::make_unique<Arrangement>(surface.mesh);

  beyond.assign(arrangement->cells().size(), false);
  for (int t = 0; t < static_cast<int>(arrangement->pieces().size()); ++t) {
    const Piece& piece = arrangement->pieces()[t];
    if (piece.source >= surface.first_added) continue;
    const auto [a, b, c] = arrangement->corners(t);
    const Vec3d middle = (1.0 / 3) * (a + b + c);
    for (const CapPlane& cap : caps)
      if (cap.one_sided && dot(middle - cap.point, cap.normal) > 1e-6 * length(cap.normal))
        for (const int cell : piece.cells) beyond[cell] = true;
  }
  in_obstacle.assign(arrangement->cells().size(), false);
  if (!obstacles.meshes().empty())
    for (int cell = 1; cell < static_cast<int>(in_obstacle.size()); ++cell)
      in_obstacle[cell] = obstacles.enclose(arrangement->point_in(cell));
  surface.solid.assign(arrangement->cells().size(), true);
  surface.solid[0] = false;
}

}  // namespace jam::mesh
