// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The circle packing problem: to find the smallest circle that encloses circles of given radii. Lengths are
// in the unit of the radii. The radius families are those of Al Zimmermann's contest (1..n) and of Packomania
// (i^p), and the mixture of two sizes by which jammed packings of discs are studied (C. S. O'Hern et al.,
// Phys. Rev. E 68, 011306, 2003).
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "jam/circles/model/packing.hpp"

namespace jam::circles {

/// Radii in ascending order, and the name of the family they come from.
struct Problem {
  std::string family;         ///< One of family_names, or `file`.
  std::vector<double> radii;  ///< > 0, finite, ascending.

  [[nodiscard]] int count() const { return static_cast<int>(radii.size()); }
};

/// Largest number of circles any search accepts; a larger `n` is a typing error or needs a program of its
/// own.
inline constexpr int circle_count_limit = 2'000'000;

/// The names that make_problem accepts.
inline constexpr std::array<std::string_view, 7> family_names = {
    "linear", "equal", "sqrt", "inv-sqrt", "inv-fifth", "inv-two-thirds", "bidisperse"};

/// The family's exponent p [-] of the radii i^p: linear 1, equal 0, sqrt 1/2, inv-sqrt -1/2, inv-fifth -1/5,
/// inv-two-thirds -2/3. Empty for any other name (also for `bidisperse` and `file`).
[[nodiscard]] std::optional<double> family_exponent(std::string_view family);

/// The problem of `n` radii of a family, ascending: i^p, i = 1..n; of `bidisperse` half are 1, or one more,
/// and the others 1.4. Throws InputError for n < 1, n > circle_count_limit, or an unknown family (the message
/// lists the known ones).
[[nodiscard]] Problem make_problem(std::string_view family, long long n);

/// Reads a list of radii ('#' starts a comment): one per line, `12 x 1.25` (also `12x1.25`, `12*1.25`) for
/// twelve of the same, a line of them between commas or semicolons, or CSV whose first line names a column
/// `radius` and maybe one `count`. If `n` > 0 the file must hold exactly `n` radii. Throws InputError
/// naming file and line for anything that is not a finite positive number, or for an empty file.
[[nodiscard]] Problem read_radii(const std::filesystem::path& file, long long n = 0);

/// The problem whose radii are given: sorts them, and recognises a family if every radius is its radius to
/// 1e-12 relative (then the exact ones are taken; scaled copies of a family stay `file`). Throws InputError
/// for no radii, too many, or one that is not finite and positive.
[[nodiscard]] Problem problem_from_radii(std::vector<double> radii);

/// The problem whose circles a packing holds.
[[nodiscard]] Problem problem_of(const Packing& packing);

/// True for a name that make_problem accepts.
[[nodiscard]] bool is_family(std::string_view name);

/// Empty when the circles of `packing` have the radii of `problem` (to 1e-12 relative), else what differs, in
/// one line.
[[nodiscard]] std::string radii_difference(const Packing& packing, const Problem& problem);

/// The packing with its circles in the order of problem.radii, and exactly these radii; its own must agree
/// with them to 1e-12.
[[nodiscard]] Packing in_order_of(const Problem& problem, Packing packing);

/// As the programs print it: `128 circles, linear (radii 1 to 128)`.
[[nodiscard]] std::string problem_text(const Problem& problem);

}  // namespace jam::circles
