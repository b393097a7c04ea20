// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// From the centres of the large search to verified packings: stores the best state, polishes it, and offers
// it to the incumbent. Verification of 100 000 circles takes a noticeable part of a second, so its part of
// the time is limited. The polish of 10 000 circles takes about ten, so only the last state is polished
// there. Lengths are in the search's unit unless said otherwise.
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <vector>

#include "jam/circles/large/engine.hpp"
#include "jam/circles/model/search.hpp"
#include "jam/circles/polish/packing_incumbent.hpp"

namespace jam::circles::large {

/// Problems up to this size are polished to a local minimum whenever a compression has ended; up to
/// polish_patient_limit at the end only.
inline constexpr int polish_count_limit = 2000;

/// Overlap, relative to the distance of a pair, above which a state is not even considered [-]: spreading all
/// centres by that much costs more density than any state with so large an overlap can have gained.
inline constexpr double largest_spread = 5e-3;

class Publisher {
 public:
  /// `unit` is the length 1 of the problem in the unit of the search, `island` the number under which it
  /// publishes. The references must outlive the publisher.
  Publisher(const Problem& problem, double unit, StopToken& stop, PackingIncumbent& best, int island);

  /// Remembers the state if its legal radius (RelaxReport::legal_radius) is the smallest so far.
  void offer(const Centres& centres, double legal_radius);

  /// Takes over the state of another island if its legal radius is smaller; that island publishes it.
  void adopt(Centres centres, double legal_radius);

  /// Publishes the best state if it is new and either enough time has passed since the last verification, or
  /// hardly enough is left for one.
  void publish_when_due(MoveKind move);

  /// Publishes the best state polished if that takes long and the remaining time is just enough. True:
  /// the search has to end then, by its time limit; if it went on and ended otherwise, its result would
  /// depend on the time at which this was done.
  [[nodiscard]] bool polish_before_limit(MoveKind move);

  /// Publishes the best state, polished if the problem is small, if it is new or was not polished yet.
  void publish(MoveKind move);

  /// At the end: publishes the best state if it is new, or `fallback()`, which is legal, if there is none;
  /// polished unless a limit or signal ended the search. The limit of time also cuts this polish; what a long
  /// one has reached by then is published. After a limit or signal it takes about a second at most; a state
  /// that cannot be verified by then is lost.
  void publish_last(MoveKind move, const std::function<Centres()>& fallback);

  /// The best state so far and its legal radius (infinity: none).
  [[nodiscard]] const Centres& best_centres() const { return best_centres_; }
  [[nodiscard]] double best_legal_radius() const { return best_legal_radius_; }

  /// The best state, and whether it has yet to be verified and polished.
  void write(io::StateWriter& state) const;
  void read(io::StateReader& state);

 private:
  /// Rounds the best state outwards and offers it; when stopped, it stays unpublished.
  void publish_best(MoveKind move, bool may_polish, const StopQuery& stop);
  [[nodiscard]] bool polish_is_long() const { return problem_.count() > polish_count_limit; }
  /// `unit_` is a power of two: its inverse is exact.
  [[nodiscard]] Packing packing_of(const Centres& centres) const {
    return scaled_packing(problem_.radii, centres.x.data(), centres.y.data(), 1 / unit_);
  }
  /// The best state, which `packing` is, polished and without overlaps; `separate`, the same unpolished,
  /// if that is smaller.
  [[nodiscard]] Packing polished(const Packing& packing, const Packing& separate, const StopQuery& stop);
  bool publish_packing(const Packing& packing, MoveKind move, bool may_polish, const StopQuery& stop);

  const Problem& problem_;
  double unit_;
  StopToken& stop_;
  PackingIncumbent& best_;
  int island_;
  double last_publish_ = -1;  ///< End of the last verification [s].
  double publish_cost_;       ///< Duration of the last verification, at first an estimate [s].
  Centres best_centres_;
  double best_legal_radius_ = std::numeric_limits<double>::infinity();
  bool unpublished_ = false;  ///< The best state has not been verified yet.
  bool unpolished_ = false;   ///< The best state has not been polished yet.
};

/// The large search with an island for each engine. The engines were made for `radii`: the radii of the
/// problem times `unit`.
[[nodiscard]] SearchResult search_on_engines(const std::vector<std::unique_ptr<Engine>>& engines,
                                             const std::vector<double>& radii, double unit,
                                             const Problem& problem, const Packing& start,
                                             const SearchOptions& options, const SearchRun& run);

/// Centres as bytes; reading throws InputError for other than `count` finite ones.
void write_centres(io::StateWriter& state, const Centres& centres);
[[nodiscard]] Centres read_centres(io::StateReader& state, std::size_t count);

}  // namespace jam::circles::large
