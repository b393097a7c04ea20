// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Radii and gaps as the program prints them for people: in its table, progress lines and final block. Files hold all digits instead.
#pragma once

#include <optional>
#include <string>

#include "jam/circles/model/best_known.hpp"
#include "shell/figure_text.hpp"

namespace jam::app {

/// An enclosing radius: 12 decimals, or as many as a double holds (16 figures) where that is fewer. Infinity: `-`.
[[nodiscard]] std::string radius_text(double radius);

/// The relative gap to the best known radius: `+2.31e-04`, `reached` (within its published decimals), `-1.2e-06` (better), `-` (none
/// known).
[[nodiscard]] std::string gap_text(double radius, const std::optional<circles::BestKnown>& best);

/// True for a radius smaller than the best known one by more than its published decimals can hide.
[[nodiscard]] bool beats(double radius, const circles::BestKnown& best);

}  // namespace jam::app
