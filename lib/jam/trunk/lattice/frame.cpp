// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/lattice/frame.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "jam/core/error.hpp"
#include "jam/trunk/lattice/rotations.hpp"

namespace jam::trunk {
namespace {

/// Number of cells along an edge; an edge that is a multiple of the pitch up to rounding takes no further
/// cell.
int cells_of(double edge, double pitch) {
  return std::max(1, static_cast<int>(std::ceil(edge / pitch - 1e-9)));
}

/// A lattice that loses less to rounding (rounding_loss) needs no finer cells.
constexpr double tolerable_loss = 1.05;

/// Part of the surface perpendicular to an axis of the frame.
struct WallPlane {
  double position = 0;  ///< Position of its inner side along the axis [mm].
  double area = 0;      ///< [mm^2]
  bool at_low_end = false;
};

/// The walls perpendicular to an axis, largest first, at most four. Facets that lean by less than 0.2 degrees
/// and lie within half a millimetre of each other are one wall.
std::vector<WallPlane> wall_planes(const TriangleMesh& surface, int axis) {
  std::vector<WallPlane> facets;
  for (const std::array<int, 3>& t : surface.walls()) {
    const std::array<Vec3d, 3> corner = surface.corners(t);
    const Vec3d normal = cross(corner[1] - corner[0], corner[2] - corner[0]);
    const double size = length(normal);
    if (!(std::abs(component(normal, axis)) > std::cos(0.2 * 3.14159 / 180) * size)) continue;
    // Outwards at the low end means that the inside lies above.
    const bool low = component(normal, axis) < 0;
    double position = component(corner[0], axis);
    for (const Vec3d& c : corner)
      position = low ? std::max(position, component(c, axis)) : std::min(position, component(c, axis));
    facets.push_back({position, size / 2, low});
  }
  std::stable_sort(facets.begin(), facets.end(), [](const WallPlane& a, const WallPlane& b) {
    return a.at_low_end != b.at_low_end ? a.at_low_end : a.position < b.position;
  });
  std::vector<WallPlane> walls;
  double first = 0;
  for (const WallPlane& facet : facets) {
    if (!walls.empty() && walls.back().at_low_end == facet.at_low_end && facet.position - first < 0.5) {
      walls.back().area += facet.area;
      if (facet.at_low_end) walls.back().position = facet.position;
    } else {
      first = facet.position;
      walls.push_back(facet);
    }
  }
  std::stable_sort(walls.begin(), walls.end(),
                   [](const WallPlane& a, const WallPlane& b) { return a.area > b.area; });
  if (walls.size() > 4) walls.resize(4);
  return walls;
}

/// The orientations whose placements decide how good a frame is.
std::vector<BoxOrientation> counted_orientations(const FrameTask& task, const Quaterniond& rotation) {
  std::vector<BoxOrientation> orientations =
      allowed_orientations(task, rotation, task.pitch, task.window_words);
  if (task.grid)
    std::erase_if(orientations, [](const BoxOrientation& o) { return o.extent != CellVector{1, 1, 1}; });
  return orientations;
}

/// Slightly more than the clearance, because of rounding.
constexpr double wall_gap = lattice_clearance * 1.01;

/// A point on the inner side of the largest wall of each axis, `gap` away from it; the low end of the surface
/// where an axis has none.
Vec3d wall_anchor(const TriangleMesh& surface, double gap) {
  Vec3d anchor = bounds_of(surface).low;
  for (int axis = 0; axis < 3; ++axis) {
    const std::vector<WallPlane> walls = wall_planes(surface, axis);
    if (!walls.empty())
      component(anchor, axis) = walls.front().position + (walls.front().at_low_end ? gap : -gap);
  }
  return anchor;
}

}  // namespace

CellVector extent_of(Vec3d edge, const int (&edge_of_axis)[3], Vec3d pitch) {
  return {cells_of(component(edge, edge_of_axis[0]), pitch.x),
          cells_of(component(edge, edge_of_axis[1]), pitch.y),
          cells_of(component(edge, edge_of_axis[2]), pitch.z)};
}

std::vector<BoxOrientation> box_orientations(Vec3d edge, Vec3d pitch, CellVector limit) {
  constexpr int permutation[6][3] = {{0, 1, 2}, {1, 0, 2}, {0, 2, 1}, {2, 0, 1}, {1, 2, 0}, {2, 1, 0}};
  std::vector<BoxOrientation> orientations;
  std::vector<Vec3d> seen;
  for (const auto& p : permutation) {
    const Vec3d turned{component(edge, p[0]), component(edge, p[1]), component(edge, p[2])};
    if (std::find(seen.begin(), seen.end(), turned) != seen.end()) continue;
    seen.push_back(turned);
    const CellVector extent = extent_of(edge, p, pitch);
    if (extent.x <= limit.x && extent.y <= limit.y && extent.z <= limit.z)
      orientations.push_back({extent, {p[0], p[1], p[2]}});
  }
  return orientations;
}

std::vector<BoxOrientation> coarse_orientations(Vec3d edge, Vec3d pitch, int window_words) {
  constexpr int half = lattice_extent_limit / 2;
  return box_orientations(edge, pitch, {half * window_words, half, half});
}

int vertical_axis(const Quaterniond& rotation) {
  const Mat3<double> axes = rotation_matrix(rotation);
  return vertical_axis(axes.column[0], axes.column[1], axes.column[2]);
}

std::vector<BoxOrientation> allowed_orientations(const FrameTask& task, const Quaterniond& rotation,
                                                 Vec3d pitch, int window_words) {
  std::vector<BoxOrientation> orientations = coarse_orientations(task.edge, pitch, window_words);
  if (task.vertical == any_edge) return orientations;
  const int axis = vertical_axis(rotation);
  std::erase_if(orientations, [&](const BoxOrientation& orientation) {
    return axis < 0 ||
           !may_be_vertical(task.vertical, task.edge, component(task.edge, orientation.edge_of_axis[axis]));
  });
  return orientations;
}

double rounding_loss(Vec3d edge, double pitch) {
  double loss = 1;
  for (int i = 0; i < 3; ++i) loss *= cells_of(component(edge, i), pitch) * pitch / component(edge, i);
  return loss;
}

double suitable_pitch(Vec3d edge, double wanted) {
  const double longest = std::max({edge.x, edge.y, edge.z});
  double best = 0;
  double least_loss = HUGE_VAL;
  for (const double about : {wanted, std::min(wanted, longest / 20)}) {
    // Refinement cuts cells in two and still has to stay below the limit.
    const double least = std::max(about * 0.75, 2 * longest / lattice_extent_limit);
    const double most = std::max(about, least) * 1.3;
    const auto look_at = [&](double pitch) {
      if (pitch < least || pitch > most || rounding_loss(edge, pitch) >= least_loss - 1e-9) return;
      least_loss = rounding_loss(edge, pitch);
      best = pitch;
    };
    look_at(std::max(about, least));
    for (int i = 0; i <= 1000; ++i) look_at(least + (most - least) * i / 1000);
    // The scan may miss the divisors of the edges.
    for (int axis = 0; axis < 3; ++axis) {
      for (int n = 1; n <= lattice_extent_limit / 2; ++n) look_at(component(edge, axis) / n);
    }
    if (least_loss < tolerable_loss) break;
  }
  return best;
}

std::vector<Vec3d> turned_edges(Vec3d edge) {
  constexpr int unlimited = std::numeric_limits<int>::max();
  std::vector<Vec3d> turned;
  for (const BoxOrientation& orientation : box_orientations(edge, edge, {unlimited, unlimited, unlimited})) {
    const auto& order = orientation.edge_of_axis;
    turned.push_back({component(edge, order[0]), component(edge, order[1]), component(edge, order[2])});
  }
  return turned;
}

Vec3d stacking_pitch(Vec3d turned, double wanted) {
  for (int axis = 0; axis < 3; ++axis)
    component(turned, axis) /= std::max(1.0, std::round(component(turned, axis) / wanted));
  return turned;
}

RoundProblem round_problem(const BitGrid& free, const std::vector<BoxOrientation>& orientations,
                           int window_words) {
  RoundProblem problem;
  problem.cells = free.size();
  problem.row_words = free.row_words();
  problem.window_words = window_words;
  for (const BoxOrientation& orientation : orientations)
    problem.extent[problem.orientation_count++] = orientation.extent;
  return problem;
}

PlacedBox placed_box(const Lattice& lattice, const BoxOrientation& orientation, Vec3d edge,
                     const LatticeBox& box) {
  const CellVector n = orientation.extent;
  const Vec3d centre{lattice.origin.x + (box.x + 0.5 * n.x) * lattice.pitch.x,
                     lattice.origin.y + (box.y + 0.5 * n.y) * lattice.pitch.y,
                     lattice.origin.z + (box.z + 0.5 * n.z) * lattice.pitch.z};
  PlacedBox placed;
  placed.centre = rotation_matrix(lattice.rotation) * centre;
  Vec3d first;
  Vec3d third;
  for (int axis = 0; axis < 3; ++axis) {
    if (orientation.edge_of_axis[axis] == 0) component(first, axis) = 1;
    if (orientation.edge_of_axis[axis] == 2) component(third, axis) = 1;
  }
  placed.rotation = normalised(lattice.rotation * rotation_with_axes(third, first));
  placed.edge = edge;
  return placed;
}

Lattice covering_lattice(const Quaterniond& rotation, Vec3d anchor, Vec3d pitch, const Bounds& bounds,
                         bool tight) {
  Lattice lattice;
  lattice.rotation = rotation;
  lattice.pitch = tight ? pitch : pitch * (1 + lattice_pitch_growth);
  lattice.clearance = tight ? lattice_tight_clearance : lattice_clearance;
  double cells[3];
  for (int axis = 0; axis < 3; ++axis) {
    const double low = component(bounds.low, axis);
    const double p = component(lattice.pitch, axis);
    const double steps = std::ceil((component(anchor, axis) - low) / p - 1e-7);
    component(lattice.origin, axis) = component(anchor, axis) - steps * p;
    cells[axis] =
        std::max(1.0, std::ceil((component(bounds.high, axis) - component(lattice.origin, axis)) / p - 1e-7));
  }
  if (!(std::max({cells[0], cells[1], cells[2]}) < 32767 && cells[0] * cells[1] * cells[2] < 0x1p31)) {
    throw OverflowError(fmt::format(
        "the container is {:.0f} mm wide, too large for a lattice of {:.6g} mm; check the unit of the mesh",
        component(bounds.high, 0) - component(bounds.low, 0), std::min({pitch.x, pitch.y, pitch.z})));
  }
  lattice.cells = {static_cast<int>(cells[0]), static_cast<int>(cells[1]), static_cast<int>(cells[2])};
  return lattice;
}

Lattice refined(const Lattice& lattice, CellVector divide) {
  Lattice fine = lattice;
  fine.pitch = {lattice.pitch.x / divide.x, lattice.pitch.y / divide.y, lattice.pitch.z / divide.z};
  fine.cells = {lattice.cells.x * divide.x, lattice.cells.y * divide.y, lattice.cells.z * divide.z};
  return fine;
}

BitGrid free_cells_of(const FrameTask& task, const TriangleMesh& surface, const Lattice& lattice) {
  BitGrid free = free_cells(surface, lattice, task.stop);
  take_out_boxes(free, lattice, task.fixed);
  return free;
}

long long legal_placements(const FrameTask& task, const Quaterniond& rotation, const BitGrid& free) {
  long long legal = 0;
  for (const BoxOrientation& orientation : counted_orientations(task, rotation))
    legal += legal_positions(free, orientation.extent).count();
  return legal;
}

long long count_legal(const FrameTask& task, const TriangleMesh& surface, const Lattice& lattice) {
  return legal_placements(task, lattice.rotation, free_cells_of(task, surface, lattice));
}

std::vector<Frame> best_phases(const FrameTask& task, const Quaterniond& rotation, CellVector phases,
                               int count, int count_per_z, Vec3d moved) {
  if (task.stop.stopped()) return {};
  const TriangleMesh surface = in_frame(task.mesh, rotation);
  const Bounds bounds = bounds_of(surface);
  const Vec3d anchor = wall_anchor(surface, wall_gap) + moved;
  if (task.stop.stopped()) return {};
  const Vec3d step{task.pitch.x / phases.x, task.pitch.y / phases.y, task.pitch.z / phases.z};
  Lattice fine = covering_lattice(rotation, anchor, step, bounds, true);
  fine.clearance =
      -2.5 * wall_gap;  // A tight lattice that lies on the wall itself has to be counted as well.
  const BitGrid free = free_cells_of(task, surface, fine);
  std::vector<long long> legal(static_cast<std::size_t>(phases.x) * phases.y * phases.z);
  for (const BoxOrientation& orientation : counted_orientations(task, rotation)) {
    if (task.stop.stopped()) return {};
    const CellVector n = orientation.extent;
    const std::vector<long long> counts =
        count_by_phase(legal_positions(free, {n.x * phases.x, n.y * phases.y, n.z * phases.z}), phases);
    for (std::size_t i = 0; i < counts.size(); ++i) legal[i] += counts[i];
  }
  std::vector<int> order(legal.size());
  std::iota(order.begin(), order.end(), 0);
  const auto more = [&](int a, int b) { return legal[a] > legal[b]; };
  std::stable_sort(order.begin(), order.end(), more);
  std::vector<Frame> frames;
  std::vector<int> taken(phases.z);
  for (const int phase : order) {
    if (std::ssize(frames) >= count) break;
    if (taken[phase / (phases.x * phases.y)]++ >= count_per_z) continue;
    const CellVector at{phase % phases.x, phase / phases.x % phases.y, phase / (phases.x * phases.y)};
    const Vec3d offset = fine.origin + Vec3d{at.x * fine.pitch.x, at.y * fine.pitch.y, at.z * fine.pitch.z};
    frames.push_back({covering_lattice(rotation, offset, task.pitch, bounds, false), task.pitch,
                      task.window_words, legal[phase]});
  }
  return frames;
}

std::vector<Frame> on_walls(const FrameTask& task, const Frame& frame) {
  if (task.stop.stopped()) return {};
  const Quaterniond rotation = frame.lattice.rotation;
  const TriangleMesh surface = in_frame(task.mesh, rotation);
  const auto at = [&](Vec3d anchor, bool tight) {
    Frame found{covering_lattice(rotation, anchor, task.pitch, bounds_of(surface), tight), task.pitch,
                task.window_words};
    found.legal = count_legal(task, surface, found.lattice);
    return found;
  };
  Frame safe = frame;
  safe.legal = count_legal(task, surface, safe.lattice);
  if (task.stop.stopped()) return {};
  // The tight lattice is compared with one that differs from it by its gaps only.
  const Frame gaps = at(wall_anchor(surface, wall_gap), false);
  if (task.stop.stopped()) return {};
  if (gaps.legal > safe.legal) safe = gaps;
  const Frame tight = at(wall_anchor(surface, 0), true);
  if (task.stop.stopped()) return {};
  if (tight.legal > safe.legal + (task.grid ? 0 : safe.legal / 50)) return {safe, tight};
  return {safe};
}

Frame improve_offset(const FrameTask& task, const Frame& start) {
  const Quaterniond rotation = start.lattice.rotation;
  const TriangleMesh surface = in_frame(task.mesh, rotation);
  const Bounds bounds = bounds_of(surface);
  Frame best = start;
  best.legal = count_legal(task, surface, best.lattice);
  for (int part = 8; part < 40; part *= 2) {
    for (const int axis : {2, 0, 1}) {
      const double step = component(task.pitch, axis) / part;
      const double now = component(best.lattice.origin, axis);
      std::vector<double> tries{now + step, now - step};
      if (part == 8) {
        for (const WallPlane& wall : wall_planes(surface, axis))
          tries.push_back(wall.position + (wall.at_low_end ? wall_gap : -wall_gap));
      }
      for (const double position : tries) {
        if (task.stop.stopped()) return best;
        Vec3d anchor = best.lattice.origin;
        component(anchor, axis) = position;
        Frame frame{covering_lattice(rotation, anchor, task.pitch, bounds, false), task.pitch,
                    task.window_words};
        frame.legal = count_legal(task, surface, frame.lattice);
        if (frame.legal > best.legal) best = frame;
      }
    }
  }
  return best;
}

}  // namespace jam::trunk
