// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The kinds of move of the circle searches.
#pragma once

namespace jam::circles {

/// The order is that of the statistics.
enum class MoveKind : int { neighbour_swap, swap, gradual_swap, outside, insert, small_last, perturb, start, replica_exchange };
inline constexpr int move_kind_count = 9;

/// For example "neighbour-swap".
[[nodiscard]] const char* move_name(MoveKind kind);

}  // namespace jam::circles
