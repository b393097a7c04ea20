// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Repair of polygon soups (CGAL, Polygon Mesh Processing).
#include "jam/mesh/repair.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <set>
#include <utility>

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Polygon_mesh_processing/border.h>
#include <CGAL/Polygon_mesh_processing/connected_components.h>
#include <CGAL/Polygon_mesh_processing/measure.h>
#include <CGAL/Polygon_mesh_processing/orient_polygon_soup.h>
#include <CGAL/Polygon_mesh_processing/orientation.h>
#include <CGAL/Polygon_mesh_processing/polygon_soup_to_polygon_mesh.h>
#include <CGAL/Polygon_mesh_processing/repair_degeneracies.h>
#include <CGAL/Polygon_mesh_processing/repair_polygon_soup.h>
#include <CGAL/Polygon_mesh_processing/self_intersections.h>
#include <CGAL/Polygon_mesh_processing/triangulate_hole.h>
#include <CGAL/Side_of_triangle_mesh.h>
#include <CGAL/Surface_mesh.h>

#include "jam/core/error.hpp"
#include "jam/io/number_text.hpp"

namespace jam::mesh {
namespace {

namespace processing = CGAL::Polygon_mesh_processing;
using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Point = Kernel::Point_3;
using Surface = CGAL::Surface_mesh<Point>;
using Polygon = std::vector<std::size_t>;

std::string count_text(std::size_t count, const std::string& singular, const std::string& plural) {
  return std::to_string(count) + " " + (count == 1 ? singular : plural);
}

/// Drops repeated neighbours within a polygon; returns how many polygons have fewer than three vertices then and were dropped.
std::size_t drop_collapsed(std::vector<Polygon>& polygons) {
  for (Polygon& polygon : polygons) {
    polygon.erase(std::unique(polygon.begin(), polygon.end()), polygon.end());
    while (polygon.size() > 1 && polygon.front() == polygon.back()) polygon.pop_back();
  }
  return std::erase_if(polygons, [](const Polygon& polygon) { return std::set<std::size_t>(polygon.begin(), polygon.end()).size() < 3; });
}

/// Splits polygons of more than three vertices, concave ones as well; each by itself, so that neighbours still fit. Returns their number.
std::size_t triangulate(const std::vector<Point>& points, std::vector<Polygon>& polygons) {
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
    std::vector<CGAL::Triple<int, int, int>> parts;
    processing::triangulate_hole_polyline(corners, std::back_inserter(parts), CGAL::parameters::use_delaunay_triangulation(false));
    if (parts.empty())  // All corners on a line, or nearly.
      for (int i = 1; i + 1 < static_cast<int>(polygon.size()); ++i) parts.emplace_back(0, i, i + 1);
    const auto corner = [&](int i) { return polygon[static_cast<std::size_t>(i)]; };
    for (const auto& part : parts) triangles.push_back({corner(part.first), corner(part.second), corner(part.third)});
  }
  polygons = std::move(triangles);
  return count;
}

bool is_degenerate(const std::vector<Point>& points, const Polygon& triangle) {
  return CGAL::collinear(points[triangle[0]], points[triangle[1]], points[triangle[2]]);
}

/// Whether `a`, the same triangle as `b` but for the order of its corners, looks the other way.
bool turned_over(const Polygon& a, const Polygon& b) {
  for (std::size_t i = 0; i < 3; ++i)
    if (b[i] == a[0]) return b[(i + 1) % 3] != a[1];
  return false;
}

trunk::TriangleMesh plain(const std::vector<Point>& points, const std::vector<Polygon>& triangles) {
  trunk::TriangleMesh mesh;
  for (const Point& p : points) mesh.vertices.push_back({p.x(), p.y(), p.z()});
  for (const Polygon& t : triangles)
    if (!is_degenerate(points, t)) mesh.triangles.push_back({static_cast<int>(t[0]), static_cast<int>(t[1]), static_cast<int>(t[2])});
  return mesh;
}

trunk::TriangleMesh plain(Surface& surface) {
  surface.collect_garbage();
  trunk::TriangleMesh mesh;
  for (const auto vertex : surface.vertices()) {
    const Point& p = surface.point(vertex);
    mesh.vertices.push_back({p.x(), p.y(), p.z()});
  }
  for (const auto face : surface.faces()) {
    std::array<int, 3> corner{};
    std::size_t k = 0;
    for (const auto vertex : CGAL::vertices_around_face(surface.halfedge(face), surface)) corner[k++] = static_cast<int>(vertex.idx());
    mesh.triangles.push_back(corner);
  }
  return mesh;
}

/// Orients a closed surface without self-intersections and keeps its largest part with what is inside of it.
void keep_largest_part(Surface& surface, std::vector<std::string>& notes) {
  auto part_of = surface.add_property_map<Surface::Face_index, std::size_t>("f:part", 0).first;
  const std::size_t part_count = processing::connected_components(surface, part_of);
  std::vector<double> volumes(part_count);
  std::vector<Surface::Face_index> some_face(part_count);
  std::vector<std::vector<Surface::Face_index>> faces(part_count);
  for (const auto face : surface.faces()) faces[part_of[face]].push_back(face);
  const Point origin = surface.point(*surface.vertices().begin());
  for (std::size_t part = 0; part < part_count; ++part)
    for (const auto face : faces[part]) {
      std::array<Point, 3> corner;
      std::size_t k = 0;
      for (const auto vertex : CGAL::vertices_around_face(surface.halfedge(face), surface)) corner[k++] = surface.point(vertex);
      volumes[part] += CGAL::to_double(CGAL::volume(origin, corner[0], corner[1], corner[2]));
    }
  const auto by_volume = [](double a, double b) { return std::abs(a) < std::abs(b); };
  const auto largest = static_cast<std::size_t>(std::max_element(volumes.begin(), volumes.end(), by_volume) - volumes.begin());
  if (volumes[largest] < 0) {
    processing::reverse_face_orientations(faces[largest], surface);
    notes.push_back("the surface was inside out; turned to face outwards");
  }
  if (part_count == 1) return;

  Surface outer = surface;
  std::vector<std::size_t> dropped;
  auto outer_part = outer.property_map<Surface::Face_index, std::size_t>("f:part").first;
  processing::keep_connected_components(outer, std::vector<std::size_t>{largest}, outer_part);
  const CGAL::Side_of_triangle_mesh<Surface, Kernel> side(outer);
  double dropped_volume = 0;
  double obstacle_volume = 0;
  std::size_t obstacles = 0;
  for (std::size_t part = 0; part < part_count; ++part) {
    if (part == largest) continue;
    const Point& somewhere = surface.point(surface.target(surface.halfedge(faces[part].front())));
    if (side(somewhere) == CGAL::ON_BOUNDED_SIDE) {
      if (volumes[part] > 0) processing::reverse_face_orientations(faces[part], surface);
      obstacle_volume += std::abs(volumes[part]);
      ++obstacles;
    } else {
      dropped.push_back(part);
      dropped_volume += std::abs(volumes[part]);
    }
  }
  if (obstacles > 0)
    notes.push_back(count_text(obstacles, "part lies", "parts lie") + " inside the largest one and " + (obstacles == 1 ? "is" : "are") +
                    " kept as " + (obstacles == 1 ? "an obstacle" : "obstacles") + " of " + io::fixed_text(obstacle_volume / 1e6, 3) +
                    " l");
  if (!dropped.empty()) {
    processing::remove_connected_components(surface, dropped, part_of);
    notes.push_back("the mesh has " + std::to_string(part_count) + " parts; kept the largest (" +
                    io::fixed_text(std::abs(volumes[largest]) / 1e6, 3) + " l), dropped " + count_text(dropped.size(), "part", "parts") +
                    " outside of it (" + io::fixed_text(dropped_volume / 1e6, 3) + " l)");
  }
}

}  // namespace

RepairedSurface repair(PolygonSoup soup, const std::string& name) {
  RepairedSurface result;
  std::vector<std::string>& notes = result.notes;
  std::vector<Point> points;
  points.reserve(soup.vertices.size());
  for (const Vec3d& v : soup.vertices) points.emplace_back(v.x, v.y, v.z);
  std::vector<Polygon> polygons = std::move(soup.polygons);
  soup = {};

  if (const std::size_t merged = processing::merge_duplicate_points_in_polygon_soup(points, polygons))
    notes.push_back("merged " + count_text(merged, "vertex", "vertices") + " with another at the same place");
  const std::size_t collapsed = drop_collapsed(polygons);
  if (const std::size_t repeated = processing::merge_duplicate_polygons_in_polygon_soup(points, polygons))
    notes.push_back("dropped " + count_text(repeated, "polygon that occurs", "polygons that occur") + " twice");
  if (const std::size_t split = triangulate(points, polygons))
    notes.push_back("split " + count_text(split, "polygon", "polygons") + " into triangles");
  processing::remove_isolated_points_in_polygon_soup(points, polygons);

  const auto degenerate = static_cast<std::size_t>(
      std::count_if(polygons.begin(), polygons.end(), [&](const Polygon& triangle) { return is_degenerate(points, triangle); }));
  if (degenerate + collapsed > 0) notes.push_back("removed " + count_text(degenerate + collapsed, "polygon", "polygons") + " without area");
  if (degenerate == polygons.size()) throw InputError(name + ": encloses no volume: no triangle has an area");

  // What is left is as read; only the order of corners may change from here on, unless the mesh is sound.
  const std::vector<Polygon> as_read = polygons;
  const std::size_t point_count = points.size();
  const bool manifold = processing::orient_polygon_soup(points, polygons);
  std::size_t turned = 0;
  if (manifold)
    for (std::size_t i = 0; i < polygons.size(); ++i) turned += turned_over(as_read[i], polygons[i]);
  turned = std::min(turned, polygons.size() - turned);
  if (turned > 0) notes.push_back("turned " + count_text(turned, "triangle", "triangles") + " over, so that neighbours agree");

  Surface surface;
  processing::polygon_soup_to_polygon_mesh(points, polygons, surface);
  std::vector<Surface::Halfedge_index> holes;
  processing::extract_boundary_cycles(surface, std::back_inserter(holes));
  if (!manifold)
    notes.push_back("the surface is not a 2-manifold: edges or vertices where more than one sheet meets (" +
                    std::to_string(points.size() - point_count) + " vertices would have to be split)");
  else if (!holes.empty()) notes.push_back("the surface is open: it has " + count_text(holes.size(), "hole or rim", "holes or rims"));

  const bool closed = manifold && holes.empty();
  bool clean = closed && (degenerate == 0 || processing::remove_degenerate_faces(surface));
  if (clean && processing::does_self_intersect(surface)) {
    notes.push_back("the surface intersects itself");
    clean = false;
  }
  if (closed) result.volume = std::abs(CGAL::to_double(processing::volume(surface)));
  if (!clean) {
    result.mesh = plain(points, polygons);
    return result;
  }
  keep_largest_part(surface, notes);
  result.mesh = plain(surface);
  result.sound = true;
  result.volume = trunk::volume_of(result.mesh);
  return result;
}

}  // namespace jam::mesh
