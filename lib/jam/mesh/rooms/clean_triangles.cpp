// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/mesh/rooms/clean_triangles.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <set>
#include <utility>

#include <CGAL/Polygon_mesh_processing/repair_polygon_soup.h>

#include "jam/core/error.hpp"
#include "jam/mesh/cgal_mesh.hpp"
#include "jam/mesh/rooms/split_polygons.hpp"

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

/// Polygons turned against each other stay: solids touch in them.
std::size_t merge_repeated(std::vector<Point>& points, std::vector<Polygon>& polygons) {
  return processing::merge_duplicate_polygons_in_polygon_soup(
      points, polygons, CGAL::parameters::require_same_orientation(true));
}

bool is_degenerate(const std::vector<Point>& points, const Polygon& triangle) {
  return CGAL::collinear(points[triangle[0]], points[triangle[1]], points[triangle[2]]);
}

}  // namespace

trunk::TriangleMesh clean_triangles(PolygonSoup soup, const std::string& name,
                                    std::vector<std::string>& notes) {
  std::vector<Point> points = points_of(soup.vertices);
  std::vector<Polygon> polygons = std::move(soup.polygons);
  soup = {};

  if (const std::size_t merged = processing::merge_duplicate_points_in_polygon_soup(points, polygons))
    notes.push_back("merged " + count_text(merged, "vertex", "vertices") + " with another at the same place");
  std::size_t collapsed = drop_collapsed(polygons);
  std::vector<Polygon> pinched = take_pinched(polygons);
  std::size_t repeated = merge_repeated(points, polygons);
  std::size_t split = split_polygons(points, polygons);
  if (!pinched.empty()) {
    split += split_polygons(points, pinched);
    collapsed += drop_collapsed(pinched);
    polygons.insert(polygons.end(), pinched.begin(), pinched.end());
    repeated += merge_repeated(points, polygons);
  }
  if (repeated > 0)
    notes.push_back("dropped " + count_text(repeated, "polygon that occurs", "polygons that occur") +
                    " twice");
  if (split > 0) notes.push_back("split " + count_text(split, "polygon", "polygons") + " into triangles");
  processing::remove_isolated_points_in_polygon_soup(points, polygons);

  const std::size_t degenerate =
      std::erase_if(polygons, [&](const Polygon& triangle) { return is_degenerate(points, triangle); });
  if (degenerate + collapsed > 0)
    notes.push_back("removed " + count_text(degenerate + collapsed, "polygon", "polygons") + " without area");
  if (polygons.empty()) throw InputError(name + ": encloses no volume: no triangle has an area");

  processing::remove_isolated_points_in_polygon_soup(points, polygons);
  trunk::TriangleMesh mesh;
  for (const Point& p : points) mesh.vertices.push_back(vector_of(p));
  for (const Polygon& t : polygons)
    mesh.triangles.push_back({static_cast<int>(t[0]), static_cast<int>(t[1]), static_cast<int>(t[2])});
  return mesh;
}

}  // namespace jam::mesh
