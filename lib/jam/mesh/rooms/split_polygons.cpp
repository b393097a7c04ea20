// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/mesh/rooms/split_polygons.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include <CGAL/Constrained_Delaunay_triangulation_2.h>
#include <CGAL/Polygon_mesh_processing/triangulate_hole.h>
#include <CGAL/Spatial_sort_traits_adapter_2.h>
#include <CGAL/Triangulation_face_base_with_info_2.h>
#include <CGAL/Triangulation_vertex_base_with_info_2.h>
#include <CGAL/property_map.h>
#include <CGAL/spatial_sort.h>

namespace jam::mesh {
namespace {

using Polygon = std::vector<std::size_t>;
using CornerPlaces = std::array<std::size_t, 3>;  ///< Places in the polygon.
using Point2 = Kernel::Point_2;

constexpr std::size_t least_area_limit = 32;  ///< Number of corners.
/// Largest number of parts of edges per corner; edges that do not overlap have at most three.
constexpr std::size_t overlap_limit = 32;

enum class Side { unknown, inside, outside };
using Vertices = CGAL::Triangulation_vertex_base_with_info_2<std::size_t, Kernel>;
using Faces =
    CGAL::Constrained_triangulation_face_base_2<Kernel,
                                                CGAL::Triangulation_face_base_with_info_2<Side, Kernel>>;
using Triangulation =
    CGAL::Constrained_Delaunay_triangulation_2<Kernel, CGAL::Triangulation_data_structure_2<Vertices, Faces>,
                                               CGAL::No_constraint_intersection_requiring_constructions_tag>;

std::vector<CornerPlaces> fan(std::size_t corner_count) {
  std::vector<CornerPlaces> triangles;
  for (std::size_t i = 1; i + 1 < corner_count; ++i) triangles.push_back({0, i, i + 1});
  return triangles;
}

std::vector<CornerPlaces> least_area(const std::vector<Point>& corners) {
  std::vector<CGAL::Triple<int, int, int>> parts;
  CGAL::Polygon_mesh_processing::triangulate_hole_polyline(
      corners, std::back_inserter(parts), CGAL::parameters::use_delaunay_triangulation(false));
  std::vector<CornerPlaces> triangles;
  for (const auto& part : parts)
    triangles.push_back({static_cast<std::size_t>(part.first), static_cast<std::size_t>(part.second),
                         static_cast<std::size_t>(part.third)});
  return triangles;
}

/// The corners without the coordinate along which the normal (M. E. Newell's sum over the edges) is longest;
/// counter-clockwise.
std::vector<Point2> projected(const std::vector<Point>& corners) {
  std::array<double, 3> normal{};
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Point& a = corners[i];
    const Point& b = corners[(i + 1) % corners.size()];
    for (int k = 0; k < 3; ++k)
      normal[k] += (a[(k + 1) % 3] - b[(k + 1) % 3]) * (a[(k + 2) % 3] + b[(k + 2) % 3]);
  }
  const auto longest = std::max_element(normal.begin(), normal.end(),
                                        [](double a, double b) { return std::abs(a) < std::abs(b); });
  const int axis = static_cast<int>(longest - normal.begin());
  const int x = (axis + (*longest < 0 ? 2 : 1)) % 3;
  const int y = (axis + (*longest < 0 ? 1 : 2)) % 3;
  std::vector<Point2> result;
  for (const Point& p : corners) result.emplace_back(p[x], p[y]);
  return result;
}

/// How often edges occur, by the places of their ends, the lower one first.
using EdgeCounts = std::map<std::pair<std::size_t, std::size_t>, std::size_t>;

/// Marks the faces that lie inside: across an edge of the polygon, inside and outside alternate, once for
/// each time it occurs.
void mark_sides(Triangulation& triangulation, const EdgeCounts& edge_counts) {
  std::vector<Triangulation::Face_handle> open = {triangulation.infinite_face()};
  open.front()->info() = Side::outside;
  while (!open.empty()) {
    const Triangulation::Face_handle face = open.back();
    open.pop_back();
    for (int k = 0; k < 3; ++k) {
      const Triangulation::Face_handle next = face->neighbor(k);
      if (next->info() != Side::unknown) continue;
      bool crossed = false;
      if (face->is_constrained(k)) {
        const auto [low, high] = std::minmax(face->vertex(Triangulation::ccw(k))->info(),
                                             face->vertex(Triangulation::cw(k))->info());
        crossed = edge_counts.at({low, high}) % 2 == 1;
      }
      const bool inside = (face->info() == Side::inside) != crossed;
      next->info() = inside ? Side::inside : Side::outside;
      open.push_back(next);
    }
  }
}

/// Makes the edges of the polygon, given by the vertices of its corners, edges of the triangulation. Returns
/// how often each of these then occurs in the polygon; nothing if edges cross, or if they overlap so often
/// that there are too many parts.
std::optional<EdgeCounts> insert_edges(Triangulation& triangulation,
                                       const std::vector<Triangulation::Vertex_handle>& vertices) {
  EdgeCounts occurrences;
  std::vector<std::size_t> degrees(vertices.size());
  const auto key = [](auto a, auto b) { return std::minmax<std::size_t>({a->info(), b->info()}); };
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    ++occurrences[key(vertices[i], vertices[(i + 1) % vertices.size()])];
    ++degrees[vertices[i]->info()];
  }
  EdgeCounts counts;
  std::size_t part_count = 0;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    Triangulation::Vertex_handle at = vertices[i];
    Triangulation::Vertex_handle last = vertices[(i + 1) % vertices.size()];
    const std::size_t count = std::exchange(occurrences[key(at, last)], 0);
    if (count == 0) continue;
    // An edge is searched for around the vertex that it begins at: from a hub of very many edges, each search
    // would pass all of them.
    if (degrees[at->info()] > degrees[last->info()]) std::swap(at, last);
    try {
      triangulation.insert_constraint(at, last);
    } catch (const Triangulation::Intersection_of_constraints_exception&) {
      return std::nullopt;
    }
    // It may consist of several edges, from corner to corner on it.
    while (at != last) {
      Triangulation::Vertex_handle next;
      Triangulation::Face_handle face;
      int k = 0;
      if (++part_count > overlap_limit * vertices.size() ||
          !triangulation.includes_edge(at, last, next, face, k))
        return std::nullopt;
      counts[key(at, next)] += count;
      at = next;
    }
  }
  return counts;
}

/// The triangles of the polygon; nothing if it lies on a line, if insert_edges() returns nothing, or if
/// different corners have one projection.
std::optional<std::vector<CornerPlaces>> delaunay(const Polygon& polygon,
                                                  const std::vector<Point2>& corners) {
  Triangulation triangulation;
  std::vector<std::size_t> order(corners.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto place = CGAL::make_property_map(corners);
  CGAL::spatial_sort(order.begin(), order.end(),
                     CGAL::Spatial_sort_traits_adapter_2<Kernel, decltype(place)>(place));
  std::vector<Triangulation::Vertex_handle> vertices(corners.size());
  Triangulation::Face_handle hint;
  // A corner that comes again is not inserted again: that would visit all faces around it.
  std::map<std::size_t, Triangulation::Vertex_handle> known;
  for (const std::size_t i : order) {
    const auto [entry, is_new] = known.try_emplace(polygon[i]);
    if (is_new) {
      const std::size_t count = triangulation.number_of_vertices();
      entry->second = triangulation.insert(corners[i], hint);
      if (triangulation.number_of_vertices() == count) return std::nullopt;
      entry->second->info() = i;
    }
    vertices[i] = entry->second;
    hint = vertices[i]->face();
  }
  if (triangulation.dimension() < 2) return std::nullopt;
  const std::optional<EdgeCounts> edge_counts = insert_edges(triangulation, vertices);
  if (!edge_counts) return std::nullopt;
  for (const Triangulation::Face_handle face : triangulation.all_face_handles()) face->info() = Side::unknown;
  mark_sides(triangulation, *edge_counts);
  std::vector<CornerPlaces> triangles;
  for (const Triangulation::Face_handle face : triangulation.finite_face_handles())
    if (face->info() == Side::inside)
      triangles.push_back({face->vertex(0)->info(), face->vertex(1)->info(), face->vertex(2)->info()});
  return triangles;
}

std::vector<CornerPlaces> split(const Polygon& polygon, const std::vector<Point>& corners) {
  if (corners.size() <= least_area_limit) {
    std::vector<CornerPlaces> triangles = least_area(corners);
    return triangles.empty() ? fan(corners.size()) : triangles;  // All corners on a line, or nearly.
  }
  return delaunay(polygon, projected(corners)).value_or(fan(corners.size()));
}

}  // namespace

std::size_t split_polygons(const std::vector<Point>& points, std::vector<Polygon>& polygons) {
  std::vector<Polygon> triangles;
  triangles.reserve(polygons.size());
  std::size_t count = 0;
  for (Polygon& polygon : polygons) {
    if (polygon.size() == 3) {
      triangles.push_back(std::move(polygon));
      continue;
    }
    ++count;
    std::vector<Point> corners;
    for (const std::size_t index : polygon) corners.push_back(points[index]);
    for (const auto& [a, b, c] : split(polygon, corners))
      triangles.push_back({polygon[a], polygon[b], polygon[c]});
  }
  polygons = std::move(triangles);
  return count;
}

}  // namespace jam::mesh
