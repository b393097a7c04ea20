// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The kinds of move of the circle searches.
#pragma once

namespace jam::circles {

/// Exchanges of two circles come first, then moves of one circle, then the rest: the rounds compare kinds by
/// this order.
enum class MoveKind : int {
  neighbour_swap,
  swap,
  gradual_swap,
  outside,
  insert,
  small_last,
  perturb,
  start,
  replica_exchange,
  annealing
};

/// Whether a number is that of a kind: a state may hold any.
[[nodiscard]] constexpr bool is_move(int number) {
  return number >= 0 && number <= static_cast<int>(MoveKind::annealing);
}

/// For example "neighbour-swap".
[[nodiscard]] const char* move_name(MoveKind kind);

}  // namespace jam::circles
