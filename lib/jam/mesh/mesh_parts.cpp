// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/mesh/mesh_parts.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "jam/mesh/merged_vertices.hpp"
#include "jam/mesh/rooms/classes.hpp"

namespace jam::mesh {
namespace {

using Polygon = std::vector<std::size_t>;

/// An edge of a polygon; `direction` is 1 if it leads from `low` to `high`, -1 if back.
struct PartEdge {
  std::size_t low = 0, high = 0;
  int part = 0;  ///< Part, or polygon.
  int direction = 0;

  [[nodiscard]] bool same_edge(const PartEdge& other) const { return low == other.low && high == other.high; }
  [[nodiscard]] auto key() const { return std::tuple(low, high, part); }
};

std::vector<PartEdge> edges_of(const std::vector<Polygon>& polygons, const std::vector<int>& part_of) {
  std::vector<PartEdge> uses;
  for (std::size_t p = 0; p < polygons.size(); ++p) {
    const Polygon& polygon = polygons[p];
    for (std::size_t k = 0; k < polygon.size(); ++k) {
      const std::size_t from = polygon[k], to = polygon[(k + 1) % polygon.size()];
      uses.push_back({std::min(from, to), std::max(from, to), part_of[p], from < to ? 1 : -1});
    }
  }
  std::sort(uses.begin(), uses.end(), [](const PartEdge& a, const PartEdge& b) { return a.key() < b.key(); });
  return uses;
}

/// Numbers of the parts that edges connect.
std::vector<int> connected_parts(const std::vector<Polygon>& polygons) {
  std::vector<int> part_of(polygons.size());
  for (std::size_t p = 0; p < polygons.size(); ++p) part_of[p] = static_cast<int>(p);
  Classes classes(polygons.size());
  const std::vector<PartEdge> uses = edges_of(polygons, part_of);
  for (std::size_t k = 1; k < uses.size(); ++k)
    if (uses[k].same_edge(uses[k - 1])) classes.join(uses[k].part, uses[k - 1].part);
  std::vector<int> number(polygons.size(), -1);
  int count = 0;
  for (std::size_t p = 0; p < polygons.size(); ++p) {
    int& part = number[classes.root(static_cast<int>(p))];
    if (part < 0) part = count++;
    part_of[p] = part;
  }
  return part_of;
}

std::size_t count_doubled(std::vector<Polygon> polygons) {
  for (Polygon& polygon : polygons) std::sort(polygon.begin(), polygon.end());
  std::sort(polygons.begin(), polygons.end());
  return static_cast<std::size_t>(polygons.end() - std::unique(polygons.begin(), polygons.end()));
}

}  // namespace

FoundParts find_parts(const PolygonSoup& soup, std::size_t unnamed_limit) {
  const bool named = !soup.part_of.empty() && !soup.part_names.empty();
  MergedVertices merged;
  std::vector<Polygon> polygons;
  std::vector<int> part_of;
  for (std::size_t p = 0; p < soup.polygons.size(); ++p) {
    Polygon polygon;
    for (const std::size_t vertex : soup.polygons[p]) {
      const std::size_t number = merged.number(soup.vertices[vertex]);
      if (polygon.empty() || number != polygon.back()) polygon.push_back(number);
    }
    while (polygon.size() > 1 && polygon.front() == polygon.back()) polygon.pop_back();
    if (polygon.size() < 3) continue;
    polygons.push_back(std::move(polygon));
    if (named) part_of.push_back(soup.part_of[p]);
  }
  if (!named) part_of = connected_parts(polygons);
  const std::vector<Vec3d> vertices = merged.take();

  FoundParts found;
  std::size_t count = named ? soup.part_names.size() : 0;
  for (const int part : part_of) count = std::max(count, static_cast<std::size_t>(part) + 1);
  found.parts.resize(count);
  std::vector<double> volumes(count, 0);
  std::vector<Vec3d> origins(count);
  for (std::size_t p = 0; p < polygons.size(); ++p) {
    const Polygon& polygon = polygons[p];
    PartReport& part = found.parts[part_of[p]];
    Vec3d& origin = origins[part_of[p]];
    if (part.triangle_count == 0) origin = vertices[polygon[0]];
    part.triangle_count += polygon.size() - 2;
    for (const std::size_t vertex : polygon) part.bounds.add(vertices[vertex]);
    const Vec3d a = vertices[polygon[0]] - origin;
    for (std::size_t k = 2; k < polygon.size(); ++k)
      volumes[part_of[p]] +=
          dot(a, cross(vertices[polygon[k - 1]] - origin, vertices[polygon[k]] - origin)) / 6;
  }
  std::vector<bool> open(count, false), turned(count, false);
  const std::vector<PartEdge> uses = edges_of(polygons, part_of);
  for (std::size_t k = 0; k < uses.size();) {
    std::size_t end = k;
    int sum = 0;
    for (; end < uses.size() && uses[end].key() == uses[k].key(); ++end) sum += uses[end].direction;
    if ((end - k) % 2 != 0) open[uses[k].part] = true;
    if (sum != 0) turned[uses[k].part] = true;
    k = end;
  }
  for (std::size_t part = 0; part < count; ++part) {
    PartReport& report = found.parts[part];
    if (named && part < soup.part_names.size()) report.name = soup.part_names[part];
    report.closed = report.triangle_count > 0 && !open[part];
    if (report.closed && !turned[part]) report.volume = std::abs(volumes[part]);
  }
  // Names without a polygon are no parts.
  std::erase_if(found.parts, [](const PartReport& part) { return part.triangle_count == 0; });
  found.count = found.parts.size();
  if (!named) {
    const auto extent = [](const PartReport& part) { return length(part.bounds.high - part.bounds.low); };
    std::stable_sort(found.parts.begin(), found.parts.end(),
                     [&](const PartReport& a, const PartReport& b) { return extent(a) > extent(b); });
    if (found.parts.size() > unnamed_limit) found.parts.resize(unnamed_limit);
  }
  found.doubled_count = count_doubled(std::move(polygons));
  return found;
}

}  // namespace jam::mesh
