// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Sizes of boxes, and the standard sets of boxes by which the volume of a trunk is measured.
//   din, iso3832   DIN 70020 part 1 and ISO 3832: as many 200 x 100 x 50 mm boxes as go in, a litre each.
//   sae-j1100      SAE J1100, volume V1: pieces of luggage A to G, of each at most the number in the set;
//                  then boxes H, but only after no larger piece fits. The result is the volume of all pieces.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "jam/core/vec.hpp"
#include "jam/io/number_text.hpp"
#include "jam/trunk/model/box_row.hpp"

namespace jam::trunk {

/// A kind of box in a set.
struct Piece {
  std::string name;   ///< "A".
  Vec3d edge;         ///< Full edge lengths [mm].
  int count = 0;      ///< Largest number of these boxes; 0: no limit.
  bool last = false;  ///< Used only when no other piece fits.
};

struct BoxSet {
  std::string name;  ///< Name for --set.
  std::vector<Piece> pieces;

  /// One kind of box, without a limit: the search for a count.
  [[nodiscard]] bool uniform() const { return pieces.size() == 1 && pieces.front().count == 0; }
};

/// Names of all sets.
[[nodiscard]] std::span<const char* const> box_set_names();

/// The set with this name; InputError for another.
[[nodiscard]] BoxSet box_set(std::string_view name);

/// Volume of a piece [mm^3].
[[nodiscard]] inline double volume_of(const Piece& piece) {
  return piece.edge.x * piece.edge.y * piece.edge.z;
}

/// How many boxes have the size of each piece of a set, without the first `skipped` rows.
[[nodiscard]] std::vector<int> piece_counts(const BoxSet& set, std::span<const BoxRow> rows,
                                            std::size_t skipped = 0);

/// The name of the piece of a set of several kinds that has these edges, "A"; empty if there is none.
[[nodiscard]] std::string piece_name(const BoxSet& set, Vec3d edge);

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

/// Text after a size if edges and corners are rounded by `radius`: `, edges rounded by 5 mm`.
[[nodiscard]] inline std::string rounded_text(double radius) {
  return radius > 0 ? ", edges rounded by " + io::number_text(radius) + " mm" : std::string();
}

}  // namespace jam::trunk
