// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// From the centres of the large search to verified packings: stores the best state, polishes it if the problem is small, and offers it to
// the incumbent. Verification of 100 000 circles takes a noticeable part of a second, so its share of the time is limited; the best state
// is always published at the end. Lengths are in the search's unit unless said otherwise.
#pragma once

#include "jam/circles/large/engine.hpp"
#include "jam/circles/model/search.hpp"
#include "jam/circles/polish/packing_incumbent.hpp"

namespace jam::circles::large {

/// Problems up to this size are polished to a local optimum in double.
inline constexpr int polish_count_limit = 2000;

/// Overlap, relative to the distance of a pair, above which a state is not even considered [-]: spreading all centres by that much costs
/// more density than any state with so large an overlap can have gained.
inline constexpr double largest_spread = 5e-3;

class Publisher {
 public:
  /// `unit` is what one length of the problem measures in the search. The references must outlive the publisher.
  Publisher(const Problem& problem, double unit, const SearchOptions& options, const SearchRun& run);

  /// Remembers the state if its legal radius (RelaxReport::legal_radius) is the smallest so far; true if it is.
  bool offer(const Centres& centres, double legal_radius);

  /// Publishes the best state if it is new and enough time has passed since the last verification.
  void publish_when_due(MoveKind move);

  /// Publishes the best state if it is new, or if it may be polished now and was not. `may_polish` is false when the search must end at
  /// once.
  void publish(MoveKind move, bool may_polish);

  /// Publishes a state that is known to be legal, when nothing else was found.
  void publish_fallback(const Centres& centres);

  /// The best state so far and its legal radius (infinity: none).
  [[nodiscard]] const Centres& best_centres() const { return best_centres_; }
  [[nodiscard]] double best_legal_radius() const { return best_legal_radius_; }

  /// The best verified packing, in the unit of the problem; its progress is counted by the driver.
  [[nodiscard]] PackingIncumbent& best() { return best_; }

 private:
  [[nodiscard]] Packing packing_of(const Centres& centres) const;
  void publish_packing(Packing packing, MoveKind move, bool may_polish);

  const Problem& problem_;
  double unit_;
  StopToken& stop_;
  PackingIncumbent best_;
  double last_publish_ = -1;  ///< End of the last verification [s].
  double publish_cost_ = 0;   ///< Duration of the last verification [s].
  Centres best_centres_;
  double best_legal_radius_ = std::numeric_limits<double>::infinity();
  bool unpublished_ = false;  ///< The best state has not been verified yet.
  bool unpolished_ = false;   ///< The best state has not been polished yet.
};

/// The large search with an engine that was made for `radii`, those of the problem times `unit`.
[[nodiscard]] SearchResult search_on_engine(Engine& engine, const std::vector<double>& radii, double unit, const Problem& problem,
                                            const Packing& start, const SearchOptions& options, const SearchRun& run);

}  // namespace jam::circles::large
