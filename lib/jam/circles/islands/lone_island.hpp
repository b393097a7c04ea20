// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Shared by the searches that are not divided (improve, anneal): an archipelago of one island, which sends
// and receives nothing.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "jam/circles/islands/search_state.hpp"
#include "jam/circles/polish/packing_incumbent.hpp"
#include "jam/core/error.hpp"
#include "jam/search/archipelago.hpp"

namespace jam::circles {

/// The parts of an Island that do not depend on the search. A search adds begin(start), which prepares the
/// first round (false: stopped, or there is nothing to continue from), finish_round(), write(), read(), and
/// end(), which publishes the results that are not published yet.
class LoneIsland {
 public:
  using Best = PackingIncumbent;

  void begin_round() {}
  void abandon() {}
  /// At least one round is made, whatever the limit.
  [[nodiscard]] bool finished() const {
    return options_.trial_limit > 0 && best_.progress.rounds > 0 &&
           best_.progress.trials >= options_.trial_limit;
  }
  [[nodiscard]] static std::string migrant() { return {}; }
  void accept(const std::string& /*migrant*/) {}
  [[nodiscard]] Best::Counters counters() const { return best_.counters(); }
  template <class I>
  static void summarise(const std::vector<const I*>& islands, Progress& progress) {
    progress.mean_radius = islands.front()->mean_radius_;
  }
  void end() {}

  /// Trials of a round.
  [[nodiscard]] int trial_count() const { return best_.progress.instance_count; }

 protected:
  LoneIsland(const Problem& problem, const SearchOptions& options, const SearchRun& run,
             PackingIncumbent& best)
      : problem_(problem), options_(options), stop_(run.stop), best_(best) {}

  void set_size(int trial_count, std::size_t device_bytes) {
    best_.progress.instance_count = trial_count;
    best_.progress.device_bytes = device_bytes;
  }

  const Problem& problem_;
  const SearchOptions& options_;
  StopToken& stop_;
  PackingIncumbent& best_;
  /// Typical radius of the present packings, for display.
  double mean_radius_ = std::numeric_limits<double>::infinity();
};

/// Runs `island`, which shares `best`, from `start` or from the state of the checkpoint. `tag` as in
/// search_state.hpp.
template <class I>
SearchResult run_alone(const char* tag, std::unique_ptr<I> island, PackingIncumbent& best,
                       const Packing& start, const SearchRun& run) {
  I& search = *island;
  const int trials = search.trial_count();
  io::StateWriter head;
  write_head(head, tag, {trials, 0});
  Archipelago<I> archipelago({1, 1, head.finish()}, run, best, nullptr,
                             [&](const IslandPlace&) { return std::move(island); });
  bool ready = true;
  if (run.resumes()) {
    io::StateReader state(run.checkpoint->resume_state());
    const int saved = read_head(state, tag).instance_count;
    if (saved > trials) {
      throw InputError(
          fmt::format("the checkpoint has {} trials in a round, this search {}: give --instances at least as "
                      "many, or leave it out",
                      saved, trials));
    }
    archipelago.read(state);
  } else {
    ready = search.begin(start);
  }
  if (ready) archipelago.run();
  search.end();
  return best.result();
}

/// Throws InputError unless `start` holds the circles of `problem`, at centres that are finite.
inline void check_start(const Problem& problem, const Packing& start) {
  for (const Circle& circle : start.circles) {
    if (!std::isfinite(circle.x) || !std::isfinite(circle.y))
      throw InputError("the start has a centre that is not a finite number");
  }
  if (sorted_radii(start.circles) == problem.radii) return;
  throw InputError(fmt::format(
      "the start holds {} circles that are not the {} of the problem: give a packing of the same radii",
      start.count(), problem.count()));
}

/// Random moves of a round of `improve` by default: enough to fill two to four CPU threads or the blocks of a
/// large GPU.
[[nodiscard]] inline int default_trial_count(const Device& device) {
  return device.kind == DeviceKind::cuda ? 2048 : 64;
}

/// search_improve() with Strategy::compress (improve_compress.cpp). A trial of its counters is one
/// relaxation, as with the other strategies; a compression takes 20 to 35.
[[nodiscard]] SearchResult improve_by_compression(const Problem& problem, const Packing& start,
                                                  const SearchOptions& options, const SearchRun& run);

}  // namespace jam::circles
