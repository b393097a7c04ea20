// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Rounds a load to the smallest number of decimals with which exact verification passes, for a readable file.
#pragma once

#include <cstddef>
#include <vector>

#include "jam/trunk/model/box_row.hpp"
#include "jam/trunk/search/trunk_search.hpp"

namespace jam::trunk {

/// `load`, which is legal, with the centres from row `first` on rounded to as few decimals [mm] as `verify`
/// accepts for all of them together: a lattice keeps its distances if all its boxes are rounded alike. Rows
/// before `first`, axes and edges stay: a rotation in a file must be orthonormal to rounding errors. Calls
/// `verify` about four times. Unchanged where even 11 decimals are too few.
[[nodiscard]] std::vector<BoxRow> shorten_decimals(const std::vector<BoxRow>& load, std::size_t first,
                                                   const VerifyRows& verify);

}  // namespace jam::trunk
