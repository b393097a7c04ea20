// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Whole cells.
#include "jam/trunk/lattice/lattice_box.hpp"

#include <algorithm>
#include <cmath>

#include "jam/trunk/lattice/lattice_turns.hpp"

namespace jam::trunk {
namespace {

/// Cells that an edge takes; a multiple within rounding takes no further cell.
int cells_of(double edge, double pitch) { return std::max(1, static_cast<int>(std::ceil(edge / pitch - 1e-9))); }

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
  constexpr Vec3d axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  Vec3d first = axes[0];
  Vec3d third = axes[2];
  for (int axis = 0; axis < 3; ++axis) {
    if (orientation.edge_of_axis[axis] == 0) first = axes[axis];
    if (orientation.edge_of_axis[axis] == 2) third = axes[axis];
  }
  placed.rotation = normalised(lattice.rotation * turn_with_axes(third, first));
  placed.edge = edge;
  return placed;
}

}  // namespace jam::trunk
