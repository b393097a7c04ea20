// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/search/rank_link.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <set>
#include <utility>

#include "jam/core/error.hpp"

namespace jam::ranks {
namespace {

enum class Kind : char { agreement, migrant, event, counters, state, done, stop };

template <class... Values>
std::string message(Kind kind, const Values&... values) {
  io::StateWriter writer;
  writer.write(kind);
  (writer.write(values), ...);
  return writer.finish();
}

}  // namespace

RankLink::RankLink(Exchange& exchange)
    : exchange_(exchange),
      counters_(exchange.rank_count()),
      done_(exchange.rank_count(), 0),
      states_(exchange.rank_count()) {}

std::string RankLink::agree(std::string of_rank_0, StopToken& stop) {
  if (rank() == 0) {
    for (int other = 1; other < rank_count(); ++other)
      exchange_.send(other, message(Kind::agreement, of_rank_0));
    return of_rank_0;
  }
  const std::optional<std::string> bytes = exchange_.receive(0, stop.signal_query());
  if (!bytes)
    throw Error(
        ExitCode::terminated,
        "rank 0 does not answer: " + (error().empty() ? std::string("the search was stopped") : error()));
  io::StateReader reader(*bytes);
  if (reader.read<Kind>() != Kind::agreement)
    throw Error(ExitCode::internal,
                "rank 0 begins with another message: start all ranks with the same options");
  return reader.read_text();
}

void RankLink::send_migrant(int to, int from_island, const std::string& migrant, bool last) {
  exchange_.send(to, message(Kind::migrant, from_island, last, migrant));
}

std::optional<std::string> RankLink::receive_migrant(int from, int from_island, StopToken& stop) {
  std::deque<Migrant>& queue = migrants_[from_island];
  while (queue.empty()) {
    const std::optional<std::string> bytes = exchange_.receive(from, stop.query());
    if (!bytes) {
      // A rank that said goodbye was told to stop; why, rank 0 learns with its last message.
      if (exchange_.state(from) == RankState::lost) stop.request(StopReason::terminate);
      return std::nullopt;
    }
    take_in(from, *bytes, stop);
  }
  std::string migrant = queue.front().bytes;
  if (!queue.front().last) queue.pop_front();
  return migrant;
}

void RankLink::send_event(const std::string& event) { exchange_.send(0, message(Kind::event, event)); }

void RankLink::send_counters(const std::vector<long long>& counters) {
  exchange_.send(0, message(Kind::counters, counters));
}

void RankLink::send_state(long long round, bool last, std::vector<IslandState> islands) {
  if (rank() == 0) {
    states_[0][round] = {last, std::move(islands)};
    return;
  }
  io::StateWriter writer;
  for (const IslandState& island : islands) island.write(writer);
  exchange_.send(0, message(Kind::state, round, last, static_cast<int>(islands.size())) + writer.finish());
}

void RankLink::send_done(const std::vector<long long>& counters, StopReason reason) {
  exchange_.send(0, message(Kind::done, counters, reason));
}

void RankLink::send_stop(StopReason reason) {
  for (int other = 1; other < rank_count(); ++other) exchange_.send(other, message(Kind::stop, reason));
}

void RankLink::receive(StopToken& stop) {
  for (int from = 0; from < rank_count(); ++from) {
    if (from == rank()) continue;
    while (const std::optional<std::string> bytes = exchange_.poll(from)) take_in(from, *bytes, stop);
    if (exchange_.state(from) == RankState::lost) stop.request(StopReason::terminate);
  }
}

void RankLink::take_in(int from, const std::string& bytes, StopToken& stop) {
  io::StateReader reader(bytes);
  const std::size_t at = from;
  switch (reader.read<Kind>()) {
    case Kind::migrant: {
      const int island = reader.read<int>();
      const bool last = reader.read<bool>();
      migrants_[island].push_back({reader.read_text(), last});
      break;
    }
    case Kind::event: events_.push_back(reader.read_text()); break;
    case Kind::counters: counters_[at] = reader.read_vector<long long>(); break;
    case Kind::state: {
      const auto round = reader.read<long long>();
      SharedState& state = states_[at][round];
      state.last = reader.read<bool>();
      for (int count = reader.read<int>(); count > 0; --count)
        state.islands.push_back(IslandState::read(reader));
      break;
    }
    case Kind::done:
      counters_[at] = reader.read_vector<long long>();
      done_[at] = 1;
      end_reason_ = std::max(end_reason_, reader.read<StopReason>());
      break;
    case Kind::stop: stop.request(reader.read<StopReason>()); break;
    case Kind::agreement:
      throw Error(ExitCode::internal,
                  "rank " + std::to_string(from) + " began anew in the middle of the search");
  }
}

std::vector<std::string> RankLink::take_events() { return std::exchange(events_, {}); }

const RankLink::SharedState* RankLink::state_at(int rank, long long round) const {
  const auto& states = states_[rank];
  const auto after = states.upper_bound(round);
  if (after == states.begin()) return nullptr;
  const auto& [last_round, state] = *std::prev(after);
  return last_round == round || state.last ? &state : nullptr;
}

std::optional<RankLink::Boundary> RankLink::take_boundary() {
  std::set<long long, std::greater<>> rounds;
  for (const auto& states : states_)
    for (const auto& [round, state] : states) rounds.insert(round);
  for (const long long round : rounds) {
    Boundary boundary{round, {}};
    int there = 0;
    for (; there < rank_count(); ++there) {
      const SharedState* state = state_at(there, round);
      if (state == nullptr) break;
      boundary.islands.insert(boundary.islands.end(), state->islands.begin(), state->islands.end());
    }
    if (there < rank_count()) continue;
    if (round <= taken_round_) return std::nullopt;
    taken_round_ = round;
    for (auto& states : states_)
      std::erase_if(states, [round](const auto& item) { return item.first <= round && !item.second.last; });
    return boundary;
  }
  return std::nullopt;
}

bool RankLink::all_done() {
  for (int other = 1; other < rank_count(); ++other) {
    if (done_[other] == 0 && exchange_.state(other) == RankState::present) return false;
  }
  return true;
}

}  // namespace jam::ranks
