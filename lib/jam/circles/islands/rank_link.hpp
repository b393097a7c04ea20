// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What the ranks of a multistart search tell each other. Every rank owns some of the islands. Packings go from island to island at rounds
// that are counted, so that they change nothing but what one process with all islands would do; news, counters and states go to rank 0,
// which publishes, and from there comes the end. Rank 0 alone decides what the options leave open.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "jam/circles/model/packing.hpp"
#include "jam/circles/model/problem.hpp"
#include "jam/circles/model/search.hpp"
#include "jam/core/stop.hpp"
#include "jam/io/binary_state.hpp"
#include "jam/search/exchange.hpp"

namespace jam::circles {

/// Counters of a rank since it began; plain data.
struct Tally {
  long long trials = 0;
  long long relaxation_steps = 0;
  long long meta_stable_count = 0;
  long long duplicate_count = 0;
  long long extinction_count = 0;
};

/// The part of a rank in the state at a boundary: of each of its islands, the state and the packing that is on its way to the next one.
struct StatePart {
  Tally tally;
  std::vector<std::string> islands;
  std::vector<Packing> emigrants;
};

/// A packing that another rank has published to itself.
struct News {
  Packing packing;
  int instance = 0;
  MoveKind move = MoveKind::start;
};

class RankLink {
 public:
  /// Both must outlive it.
  RankLink(ranks::Exchange& exchange, const Problem& problem);

  [[nodiscard]] int rank() const { return exchange_.rank(); }
  [[nodiscard]] int rank_count() const { return exchange_.rank_count(); }

  /// The bytes that rank 0 gives, for all; others wait for them. Throws Error where rank 0 does not answer.
  [[nodiscard]] std::string agree(std::string of_rank_0, StopToken& stop);

  /// The packing that leaves island `from_island` for an island of rank `to`; `last`: it will never be another one.
  void send_emigrant(int to, int from_island, const Packing& packing, bool last);

  /// The next packing that island `from_island` of rank `from` sends; waits for it. Where its last one came, that one again. Nothing where
  /// the search is told to stop meanwhile; a rank that is gone stops it.
  [[nodiscard]] std::optional<Packing> receive_emigrant(int from, int from_island, StopToken& stop);

  // To rank 0.
  void send_news(const Improvement& improvement);
  void send_tally(const Tally& tally);
  void send_state(long long round, const StatePart& part);
  void send_done(const Tally& tally);

  // From rank 0.
  void send_stop(StopReason reason);

  /// Takes in everything that has arrived. Requests the stop that rank 0 sent, and StopReason::terminate where a rank is lost.
  void receive(StopToken& stop);

  /// Rank 0: what arrived since the last call; and the parts of all other ranks at the newest boundary, up to round `round`, at which all
  /// are there, ordered by rank; those of earlier boundaries are dropped then.
  [[nodiscard]] std::vector<News> take_news();
  [[nodiscard]] const std::vector<Tally>& tallies() const { return tallies_; }  ///< [rank], that of rank 0 is zero.
  struct Boundary {
    long long round = 0;
    std::vector<StatePart> parts;
  };
  [[nodiscard]] std::optional<Boundary> take_boundary(long long round);

  /// Rank 0: whether every other rank is done, or gone.
  [[nodiscard]] bool all_done();

  /// About the ranks that are lost, in one sentence; empty where none is.
  [[nodiscard]] std::string trouble() { return exchange_.trouble(); }

 private:
  struct Emigrant {
    Packing packing;
    bool last = false;
  };
  void take_in(int from, const std::string& message, StopToken& stop);

  ranks::Exchange& exchange_;
  const Problem& problem_;
  std::map<int, std::deque<Emigrant>> emigrants_;  ///< By island.
  std::vector<News> news_;
  std::vector<Tally> tallies_;
  std::vector<char> done_;
  std::map<long long, std::map<int, StatePart>> parts_;  ///< By round and rank.
};

}  // namespace jam::circles
