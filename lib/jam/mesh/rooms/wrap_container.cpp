// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/mesh/rooms/wrap_container.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

#include "jam/core/error.hpp"
#include "jam/core/memory_plan.hpp"
#include "jam/io/number_text.hpp"
#include "jam/mesh/cgal_mesh.hpp"
#include "jam/mesh/inside_test.hpp"
#include "jam/mesh/rooms/classes.hpp"
#include "jam/mesh/rooms/measure_text.hpp"
#include "jam/mesh/rooms/ray.hpp"
#include "jam/mesh/rooms/wrap.hpp"
#include "jam/mesh/thin_surface.hpp"

namespace jam::mesh {
namespace {

using trunk::Container;
using trunk::TriangleMesh;

/// Largest alpha of a wrap from inside, unless the user gives one [mm]. No litre box passes what it closes.
constexpr double largest_inner_alpha = 24;
/// A room of which a coarse wrap reaches a smaller share has parts that it does not reach [-].
constexpr double reached_share = 0.85;
constexpr double largest_alpha = 24;  ///< Largest alpha of the first wrap, unless the user gives one [mm].

double extent_of(const TriangleMesh& mesh) {
  const trunk::Bounds bounds = trunk::bounds_of(mesh);
  return length(bounds.high - bounds.low);
}

void append(TriangleMesh& mesh, const TriangleMesh& other, bool turned_over) {
  const int shift = static_cast<int>(mesh.vertices.size());
  mesh.vertices.insert(mesh.vertices.end(), other.vertices.begin(), other.vertices.end());
  for (const auto& [a, b, c] : other.triangles)
    mesh.triangles.push_back(turned_over ? std::array{a + shift, c + shift, b + shift}
                                         : std::array{a + shift, b + shift, c + shift});
}

void require_memory(const OpenSurface& surface, double alpha, const std::string& what) {
  const std::size_t free = available_memory_bytes(), needed = wrap_memory_bytes(surface.mesh, alpha);
  if (free > 0 && needed > free)
    throw OverflowError(surface.name + ": " + what + " needs about " + format_bytes(needed) + ", but only " +
                        format_bytes(free) + " are free: give a larger alpha");
}

/// Time that a wrap of a surface of this area takes [s], from outside, and from inside, which tests more.
constexpr double outer_seconds = 7e-5, inner_seconds = 2.8e-4;  ///< For an area of alpha^2.
double wrap_seconds(double area, double alpha, double for_a_square) {
  return for_a_square * area / (alpha * alpha);
}

/// Begins a wrap that takes `seconds`; `later` as Stage::later.
std::string begin_wrap(const OpenSurface& surface, double alpha, double offset, double seconds, double later,
                       const Report& report) {
  std::string what = "a wrap with alpha = " + length_text(alpha) + ", offset = " + length_text(offset);
  report({surface.doubt.empty() ? what : what + " (" + surface.doubt + ")", seconds, later});
  return what;
}

/// Volume of obstacles [mm^3].
double solid_volume(const OpenSurface& surface, const Arrangement& arrangement) {
  double sum = 0;
  for (std::size_t cell = 0; cell < surface.solid.size(); ++cell)
    if (surface.solid[cell]) sum += arrangement.cells()[cell].volume;
  return sum;
}

/// Whether all of the user's triangles lie in one plane.
bool is_flat(const OpenSurface& surface) {
  const auto [a, b, c] = surface.mesh.corners(surface.mesh.triangles.front());
  for (int t = 0; t < surface.first_added; ++t)
    for (const Vec3d& p : surface.mesh.corners(surface.mesh.triangles[t]))
      if (!CGAL::coplanar(point_of(a), point_of(b), point_of(c), point_of(p))) return false;
  return true;
}

/// The wrap that was asked for, or the first one, of growing alpha, into whose openings the outside does not
/// reach.
Wrap closing_wrap(const OpenSurface& surface, const Arrangement& arrangement, const WrapOptions& options,
                  std::vector<std::string>& notes, const Report& report) {
  if (is_flat(surface)) throw InputError(surface.name + ": encloses no volume: all of it lies in a plane");
  const double extent = extent_of(surface.mesh);
  const bool chosen = !(options.alpha > 0);
  for (double alpha = chosen ? std::min(extent / 60, largest_alpha) : options.alpha;; alpha *= 2) {
    const double offset = options.offset > 0 ? options.offset : alpha / 30;
    const double seconds = wrap_seconds(trunk::area_of(surface.mesh), alpha, outer_seconds);
    require_memory(surface, alpha, begin_wrap(surface, alpha, offset, seconds, 0, report));
    Wrap result = wrap(surface.mesh, alpha, offset);
    // If the outside gets in, a layer as thick as the offset is left on both sides of the triangles.
    const double room = result.solid_volume - solid_volume(surface, arrangement);
    if (2 * room >= alpha / 2 * result.area) return result;
    const std::string found = "a wrap with alpha = " + length_text(alpha) + " encloses only " +
                              litres_text(result.volume) + ": the surface is open wider than " +
                              length_text(2 * alpha);
    if (!chosen) {
      notes.push_back(found + "; give a larger alpha, or close the surface");
      return result;
    }
    if (2 * alpha > extent / 4)
      throw InputError(
          surface.name + ": encloses no volume: " + found +
          "; close it by a plane (--cap z<=HEIGHT), name the room by --inside X,Y,Z, or give --wrap "
          "ALPHA,OFFSET");
    notes.push_back(found);
  }
}

/// A wrap with fewer triangles, no further than `allowed` [mm] from it: a search looks at all of them.
TriangleMesh thinned_wrap(const TriangleMesh& wrap, double allowed) {
  return thinned(wrap, std::vector<int>(wrap.triangles.size(), -1), allowed);
}

/// A wrap less obstacles: solid cells of the arrangement, and `hollows`, which face inwards. The largest room
/// that is left.
TriangleMesh without_obstacles(const TriangleMesh& around, const OpenSurface& surface,
                               const Arrangement& arrangement, const std::vector<TriangleMesh>& hollows,
                               std::vector<std::string>& notes) {
  const TriangleMesh solids = arrangement.boundary(surface.solid);
  if (solids.triangles.empty() && hollows.empty()) return around;
  TriangleMesh all = around;
  append(all, solids, true);
  for (const TriangleMesh& hollow : hollows) append(all, hollow, false);
  const Arrangement cut(all);
  std::vector<bool> inside(cut.cells().size(), false);
  int largest = 0;
  double taken = 0;
  std::size_t obstacles = 0;
  for (int cell = 1; cell < static_cast<int>(inside.size()); ++cell) {
    if (cut.cells()[cell].winding == 1 &&
        (largest == 0 || cut.cells()[cell].volume > cut.cells()[largest].volume))
      largest = cell;
    if (cut.cells()[cell].winding == 0) taken += cut.cells()[cell].volume, ++obstacles;
  }
  if (largest == 0) return around;
  if (obstacles > 0)
    notes.push_back(fmt::format("{} {} of {} inside: no box lies in {}", obstacles,
                                obstacles == 1 ? "closed part" : "closed parts", litres_text(taken),
                                obstacles == 1 ? "it" : "them"));
  inside[largest] = true;
  return cut.boundary(inside);
}

/// The triangles that meet a closed surface or lie in it, and the planes that close it, no larger than
/// needed.
TriangleMesh walls_of(const OpenSurface& surface, const TriangleMesh& room) {
  const BoundsTree tree(bounds_of_triangles(room));
  const InsideTest inside(room);
  const trunk::Bounds all = trunk::bounds_of(room);
  const auto exact = [](const std::array<Vec3d, 3>& c) {
    return Kernel::Triangle_3(point_of(c[0]), point_of(c[1]), point_of(c[2]));
  };
  TriangleMesh walls;
  walls.vertices = surface.mesh.vertices;
  for (int t = 0; t < surface.first_cap; ++t) {
    const auto corners = surface.mesh.corners(surface.mesh.triangles[t]);
    trunk::Bounds bounds;
    for (const Vec3d& corner : corners) bounds.add(corner);
    if (!bounds.meets(all)) continue;
    bool near = inside.contains(corners[0]);
    if (!near)
      for (const int item : tree.items_meeting(bounds))
        near = near || CGAL::do_intersect(exact(corners), exact(room.corners(room.triangles[item])));
    if (near) walls.triangles.push_back(surface.mesh.triangles[t]);
  }
  walls = without_unused(walls);
  for (const CapPlane& cap : surface.caps)
    for (const auto& corners : cap_surface(cap, walls, all)) {
      const int first = static_cast<int>(walls.vertices.size());
      walls.vertices.insert(walls.vertices.end(), corners.begin(), corners.end());
      walls.triangles.push_back({first, first + 1, first + 2});
    }
  return walls;
}

/// Turns walls before a wrap over so that their normals point towards it. Walls with a wrap, or a room, on
/// both sides stay.
void turn_outwards(TriangleMesh& walls, const TriangleMesh& wrap, double offset) {
  constexpr double margin = 1.25;  // A wrap is thinned by up to a tenth of its distance.
  const InsideTest inside(wrap);
  for (auto& [a, b, c] : walls.triangles) {
    const auto [p, q, r] = walls.corners({a, b, c});
    const Vec3d step = normalised(cross(q - p, r - p), Vec3d{}) * (margin * offset);
    const Vec3d centre = (p + q + r) / 3;
    if (inside.contains(centre + step) && !inside.contains(centre - step)) std::swap(b, c);
  }
}

}  // namespace

std::vector<TriangleMesh> surfaces_of(const TriangleMesh& mesh) {
  Classes classes(mesh.vertices.size());
  for (const auto& [a, b, c] : mesh.triangles) {
    classes.join(a, b);
    classes.join(a, c);
  }
  std::vector<int> surface_of(mesh.vertices.size(), -1), number(mesh.vertices.size(), -1);
  std::vector<TriangleMesh> surfaces;
  for (int v = 0; v < static_cast<int>(mesh.vertices.size()); ++v) {
    int& surface = surface_of[classes.root(v)];
    if (surface < 0) {
      surface = static_cast<int>(surfaces.size());
      surfaces.emplace_back();
    }
    number[v] = static_cast<int>(surfaces[surface].vertices.size());
    surfaces[surface].vertices.push_back(mesh.vertices[v]);
  }
  for (const auto& [a, b, c] : mesh.triangles)
    surfaces[surface_of[classes.root(a)]].triangles.push_back({number[a], number[b], number[c]});
  return surfaces;
}

Container wrapped_container(const OpenSurface& surface, const Arrangement& arrangement,
                            const WrapOptions& options, const Report& report) {
  Container container;
  const Wrap closed = closing_wrap(surface, arrangement, options, container.notes, report);
  container.notes.push_back(
      "closed by an alpha wrap: alpha = " + io::fixed_text(closed.alpha, 2) + " mm, " +
      io::fixed_text(closed.offset, 3) +
      " mm outside of the mesh; boxes are verified against the wrap and against the original triangles");
  if (closed.dropped_parts > 0)
    container.notes.push_back("the wrap has " + std::to_string(closed.dropped_parts + 1) +
                              " parts; kept the largest, " + litres_text(closed.volume));
  container.surface = without_obstacles(closed.mesh, surface, arrangement, {}, container.notes);
  container.notes.push_back("volume of the wrap: " + litres_text(closed.volume) + ", " +
                            litres_text(closed.solid_volume) + " without a layer of its offset");
  container.original = surface.mesh;
  container.original.triangles.resize(static_cast<std::size_t>(surface.first_added));
  turn_outwards(container.original, container.surface, closed.offset);
  container.wrapped = true;
  container.wrap_alpha = closed.alpha;
  container.wrap_offset = closed.offset;
  // The wrap lies outside of the walls.
  container.volume = trunk::volume_of(container.surface) - closed.offset * closed.area;
  return container;
}

namespace {

trunk::Bounds widened(const trunk::Bounds& bounds, double by) {
  return {bounds.low - Vec3d{by, by, by}, bounds.high + Vec3d{by, by, by}};
}

/// The mesh, and tiny triangles at two corners of `bounds`, which a wrap that gets out of it reaches.
TriangleMesh marked(const TriangleMesh& mesh, const trunk::Bounds& bounds) {
  TriangleMesh all = mesh;
  for (const Vec3d& corner : {bounds.low, bounds.high}) {
    const int first = static_cast<int>(all.vertices.size());
    all.vertices.insert(all.vertices.end(), {corner, corner + Vec3d{1, 0, 0}, corner + Vec3d{0, 1, 0}});
    all.triangles.push_back({first, first + 1, first + 2});
  }
  return all;
}

}  // namespace

double missed_in_corners(const GrownRoom& room, const GrownRoom& coarse) {
  if (coarse.volume < reached_share * room.volume || coarse.volume > room.volume) return 0;
  const double ratio = coarse.alpha / room.alpha;
  return (room.volume - coarse.volume) / (ratio * ratio - 1);
}

GrownRoom grow_room(const OpenSurface& surface, const std::vector<Vec3d>& points, const WrapOptions& options,
                    const Report& report) {
  const trunk::Bounds bounds = trunk::bounds_of(surface.mesh);
  for (const Vec3d& point : points)
    if (!bounds.meets({point, point}))
      throw InputError(surface.name +
                       ": a point of --inside lies outside of the mesh; it is given in the frame and "
                       "the unit of the file, before --unit and --up");
  const bool chosen = !(options.alpha > 0);
  const double first = std::min(extent_of(surface.mesh) / 60, largest_inner_alpha);
  // Guessed until a first wrap has measured the room.
  constexpr double room_share = 0.1;
  double area = room_share * trunk::area_of(surface.mesh);
  const auto grown = [&](double alpha) {
    GrownRoom room{{}, alpha, options.offset > 0 ? options.offset : alpha / 15, 0, false};
    const double last = std::min(alpha, first);
    const double later = (alpha > last ? wrap_seconds(area, last, inner_seconds) : 0) +
                         wrap_seconds(area, last, outer_seconds) + cutting_seconds(surface.mesh);
    require_memory(
        surface, alpha,
        begin_wrap(surface, alpha, room.offset, wrap_seconds(area, alpha, inner_seconds), later, report));
    room.mesh =
        wrap_from_inside(marked(surface.mesh, widened(bounds, 4 * alpha)), points, alpha, room.offset);
    if (room.mesh.triangles.empty()) return room;
    area = trunk::area_of(room.mesh);
    room.volume = trunk::volume_of(room.mesh) + room.offset * area;
    // The ball sags out of gaps by less than alpha; what gets out reaches the marks.
    const trunk::Bounds reached = trunk::bounds_of(room.mesh), around = widened(bounds, alpha);
    for (int axis = 0; axis < 3; ++axis)
      room.open = room.open || trunk::component(reached.low, axis) <= trunk::component(around.low, axis) ||
                  trunk::component(reached.high, axis) >= trunk::component(around.high, axis);
    return room;
  };
  const auto checked = [&](GrownRoom room) {
    if (room.mesh.triangles.empty())
      throw InputError(fmt::format("{}: a point of --inside lies closer than {} to a wall, or in a gap",
                                   surface.name, length_text(room.offset)));
    return room;
  };
  if (!chosen) return checked(grown(options.alpha));
  // The coarsest wrap is the quickest: what is open to it is open to all.
  GrownRoom coarse;
  for (const double factor : {12.0, 4.0}) {
    coarse = grown(factor * first);
    if (coarse.open) return coarse;
  }
  for (const double alpha : {first, 2 * first}) {
    GrownRoom room = checked(grown(alpha));
    if (room.open) continue;
    room.volume += missed_in_corners(room, coarse);
    return room;
  }
  return checked(std::move(coarse));
}

Container room_container(const OpenSurface& surface, const Arrangement& arrangement, const GrownRoom& room) {
  if (room.open)
    throw InputError(
        fmt::format("{}: the room around the point of --inside is open wider than {}: close it by a plane "
                    "(--cap z<=HEIGHT), or give --wrap ALPHA,OFFSET",
                    surface.name, length_text(2 * room.alpha)));
  // What the ball does not reach in corners is deeper than alpha; behind the walls no litre box may fit.
  constexpr double corner_margin = 1.5, deepest = 45, fine = 16, thinning_share = 0.1;
  const double wanted = corner_margin * room.alpha + 2 * room.offset;
  const double depth = std::min(wanted, deepest);
  std::vector<TriangleMesh> hollows;
  TriangleMesh outer;
  for (TriangleMesh& part : surfaces_of(room.mesh)) {
    if (trunk::volume_of(part) > 0) append(outer, part, false);
    else hollows.push_back(std::move(part));
  }
  Container container;
  // The triangles of a coarse wrap would cut corners off.
  const Wrap around = wrap(outer, wanted > deepest ? std::min(room.alpha, fine) : room.alpha, depth);
  container.surface = without_obstacles(thinned_wrap(around.mesh, depth * thinning_share), surface,
                                        arrangement, hollows, container.notes);
  container.original = walls_of(surface, container.surface);
  turn_outwards(container.original, container.surface, depth);
  container.volume = room.volume;
  container.wrapped = true;
  container.wrap_alpha = room.alpha;
  container.wrap_offset = depth;
  container.notes.push_back(
      fmt::format("the room around the point of --inside: {}, openings up to {} closed by an alpha "
                  "wrap with alpha = {}; boxes are verified against the original triangles, and "
                  "against the wrap, which lies {} behind them",
                  litres_text(container.volume), length_text(2 * room.alpha), length_text(room.alpha),
                  length_text(depth)));
  return container;
}

}  // namespace jam::mesh
