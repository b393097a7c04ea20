// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What rank 0 learns of the others: states at boundaries, and why they ended.
#include <catch2/catch.hpp>

#include <string>
#include <vector>

#include "jam/search/rank_link.hpp"
#include "support/local_exchange.hpp"

using namespace jam;
using namespace jam::ranks;

namespace {

std::vector<IslandState> island(const std::string& bytes) { return {{"", {}, bytes}}; }

}  // namespace

TEST_CASE("a rank that ends does not give another one a reason, and rank 0 learns the right one", "[unit]") {
  auto exchanges = make_local_exchanges(2);
  RankLink first(*exchanges[0]);
  RankLink second(*exchanges[1]);
  second.send_event("found");
  second.send_done({7}, StopReason::target_reached);
  static_cast<void>(exchanges[1]->close(0));
  StopToken stop;
  CHECK_FALSE(first.receive_migrant(1, 1, stop).has_value());
  CHECK(stop.reason() == StopReason::none);
  CHECK(first.take_events() == std::vector<std::string>{"found"});
  CHECK(first.all_done());
  CHECK(first.end_reason() == StopReason::target_reached);
  CHECK(first.counters()[1] == std::vector<long long>{7});
}

TEST_CASE("a boundary has the islands of all ranks, also of those that finished before", "[unit]") {
  auto exchanges = make_local_exchanges(3);
  std::vector<RankLink> ranks;
  for (auto& exchange : exchanges) ranks.emplace_back(*exchange);
  StopToken stop;
  const auto taken = [&] {
    ranks[0].receive(stop);
    const auto boundary = ranks[0].take_boundary();
    std::string text;
    if (!boundary) return text;
    text = std::to_string(boundary->round) + ":";
    for (const IslandState& state : boundary->islands) text += " " + state.bytes;
    return text;
  };
  ranks[0].send_state(5, false, island("a5"));
  ranks[1].send_state(5, true, island("b5"));
  CHECK(taken().empty());
  ranks[2].send_state(5, false, island("c5"));
  CHECK(taken() == "5: a5 b5 c5");
  CHECK(taken().empty());
  // Rank 1 is finished: its state stands for all later boundaries. Then rank 0 is.
  ranks[2].send_state(10, false, island("c10"));
  CHECK(taken().empty());
  ranks[0].send_state(10, true, island("a10"));
  CHECK(taken() == "10: a10 b5 c10");
  for (const int round : {15, 20})
    ranks[2].send_state(round, round == 20, island("c" + std::to_string(round)));
  CHECK(taken() == "20: a10 b5 c20");
  CHECK(taken().empty());
}
