// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The smallest known enclosing radii, from instances/circles/best-known.csv, with their sources. They serve
// for comparing a result, and as a target if the user asks for it; no search uses them otherwise. Lengths
// are in the unit of the radii.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace jam::circles {

/// One published value.
struct BestKnown {
  double radius = 0;   ///< Smallest known enclosing radius.
  std::string text;    ///< The radius as published, with all its digits.
  std::string source;  ///< Source of the value, in the abbreviations of the table's comments.
};

/// Published values by family and number of circles.
using BestKnownTable = std::map<std::pair<std::string, int>, BestKnown>;

/// Reads the text of a table: '#' comments, the line `family,n,radius,source`, then one value per line.
/// `name` is for messages. Throws InputError naming line and field for anything malformed and for a pair of
/// family and n that comes twice.
[[nodiscard]] BestKnownTable parse_best_known(std::string_view text, const std::string& name);

/// The table of the installed program, read once: `share/jampack/circles/best-known.csv` next to the
/// program's `bin`, else `instances/circles/best-known.csv` in a folder above the program (a source tree),
/// else the copy compiled in. Throws InputError if such a file exists and is malformed.
[[nodiscard]] const BestKnownTable& best_known_table();

/// The value of best_known_table() for a family and n, if it has one.
[[nodiscard]] std::optional<BestKnown> best_known(std::string_view family, int n);

/// The copy of the table that was compiled in.
[[nodiscard]] std::string_view best_known_csv();

/// The source in words: `proven optimum, Pirl 1969`, `upper bound of 2015`, ...
[[nodiscard]] std::string source_text(const BestKnown& best);

/// The radius that a search for the published value has as its target: the value plus one unit of its last
/// published decimal, since it may have been rounded down; an exact value (without decimals) itself.
[[nodiscard]] double target_of(const BestKnown& best);

/// True when `radius` meets target_of(best) as every target is met: to a relative 1e-9.
[[nodiscard]] bool reached(double radius, const BestKnown& best);

/// True for a radius smaller than the published value by more than this tolerance: one unit and a relative
/// 1e-9.
[[nodiscard]] bool beats(double radius, const BestKnown& best);

/// (radius - best) / best [-]; negative for a better packing than the published one.
[[nodiscard]] double relative_gap(double radius, const BestKnown& best);

/// An enclosing radius as the programs print it (files hold all digits): 12 decimals, or the 16 figures of a
/// double if these need fewer decimals. Infinity: `-`.
[[nodiscard]] std::string radius_text(double radius);

/// The relative gap as the programs print it: `+2.31e-04`, `reached`, `-1.2e-06` (better), `-` (none known).
[[nodiscard]] std::string gap_text(double radius, const std::optional<BestKnown>& best);

}  // namespace jam::circles
