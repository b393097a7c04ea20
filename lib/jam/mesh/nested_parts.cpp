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
#include <fmt/format.h>

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
  // What contains another part has the larger volume, so it comes first. As nothing meets, one vertex speaks
  // for a part.
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
  // Numbers: their count, their volume; of all parts the count, and the volume of the container.
  struct Line {
    PartPlace place;
    const char *one, *several;
  };
  constexpr std::array<Line, 4> lines = {
      {{PartPlace::obstacle, "{0} part lies inside the largest one and is kept as an obstacle of {1}",
        "{0} parts lie inside the largest one and are kept as obstacles of {1}"},
       {PartPlace::in_obstacle, "dropped {0} part inside of an obstacle ({1}), which takes no further volume",
        "dropped {0} parts inside of an obstacle ({1}), which take no further volume"},
       {PartPlace::wall,
        "{0} part that crosses others or the surface: its triangles are walls, but what it encloses counts "
        "as free",
        "{0} parts that cross others or the surface: its triangles are walls, but what it encloses counts as "
        "free"},
       {PartPlace::outside,
        "the mesh has {2} parts; kept the largest ({3}), dropped {0} part outside of it ({1})",
        "the mesh has {2} parts; kept the largest ({3}), dropped {0} parts outside of it ({1})"}}};
  const auto litres = [](double volume) { return io::fixed_text(volume / 1e6, 3) + " l"; };
  std::vector<std::string> notes;
  for (const Line& line : lines) {
    const Sum& sum = sums[static_cast<std::size_t>(line.place)];
    if (sum.count == 0) continue;
    notes.push_back(fmt::format(fmt::runtime(sum.count == 1 ? line.one : line.several), sum.count,
                                litres(sum.volume), parts.size() + 1, litres(kept_volume)));
  }
  return notes;
}

}  // namespace jam::mesh
