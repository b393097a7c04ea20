// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/mesh/thin_surface.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <CGAL/Polygon_mesh_processing/self_intersections.h>
#include <CGAL/boost/graph/Euler_operations.h>

#include "jam/mesh/cgal_mesh.hpp"

namespace jam::mesh {
namespace {

using Vertex = Surface::Vertex_index;
using Face = Surface::Face_index;
using Halfedge = Surface::Halfedge_index;

constexpr double least_altitude = 1e-3;  ///< Least altitude of a new triangle [mm].
constexpr double turned_cosine = 0.7;
constexpr double straight = 1e-6;  ///< Sine below which an edge goes straight on.

class SurfaceThinning {
 public:
  SurfaceThinning(const trunk::TriangleMesh& surface, const std::vector<int>& plane_of, double allowed)
      : plane_(mesh_.add_property_map<Face, int>("f:plane", -1).first),
        error_(mesh_.add_property_map<Face, double>("f:error", 0).first),
        allowed_(allowed) {
    std::vector<Vertex> vertices;
    for (const Vec3d& v : surface.vertices) vertices.push_back(mesh_.add_vertex(point_of(v)));
    for (std::size_t t = 0; t < surface.triangles.size(); ++t) {
      const auto& [a, b, c] = surface.triangles[t];
      plane_[mesh_.add_face(vertices[a], vertices[b], vertices[c])] = plane_of[t];
    }
  }

  /// Takes vertices out until none is left that may go; whether the result is without crossings.
  bool run() {
    std::vector<Vertex> next(mesh_.vertices().begin(), mesh_.vertices().end());
    while (!next.empty()) {
      std::vector<Vertex> now;
      std::swap(now, next);
      for (const Vertex v : now) {
        if (mesh_.is_removed(v)) continue;
        const std::vector<Vertex> around = neighbours(v);
        if (take_out(v)) next.insert(next.end(), around.begin(), around.end());
      }
      std::ranges::sort(next);
      next.erase(std::unique(next.begin(), next.end()), next.end());
    }
    return !CGAL::Polygon_mesh_processing::does_self_intersect(mesh_);
  }

  [[nodiscard]] trunk::TriangleMesh plain() {
    mesh_.collect_garbage();
    trunk::TriangleMesh result;
    for (const Vertex v : mesh_.vertices()) result.vertices.push_back(place(v));
    for (const Face face : mesh_.faces()) {
      const Halfedge h = mesh_.halfedge(face);
      result.triangles.push_back({static_cast<int>(mesh_.source(h).idx()),
                                  static_cast<int>(mesh_.target(h).idx()),
                                  static_cast<int>(mesh_.target(mesh_.next(h)).idx())});
    }
    return result;
  }

 private:
  [[nodiscard]] Vec3d place(Vertex v) const { return vector_of(mesh_.point(v)); }

  [[nodiscard]] std::vector<Vertex> neighbours(Vertex v) const {
    std::vector<Vertex> around;
    for (const Vertex u : mesh_.vertices_around_target(mesh_.halfedge(v))) around.push_back(u);
    return around;
  }

  [[nodiscard]] Vec3d area_vector(Halfedge h) const {
    const Vec3d a = place(mesh_.source(h));
    return cross(place(mesh_.target(h)) - a, place(mesh_.target(mesh_.next(h))) - a);
  }

  [[nodiscard]] bool is_crease(Halfedge h) const {
    return plane_[mesh_.face(h)] != plane_[mesh_.face(mesh_.opposite(h))];
  }

  /// Collapses the vertex into the neighbour that leaves the thickest triangles; false if it has to stay.
  bool take_out(Vertex v) {
    std::vector<int> planes;
    std::vector<Halfedge> creases;
    double error = 0;
    for (const Halfedge h : mesh_.halfedges_around_target(mesh_.halfedge(v))) {
      planes.push_back(plane_[mesh_.face(h)]);
      error = std::max(error, error_[mesh_.face(h)]);
      if (is_crease(h)) creases.push_back(h);
    }
    std::ranges::sort(planes);
    planes.erase(std::unique(planes.begin(), planes.end()), planes.end());
    if (planes.size() > 2) return false;
    const bool curved = planes.front() < 0;
    if (!curved && planes.size() == 2 && !goes_straight(v, creases)) return false;

    Halfedge best;
    double thickest = least_altitude;
    double error_of_best = 0;
    for (const Halfedge h : mesh_.halfedges_around_target(mesh_.halfedge(v))) {
      // A vertex of two kinds of wall moves along the line between them.
      if (planes.size() == 2 && !is_crease(h)) continue;
      const double altitude = altitude_without(v, h);
      if (altitude <= thickest) continue;
      const double off = curved ? error + distance_without(v, h) : 0;
      if (curved && off > allowed_) continue;
      if (!CGAL::Euler::does_satisfy_link_condition(mesh_.edge(h), mesh_)) continue;
      thickest = altitude;
      error_of_best = off;
      best = h;
    }
    if (!best.is_valid()) return false;
    const Point kept = mesh_.point(mesh_.source(best));
    const Vertex merged = CGAL::Euler::collapse_edge(mesh_.edge(best), mesh_);
    mesh_.point(merged) = kept;
    for (const Halfedge h : mesh_.halfedges_around_target(mesh_.halfedge(merged)))
      error_[mesh_.face(h)] = std::max(error_[mesh_.face(h)], error_of_best);
    return true;
  }

  /// Whether the two edges between planes at a vertex are one straight line.
  [[nodiscard]] bool goes_straight(Vertex v, const std::vector<Halfedge>& creases) const {
    if (creases.size() != 2) return false;
    const Vec3d to = normalised(place(v) - place(mesh_.source(creases[0])), Vec3d{});
    const Vec3d from = normalised(place(mesh_.source(creases[1])) - place(v), Vec3d{});
    return length(cross(to, from)) <= straight && dot(to, from) > 0;
  }

  /// The least altitude of the triangles around `v` once it lies at the source of `to`; negative if one is
  /// turned by more than 45 degrees.
  [[nodiscard]] double altitude_without(Vertex v, Halfedge to) const {
    const Vec3d u = place(mesh_.source(to));
    double least = 1e300;
    for (const Halfedge h : mesh_.halfedges_around_target(mesh_.halfedge(v))) {
      if (touches(h, mesh_.source(to))) continue;
      const Vec3d a = place(mesh_.source(h));
      const Vec3d b = place(mesh_.target(mesh_.next(h)));
      const Vec3d area = cross(u - a, b - a);  // The triangle runs a, v, b.
      const Vec3d before = area_vector(h);
      if (dot(area, before) < turned_cosine * length(area) * length(before)) return -1;
      least = std::min(least, length(area) / std::max({length(b - a), length(u - a), length(b - u)}));
    }
    return least;
  }

  /// How far `v` is from the triangles around it once it lies at the source of `to`.
  [[nodiscard]] double distance_without(Vertex v, Halfedge to) const {
    double least = 1e300;
    for (const Halfedge h : mesh_.halfedges_around_target(mesh_.halfedge(v))) {
      if (touches(h, mesh_.source(to))) continue;
      const Kernel::Triangle_3 triangle(mesh_.point(mesh_.source(h)), mesh_.point(mesh_.source(to)),
                                        mesh_.point(mesh_.target(mesh_.next(h))));
      least = std::min(least, CGAL::squared_distance(mesh_.point(v), triangle));
    }
    return std::sqrt(least);
  }

  /// Whether `u` is a corner of the triangle of `h`, which ends at another one.
  [[nodiscard]] bool touches(Halfedge h, Vertex u) const {
    return mesh_.source(h) == u || mesh_.target(mesh_.next(h)) == u;
  }

  Surface mesh_;
  Surface::Property_map<Face, int> plane_;
  Surface::Property_map<Face, double> error_;  ///< Distance of vertices that were taken out [mm].
  double allowed_;
};

}  // namespace

trunk::TriangleMesh thinned(const trunk::TriangleMesh& surface, const std::vector<int>& plane_of,
                            double allowed) {
  SurfaceThinning thinning(surface, plane_of, allowed);
  return thinning.run() ? thinning.plain() : surface;
}

}  // namespace jam::mesh
