// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The messages between the ranks of an archipelago (archipelago.hpp). Every rank owns some of the islands.
// Migrants go from island to island at counted rounds, so that the ranks find exactly what one process with
// all islands finds. Improvements, counters and states go to rank 0, which publishes them and sends the
// end of the search. What the bytes mean is known to the islands alone.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "jam/core/stop.hpp"
#include "jam/io/binary_state.hpp"
#include "jam/search/exchange.hpp"

namespace jam::ranks {

/// The state of an island at a boundary.
struct IslandState {
  /// Smallest output of write() [bytes].
  static constexpr std::size_t least_bytes = 3 * sizeof(std::uint64_t);

  std::string migrant;              ///< Migrant on its way to the next island.
  std::vector<long long> counters;  ///< Counters since the search began.
  std::string bytes;

  void write(io::StateWriter& state) const {
    state.write(migrant);
    state.write(counters);
    state.write(bytes);
  }
  [[nodiscard]] static IslandState read(io::StateReader& state) {
    IslandState island;
    island.migrant = state.read_text();
    island.counters = state.read_vector<long long>();
    island.bytes = state.read_text();
    return island;
  }
};

class RankLink {
 public:
  /// `exchange` must outlive it.
  explicit RankLink(Exchange& exchange);

  [[nodiscard]] int rank() const { return exchange_.rank(); }
  [[nodiscard]] int rank_count() const { return exchange_.rank_count(); }

  /// Returns the bytes of rank 0 in every rank; the others wait for them. Throws Error if rank 0 does not
  /// answer.
  [[nodiscard]] std::string agree(std::string of_rank_0, StopToken& stop);

  /// Sends the migrant of island `from_island` to an island of rank `to`; `last`: it will never change.
  void send_migrant(int to, int from_island, const std::string& migrant, bool last);

  /// The next migrant of island `from_island` of rank `from`; waits for it. Repeats the last migrant of an
  /// island that is finished. Nothing if the search is told to stop meanwhile; a lost rank stops the search.
  [[nodiscard]] std::optional<std::string> receive_migrant(int from, int from_island, StopToken& stop);

  // To rank 0. A state is shared at boundaries: `last`, where the islands of this rank are finished and will
  // never change; rank 0 shares its own in the same way. `reason` is why the rank ended; none: others ended
  // it, or it is finished.
  void send_event(const std::string& event);
  void send_counters(const std::vector<long long>& counters);
  void send_state(long long round, bool last, std::vector<IslandState> islands);
  void send_done(const std::vector<long long>& counters, StopReason reason);

  // From rank 0.
  void send_stop(StopReason reason);

  /// Takes in everything that has arrived. Requests the stop that rank 0 sent, and StopReason::terminate
  /// where a rank is lost.
  void receive(StopToken& stop);

  /// On rank 0: the events that arrived since the last call; and the newest counters of every rank, empty if
  /// none came yet.
  [[nodiscard]] std::vector<std::string> take_events();
  [[nodiscard]] const std::vector<std::vector<long long>>& counters() const { return counters_; }

  /// All islands, in their order, at a boundary.
  struct Boundary {
    long long round = 0;
    std::vector<IslandState> islands;
  };
  /// On rank 0: the newest boundary that every rank has reached, or has finished before; each boundary once.
  /// Drops the islands at earlier boundaries.
  [[nodiscard]] std::optional<Boundary> take_boundary();

  /// On rank 0: whether every other rank is done, or gone.
  [[nodiscard]] bool all_done();

  /// On rank 0: why ranks have ended; of several reasons, the one of highest precedence.
  [[nodiscard]] StopReason end_reason() const { return end_reason_; }

  /// About the ranks that are lost, in one sentence; empty if none is.
  [[nodiscard]] std::string error() { return exchange_.error(); }

 private:
  struct Migrant {
    std::string bytes;
    bool last = false;
  };
  struct SharedState {
    bool last = false;
    std::vector<IslandState> islands;
  };
  void take_in(int from, const std::string& message, StopToken& stop);
  [[nodiscard]] const SharedState* state_at(int rank, long long round) const;

  Exchange& exchange_;
  std::map<int, std::deque<Migrant>> migrants_;  ///< Migrants, by island.
  std::vector<std::string> events_;
  std::vector<std::vector<long long>> counters_;  ///< [rank]
  std::vector<char> done_;
  std::vector<std::map<long long, SharedState>> states_;  ///< States by round: [rank].
  long long taken_round_ = -1;                            ///< Round of the last boundary taken.
  StopReason end_reason_ = StopReason::none;
};

}  // namespace jam::ranks
