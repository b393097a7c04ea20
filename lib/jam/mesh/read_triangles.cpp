// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/mesh/read_triangles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "jam/core/error.hpp"
#include "jam/mesh/files/file_notes.hpp"
#include "jam/mesh/guarded_call.hpp"
#include "jam/mesh/merged_vertices.hpp"
#include "jam/mesh/mesh_bytes.hpp"
#include "jam/mesh/mesh_file.hpp"

namespace jam::mesh {
namespace {

struct Corner {
  std::size_t vertex;
  double x, y;  ///< Coordinates in the projection, in which the polygon is counter-clockwise.

  friend bool same_place(const Corner& a, const Corner& b) { return a.x == b.x && a.y == b.y; }
};

/// Twice the area of a triangle; above 0 if it is counter-clockwise.
double area(const Corner& a, const Corner& b, const Corner& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// The sum of the cross products of edges from the first corner (Newell): twice the area along each axis.
Vec3d area_vector(const std::vector<Vec3d>& vertices, std::span<const std::size_t> polygon) {
  Vec3d sum;
  for (std::size_t k = 2; k < polygon.size(); ++k) {
    sum +=
        cross(vertices[polygon[k - 1]] - vertices[polygon[0]], vertices[polygon[k]] - vertices[polygon[0]]);
  }
  return sum;
}

std::vector<Corner> projected(const std::vector<Vec3d>& vertices, std::span<const std::size_t> polygon) {
  const Vec3d n = area_vector(vertices, polygon);
  const double largest = std::max({std::fabs(n.x), std::fabs(n.y), std::fabs(n.z)});
  if (!(largest > 0)) return {};
  std::vector<Corner> corners;
  for (const std::size_t vertex : polygon) {
    const Vec3d v = vertices[vertex];
    Corner corner{vertex, v.x, v.y};
    if (largest == std::fabs(n.x)) corner = {vertex, v.y, n.x > 0 ? v.z : -v.z};
    else if (largest == std::fabs(n.y)) corner = {vertex, v.z, n.y > 0 ? v.x : -v.x};
    else if (n.z < 0) corner.y = -v.y;
    corners.push_back(corner);
  }
  return corners;
}

/// Whether no other corner lies in the triangle of corner k and its neighbours, which turns to the left
/// there.
bool is_ear(const std::vector<Corner>& corners, std::size_t k) {
  const std::size_t n = corners.size();
  const Corner &a = corners[(k + n - 1) % n], &b = corners[k], &c = corners[(k + 1) % n];
  if (!(area(a, b, c) > 0)) return false;
  return std::ranges::none_of(corners, [&](const Corner& p) {
    if (same_place(p, a) || same_place(p, b) || same_place(p, c)) return false;
    return area(a, b, p) >= 0 && area(b, c, p) >= 0 && area(c, a, p) >= 0;
  });
}

/// Whether corner k lies on the line between its neighbours, or they at one place: its triangle has no area.
bool is_flat(const std::vector<Corner>& corners, std::size_t k) {
  const std::size_t n = corners.size();
  return area(corners[(k + n - 1) % n], corners[k], corners[(k + 1) % n]) == 0;
}

}  // namespace

std::vector<std::array<std::size_t, 3>> clip_ears(const std::vector<Vec3d>& vertices,
                                                  std::span<const std::size_t> polygon) {
  std::vector<Corner> corners = projected(vertices, polygon);
  std::vector<std::array<std::size_t, 3>> triangles;
  std::size_t k = 0;
  while (corners.size() >= 3) {
    const std::size_t n = corners.size();
    // The next ear from k on; flat corners only where there is none.
    std::size_t ear = n;
    for (std::size_t step = 0; step < n && ear == n; ++step) {
      if (is_ear(corners, (k + step) % n)) ear = (k + step) % n;
    }
    for (std::size_t step = 0; step < n && ear == n; ++step) {
      if (is_flat(corners, (k + step) % n)) ear = (k + step) % n;
    }
    if (ear == n) return {};
    triangles.push_back(
        {corners[(ear + n - 1) % n].vertex, corners[ear].vertex, corners[(ear + 1) % n].vertex});
    corners.erase(corners.begin() + static_cast<std::ptrdiff_t>(ear));
    k = ear;  // The corner after the ear, so that triangles do not become a fan.
  }
  return triangles;
}

namespace {

trunk::TriangleMesh triangles_of(const std::filesystem::path& file, std::optional<LengthUnit> unit,
                                 std::optional<UpAxis> up) {
  const PolygonSoup soup = read_mesh_file(file);
  const FileFrame frame = frame_of(soup, unit, up);
  MergedVertices merged;
  std::vector<std::size_t> number_of;
  for (const Vec3d vertex : soup.vertices)
    number_of.push_back(merged.number(from_file(vertex, frame.unit, frame.up)));
  trunk::TriangleMesh mesh;
  mesh.vertices = merged.take();
  if (mesh.vertices.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
    throw InputError(fmt::format("{}: it has {} vertices: at most {} are accepted", file.string(),
                                 mesh.vertices.size(), std::numeric_limits<int>::max()));
  }
  for (std::size_t face = 0; face < soup.polygons.size(); ++face) {
    std::vector<std::size_t> corners;
    for (const std::size_t corner : soup.polygons[face]) {
      const std::size_t vertex = number_of[corner];
      if (corners.empty() || corners.back() != vertex) corners.push_back(vertex);
    }
    while (corners.size() > 1 && corners.back() == corners.front()) corners.pop_back();
    if (corners.size() < 3) continue;
    const auto add = [&](const std::array<std::size_t, 3>& t) {
      mesh.triangles.push_back({static_cast<int>(t[0]), static_cast<int>(t[1]), static_cast<int>(t[2])});
    };
    if (corners.size() == 3) {
      add({corners[0], corners[1], corners[2]});
      continue;
    }
    if (corners.size() > ear_corner_limit) {
      throw InputError(fmt::format("{}: face {} (counted from 0) has {} corners: at most {} are accepted",
                                   file.string(), face, corners.size(), ear_corner_limit));
    }
    const auto triangles = clip_ears(mesh.vertices, corners);
    if (triangles.empty()) {
      throw InputError(
          fmt::format("{}: face {} (counted from 0), which has {} corners, crosses itself or has no area: it "
                      "cannot be split "
                      "into triangles",
                      file.string(), face, corners.size()));
    }
    for (const auto& triangle : triangles) add(triangle);
  }
  return mesh;
}

}  // namespace

trunk::TriangleMesh read_triangles(const std::filesystem::path& file, std::optional<LengthUnit> unit,
                                   std::optional<UpAxis> up) {
  if (!read_by_library(file)) return triangles_of(file, unit, up);
  const std::string bytes = call_guarded(file.string(), {}, [&](const Report&) {
    io::StateWriter writer;
    write_mesh(writer, triangles_of(file, unit, up));
    return writer.finish();
  });
  io::StateReader reader(bytes);
  trunk::TriangleMesh mesh = read_mesh(reader);
  reader.finish();
  return mesh;
}

}  // namespace jam::mesh
