// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/mesh/repair.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <set>
#include <utility>

#include <CGAL/Polygon_mesh_processing/border.h>
#include <CGAL/Polygon_mesh_processing/connected_components.h>
#include <CGAL/Polygon_mesh_processing/measure.h>
#include <CGAL/Polygon_mesh_processing/orient_polygon_soup.h>
#include <CGAL/Polygon_mesh_processing/polygon_soup_to_polygon_mesh.h>
#include <CGAL/Polygon_mesh_processing/repair_degeneracies.h>
#include <CGAL/Polygon_mesh_processing/repair_polygon_soup.h>
#include <CGAL/Polygon_mesh_processing/self_intersections.h>

#include "jam/core/error.hpp"
#include "jam/io/number_text.hpp"
#include "jam/mesh/cgal_mesh.hpp"
#include "jam/mesh/nested_parts.hpp"
#include "jam/mesh/split_polygons.hpp"

namespace jam::mesh {
namespace {

namespace processing = CGAL::Polygon_mesh_processing;
using Polygon = std::vector<std::size_t>;

std::string count_text(std::size_t count, const std::string& singular, const std::string& plural) {
  return std::to_string(count) + " " + (count == 1 ? singular : plural);
}

/// Drops repeated neighbours within a polygon; returns how many polygons have fewer than three vertices then
/// and were dropped.
std::size_t drop_collapsed(std::vector<Polygon>& polygons) {
  for (Polygon& polygon : polygons) {
    polygon.erase(std::unique(polygon.begin(), polygon.end()), polygon.end());
    while (polygon.size() > 1 && polygon.front() == polygon.back()) polygon.pop_back();
  }
  return std::erase_if(polygons, [](const Polygon& polygon) {
    return std::set<std::size_t>(polygon.begin(), polygon.end()).size() < 3;
  });
}

/// Takes out polygons that return to a vertex. CGAL compares polygons that do not; these are compared as
/// triangles.
std::vector<Polygon> take_pinched(std::vector<Polygon>& polygons) {
  const auto begin = std::stable_partition(polygons.begin(), polygons.end(), [](const Polygon& polygon) {
    return std::set<std::size_t>(polygon.begin(), polygon.end()).size() == polygon.size();
  });
  std::vector<Polygon> pinched(std::make_move_iterator(begin), std::make_move_iterator(polygons.end()));
  polygons.erase(begin, polygons.end());
  return pinched;
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
  for (const Point& p : points) mesh.vertices.push_back(vector_of(p));
  for (const Polygon& t : triangles)
    if (!is_degenerate(points, t))
      mesh.triangles.push_back({static_cast<int>(t[0]), static_cast<int>(t[1]), static_cast<int>(t[2])});
  return mesh;
}

/// plain() without the points that no triangle uses.
trunk::TriangleMesh plain_used(std::vector<Point> points, std::vector<Polygon> triangles) {
  processing::remove_isolated_points_in_polygon_soup(points, triangles);
  return plain(points, triangles);
}

/// The parts of a surface that are closed, facing outwards.
struct ClosedParts {
  std::vector<trunk::TriangleMesh> meshes;
  std::vector<double> volumes;           ///< [mm^3]
  std::vector<std::uint8_t> inside_out;  ///< Whether a part had to be turned.
  std::vector<int> part_of;  ///< Part of each face of the surface; -1 where that part is not closed.
};

ClosedParts closed_parts(const Surface& original) {
  Surface surface = original;
  const auto component_of = surface.add_property_map<Surface::Face_index, std::size_t>("f:part", 0).first;
  const std::size_t count = processing::connected_components(surface, component_of);
  std::vector<std::uint8_t> closed(count, 1);
  for (const auto halfedge : surface.halfedges())
    if (surface.is_border(halfedge)) closed[component_of[surface.face(surface.opposite(halfedge))]] = 0;
  ClosedParts result;
  std::vector<int> number(count, -1);
  for (std::size_t component = 0; component < count; ++component) {
    if (closed[component] == 0) continue;
    number[component] = static_cast<int>(result.meshes.size());
    result.meshes.emplace_back();
  }
  // Vertices keep their order.
  std::vector<int> own_number(surface.number_of_vertices() + surface.number_of_removed_vertices(), -1);
  for (const auto vertex : surface.vertices()) {
    if (surface.is_isolated(vertex)) continue;
    const auto halfedge = surface.halfedge(vertex);
    const auto face = surface.face(surface.is_border(halfedge) ? surface.opposite(halfedge) : halfedge);
    const int part = number[component_of[face]];
    if (part < 0) continue;
    std::vector<Vec3d>& vertices = result.meshes[part].vertices;
    own_number[vertex] = static_cast<int>(vertices.size());
    vertices.push_back(vector_of(surface.point(vertex)));
  }
  for (const auto face : surface.faces()) {
    const int part = number[component_of[face]];
    result.part_of.push_back(part);
    if (part < 0) continue;
    std::array<int, 3> corner{};
    std::size_t k = 0;
    for (const auto vertex : CGAL::vertices_around_face(surface.halfedge(face), surface))
      corner[k++] = own_number[vertex];
    result.meshes[part].triangles.push_back(corner);
  }
  for (trunk::TriangleMesh& mesh : result.meshes) {
    const double volume = trunk::volume_of(mesh);
    result.inside_out.push_back(volume < 0 ? 1 : 0);
    result.volumes.push_back(std::abs(volume));
    if (volume < 0)
      for (auto& triangle : mesh.triangles) std::swap(triangle[1], triangle[2]);
  }
  return result;
}

/// Takes the largest part of a sound surface as the container, and the obstacles among the others.
void take_largest_part(const Surface& surface, RepairedSurface& result) {
  ClosedParts parts = closed_parts(surface);
  const auto largest = std::max_element(parts.volumes.begin(), parts.volumes.end()) - parts.volumes.begin();
  if (parts.inside_out[largest] != 0)
    result.notes.push_back("the surface was inside out; turned to face outwards");
  result.mesh = std::move(parts.meshes[largest]);
  parts.meshes.erase(parts.meshes.begin() + largest);
  const std::vector<PartPlace> places = part_places(result.mesh, parts.meshes);
  result.volume = trunk::volume_of(result.mesh);
  for (std::string& note : place_notes(parts.meshes, places, result.volume))
    result.notes.push_back(std::move(note));
  // Several parts of one volume: which of them is the trunk is the user's to say.
  constexpr double equal_volume = 0.999;
  std::size_t equal_count = 0;
  for (std::size_t part = 0; part < places.size(); ++part)
    equal_count += places[part] == PartPlace::outside &&
                           trunk::volume_of(parts.meshes[part]) >= equal_volume * result.volume
                       ? 1
                       : 0;
  if (equal_count > 0) {
    const bool one = equal_count == 1;
    result.warnings.push_back((one ? "a part" : std::to_string(equal_count) + " parts") +
                              " of equal volume (" + io::fixed_text(result.volume / 1e6, 3) +
                              " l) outside of the one that is kept " +
                              (one ? "was dropped; if that" : "were dropped; if one of them") +
                              " is the trunk, give it in a file of its own");
  }
  for (std::size_t part = 0; part < places.size(); ++part) {
    if (places[part] != PartPlace::obstacle) continue;
    result.volume -= trunk::volume_of(parts.meshes[part]);
    result.closed_parts.push_back(std::move(parts.meshes[part]));
  }
}

/// Finds the closed parts of a surface that has to be wrapped, but for the widest part of all.
void find_closed_parts(const std::vector<Point>& points, const std::vector<Polygon>& polygons,
                       RepairedSurface& result) {
  result.mesh = plain(points, polygons);
  Surface surface;
  processing::polygon_soup_to_polygon_mesh(points, polygons, surface);
  ClosedParts parts = closed_parts(surface);
  std::vector<Polygon> walls;
  const auto part_of = [&](std::size_t polygon) { return static_cast<std::size_t>(parts.part_of[polygon]); };
  // A part with a triangle of no area, which is dropped, is closed no more; one without volume has no inside.
  std::vector<bool> is_wall(parts.meshes.size(), false);
  for (std::size_t part = 0; part < parts.meshes.size(); ++part) is_wall[part] = !(parts.volumes[part] > 0);
  for (std::size_t i = 0; i < polygons.size(); ++i) {
    if (parts.part_of[i] < 0) walls.push_back(polygons[i]);
    else if (is_degenerate(points, polygons[i])) is_wall[part_of(i)] = true;
  }
  const auto width = [](const trunk::TriangleMesh& mesh) {
    const trunk::Bounds bounds = trunk::bounds_of(mesh);
    return mesh.vertices.empty() ? 0 : length(bounds.high - bounds.low);
  };
  // Open triangles that reach as far as any part are the walls; otherwise the widest part is.
  std::size_t widest = parts.meshes.size();
  double limit = width(plain_used(points, walls));
  for (std::size_t part = 0; part < parts.meshes.size(); ++part) {
    if (width(parts.meshes[part]) <= limit) continue;
    widest = part;
    limit = width(parts.meshes[part]);
  }
  if (widest < parts.meshes.size()) is_wall[widest] = true;
  if (std::count(is_wall.begin(), is_wall.end(), false) == 0) return;
  for (std::size_t i = 0; i < polygons.size(); ++i)
    if (parts.part_of[i] >= 0 && is_wall[part_of(i)]) walls.push_back(polygons[i]);
  result.walls = plain_used(points, walls);
  for (std::size_t part = 0; part < is_wall.size(); ++part)
    if (!is_wall[part]) result.closed_parts.push_back(std::move(parts.meshes[part]));
}

}  // namespace

RepairedSurface repair(PolygonSoup soup, const std::string& name) {
  RepairedSurface result;
  std::vector<std::string>& notes = result.notes;
  std::vector<Point> points = points_of(soup.vertices);
  std::vector<Polygon> polygons = std::move(soup.polygons);
  soup = {};

  if (const std::size_t merged = processing::merge_duplicate_points_in_polygon_soup(points, polygons))
    notes.push_back("merged " + count_text(merged, "vertex", "vertices") + " with another at the same place");
  std::size_t collapsed = drop_collapsed(polygons);
  std::vector<Polygon> pinched = take_pinched(polygons);
  std::size_t repeated = processing::merge_duplicate_polygons_in_polygon_soup(points, polygons);
  std::size_t split = split_polygons(points, polygons);
  if (!pinched.empty()) {
    split += split_polygons(points, pinched);
    collapsed += drop_collapsed(pinched);
    polygons.insert(polygons.end(), pinched.begin(), pinched.end());
    repeated += processing::merge_duplicate_polygons_in_polygon_soup(points, polygons);
  }
  if (repeated > 0)
    notes.push_back("dropped " + count_text(repeated, "polygon that occurs", "polygons that occur") +
                    " twice");
  if (split > 0) notes.push_back("split " + count_text(split, "polygon", "polygons") + " into triangles");
  processing::remove_isolated_points_in_polygon_soup(points, polygons);

  const std::size_t degenerate =
      std::count_if(polygons.begin(), polygons.end(),
                    [&](const Polygon& triangle) { return is_degenerate(points, triangle); });
  if (degenerate + collapsed > 0)
    notes.push_back("removed " + count_text(degenerate + collapsed, "polygon", "polygons") + " without area");
  if (degenerate == polygons.size()) throw InputError(name + ": encloses no volume: no triangle has an area");

  // The remaining mesh is as read; only the order of corners may change from here on, unless the mesh is
  // sound.
  const std::vector<Polygon> as_read = polygons;
  const std::size_t point_count = points.size();
  const bool manifold = processing::orient_polygon_soup(points, polygons);
  std::size_t turned = 0;
  if (manifold)
    for (std::size_t i = 0; i < polygons.size(); ++i) turned += turned_over(as_read[i], polygons[i]);
  turned = std::min(turned, polygons.size() - turned);
  if (turned > 0)
    notes.push_back("turned " + count_text(turned, "triangle", "triangles") +
                    " over, so that neighbours agree");

  Surface surface;
  processing::polygon_soup_to_polygon_mesh(points, polygons, surface);
  std::vector<Surface::Halfedge_index> holes;
  processing::extract_boundary_cycles(surface, std::back_inserter(holes));
  if (!manifold)
    notes.push_back("the surface is not a 2-manifold: edges or vertices where more than one sheet meets (" +
                    std::to_string(points.size() - point_count) + " vertices would have to be split)");
  else if (!holes.empty())
    notes.push_back("the surface is open: it has " +
                    count_text(holes.size(), "hole or rim", "holes or rims"));

  const bool closed = manifold && holes.empty();
  bool clean = closed && (degenerate == 0 || processing::remove_degenerate_faces(surface));
  if (clean && processing::does_self_intersect(surface)) {
    notes.push_back("the surface intersects itself");
    clean = false;
  }
  if (closed) result.volume = std::abs(CGAL::to_double(processing::volume(surface)));
  if (clean) {
    take_largest_part(surface, result);
  } else {
    find_closed_parts(points, polygons, result);
  }
  result.sound = clean;
  return result;
}

}  // namespace jam::mesh
