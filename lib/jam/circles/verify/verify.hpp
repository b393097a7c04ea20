// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Exact verification of circle packings. Every number is taken as the decimal that is (or would be) printed,
// and every comparison is made in integer arithmetic, without any tolerance: no pair overlaps, (xi-xj)^2 +
// (yi-yj)^2 >= (ri+rj)^2, and no circle leaves the enclosing circle, from its centre x^2 + y^2 <= (R-r)^2.
// Shares no code with the searches. Lengths are in the unit of the radii.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "jam/circles/model/packing.hpp"
#include "jam/core/stop_query.hpp"

namespace jam::circles {

/// The verdict; `violation` says in one line which circles offend and by how much, and is empty for a legal
/// packing. Circles are numbered from 0 in the order of the packing or file.
struct Verification {
  bool legal = false;
  std::string violation;
};

/// Verifies the packing as `write_packing` prints it: each double as its shortest decimal that reads back the
/// same. Also not legal: no circles, a radius that is not positive, a number that is not finite or above
/// 1e300. Touching circles are legal. Cost: about n^1.5 floating-point operations, and integer arithmetic for
/// touching pairs only; 0.5 s for n = 100 000. Stopped: not legal, `stopped` as violation.
[[nodiscard]] Verification verify_exact(const Packing& packing, const StopQuery& stop = {});

/// Names a number of the packing, other than the enclosing radius, that verify_exact does not accept
/// anywhere; empty: there is none.
[[nodiscard]] std::string unusable_number(const Packing& packing);

/// Verifies the decimals of a CIRCLES file with an `enclosing-radius` comment as written, with a reader of
/// its own. Throws InputError with file, line and field for a malformed file: among others no or two
/// enclosing-radius comments, two enclosing-centre comments (without one the centre is the origin), a count
/// that is not that of the lines, a radius that is not positive.
[[nodiscard]] Verification verify_file_exact(const std::filesystem::path& file);

/// Verifies the text of a file, as verify_file_exact(); `name` is the name of the file for errors.
[[nodiscard]] Verification verify_text_exact(std::string_view text, const std::string& name);

/// Makes a nearly legal packing exactly legal as printed. The centres are spread by the least of the factors
/// 1, 1 + 1e-15, 1 + 2e-15, 1 + 4e-15, ... with which moves of single circles by a few units in the last
/// place can remove the overlaps that remain because decimals are rounded unevenly; then R is the smallest
/// double whose decimal encloses all circles (the claim of `packing` is not used). The result passes
/// verify_exact. Growth of R for overlaps that are rounding errors: about 1e-15 to 1e-14 relative. Throws
/// UnverifiedError when a pair needs a factor above 1 + `largest_growth` [-] (then the packing was not nearly
/// legal), for numbers that verify_exact would not accept, and when stopped.
[[nodiscard]] Packing round_outwards(const Packing& packing, double largest_growth = 1e-9,
                                     const StopQuery& stop = {});

/// Packings with more circles than this keep the decimals they have: they cost time, and nobody reads them.
inline constexpr int shortening_limit = 3000;

/// A packing that passes verify_exact, with as few decimals as it can have: one circle after the other takes
/// the centre with the fewest decimals that is legal, up to 0.0005 R away. R stays. Rattlers end at short
/// numbers, and 1.9999999999999998 at 2; circles that touch keep nearly all digits. The result passes
/// verify_exact. Above shortening_limit circles and when stopped: `packing`. Takes below 1 ms for 50 circles,
/// some ms for 3000.
[[nodiscard]] Packing shorten_decimals(const Packing& packing, const StopQuery& stop = {});

}  // namespace jam::circles
