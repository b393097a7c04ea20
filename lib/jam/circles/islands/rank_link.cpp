// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/circles/islands/rank_link.hpp"

#include <utility>

#include "jam/circles/islands/search_state.hpp"
#include "jam/core/error.hpp"

namespace jam::circles {
namespace {

enum class Kind : char { agreement, emigrant, news, tally, state, done, stop };

io::StateWriter message(Kind kind) {
  io::StateWriter writer;
  writer.write(kind);
  return writer;
}

}  // namespace

RankLink::RankLink(ranks::Exchange& exchange, const Problem& problem)
    : exchange_(exchange),
      problem_(problem),
      tallies_(static_cast<std::size_t>(exchange.rank_count())),
      done_(static_cast<std::size_t>(exchange.rank_count()), 0) {}

std::string RankLink::agree(std::string of_rank_0, StopToken& stop) {
  if (rank() == 0) {
    for (int other = 1; other < rank_count(); ++other) {
      io::StateWriter writer = message(Kind::agreement);
      writer.write(of_rank_0);
      exchange_.send(other, writer.finish());
    }
    return of_rank_0;
  }
  const std::optional<std::string> bytes = exchange_.receive(0, stop.signal_query());
  if (!bytes)
    throw Error(ExitCode::terminated, "rank 0 does not answer: " + (trouble().empty() ? std::string("the search was stopped") : trouble()));
  io::StateReader reader(*bytes);
  if (reader.read<Kind>() != Kind::agreement)
    throw Error(ExitCode::internal, "rank 0 begins with another message: start all ranks with the same options");
  return reader.read_text();
}

void RankLink::send_emigrant(int to, int from_island, const Packing& packing, bool last) {
  io::StateWriter writer = message(Kind::emigrant);
  writer.write(from_island);
  writer.write(last);
  write_packing(writer, packing);
  exchange_.send(to, writer.finish());
}

std::optional<Packing> RankLink::receive_emigrant(int from, int from_island, StopToken& stop) {
  std::deque<Emigrant>& queue = emigrants_[from_island];
  while (queue.empty()) {
    const std::optional<std::string> bytes = exchange_.receive(from, stop.query());
    if (!bytes) {
      // A rank that said goodbye was told to stop, and so will be this one.
      stop.request(exchange_.state(from) == ranks::RankState::lost ? StopReason::terminate : StopReason::time_limit);
      return std::nullopt;
    }
    take_in(from, *bytes, stop);
  }
  Packing packing = queue.front().packing;
  if (!queue.front().last) queue.pop_front();
  return packing;
}

void RankLink::send_news(const Improvement& improvement) {
  io::StateWriter writer = message(Kind::news);
  writer.write(improvement.instance);
  writer.write(improvement.move);
  write_packing(writer, improvement.packing);
  exchange_.send(0, writer.finish());
}

void RankLink::send_tally(const Tally& tally) {
  io::StateWriter writer = message(Kind::tally);
  writer.write(tally);
  exchange_.send(0, writer.finish());
}

void RankLink::send_state(long long round, const StatePart& part) {
  io::StateWriter writer = message(Kind::state);
  writer.write(round);
  writer.write(part.tally);
  writer.write(static_cast<int>(part.islands.size()));
  for (std::size_t i = 0; i < part.islands.size(); ++i) {
    writer.write(part.islands[i]);
    write_packing(writer, part.emigrants[i]);
  }
  exchange_.send(0, writer.finish());
}

void RankLink::send_done(const Tally& tally) {
  io::StateWriter writer = message(Kind::done);
  writer.write(tally);
  exchange_.send(0, writer.finish());
}

void RankLink::send_stop(StopReason reason) {
  for (int other = 1; other < rank_count(); ++other) {
    io::StateWriter writer = message(Kind::stop);
    writer.write(reason);
    exchange_.send(other, writer.finish());
  }
}

void RankLink::receive(StopToken& stop) {
  for (int from = 0; from < rank_count(); ++from) {
    if (from == rank()) continue;
    while (const std::optional<std::string> bytes = exchange_.poll(from)) take_in(from, *bytes, stop);
    if (exchange_.state(from) == ranks::RankState::lost) stop.request(StopReason::terminate);
  }
}

void RankLink::take_in(int from, const std::string& bytes, StopToken& stop) {
  io::StateReader reader(bytes);
  const auto at = static_cast<std::size_t>(from);
  switch (reader.read<Kind>()) {
    case Kind::emigrant: {
      const int island = reader.read<int>();
      const bool last = reader.read<bool>();
      emigrants_[island].push_back({read_packing(reader, problem_), last});
      break;
    }
    case Kind::news: {
      News news;
      news.instance = reader.read<int>();
      news.move = reader.read<MoveKind>();
      news.packing = read_packing(reader, problem_);
      news_.push_back(std::move(news));
      break;
    }
    case Kind::tally: tallies_[at] = reader.read<Tally>(); break;
    case Kind::state: {
      const auto round = reader.read<long long>();
      StatePart part;
      part.tally = reader.read<Tally>();
      for (int count = reader.read<int>(); count > 0; --count) {
        part.islands.push_back(reader.read_text());
        part.emigrants.push_back(read_packing(reader, problem_));
      }
      parts_[round][from] = std::move(part);
      break;
    }
    case Kind::done:
      tallies_[at] = reader.read<Tally>();
      done_[at] = 1;
      break;
    case Kind::stop: stop.request(reader.read<StopReason>()); break;
    case Kind::agreement: throw Error(ExitCode::internal, "rank " + std::to_string(from) + " began anew in the middle of the search");
  }
}

std::vector<News> RankLink::take_news() { return std::exchange(news_, {}); }

std::optional<RankLink::Boundary> RankLink::take_boundary(long long round) {
  const auto others = static_cast<std::size_t>(rank_count() - 1);
  for (auto it = parts_.rbegin(); it != parts_.rend(); ++it) {
    if (it->first > round || it->second.size() < others) continue;
    Boundary boundary;
    boundary.round = it->first;
    for (auto& [rank, part] : it->second) boundary.parts.push_back(std::move(part));
    parts_.erase(parts_.begin(), it.base());
    return boundary;
  }
  return std::nullopt;
}

bool RankLink::all_done() {
  for (int other = 1; other < rank_count(); ++other) {
    if (done_[static_cast<std::size_t>(other)] == 0 && exchange_.state(other) == ranks::RankState::present) return false;
  }
  return true;
}

}  // namespace jam::circles
