// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// One packing of the large search: start, compression, and rounds of shaking and compressing again.
// Compression: relax at fixed container radius R; when legal, lower R by a factor 1 - step; when not, move
// trapped circles into vacancies, raise R by half of the step and continue with half the step. A compression
// ends at the least step, and the island ends after several compressions without gain. A round of the island
// is one relaxation; on a GPU it runs concurrently with those of other islands, in a thread of its own.
// Islands differ in their random numbers alone, and shake the best packing that they know of.
#pragma once

#include <atomic>
#include <cstdint>
#include <future>
#include <limits>
#include <string>
#include <vector>

#include "jam/circles/large/engine.hpp"
#include "jam/circles/large/holes.hpp"
#include "jam/circles/large/publish.hpp"
#include "jam/circles/model/search.hpp"
#include "jam/circles/polish/packing_incumbent.hpp"
#include "jam/search/island.hpp"

namespace jam::circles::large {

/// State of a compression between two relaxations.
struct CompressionStep {
  double radius = 0;        ///< Radius of the container.
  double legal_radius = 0;  ///< Radius of the container at the last legal state.
  double step = 0;          ///< Present step: relative change of the radius per relaxation [-].
  double begin_step = 0;    ///< The first step [-].
  std::int32_t fails = 0;   ///< Number of consecutive failures.
  std::int32_t ever_failed = 0;
};

class LargeIsland;

/// Data that the islands of a search share. Lengths are in the search's unit.
struct LargeSearch {
  const Problem& problem;
  const SearchOptions& options;
  const SearchRun& run;
  PackingIncumbent& best;
  const std::vector<double>& radii;
  double unit = 1;  ///< The length 1 of the problem.
  std::vector<LargeIsland*> islands = {};
};

class LargeIsland {
 public:
  using Best = PackingIncumbent;

  /// The references must outlive it.
  LargeIsland(LargeSearch& search, Engine& engine, const IslandPlace& place);
  ~LargeIsland();
  LargeIsland(const LargeIsland&) = delete;
  LargeIsland& operator=(const LargeIsland&) = delete;

  /// Compresses first from the given start, or from a fresh packing.
  void begin(const Packing& start);

  /// Publishes the best state at the end of the search, see Publisher::publish_last().
  void end();

  [[nodiscard]] double best_legal_radius() const { return publisher_.best_legal_radius(); }

  // The functions of the concept Island (search/island.hpp).

  void begin_round();
  [[nodiscard]] bool finish_round();
  void abandon() { abandoned_ = true; }
  /// At least one round is made, whatever the limit.
  [[nodiscard]] bool finished() const;
  /// The best state so far.
  [[nodiscard]] std::string migrant() const;
  void accept(const std::string& migrant);
  [[nodiscard]] Best::Counters counters() const;
  static void summarise(const std::vector<const LargeIsland*>& islands, Progress& progress);
  void write(io::StateWriter& state) const;
  void read(io::StateReader& state, const Best::Counters& counters);
  /// A stop came before begin().
  [[nodiscard]] bool cut() const { return current_.x.empty(); }

 private:
  [[nodiscard]] bool equal() const;
  [[nodiscard]] bool few() const;
  [[nodiscard]] MoveKind move() const;
  [[nodiscard]] int fresh_compressions() const;
  void compress(Centres centres, double begin_step, double container_radius = 0);
  void compress_shaken(Centres centres, double legal_radius);
  void begin_fresh(Start start);
  [[nodiscard]] double easy_step() const;
  [[nodiscard]] RelaxReport relax();
  [[nodiscard]] RelaxReport wait();
  [[nodiscard]] bool polish_before_limit();
  [[nodiscard]] bool advance(bool legal);
  void end_compression();
  void count_in_progress();
  void count_device_bytes();

  LargeSearch& search_;
  Engine& engine_;
  IslandPlace place_;
  StopToken& stop_;
  Publisher publisher_;
  Vacancies vacancies_;
  double area_ = 0;  ///< Total area of the circles, divided by pi.

  // The state.
  CompressionStep at_;
  Centres current_;             ///< The state that is relaxed next.
  Centres legal_;               ///< The last legal state of this compression; empty: none.
  long long compressions_ = 0;  ///< Number of compressions that have ended.
  long long fruitless_ = 0;     ///< Number of consecutive compressions without gain, up to the last one.
  long long trials_at_gain_ = 0;
  double radius_before_ = 0;   ///< Best legal radius at the beginning of this compression.
  std::int32_t finished_ = 0;  ///< 1: nothing was gained for long.
  long long trials_ = 0;       ///< Number of relaxations that have ended.
  long long steps_ = 0;        ///< Number of steps of these relaxations.

  // The round under way. Its thread writes these alone, as the state may be saved meanwhile.
  Centres relaxed_;                        ///< Copy of current_.
  std::atomic<long long> round_steps_{0};  ///< Steps so far.
  std::atomic<bool> abandoned_{false};     ///< The round is to end.

  Best::Counters counted_{};       ///< The part of the counters that the progress contains.
  std::size_t counted_bytes_ = 0;  ///< The part of the device memory that the progress contains [bytes].

  std::future<RelaxReport> round_;  ///< Round on a GPU. Last member: it ends before the others are destroyed.
};

/// The radius of the best state of all; infinity: there is none.
[[nodiscard]] double least_legal_radius(const std::vector<LargeIsland*>& islands);

}  // namespace jam::circles::large
