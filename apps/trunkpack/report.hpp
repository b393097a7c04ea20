// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The final table of trunkpack, for standard output: one line per fact, names in a column of their own.
#pragma once

#include <cstddef>
#include <string>

#include "jam/trunk/io/load_report.hpp"
#include "jam/trunk/model/box_sets.hpp"

namespace jam::app {

/// Boxes by size, their litres, the litres of the mesh, the fill ratio, what is left, and the verdict. What is left is a bound, by volume
/// alone: how many more pieces of `set` would go in if the smallest of which the set has any left went in first. No packing can beat it:
/// boxes are counted without the layer that may penetrate at the tolerance, on all faces. The first `fixed_count` boxes are no pieces; they
/// only take volume. Facts about the mesh are left out where its volume is unknown.
[[nodiscard]] std::string final_table(const trunk::LoadReport& report, const trunk::BoxSet& set, std::size_t fixed_count = 0);

}  // namespace jam::app
