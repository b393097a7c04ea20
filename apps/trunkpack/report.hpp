// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The final table of trunkpack, for standard output: one line per fact, names in a column of their own.
#pragma once

#include <string>

#include "jam/trunk/load_report.hpp"

namespace jam::app {

/// Boxes by size, their litres, the litres of the mesh, the fill ratio, what is left, and the verdict. What is left is a bound: by volume
/// alone, how many boxes of the smallest size in the load (litre boxes where it is empty) would still go in; no packing can beat it.
/// Facts about the mesh are left out where its volume is unknown.
[[nodiscard]] std::string final_table(const trunk::LoadReport& report);

}  // namespace jam::app
