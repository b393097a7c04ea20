// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// --verify A B --compare PAGE: two packings on one page for a browser, side by side and as an overlay.
#pragma once

#include <string>
#include <vector>

namespace jam::app {

/// A row of the table of a comparison.
struct ComparedFact {
  std::string name, first, second;
};

/// Data that a program shows about two packings.
struct Comparison {
  std::vector<ComparedFact> facts;
  std::string first, second;  ///< Pictures, SVG.
  std::string overlay;        ///< Both in one picture, SVG.
};

/// The page; the names are the names of the two files.
[[nodiscard]] std::string comparison_page(const Comparison& comparison, const std::string& first_name,
                                          const std::string& second_name);

/// Colours of the two packings where they are drawn in one picture.
inline constexpr const char *first_colour = "#1f6fb4", *second_colour = "#d9731a";

}  // namespace jam::app
