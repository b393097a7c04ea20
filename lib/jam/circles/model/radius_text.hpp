// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Radii and gaps as the programs print them for people. Files hold all digits instead.
#pragma once

#include <optional>
#include <string>

#include "jam/circles/model/best_known.hpp"

namespace jam::circles {

/// An enclosing radius: 12 decimals, or as many as a double holds (16 figures) where that is fewer. Infinity: `-`.
[[nodiscard]] std::string radius_text(double radius);

/// The relative gap to the best known radius: `+2.31e-04`, `reached` (within its published decimals), `-1.2e-06` (better), `-` (none
/// known).
[[nodiscard]] std::string gap_text(double radius, const std::optional<BestKnown>& best);

/// True for a radius smaller than the best known one by more than its published decimals can hide.
[[nodiscard]] bool beats(double radius, const BestKnown& best);

}  // namespace jam::circles
