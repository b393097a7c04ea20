// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/bound/level_bound.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <set>
#include <vector>

#include "jam/trunk/bound/wall_columns.hpp"

namespace jam::trunk {
namespace {

constexpr int most_columns = 400'000;
constexpr double line_rounding = 1e-9;  ///< Relative allowance for rounding.

/// What edges of some lengths can cover of a stretch.
class EdgeSums {
 public:
  EdgeSums(const std::vector<double>& edges, double longest) {
    constexpr std::size_t most_sums = 100'000;
    std::set<double> sums{0.0};
    for (auto sum = sums.begin(); sum != sums.end() && sums.size() < most_sums; ++sum) {
      known_ = *sum;
      for (const double edge : edges) {
        const double next = *sum + edge;
        if (next > longest) continue;
        const auto near = sums.lower_bound(next - 1e-9 * next);
        if (near == sums.end() || *near > next + 1e-9 * next) sums.insert(next);
      }
    }
    if (sums.size() < most_sums) known_ = longest;
    sums_.assign(sums.begin(), sums.end());
  }

  /// The largest sum up to a length; the length itself where not all sums are known.
  [[nodiscard]] double covered(double length) const {
    if (length > known_) return length;
    return *(std::upper_bound(sums_.begin(), sums_.end(), length + 1e-6) - 1);
  }

 private:
  std::vector<double> sums_;
  double known_ = 0;
};

/// Lengths of the edges that may be vertical.
std::vector<double> vertical_edges(const BoxSet& set, double layer) {
  std::vector<double> edges;
  for (const Piece& piece : set.pieces) {
    for (int k = 0; k < 3; ++k)
      if (piece.vertical[k]) edges.push_back(component(piece.edge, k) - 2 * layer);
  }
  return edges;
}

}  // namespace

double level_bound(const TriangleMesh& surface, const BoxSet& set, double layer, StopQuery stop) {
  double shortest = 1e300;
  for (const Piece& piece : set.pieces) shortest = std::min(shortest, shortest_edge(piece.edge));
  const ColumnGrid grid = grid_over(surface, shortest / 100, most_columns);
  const EdgeSums sums(vertical_edges(set, layer), grid.pitch * grid.count[2] + 1);
  double total = 0;
  for (const WallColumn& column : wall_columns(surface, grid, stop)) {
    double covered = 0;
    for (const Stretch& stretch : column.stretches) covered += sums.covered(stretch.high - stretch.low);
    total += std::min(covered * column.shadow, std::max(0.0, column.volume));
  }
  return total * (1 + line_rounding);
}

}  // namespace jam::trunk
