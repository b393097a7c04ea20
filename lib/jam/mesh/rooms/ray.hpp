// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Rays through triangles, in doubles. A ray that comes too near to an edge is refused: another one is taken.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include "jam/core/vec.hpp"
#include "jam/mesh/bounds_tree.hpp"
#include "jam/trunk/model/triangle_mesh.hpp"

namespace jam::mesh {

/// A crossing of a ray with a piece.
struct Hit {
  double distance = 0;
  int piece = -1;
  bool from_behind = false;  ///< Whether the ray arrives behind the piece.
};

/// Where a ray crosses pieces. False if it comes so near to an edge that doubles cannot tell.
class Ray {
 public:
  Ray(Vec3d start, Vec3d direction) : start_(start), direction_(direction) {}

  /// Calls visit(hit) for a piece that is crossed in front of the start, or at most 1e-9 of the direction
  /// behind it.
  template <class Visit>
  [[nodiscard]] bool cross(const std::array<Vec3d, 3>& corner, int piece, const Visit& visit) const {
    constexpr double margin = 1e-9;
    const Vec3d u = corner[1] - corner[0], v = corner[2] - corner[0], p = jam::cross(direction_, v);
    const double determinant = dot(u, p);
    const Vec3d from = start_ - corner[0], q = jam::cross(from, u);
    const double scale = length(u) * length(v) * length(direction_);
    if (std::abs(determinant) <= 1e-12 * scale) {
      // A sliver, which rounding has flattened, or parallel: a problem only if the ray runs in its plane.
      const Vec3d normal = jam::cross(u, v);
      if (length(normal) <= 1e-9 * length(u) * length(v)) return true;
      return std::abs(dot(from, normal)) > 1e-9 * length(normal) * (length(u) + length(v));
    }
    const double a = dot(from, p) / determinant, b = dot(direction_, q) / determinant;
    if (a < -margin || b < -margin || a + b > 1 + margin) return true;
    const double distance = dot(v, q) / determinant;
    if (distance < -margin) return true;
    if (a < margin || b < margin || a + b > 1 - margin) return false;
    visit(Hit{distance, piece, determinant < 0});
    return true;
  }

 private:
  Vec3d start_, direction_;
};

/// Bounds of each triangle.
[[nodiscard]] inline std::vector<trunk::Bounds> bounds_of_triangles(const trunk::TriangleMesh& mesh) {
  std::vector<trunk::Bounds> bounds(mesh.triangles.size());
  for (std::size_t t = 0; t < bounds.size(); ++t)
    for (const Vec3d& corner : mesh.corners(mesh.triangles[t])) bounds[t].add(corner);
  return bounds;
}

/// Shoots rays through a mesh, which must outlive it.
class RayCaster {
 public:
  explicit RayCaster(const trunk::TriangleMesh& mesh) : mesh_(mesh), tree_(bounds_of_triangles(mesh)) {
    const trunk::Bounds bounds = trunk::bounds_of(mesh);
    reach_ = mesh.vertices.empty() ? 1 : 1 + 2 * length(bounds.high - bounds.low);
  }

  /// All crossings of a ray from `start`, which leaves the mesh; nothing if it is not usable. Rays of
  /// different attempts have different directions, all nearly along an axis, so that their bounds are thin.
  [[nodiscard]] std::optional<std::vector<Hit>> cast(Vec3d start, int attempt) const {
    const Ray ray(start, direction(attempt));
    trunk::Bounds bounds;
    bounds.add(start);
    bounds.add(start + direction(attempt));
    std::vector<Hit> hits;
    for (const int t : tree_.items_meeting(bounds))
      if (!ray.cross(mesh_.corners(mesh_.triangles[t]), t, [&](const Hit& hit) { hits.push_back(hit); }))
        return {};
    std::sort(hits.begin(), hits.end(), [](const Hit& a, const Hit& b) { return a.distance < b.distance; });
    return hits;
  }

  [[nodiscard]] Vec3d direction(int attempt) const {
    constexpr double slant = 0.05;
    const double angle = 2.4 * attempt + 1;
    return {reach_, slant * reach_ * std::cos(angle), slant * reach_ * std::sin(angle)};
  }

 private:
  const trunk::TriangleMesh& mesh_;
  BoundsTree tree_;
  double reach_ = 0;
};

}  // namespace jam::mesh
