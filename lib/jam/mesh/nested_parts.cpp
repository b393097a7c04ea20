// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/mesh/nested_parts.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <numeric>
#include <utility>

#include <CGAL/Polygon_mesh_processing/self_intersections.h>
#include <CGAL/box_intersection_d.h>

#include "jam/io/number_text.hpp"
#include "jam/mesh/cgal_mesh.hpp"
#include "jam/mesh/inside_test.hpp"

namespace jam::mesh {
namespace {

using trunk::Bounds;
using trunk::TriangleMesh;
using Box = CGAL::Box_intersection_d::Box_with_info_d<double, 3, std::size_t>;

void append(TriangleMesh& mesh, const TriangleMesh& part, bool turned_over) {
  const int shift = static_cast<int>(mesh.vertices.size());
  mesh.vertices.insert(mesh.vertices.end(), part.vertices.begin(), part.vertices.end());
  for (const auto& [a, b, c] : part.triangles)
    mesh.triangles.push_back(turned_over ? std::array{a + shift, c + shift, b + shift}
                                         : std::array{a + shift, b + shift, c + shift});
}

bool meets_itself(const TriangleMesh& part) {
  Surface surface;
  for (const Vec3d& v : part.vertices) surface.add_vertex(point_of(v));
  const auto corner = [](int i) { return Surface::Vertex_index(static_cast<Surface::size_type>(i)); };
  for (const auto& t : part.triangles) surface.add_face(corner(t[0]), corner(t[1]), corner(t[2]));
  return CGAL::Polygon_mesh_processing::does_self_intersect(surface);
}

bool within(const Bounds& bounds, Vec3d p) {
  return p.x > bounds.low.x && p.y > bounds.low.y && p.z > bounds.low.z && p.x < bounds.high.x &&
         p.y < bounds.high.y && p.z < bounds.high.z;
}

}  // namespace

std::vector<Meeting> meetings(const TriangleMesh& walls, const std::vector<TriangleMesh>& parts) {
  std::vector<Kernel::Triangle_3> triangles;
  std::vector<std::size_t> part_of;
  std::vector<Box> boxes;
  const auto take = [&](const TriangleMesh& mesh, std::size_t number) {
    for (const auto& triangle : mesh.triangles) {
      const auto [a, b, c] = mesh.corners(triangle);
      triangles.emplace_back(point_of(a), point_of(b), point_of(c));
      boxes.emplace_back(triangles.back().bbox(), part_of.size());
      part_of.push_back(number);
    }
  };
  std::vector<Meeting> result(parts.size());
  for (std::size_t part = 0; part < parts.size(); ++part) {
    take(parts[part], part);
    result[part].parts = meets_itself(parts[part]);
  }
  take(walls, parts.size());
  CGAL::box_self_intersection_d(boxes.begin(), boxes.end(), [&](const Box& a, const Box& b) {
    const std::size_t p = part_of[a.info()];
    const std::size_t q = part_of[b.info()];
    if (p == q || !CGAL::do_intersect(triangles[a.info()], triangles[b.info()])) return;
    for (const auto& [part, other] : {std::pair(p, q), std::pair(q, p)})
      if (part < parts.size()) (other < parts.size() ? result[part].parts : result[part].walls) = true;
  });
  return result;
}

std::vector<PartPlace> part_places(const TriangleMesh& container, const std::vector<TriangleMesh>& parts,
                                   const std::vector<bool>& is_wall) {
  std::vector<PartPlace> places(parts.size(), PartPlace::outside);
  if (parts.empty()) return places;
  // A part that contains another one has the larger volume, so it comes first. As nothing meets, one vertex
  // speaks for a part.
  std::vector<std::size_t> order(parts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::vector<double> volumes;
  for (const TriangleMesh& part : parts) volumes.push_back(trunk::volume_of(part));
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return volumes[a] > volumes[b]; });
  const InsideTest inside(container);
  struct Obstacle {
    Bounds bounds;
    std::unique_ptr<InsideTest> inside;
  };
  std::vector<Obstacle> obstacles;
  for (const std::size_t part : order) {
    const Vec3d vertex = parts[part].vertices.front();
    if (!is_wall.empty() && is_wall[part]) places[part] = PartPlace::wall;
    if (places[part] == PartPlace::wall || !inside.contains(vertex)) continue;
    const bool nested = std::any_of(obstacles.begin(), obstacles.end(), [&](const Obstacle& obstacle) {
      return within(obstacle.bounds, vertex) && obstacle.inside->contains(vertex);
    });
    places[part] = nested ? PartPlace::in_obstacle : PartPlace::obstacle;
    if (!nested)
      obstacles.push_back({trunk::bounds_of(parts[part]), std::make_unique<InsideTest>(parts[part])});
  }
  return places;
}

void add_obstacles(TriangleMesh& container, const std::vector<TriangleMesh>& obstacles) {
  for (const TriangleMesh& obstacle : obstacles) append(container, obstacle, true);
}

std::vector<std::string> place_notes(const std::vector<TriangleMesh>& parts,
                                     const std::vector<PartPlace>& places, double kept_volume) {
  struct Sum {
    std::size_t count = 0;
    double volume = 0;
  };
  std::array<Sum, 4> sums;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    Sum& sum = sums[static_cast<std::size_t>(places[part])];
    ++sum.count;
    sum.volume += trunk::volume_of(parts[part]);
  }
  const auto parts_text = [](const Sum& sum) {
    return std::to_string(sum.count) + (sum.count == 1 ? " part" : " parts");
  };
  const auto litres = [](double volume) { return io::fixed_text(volume / 1e6, 3) + " l"; };
  std::vector<std::string> notes;
  if (const Sum& sum = sums[static_cast<std::size_t>(PartPlace::obstacle)]; sum.count > 0)
    notes.push_back(parts_text(sum) +
                    (sum.count == 1 ? " lies inside the largest one and is kept as an obstacle of "
                                    : " lie inside the largest one and are kept as obstacles of ") +
                    litres(sum.volume));
  if (const Sum& sum = sums[static_cast<std::size_t>(PartPlace::in_obstacle)]; sum.count > 0)
    notes.push_back("dropped " + parts_text(sum) + " inside of an obstacle (" + litres(sum.volume) +
                    "), which " + (sum.count == 1 ? "takes" : "take") + " no further volume");
  if (const Sum& sum = sums[static_cast<std::size_t>(PartPlace::wall)]; sum.count > 0)
    notes.push_back(parts_text(sum) + (sum.count == 1 ? " that crosses" : " that cross") +
                    " others or the surface: its triangles are walls, but what it encloses counts as free");
  if (const Sum& sum = sums[static_cast<std::size_t>(PartPlace::outside)]; sum.count > 0)
    notes.push_back("the mesh has " + std::to_string(parts.size() + 1) + " parts; kept the largest (" +
                    litres(kept_volume) + "), dropped " + parts_text(sum) + " outside of it (" +
                    litres(sum.volume) + ")");
  return notes;
}

}  // namespace jam::mesh
