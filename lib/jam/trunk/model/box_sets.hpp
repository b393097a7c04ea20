// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Sizes of boxes, sets of boxes, and the standard sets by which the volume of a trunk is measured.
//   din, iso3832   DIN 70020 part 1 and ISO 3832: as many 200 x 100 x 50 mm boxes as go in, a litre each.
//   sae-j1100      SAE J1100, volume V1: pieces of luggage A to G, of each at most the number in the set;
//                  then boxes H, but only after no larger piece fits. The result is the volume of all pieces.
// A user describes other sets in files (io/box_set_file.hpp).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "jam/core/vec.hpp"
#include "jam/io/number_text.hpp"
#include "jam/trunk/model/box_row.hpp"

namespace jam::trunk {

/// Which edges of a box may be vertical.
using VerticalEdges = std::array<bool, 3>;
inline constexpr VerticalEdges any_edge{true, true, true};

/// Whether an edge of this length is among them.
[[nodiscard]] inline bool may_be_vertical(const VerticalEdges& vertical, Vec3d edge, double length) {
  return (vertical[0] && edge.x == length) || (vertical[1] && edge.y == length) ||
         (vertical[2] && edge.z == length);
}

/// A kind of box in a set.
struct Piece {
  std::string name;   ///< "A".
  Vec3d edge;         ///< Full edge lengths [mm].
  int count = 0;      ///< Largest number of these boxes; 0: no limit.
  bool last = false;  ///< Used only when no other piece fits.
  /// Worth of one box, in the user's unit; none: its litres.
  std::optional<double> value = {};
  VerticalEdges vertical = any_edge;
  int least = 0;                       ///< Smallest number of these boxes that a load has to hold.
  std::optional<double> mass = {};     ///< Mass of one box [kg]; none: unknown.
  std::optional<double> carries = {};  ///< Largest mass that may rest on one box [kg]; none: any.
  std::string colour = {};             ///< Colour in pictures, "#rrggbb"; empty: by orientation.

  /// Whether the box may lie in any way, turned ones included.
  [[nodiscard]] bool any_way() const { return vertical == any_edge; }
};

struct BoxSet {
  std::string name;  ///< Name for --set.
  std::vector<Piece> pieces;
  bool own = false;  ///< Described by the user, not by a standard.

  /// One kind of box, without any limit and a rule for its orientation: the search for a count.
  [[nodiscard]] bool uniform() const {
    return pieces.size() == 1 && pieces.front().count == 0 && pieces.front().any_way() && !has_least() &&
           !has_limits();
  }
  /// Whether loads are compared by values of their own, not by litres. The value of a single kind decides
  /// nothing.
  [[nodiscard]] bool has_values() const {
    return pieces.size() > 1 &&
           std::ranges::any_of(pieces, [](const Piece& piece) { return piece.value.has_value(); });
  }
  /// Whether a load has to hold some number of a kind.
  [[nodiscard]] bool has_least() const {
    return std::ranges::any_of(pieces, [](const Piece& piece) { return piece.least > 0; });
  }
  /// Whether not every box may carry any mass.
  [[nodiscard]] bool has_limits() const {
    return std::ranges::any_of(pieces, [](const Piece& piece) { return piece.carries.has_value(); });
  }
};

/// An edge counts as vertical within this angle [degrees]: boxes on a floor with a slope stand upright.
inline constexpr double upright_angle = 5;
inline constexpr double upright_cosine = 0.99619469809174555;

/// Which of three perpendicular axes of length 1 is vertical, within upright_angle; -1: none.
[[nodiscard]] int vertical_axis(Vec3d first, Vec3d second, Vec3d third);

/// Whether a box of a kind lies as its kind allows.
[[nodiscard]] bool lies_as_allowed(const Piece& piece, const BoxRow& row);

/// Names of all sets.
[[nodiscard]] std::span<const char* const> box_set_names();

/// The set with this name; InputError for another.
[[nodiscard]] BoxSet box_set(std::string_view name);

/// Volume of a piece [mm^3].
[[nodiscard]] inline double volume_of(const Piece& piece) {
  return piece.edge.x * piece.edge.y * piece.edge.z;
}

/// The kind of each box, by its edges; -1: no piece of the set. Among kinds of equal edges the first tag of
/// the box decides (the number of the kind, from 1). Boxes without such a tag go to the kinds that have
/// pieces left and allow how the box lies, those with the strictest rule first.
[[nodiscard]] std::vector<int> kinds_of(const BoxSet& set, std::span<const BoxRow> rows);

/// How many boxes are of each kind, without the first `skipped` rows.
[[nodiscard]] std::vector<int> piece_counts(const BoxSet& set, std::span<const BoxRow> rows,
                                            std::size_t skipped = 0);

/// How many pieces a load lacks in all to hold the least number of each kind; the first `skipped` rows are no
/// pieces.
[[nodiscard]] int lacking_pieces(const BoxSet& set, std::span<const BoxRow> rows, std::size_t skipped = 0);

/// For people, what a load lacks: `2 of item crate (1 of at least 3)`; empty: nothing.
[[nodiscard]] std::string lacking_text(const BoxSet& set, std::span<const BoxRow> rows,
                                       std::size_t skipped = 0);

/// The mass of each box [kg]: that of its kind, else its volume times `density` [kg/m^3].
[[nodiscard]] std::vector<double> masses_of(const BoxSet& set, std::span<const BoxRow> rows, double density);

/// The name of the piece that each box is, "A"; empty if it is none, and for boxes of one size.
[[nodiscard]] std::vector<std::string> piece_names(const BoxSet& set, std::span<const BoxRow> rows);

/// Worth of a box of a kind: its value if the set has values and the kind has one, else its volume [l].
[[nodiscard]] double value_of(const BoxSet& set, const Piece& piece);

/// What loads are compared by first: the sum of the values of all pieces if the set has values, else the
/// volume of all boxes [l].
[[nodiscard]] double value_of(const BoxSet& set, const std::vector<BoxRow>& rows);

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
