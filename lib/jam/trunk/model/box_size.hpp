// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Sizes of boxes, whichever way they lie. Lengths in mm.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "jam/core/vec.hpp"
#include "jam/io/number_text.hpp"
#include "jam/trunk/model/box_row.hpp"
#include "jam/trunk/model/box_sets.hpp"

namespace jam::trunk {

/// The edges in ascending order.
[[nodiscard]] inline std::array<double, 3> sorted_edges(Vec3d edge) {
  std::array<double, 3> edges{edge.x, edge.y, edge.z};
  std::sort(edges.begin(), edges.end());
  return edges;
}

/// Whether two boxes have the same three edges, in any order.
[[nodiscard]] inline bool same_size(Vec3d a, Vec3d b) { return sorted_edges(a) == sorted_edges(b); }

[[nodiscard]] inline double shortest_edge(Vec3d edge) { return sorted_edges(edge).front(); }

/// For people: `200 x 100 x 50 mm`.
[[nodiscard]] inline std::string size_text(Vec3d edge) {
  return io::number_text(edge.x) + " x " + io::number_text(edge.y) + " x " + io::number_text(edge.z) + " mm";
}

/// What follows a size where edges and corners are rounded by `radius`: `, edges rounded by 5 mm`.
[[nodiscard]] inline std::string rounded_text(double radius) {
  return radius > 0 ? ", edges rounded by " + io::number_text(radius) + " mm" : std::string();
}

/// How many boxes have the size of each piece of a set, the first `skipped` rows left aside.
[[nodiscard]] inline std::vector<int> piece_counts(const BoxSet& set, std::span<const BoxRow> rows, std::size_t skipped) {
  std::vector<int> counts;
  for (const Piece& piece : set.pieces) {
    const auto fits = [&](const BoxRow& row) { return same_size(row.edge, piece.edge); };
    counts.push_back(static_cast<int>(std::count_if(rows.begin() + static_cast<std::ptrdiff_t>(skipped), rows.end(), fits)));
  }
  return counts;
}

}  // namespace jam::trunk
