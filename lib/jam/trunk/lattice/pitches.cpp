// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/lattice/pitches.hpp"

#include <algorithm>
#include <cmath>

#include "jam/trunk/lattice/frame.hpp"
#include "jam/trunk/lattice/rotations.hpp"

namespace jam::trunk {
namespace {

constexpr double tolerable_block_loss = 1.03;
constexpr int fine_cells = 80;  ///< Largest number of cells of the longest edge with first_parts().

double longest_of(Vec3d edge) { return std::max({edge.x, edge.y, edge.z}); }

/// The most parts, a power of two, in which `length` may be cut so that the longest edge has at most
/// fine_cells of them; 1 at least.
int fine_parts(Vec3d edge, double length) {
  int parts = 1;
  while (2 * parts * longest_of(edge) <= fine_cells * length) parts *= 2;
  return parts;
}

}  // namespace

double block_edge(Vec3d edge) {
  const double shortest = std::min({edge.x, edge.y, edge.z});
  const double longest = longest_of(edge);
  const double least = std::max(shortest / 4, longest * 2 / lattice_extent_limit);
  double best = 0;
  const auto look_at = [&](double block) {
    if (block >= least && block <= shortest && block > best &&
        rounding_loss(edge, block) <= tolerable_block_loss)
      best = block;
  };
  for (int n = 1; n <= lattice_extent_limit / 2; ++n) {
    for (int axis = 0; axis < 3; ++axis) look_at(component(edge, axis) / n);
  }
  return best;
}

CellVector BlockParts::phases(Vec3d edge, double block) const {
  return {fine_parts(edge, block / parts.x), fine_parts(edge, block / parts.y),
          fine_parts(edge, block / parts.z)};
}

CellVector BlockParts::fine_phases(Vec3d edge, double block) const {
  const CellVector steps = phases(edge, block);
  return {steps.x, 2 * steps.y, 2 * steps.z};
}

int BlockParts::window_words(Vec3d edge, double block) const {
  const double cells = 3.2 * longest_of(edge) * parts.x / block;
  return std::clamp(static_cast<int>(std::ceil(cells / 64 - 1e-9)), 1, lattice_row_words_limit);
}

BlockParts first_parts(Vec3d edge, double block) {
  const int fine = fine_parts(edge, block);
  return {{fine, std::min(2, fine), 1}};
}

BlockParts finer_parts(Vec3d edge, double block) {
  const BlockParts first = first_parts(edge, block);
  return {{2 * first.parts.x, first.parts.y, first.parts.z}};
}

std::vector<BlockParts> other_parts(Vec3d edge, double block) {
  const int fine = fine_parts(edge, block);
  const int coarser = std::max(1, fine / 2);
  return {{{fine, 4, 1}}, {{fine, 4, 2}}, {{coarser, 4, 2}}, {{2 * fine, 4, 1}}, {{fine, 2, 2}}};
}

std::vector<Quaterniond> axis_orders() {
  constexpr Vec3d axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  std::vector<Quaterniond> orders;
  for (int x = 0; x < 3; ++x) {
    for (int z = 2; z >= 0; --z) {
      if (x != z) orders.push_back(rotation_with_axes(axes[z], axes[x]));
    }
  }
  return orders;
}

}  // namespace jam::trunk
