// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/search/fit_proof.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "jam/io/number_text.hpp"
#include "jam/trunk/lattice/raster.hpp"
#include "jam/trunk/lattice/rotations.hpp"

namespace jam::trunk {
namespace {

constexpr double margin = 1e-5;  ///< More than the rounding of verification and of the bounds together [mm].

/// The extents of the container along the axes of a rotation, ascending [mm].
std::array<double, 3> extents(const TriangleMesh& surface, const Quaterniond& rotation) {
  const Bounds bounds = bounds_of(in_frame(surface, rotation));
  return sorted_edges(bounds.high - bounds.low);
}

/// Why this box does not fit into a container of this volume and these extents; empty: it may fit.
std::string obstacle(const Piece& piece, double layer, double corner_radius, double volume,
                     const std::vector<std::array<double, 3>>& frames) {
  // The box less the layer must be inside. A box of edges a <= b <= c contains a ball of diameter a; each
  // shadow of it is at least a b.
  std::array<double, 3> edge = sorted_edges(piece.edge);
  for (double& length : edge) length = std::max(0.0, length - 2 * layer);
  const double radius = std::max(0.0, corner_radius - layer);
  const auto text = [](double value) { return io::fixed_text(value, 1); };
  if (rounded_volume({edge[0], edge[1], edge[2]}, radius) > volume * (1 + 1e-9))
    return fmt::format("it is larger than the {} l of the trunk",
                       io::fixed_text(volume / cubic_millimetres_per_litre, 2));
  const double diagonal =
      std::hypot(edge[0] - 2 * radius, edge[1] - 2 * radius, edge[2] - 2 * radius) + 2 * radius;
  const double face = (edge[0] - 2 * radius) * (edge[1] - 2 * radius);
  for (const auto& [least, middle, most] : frames) {
    if (edge[0] > least + margin)
      return fmt::format("the trunk is {} mm wide in one direction, and no edge is shorter", text(least));
    if (const double across = std::hypot(least, middle, most); diagonal > across + margin)
      return fmt::format("no two points of the trunk are {} mm apart, as far as its opposite corners",
                         text(diagonal));
    if (face > least * middle * (1 + 1e-9))
      return "its smallest face is larger than the cross-section of the trunk";
  }
  return {};
}

}  // namespace

std::string why_no_box_fits(const TrunkProblem& problem, StopQuery stop) {
  const TriangleMesh& surface = problem.container.surface;
  std::vector<std::array<double, 3>> frames{extents(surface, {})};
  for (const Quaterniond& rotation : candidate_rotations(surface, 6, 90, stop))
    frames.push_back(extents(surface, rotation));
  std::string why;
  for (const Piece& piece : problem.set.pieces) {
    why = obstacle(piece, problem.tolerance + margin, problem.corner_radius, volume_of(surface), frames);
    if (why.empty()) return {};
  }
  return why;
}

}  // namespace jam::trunk
