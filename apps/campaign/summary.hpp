// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The results of a campaign, problem by problem, and their texts for users. Times are in seconds of search.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "campaign/campaign.hpp"
#include "campaign/state.hpp"

namespace jam::campaign {

/// One search.
struct SeedRow {
  std::uint64_t seed = 0;
  Done state = Done::no;
  bool running = false;
  const Record* record = nullptr;    ///< Never null.
  std::optional<double> best_after;  ///< Time when the best value was found [s].
  std::optional<double> hit_after;   ///< When it was first as good as the problem's reference, to 1e-9.
};

/// One problem with all its seeds.
struct ProblemRow {
  const Problem* problem = nullptr;  ///< Never null.
  std::vector<SeedRow> seeds;        ///< One row for each seed, in the order of the entry.
  std::optional<double> reference;   ///< The best known radius, else the target.
  /// Seed with the best value, the earliest among equal ones; null: none has a value.
  const SeedRow* best = nullptr;
  int hits = 0;        ///< Number of seeds that reached the reference.
  double seconds = 0;  ///< Time of all seeds [s].
  /// Time of all seeds, each up to its hit or its end, over the number of hits: the mean time to the
  /// reference where all reached it, else the estimate for a search that is restarted until it does.
  std::optional<double> time_to_hit;

  [[nodiscard]] std::optional<double> best_value() const {
    return best == nullptr ? std::nullopt : best->record->value;
  }
  /// The best value is better than the best known one by more than its published decimals can hide.
  [[nodiscard]] bool beats_best_known() const;
};

/// Sums over the campaign.
struct Totals {
  int problems = 0, with_best_known = 0, reached = 0, beaten = 0, searches = 0;
  std::array<int, 5> by_state{};  ///< Searches, by Done.
  double seconds = 0;

  [[nodiscard]] int of(Done state) const { return by_state[static_cast<std::size_t>(state)]; }
};

/// All problems in the order of the campaign. They refer to `campaign` and `state`.
[[nodiscard]] std::vector<ProblemRow> summarise(const Campaign& campaign, const State& state,
                                                const std::vector<Running>& running);

[[nodiscard]] Totals totals_of(const std::vector<ProblemRow>& rows);

/// `target reached`.
[[nodiscard]] const char* done_text(Done done);

/// `R = 22.000193012737` or `12.5 l`.
[[nodiscard]] std::string value_text(const Problem& problem, double value);

/// value_text() with the gap to the best known radius, if there is one: `R = 22.1, gap +4.5e-03`.
[[nodiscard]] std::string value_and_gap_text(const Problem& problem, double value);

/// The last lines of a run: problems, searches, time.
[[nodiscard]] std::string summary_text(const Campaign& campaign, const State& state);

/// The plan of the campaign: its entries with their searches and limits, the first slices, and the searches
/// that are done.
[[nodiscard]] std::string plan_text(const Campaign& campaign, const State& state);

}  // namespace jam::campaign
