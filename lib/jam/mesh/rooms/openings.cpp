// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/mesh/rooms/openings.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "jam/mesh/cgal_mesh.hpp"
#include "jam/mesh/rooms/arrangement.hpp"
#include "jam/mesh/rooms/split_polygons.hpp"

namespace jam::mesh {
namespace {

constexpr std::size_t hole_corner_limit = 16;
/// An opening whose area is a smaller share of its width squared is a crack [-].
constexpr double crack_share = 1e-3;
/// A part whose area is a smaller multiple of that of its opening is a sheet, which has a rim but no room
/// [-].
constexpr double sheet_share = 1.5;

/// Twice the vector area of a closed line.
Vec3d doubled_area(const std::vector<Vec3d>& rim) {
  Vec3d sum;
  for (std::size_t k = 0; k < rim.size(); ++k)
    sum = sum + cross(rim[k] - rim[0], rim[(k + 1) % rim.size()] - rim[0]);
  return sum;
}

trunk::Bounds bounds_of_rim(const std::vector<Vec3d>& rim) {
  trunk::Bounds bounds;
  for (const Vec3d& corner : rim) bounds.add(corner);
  return bounds;
}

void measure(Opening& opening) {
  const trunk::Bounds bounds = bounds_of_rim(opening.rim);
  opening.width = length(bounds.high - bounds.low);
  opening.middle = 0.5 * (bounds.low + bounds.high);
  const Vec3d area = doubled_area(opening.rim);
  if (!(length(area) > 0)) return;
  const Vec3d normal = (1 / length(area)) * area;
  double low = dot(opening.rim[0], normal), high = low;
  for (const Vec3d& corner : opening.rim) {
    low = std::min(low, dot(corner, normal));
    high = std::max(high, dot(corner, normal));
  }
  opening.unevenness = (high - low) / 2;
}

OpeningKind kind_of(const Opening& opening, double part_extent) {
  const double area = length(doubled_area(opening.rim)) / 2;
  // A loose triangle is no hole of itself.
  if (opening.part_area < sheet_share * area) return OpeningKind::sheet;
  if (area <= crack_share * opening.width * opening.width) return OpeningKind::crack;
  const bool small = opening.rim.size() <= hole_corner_limit && opening.width <= hole_share * part_extent;
  return small ? OpeningKind::hole : OpeningKind::rim;
}

/// Triangles with the corners of the rim.
void fill(const Opening& opening, std::vector<std::array<Vec3d, 3>>& triangles) {
  std::vector<std::vector<std::size_t>> polygons(1);
  polygons[0].resize(opening.rim.size());
  std::iota(polygons[0].begin(), polygons[0].end(), std::size_t{0});
  split_polygons(points_of(opening.rim), polygons);
  for (const auto& t : polygons) {
    const std::array<Vec3d, 3> corners = {opening.rim[t[0]], opening.rim[t[1]], opening.rim[t[2]]};
    // Corners on a line touch each other already.
    if (!CGAL::collinear(point_of(corners[0]), point_of(corners[1]), point_of(corners[2])))
      triangles.push_back(corners);
  }
}

}  // namespace

std::vector<Opening> find_openings(const Arrangement& surface) {
  std::map<int, std::vector<BorderEdge>> leaving;  // By the vertex where the edge begins.
  for (const BorderEdge& edge : surface.free_edges()) leaving[edge.from].push_back(edge);
  std::vector<Opening> openings;
  for (auto& [vertex, edges] : leaving) {
    while (!edges.empty()) {
      Opening opening;
      int at = vertex;
      do {
        const auto next = leaving.find(at);
        if (next == leaving.end() || next->second.empty()) break;
        const BorderEdge edge = next->second.back();
        next->second.pop_back();
        opening.rim.push_back(surface.vertex(edge.from));
        opening.part = edge.part;
        at = edge.to;
      } while (at != vertex);
      if (at != vertex || opening.rim.size() < 3) continue;
      measure(opening);
      opening.part_area = surface.part_area(opening.part);
      opening.kind = kind_of(opening, surface.part_extent(opening.part));
      openings.push_back(std::move(opening));
    }
  }
  std::stable_sort(openings.begin(), openings.end(),
                   [](const Opening& a, const Opening& b) { return a.width > b.width; });
  return openings;
}

std::vector<std::array<Vec3d, 3>> prolonged_sheets(const std::vector<BorderEdge>& edges,
                                                   const Arrangement& surface, double width) {
  // Edges by the vertex in which they begin, and in which they end.
  std::map<int, std::vector<const BorderEdge*>> beginning, ending;
  for (const BorderEdge& edge : edges) {
    beginning[edge.from].push_back(&edge);
    ending[edge.to].push_back(&edge);
  }
  const auto normal = [&](const BorderEdge& edge) {
    const Vec3d along = surface.vertex(edge.to) - surface.vertex(edge.from);
    return (1 / length(along)) * cross(along, edge.outward);
  };
  // The edge of the same sheet that shares a vertex; null if there is none, or more than one.
  const auto neighbour = [&](const BorderEdge& edge, const std::vector<const BorderEdge*>& others) {
    constexpr double flat = 0.9;
    const BorderEdge* found = nullptr;
    for (const BorderEdge* other : others) {
      if (dot(normal(edge), normal(*other)) < flat || dot(edge.outward, other->outward) < -flat) continue;
      if (found != nullptr) return static_cast<const BorderEdge*>(nullptr);
      found = other;
    }
    return found;
  };
  std::vector<std::array<Vec3d, 3>> strips;
  for (const BorderEdge& edge : edges) {
    if (!(length(edge.outward) > 0)) continue;
    const Vec3d from = surface.vertex(edge.from), to = surface.vertex(edge.to);
    const Vec3d along = (width / length(to - from)) * (to - from);
    // Strips of neighbours share a mitred corner; without a neighbour, a strip is longer than its edge.
    const auto corner = [&](const Vec3d& vertex, const BorderEdge* other, const Vec3d& beyond) {
      if (other == nullptr) return vertex + beyond + width * edge.outward;
      const Vec3d sum = edge.outward + other->outward;
      return vertex + (width / (1 + dot(edge.outward, other->outward))) * sum;
    };
    const BorderEdge* const before = neighbour(edge, ending[edge.from]);
    const BorderEdge* const after = neighbour(edge, beginning[edge.to]);
    const Vec3d a = before == nullptr ? from - along : from, b = after == nullptr ? to + along : to;
    const Vec3d c = corner(to, after, along), d = corner(from, before, -along);
    strips.push_back({a, b, c});
    strips.push_back({a, c, d});
  }
  std::erase_if(strips, [](const std::array<Vec3d, 3>& t) {
    return CGAL::collinear(point_of(t[0]), point_of(t[1]), point_of(t[2]));
  });
  return strips;
}

ClosedOpenings close_openings(const Arrangement& surface, bool close_rim) {
  ClosedOpenings result;
  std::size_t hole_count = 0, crack_count = 0;
  double widest = 0;
  for (Opening& opening : find_openings(surface)) {
    const bool crack = opening.kind == OpeningKind::crack;
    if (!crack && opening.kind != OpeningKind::hole) {
      result.left.push_back(std::move(opening));
      continue;
    }
    fill(opening, result.triangles);
    (crack ? crack_count : hole_count) += 1;
    if (!crack) widest = std::max(widest, opening.width);
    result.closed.push_back(std::move(opening));
  }
  if (crack_count > 0)
    result.notes.push_back(fmt::format("closed {} {} between edges that nearly meet", crack_count,
                                       crack_count == 1 ? "crack" : "cracks"));
  if (hole_count > 0)
    result.notes.push_back(fmt::format("filled {} {}, at most {:.3g} mm wide", hole_count,
                                       hole_count == 1 ? "hole" : "holes", widest));
  if (!close_rim || result.left.empty()) return result;
  const auto room_area = [](const Opening& opening) {
    return opening.kind == OpeningKind::sheet ? 0 : opening.part_area;
  };
  const auto largest =
      std::max_element(result.left.begin(), result.left.end(),
                       [&](const Opening& a, const Opening& b) { return room_area(a) < room_area(b); });
  const int part = largest->part;
  const auto of_part = [&](const Opening& opening) { return opening.part == part; };
  if (std::count_if(result.left.begin(), result.left.end(), of_part) != 1 ||
      largest->unevenness > even_share * largest->width || room_area(*largest) == 0)
    return result;
  fill(*largest, result.triangles);
  const trunk::Bounds bounds = bounds_of_rim(largest->rim);
  const Vec3d size = bounds.high - bounds.low;
  result.notes.push_back(fmt::format(
      "closed the only opening by its plane: {:.0f} x {:.0f} x {:.0f} mm around ({:.0f}, {:.0f}, {:.0f}), "
      "even within {:.2g} mm; --cap none leaves it open",
      size.x, size.y, size.z, largest->middle.x, largest->middle.y, largest->middle.z, largest->unevenness));
  result.closed.push_back(std::move(*largest));
  result.left.erase(largest);
  return result;
}

}  // namespace jam::mesh
