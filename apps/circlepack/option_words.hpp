// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The words that options of circlepack take, and what they stand for.
#pragma once

#include "options.hpp"
#include "shell/option_table.hpp"

namespace jam::app {

inline constexpr Words<SearchKind> search_words[] = {
    {"multistart", SearchKind::multistart}, {"improve", SearchKind::improve}, {"single", SearchKind::single}};
inline constexpr Words<circles::Strategy> strategy_words[] = {{"tabu", circles::Strategy::tabu}, {"trials", circles::Strategy::trials}};
inline constexpr Words<circles::Start> start_words[] = {
    {"random-relax", circles::Start::random_relax}, {"random-scale", circles::Start::random_scale}, {"grid", circles::Start::grid}};
inline constexpr Words<circles::Relaxation> relax_words[] = {{"energy", circles::Relaxation::energy},
                                                             {"contact", circles::Relaxation::contact}};
inline constexpr Words<bool> mass_words[] = {{"equal", false}, {"area", true}};

}  // namespace jam::app
