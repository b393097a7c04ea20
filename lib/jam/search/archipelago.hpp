// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The driver of every search that works in rounds: the islands of this process, and their messages to and
// from the islands of other ranks. Before every round the state is offered to the checkpoint; rounds go on
// until the search is told to stop or all islands are finished. The islands form a ring: after every
// `exchange_interval` rounds each sends its migrant, its best result, to the next one; it arrives there an
// interval later, in this process as in another. So the number of ranks changes nothing. While the host works
// on one island, the rounds of others run. A search that is not divided is one island.
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "jam/core/error.hpp"
#include "jam/core/stop.hpp"
#include "jam/io/binary_state.hpp"
#include "jam/search/island.hpp"
#include "jam/search/rank_link.hpp"
#include "jam/search/run_context.hpp"

namespace jam {

/// Throws InputError if there are fewer islands than ranks.
inline void require_island_for_each_rank(int island_count, int rank_count) {
  if (island_count >= rank_count) return;
  throw InputError(std::to_string(rank_count) + " ranks cannot share " + std::to_string(island_count) +
                   (island_count == 1 ? " island" : " islands") +
                   ": start fewer, or give --islands and --instances at least as many");
}

struct ArchipelagoPlan {
  int island_count = 1;       ///< Number of islands of all ranks, >= the number of ranks.
  int exchange_interval = 1;  ///< Number of rounds between two exchanges, >= 1.
  std::string head;           ///< The beginning of every saved state: a tag (io::write_tag), sizes.
};

/// The islands in a saved state, which follow its head and the incumbent.
[[nodiscard]] inline std::vector<ranks::IslandState> read_islands(io::StateReader& state, int island_count) {
  std::vector<ranks::IslandState> islands;
  for (int i = 0; i < island_count; ++i) islands.push_back(ranks::IslandState::read(state));
  return islands;
}

template <Island I>
class Archipelago {
 public:
  using Best = typename I::Best;
  using Make = std::function<std::unique_ptr<I>(const IslandPlace& place)>;

  /// Makes the islands of this rank. `best` must outlive the archipelago. `link` may be null: this process is
  /// alone.
  template <class Listener>
  Archipelago(ArchipelagoPlan plan, const RunContext<Listener>& run, Best& best, ranks::RankLink* link,
              const Make& make)
      : plan_(std::move(plan)),
        stop_(run.stop),
        checkpoint_(run.checkpoint),
        inbox_(run.inbox),
        link_(link),
        best_(best) {
    for (int i = 0; i < plan_.island_count; ++i) {
      if (owner(i) == rank()) members_.push_back({make({i, plan_.island_count}), i, {}, {}});
    }
    counted_elsewhere_.resize(rank_count());
  }

  /// The islands of this rank.
  [[nodiscard]] std::vector<I*> islands() const {
    std::vector<I*> all;
    for (const Member& member : members_) all.push_back(member.island.get());
    return all;
  }

  /// Reads the part of a saved state after the head. Throws InputError for a state that does not fit.
  void read(io::StateReader& state);

  /// Until the search is told to stop, or is finished: requests StopReason::finished then.
  void run();

 private:
  using Counters = typename Best::Counters;

  struct Member {
    std::unique_ptr<I> island;
    int number = 0;
    std::string migrant;    ///< Migrant on its way to the next island; empty: none yet.
    std::string inherited;  ///< Migrant that the previous island, of another rank, sent in an earlier run.
    bool inherits = true;
    bool sent_last = false;  ///< Its migrant will never change.
  };

  [[nodiscard]] int rank() const { return link_ != nullptr ? link_->rank() : 0; }
  [[nodiscard]] int rank_count() const { return link_ != nullptr ? link_->rank_count() : 1; }
  [[nodiscard]] bool alone() const { return rank_count() == 1; }

  /// The first island of rank r is r * islands / ranks, rounded up.
  [[nodiscard]] int owner(int island) const {
    return static_cast<int>(static_cast<long long>(island) * rank_count() / plan_.island_count);
  }

  [[nodiscard]] bool all_finished() const;
  /// A stop came while an island was made: no state of it is saved.
  [[nodiscard]] bool any_cut() const;
  /// Ends a round of each island and begins its next one. False: the search was told to stop.
  [[nodiscard]] bool finish_rounds();
  /// Delivers the migrants of the last interval, then sends the present ones. False: told to stop.
  [[nodiscard]] bool exchange_migrants();
  /// The first island gets what a user hands to the search, if its kind takes that.
  void take_from_user();
  /// The migrant for each island of this rank, empty: none; waits for other ranks. Nothing: told to stop.
  [[nodiscard]] std::optional<std::vector<std::string>> arrivals();
  /// Sums over the islands of this rank.
  [[nodiscard]] std::vector<long long> counters() const;

  [[nodiscard]] static Counters counters_of(const std::vector<long long>& values) {
    Counters counters{};
    if (values.size() != counters.size()) io::fail_state("its islands have other counters");
    if (!std::all_of(values.begin(), values.end(), io::is_count))
      io::fail_state("its islands have impossible counters");
    std::copy(values.begin(), values.end(), counters.begin());
    return counters;
  }

  [[nodiscard]] std::vector<ranks::IslandState> own_state() const;
  /// The bytes of a checkpoint: the head, the incumbent with the counters of `islands`, and these islands.
  [[nodiscard]] std::string whole_state(long long round,
                                        const std::vector<ranks::IslandState>& islands) const;
  void save_alone();
  void share_state();
  void save_complete_boundary();
  /// Takes in all messages that are here. Rank 0 publishes what the others found; they send it what is new.
  void follow_others();
  /// Rank 0 ends the others and waits for their last messages; they report the end of their own work.
  void end_together();

  ArchipelagoPlan plan_;
  StopToken& stop_;
  CheckpointSink* checkpoint_;
  Inbox* inbox_;
  ranks::RankLink* link_;
  Best& best_;
  std::vector<Member> members_;
  std::vector<Counters> counted_elsewhere_;  ///< Counters of each rank that best_.progress contains.
  long long sent_change_ = 0;                ///< change_count() of the best result last sent to rank 0.
  bool last_sent_ = false;                   ///< All migrants have been sent.
};

template <Island I>
void Archipelago<I>::run() {
  for (bool first = true;; first = false) {
    const bool finished = best_.complete() || (all_finished() && (alone() || last_sent_));
    if (finished && alone()) stop_.request(StopReason::finished);
    if (alone()) {
      if (!first || !any_cut()) save_alone();
    } else {
      follow_others();
    }
    if (finished || stop_.stop_requested()) break;
    if (first) {
      for (const Member& member : members_) {
        if (!member.island->finished()) member.island->begin_round();
      }
    }
    if (!finish_rounds()) break;
    ++best_.progress.rounds;
    if (best_.progress.rounds % plan_.exchange_interval == 0 && !exchange_migrants()) break;
    take_from_user();
    best_.report();
  }
  for (const Member& member : members_) member.island->abandon();
  if (!alone()) end_together();
}

template <Island I>
bool Archipelago<I>::all_finished() const {
  return std::all_of(members_.begin(), members_.end(),
                     [](const Member& member) { return member.island->finished(); });
}

template <Island I>
bool Archipelago<I>::any_cut() const {
  if constexpr (requires(const I& island) { island.cut(); }) {
    return std::any_of(members_.begin(), members_.end(),
                       [](const Member& member) { return member.island->cut(); });
  }
  return false;
}

template <Island I>
bool Archipelago<I>::finish_rounds() {
  std::vector<const I*> all;
  for (const Member& member : members_) {
    I& island = *member.island;
    all.push_back(&island);
    if (island.finished()) continue;
    if (!island.finish_round()) return false;
    if (!island.finished()) island.begin_round();
  }
  I::summarise(all, best_.progress);
  return true;
}

template <Island I>
std::optional<std::vector<std::string>> Archipelago<I>::arrivals() {
  const int first = members_.front().number;
  std::vector<std::string> migrants(members_.size());
  for (std::size_t i = 0; i < members_.size(); ++i) {
    Member& member = members_[i];
    if (member.island->finished()) continue;
    const int from = (member.number + plan_.island_count - 1) % plan_.island_count;
    if (owner(from) == rank()) {
      migrants[i] = members_[from - first].migrant;
    } else if (member.inherits) {
      migrants[i] = std::exchange(member.inherited, {});
      member.inherits = false;
    } else {
      std::optional<std::string> migrant = link_->receive_migrant(owner(from), from, stop_);
      if (!migrant) return std::nullopt;
      migrants[i] = std::move(*migrant);
    }
  }
  return migrants;
}

template <Island I>
bool Archipelago<I>::exchange_migrants() {
  if (plan_.island_count > 1) {
    // Take the migrants of the last exchange before new ones leave.
    const std::optional<std::vector<std::string>> migrants = arrivals();
    if (!migrants) return false;
    last_sent_ = true;
    for (std::size_t i = 0; i < members_.size(); ++i) {
      Member& member = members_[i];
      if (const std::string& arrived = (*migrants)[i]; !arrived.empty()) member.island->accept(arrived);
      member.migrant = member.island->migrant();
      const bool finished = member.island->finished();
      const int to = owner((member.number + 1) % plan_.island_count);
      if (to != rank() && !member.sent_last) link_->send_migrant(to, member.number, member.migrant, finished);
      member.sent_last = finished;
      last_sent_ = last_sent_ && finished;
    }
  }
  if (!alone()) share_state();
  return true;
}

template <Island I>
void Archipelago<I>::take_from_user() {
  if constexpr (requires(I & island, const std::string& bytes) { island.accept_from_user(bytes); }) {
    I& island = *members_.front().island;
    if (inbox_ == nullptr || island.finished()) return;
    if (const std::optional<std::string> bytes = inbox_->take()) island.accept_from_user(*bytes);
  }
}

template <Island I>
std::vector<long long> Archipelago<I>::counters() const {
  std::vector<long long> sum(Counters{}.size(), 0);
  for (const Member& member : members_) {
    const Counters own = member.island->counters();
    for (std::size_t i = 0; i < own.size(); ++i) sum[i] += own[i];
  }
  return sum;
}

template <Island I>
std::vector<ranks::IslandState> Archipelago<I>::own_state() const {
  std::vector<ranks::IslandState> states;
  for (const Member& member : members_) {
    io::StateWriter writer;
    member.island->write(writer);
    const Counters own = member.island->counters();
    states.push_back({member.migrant, {own.begin(), own.end()}, writer.finish()});
  }
  return states;
}

template <Island I>
std::string Archipelago<I>::whole_state(long long round,
                                        const std::vector<ranks::IslandState>& islands) const {
  typename Best::Progress totals = best_.progress;
  totals.rounds = round;
  Counters sum{};
  for (const ranks::IslandState& island : islands) {
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += island.counters[i];
  }
  Best::set_counters(totals, sum);
  io::StateWriter best;
  best_.write(best, totals);
  io::StateWriter state;
  state.write(best.finish());
  for (const ranks::IslandState& island : islands) island.write(state);
  return plan_.head + state.finish();
}

template <Island I>
void Archipelago<I>::read(io::StateReader& state) {
  const std::string best = state.read_text();
  const std::vector<ranks::IslandState> islands = read_islands(state, plan_.island_count);
  state.finish();
  io::StateReader reader(best);
  best_.read(reader);
  reader.finish();
  sent_change_ = best_.change_count();
  for (int i = 0; i < plan_.island_count; ++i) {
    Counters& elsewhere = counted_elsewhere_[owner(i)];
    const Counters counters = counters_of(islands[i].counters);
    for (std::size_t k = 0; k < counters.size(); ++k) elsewhere[k] += counters[k];
  }
  for (Member& member : members_) {
    const ranks::IslandState& own = islands[member.number];
    io::StateReader island(own.bytes);
    member.island->read(island, counters_of(own.counters));
    island.finish();
    member.migrant = own.migrant;
    member.inherited = islands[(member.number + plan_.island_count - 1) % plan_.island_count].migrant;
  }
}

template <Island I>
void Archipelago<I>::save_alone() {
  const double seconds = best_.seconds();
  if (checkpoint_ != nullptr && checkpoint_->due(seconds))
    checkpoint_->save(whole_state(best_.progress.rounds, own_state()), seconds);
}

/// At an exchange: rank 0 saves the state of all ranks once it has the parts of all.
template <Island I>
void Archipelago<I>::share_state() {
  if (rank() != 0) link_->send_counters(counters());
  link_->send_state(best_.progress.rounds, last_sent_, own_state());
  if (rank() == 0) save_complete_boundary();
}

template <Island I>
void Archipelago<I>::save_complete_boundary() {
  const std::optional<ranks::RankLink::Boundary> boundary = link_->take_boundary();
  const double seconds = best_.seconds();
  if (boundary && checkpoint_ != nullptr && checkpoint_->due(seconds))
    checkpoint_->save(whole_state(boundary->round, boundary->islands), seconds);
}

template <Island I>
void Archipelago<I>::follow_others() {
  link_->receive(stop_);
  if (rank() == 0) {
    for (std::size_t r = 1; r < counted_elsewhere_.size(); ++r) {
      const std::vector<long long>& counted = link_->counters()[r];
      if (!counted.empty()) best_.add_counters(counters_of(counted), counted_elsewhere_[r]);
    }
    for (const std::string& event : link_->take_events()) best_.merge(event);
    save_complete_boundary();
  } else if (best_.change_count() != sent_change_) {
    sent_change_ = best_.change_count();
    link_->send_counters(counters());
    link_->send_event(best_.event());
  }
}

template <Island I>
void Archipelago<I>::end_together() {
  if (rank() != 0) {
    follow_others();
    link_->send_done(counters(), stop_.reason());
    return;
  }
  // How long rank 0 waits at the end for the last messages of the others [s].
  constexpr double wait_after_signals = 0.3, wait_after_limits = 10;
  const auto nap = [] { std::this_thread::sleep_for(std::chrono::milliseconds(2)); };
  // Finished here: the others may still have work.
  while (!stop_.stop_requested() && !best_.complete() && !link_->all_done()) {
    follow_others();
    best_.report();
    nap();
  }
  stop_.request(std::max(link_->end_reason(), StopReason::finished));
  link_->send_stop(stop_.reason());
  const double begin = stop_.elapsed();
  const double wait = stop_.signalled() ? wait_after_signals : wait_after_limits;
  while (!link_->all_done() && stop_.elapsed() - begin < wait) {
    follow_others();
    nap();
  }
  follow_others();
}

}  // namespace jam
