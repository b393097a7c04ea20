// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The kinds of move of the circle searches, a row each: names, default weights, options, drawing and tabu
// rules follow from the table. draw_move() and apply_move() (tabu/moves.hpp) do the moves.
#pragma once

#include <array>
#include <iterator>
#include <numeric>

#include "jam/core/macros.hpp"

namespace jam::circles {

/// Checkpoints hold these numbers: new kinds come last.
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

/// How a tabu list treats a move that was made.
enum class TabuRule {
  none,     ///< The move is never tabu.
  upwards,  ///< Remembers that its first circle was exchanged with the next larger one.
  places    ///< Marks the circles that it relocated for a while; tabu if all its circles are marked.
};

struct MoveRow {
  MoveKind kind;
  const char* name;            ///< Name in tables, logs and the option `--move-NAME` of the weight.
  const char* help = nullptr;  ///< Help of the option; nullptr: no option, the kind is not drawn.
  double weight = 0;           ///< Default relative frequency [-].
  bool exchanges_two = false;  ///< Exchanges Move::first and Move::second; false: only `first` moves.
  TabuRule tabu = TabuRule::none;
};

/// All kinds, in the order of their numbers. At equal work no weight of gradual swaps is better than 0.
inline constexpr MoveRow move_rows[] = {
    {MoveKind::neighbour_swap, "neighbour-swap", "exchange a circle and the next larger one", 0.60, true,
     TabuRule::upwards},
    {MoveKind::swap, "swap", "exchange any two circles", 0.10, true, TabuRule::places},
    {MoveKind::gradual_swap, "gradual-swap",
     "exchange any two circles by growing and shrinking them in small steps", 0, true, TabuRule::places},
    {MoveKind::outside, "outside", "move a circle to the rim", 0.02, false, TabuRule::places},
    {MoveKind::insert, "insert", "move a circle into a vacancy", 0.26, false, TabuRule::places},
    {MoveKind::small_last, "small-last", "remove all small circles and insert them again", 0.02},
    {MoveKind::perturb, "perturb"},
    {MoveKind::start, "start"},
    {MoveKind::replica_exchange, "replica-exchange"},
    {MoveKind::annealing, "annealing"}};

inline constexpr int move_kind_count = static_cast<int>(std::size(move_rows));

/// The kinds whose row satisfies `condition`, a bit each: device code reads no tables.
template <class Condition>
[[nodiscard]] constexpr unsigned kinds_where(Condition condition) {
  unsigned kinds = 0;
  for (int k = 0; k < move_kind_count; ++k) kinds |= condition(move_rows[k]) ? 1U << k : 0U;
  return kinds;
}
inline constexpr unsigned exchanging_kinds =
    kinds_where([](const MoveRow& row) { return row.exchanges_two; });
inline constexpr unsigned upwards_kinds =
    kinds_where([](const MoveRow& row) { return row.tabu == TabuRule::upwards; });
inline constexpr unsigned places_kinds =
    kinds_where([](const MoveRow& row) { return row.tabu == TabuRule::places; });
static_assert(kinds_where([](const MoveRow& row) {
                return &row == move_rows + static_cast<int>(row.kind);
              }) == (1U << move_kind_count) - 1,
              "rows are in the order of MoveKind");

/// Whether `kind` is one of `kinds`, a bit each.
[[nodiscard]] JAM_HD_INLINE bool is_one_of(unsigned kinds, MoveKind kind) {
  return ((kinds >> static_cast<int>(kind)) & 1U) != 0;
}

/// Whether `number` is the number of a kind: a state may hold any number.
[[nodiscard]] constexpr bool is_move(int number) { return number >= 0 && number < move_kind_count; }

/// For example "neighbour-swap".
[[nodiscard]] constexpr const char* move_name(MoveKind kind) {
  return move_rows[static_cast<int>(kind)].name;
}

/// Relative frequencies of the moves [-], >= 0; only their ratios count.
class MoveWeights {
 public:
  /// The defaults.
  constexpr MoveWeights() {
    for (const MoveRow& row : move_rows) (*this)[row.kind] = row.weight;
  }
  /// `kind` alone.
  constexpr explicit MoveWeights(MoveKind kind) { (*this)[kind] = 1; }

  [[nodiscard]] constexpr double& operator[](MoveKind kind) { return values_[static_cast<int>(kind)]; }
  [[nodiscard]] constexpr double operator[](MoveKind kind) const { return values_[static_cast<int>(kind)]; }
  [[nodiscard]] constexpr const std::array<double, move_kind_count>& values() const { return values_; }

  [[nodiscard]] double sum() const {
    return std::accumulate(values_.begin() + 1, values_.end(), 0.0) + values_.front();
  }

 private:
  std::array<double, move_kind_count> values_{};
};

}  // namespace jam::circles
