// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A load on one sheet: views, figures, verdicts, a table of pieces. One HTML file without scripts that needs
// no network and prints on one page of A4.
#pragma once

#include <string>
#include <vector>

#include "jam/trunk/io/load_report.hpp"
#include "jam/trunk/pictures/view_axes.hpp"

namespace jam::trunk {

/// What a sheet tells besides its report, as plain text; empty ones are left out.
struct SheetTexts {
  std::string verified;   ///< `yes, against the original mesh (exact), no penetration`.
  std::string load_test;  ///< The verdict of the load test.
  std::string options;    ///< Options that give the load again.
  std::string source;     ///< File that the load was read from.
  std::string written;    ///< `2026-11-30 by trunkpack 1.2.0`.
};

/// The sheet, with these views. Null `run`: the report tells seed, device and time.
[[nodiscard]] std::string load_sheet(const LoadReport& report, const io::RunSummary* run,
                                     const std::vector<View>& shown, const SheetTexts& texts);

}  // namespace jam::trunk
