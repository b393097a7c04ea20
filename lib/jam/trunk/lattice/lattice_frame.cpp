// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/lattice/lattice_frame.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "jam/core/error.hpp"
#include "jam/trunk/lattice/lattice_rotations.hpp"

namespace jam::trunk {
namespace {

/// Cells that an edge takes; a multiple within rounding takes no further cell.
int cells_of(double edge, double pitch) { return std::max(1, static_cast<int>(std::ceil(edge / pitch - 1e-9))); }

/// Part of the surface perpendicular to an axis of the frame.
struct WallPlane {
  double position = 0;  ///< Where its inner side lies [mm].
  double area = 0;      ///< [mm^2]
  bool at_low_end = false;
};

/// The walls perpendicular to an axis, largest first, at most four. Facets that lean by less than 0.2 degrees and lie within half a
/// millimetre of each other are one wall.
std::vector<WallPlane> wall_planes(const TriangleMesh& surface, int axis) {
  std::vector<WallPlane> facets;
  for (const std::array<int, 3>& t : surface.triangles) {
    const std::array<Vec3d, 3> corner = surface.corners(t);
    const Vec3d normal = cross(corner[1] - corner[0], corner[2] - corner[0]);
    const double size = length(normal);
    if (!(std::abs(component(normal, axis)) > std::cos(0.2 * 3.14159 / 180) * size)) continue;
    // Outwards at the low end means that the inside lies above.
    const bool low = component(normal, axis) < 0;
    double position = component(corner[0], axis);
    for (const Vec3d& c : corner) position = low ? std::max(position, component(c, axis)) : std::min(position, component(c, axis));
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
  std::stable_sort(walls.begin(), walls.end(), [](const WallPlane& a, const WallPlane& b) { return a.area > b.area; });
  if (walls.size() > 4) walls.resize(4);
  return walls;
}

/// A hair more than the clearance, against rounding.
constexpr double wall_gap = lattice_clearance * 1.01;

/// A point on the inner side of the largest wall of each axis, `gap` away from it; the low end of the surface where an axis has none.
Vec3d wall_anchor(const TriangleMesh& surface, double gap) {
  Vec3d anchor = bounds_of(surface).low;
  for (int axis = 0; axis < 3; ++axis) {
    const std::vector<WallPlane> walls = wall_planes(surface, axis);
    if (!walls.empty()) component(anchor, axis) = walls.front().position + (walls.front().at_low_end ? gap : -gap);
  }
  return anchor;
}

}  // namespace

std::vector<BoxOrientation> box_orientations(Vec3d edge, Vec3d pitch) {
  constexpr int permutation[6][3] = {{0, 1, 2}, {1, 0, 2}, {0, 2, 1}, {2, 0, 1}, {1, 2, 0}, {2, 1, 0}};
  std::vector<BoxOrientation> orientations;
  std::vector<Vec3d> seen;
  for (const auto& p : permutation) {
    const Vec3d turned{component(edge, p[0]), component(edge, p[1]), component(edge, p[2])};
    if (std::find(seen.begin(), seen.end(), turned) != seen.end()) continue;
    seen.push_back(turned);
    orientations.push_back({{cells_of(turned.x, pitch.x), cells_of(turned.y, pitch.y), cells_of(turned.z, pitch.z)}, {p[0], p[1], p[2]}});
  }
  return orientations;
}

double suitable_pitch(Vec3d edge, double wanted) {
  const double longest = std::max({edge.x, edge.y, edge.z});
  // Refinement cuts cells in two and still has to stay below the limit.
  const double least = std::max(wanted * 0.75, 2 * longest / lattice_extent_limit);
  const auto filled = [&](double pitch) {
    double cells = 1;
    for (int i = 0; i < 3; ++i) cells *= cells_of(component(edge, i), pitch) * pitch / component(edge, i);
    return cells;
  };
  double best = std::max(wanted, least);
  double least_loss = filled(best);
  for (int i = 0; i <= 1000; ++i) {
    const double pitch = least + (std::max(wanted, least) * 1.3 - least) * i / 1000;
    if (filled(pitch) < least_loss - 1e-9) {
      least_loss = filled(pitch);
      best = pitch;
    }
  }
  // The scan steps over the divisors of the edges themselves.
  for (int axis = 0; axis < 3; ++axis) {
    for (int n = 1; n <= lattice_extent_limit / 2; ++n) {
      const double pitch = component(edge, axis) / n;
      if (pitch >= least && pitch <= std::max(wanted, least) * 1.3 && filled(pitch) < least_loss - 1e-9) {
        least_loss = filled(pitch);
        best = pitch;
      }
    }
  }
  return best;
}

RoundProblem round_problem(const BitGrid& free, const std::vector<BoxOrientation>& orientations) {
  RoundProblem problem;
  problem.cells = free.size();
  problem.row_words = free.row_words();
  for (const BoxOrientation& orientation : orientations) problem.extent[problem.orientation_count++] = orientation.extent;
  return problem;
}

PlacedBox placed_box(const Lattice& lattice, const BoxOrientation& orientation, Vec3d edge, const LatticeBox& box) {
  const CellVector n = orientation.extent;
  const Vec3d centre{lattice.origin.x + (box.x + 0.5 * n.x) * lattice.pitch.x, lattice.origin.y + (box.y + 0.5 * n.y) * lattice.pitch.y,
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

Lattice covering_lattice(const Quaterniond& rotation, Vec3d anchor, double pitch, const Bounds& bounds, bool tight) {
  Lattice lattice;
  lattice.rotation = rotation;
  const double p = tight ? pitch : pitch * (1 + lattice_pitch_growth);
  lattice.pitch = {p, p, p};
  lattice.clearance = tight ? lattice_tight_clearance : lattice_clearance;
  double cells[3];
  for (int axis = 0; axis < 3; ++axis) {
    const double low = component(bounds.low, axis);
    const double steps = std::ceil((component(anchor, axis) - low) / p - 1e-7);
    component(lattice.origin, axis) = component(anchor, axis) - steps * p;
    cells[axis] = std::max(1.0, std::ceil((component(bounds.high, axis) - component(lattice.origin, axis)) / p - 1e-7));
  }
  if (!(std::max({cells[0], cells[1], cells[2]}) < 32767 && cells[0] * cells[1] * cells[2] < 0x1p31)) {
    throw OverflowError(fmt::format("the container is {:.0f} mm wide, too large for a lattice of {:.6g} mm; check the unit of the mesh",
                                    component(bounds.high, 0) - component(bounds.low, 0), pitch));
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

BitGrid free_cells_of(const FrameTask& task, const TriangleMesh& surface, const Lattice& lattice, StopToken* stop) {
  BitGrid free = free_cells(surface, lattice, stop);
  take_out_boxes(free, lattice, task.fixed);
  return free;
}

long long count_legal(const FrameTask& task, const TriangleMesh& surface, const Lattice& lattice) {
  const BitGrid free = free_cells_of(task, surface, lattice);
  long long legal = 0;
  for (const BoxOrientation& orientation : box_orientations(task.edge, {task.pitch, task.pitch, task.pitch})) {
    legal += legal_positions(free, orientation.extent).count();
  }
  return legal;
}

std::vector<Frame> best_phases(const FrameTask& task, const Quaterniond& rotation, int phases, int count, StopToken* stop) {
  const auto stopped = [stop] { return stop != nullptr && stop->stop_requested(); };
  if (stopped()) return {};
  const TriangleMesh surface = in_frame(task.mesh, rotation);
  const Bounds bounds = bounds_of(surface);
  Lattice fine = covering_lattice(rotation, wall_anchor(surface, wall_gap), task.pitch / phases, bounds, true);
  fine.clearance = -2.5 * wall_gap;  // A tight lattice that lies on the wall itself has to count as well.
  const BitGrid free = free_cells_of(task, surface, fine, stop);
  std::vector<long long> legal(static_cast<std::size_t>(phases) * phases * phases);
  for (const BoxOrientation& orientation : box_orientations(task.edge, {task.pitch, task.pitch, task.pitch})) {
    if (stopped()) return {};
    const CellVector n = orientation.extent;
    const std::vector<long long> counts = count_by_phase(legal_positions(free, {n.x * phases, n.y * phases, n.z * phases}), phases);
    for (std::size_t i = 0; i < counts.size(); ++i) legal[i] += counts[i];
  }
  std::vector<int> order(legal.size());
  std::iota(order.begin(), order.end(), 0);
  const auto more = [&](int a, int b) { return legal[static_cast<std::size_t>(a)] > legal[static_cast<std::size_t>(b)]; };
  std::stable_sort(order.begin(), order.end(), more);
  order.resize(std::min(order.size(), static_cast<std::size_t>(count)));
  std::vector<Frame> frames;
  for (const int phase : order) {
    const int step[3] = {phase % phases, phase / phases % phases, phase / (phases * phases)};
    const Vec3d offset = fine.origin + Vec3d{step[0] * fine.pitch.x, step[1] * fine.pitch.y, step[2] * fine.pitch.z};
    frames.push_back({covering_lattice(rotation, offset, task.pitch, bounds, false), legal[static_cast<std::size_t>(phase)]});
  }
  return frames;
}

std::vector<Frame> on_walls(const FrameTask& task, const Frame& frame) {
  const Quaterniond rotation = frame.lattice.rotation;
  const TriangleMesh surface = in_frame(task.mesh, rotation);
  const auto at = [&](Vec3d anchor, bool tight) {
    Frame found{covering_lattice(rotation, anchor, task.pitch, bounds_of(surface), tight)};
    found.legal = count_legal(task, surface, found.lattice);
    return found;
  };
  Frame safe = frame;
  safe.legal = count_legal(task, surface, safe.lattice);
  // The tight lattice is compared with one that differs in nothing but its gaps.
  const Frame gaps = at(wall_anchor(surface, wall_gap), false);
  if (gaps.legal > safe.legal) safe = gaps;
  const Frame tight = at(wall_anchor(surface, 0), true);
  if (tight.legal > safe.legal + safe.legal / 50) return {safe, tight};
  return {safe};
}

Frame improve_offset(const FrameTask& task, const Frame& start, StopToken& stop) {
  const Quaterniond rotation = start.lattice.rotation;
  const TriangleMesh surface = in_frame(task.mesh, rotation);
  const Bounds bounds = bounds_of(surface);
  Frame best = start;
  best.legal = count_legal(task, surface, best.lattice);
  for (double step = task.pitch / 8; step > task.pitch / 40; step /= 2) {
    for (const int axis : {2, 0, 1}) {
      const double now = component(best.lattice.origin, axis);
      std::vector<double> tries{now + step, now - step};
      if (step == task.pitch / 8) {
        for (const WallPlane& wall : wall_planes(surface, axis)) tries.push_back(wall.position + (wall.at_low_end ? wall_gap : -wall_gap));
      }
      for (const double position : tries) {
        if (stop.stop_requested()) return best;
        Vec3d anchor = best.lattice.origin;
        component(anchor, axis) = position;
        Frame frame{covering_lattice(rotation, anchor, task.pitch, bounds, false), 0};
        frame.legal = count_legal(task, surface, frame.lattice);
        if (frame.legal > best.legal) best = frame;
      }
    }
  }
  return best;
}

}  // namespace jam::trunk
