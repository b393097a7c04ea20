// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Messages between threads.
#include <catch2/catch.hpp>

#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "jam/core/stop.hpp"
#include "support/local_exchange.hpp"

using namespace jam;
using namespace jam::ranks;

namespace {

// Says stop from the given question on.
struct StopAfter {
  explicit StopAfter(int questions) : left(questions) {}
  StopQuery query() {
    return {[](void* context) { return static_cast<StopAfter*>(context)->left-- <= 0; }, this};
  }
  int left;
};

// A test that hangs must end: far more than any of these needs.
constexpr double long_enough = 60;

}  // namespace

TEST_CASE("messages of a rank arrive in the order in which they were sent, whatever their length", "[unit]") {
  auto ranks = make_local_exchanges(2);
  const std::vector<std::string> messages = {"first", "", std::string("\0binary\0", 8),
                                             std::string(1 << 20, 'x')};
  for (const std::string& message : messages) CHECK(ranks[0]->send(1, message));
  for (const std::string& message : messages) CHECK((ranks[1]->poll(0) == message));
  CHECK_FALSE(ranks[1]->poll(0).has_value());
  CHECK_FALSE(ranks[0]->poll(1).has_value());
}

TEST_CASE("a message is taken from the rank that is named", "[unit]") {
  auto ranks = make_local_exchanges(3);
  ranks[0]->send(2, "from 0");
  ranks[1]->send(2, "from 1");
  CHECK((ranks[2]->receive(1, {}) == "from 1"));
  CHECK((ranks[2]->receive(0, {}) == "from 0"));
}

TEST_CASE("threads that receive from each other in turn see the same sequence every time", "[unit]") {
  constexpr int rounds = 200;
  auto ranks = make_local_exchanges(3);
  std::vector<std::string> seen(3);
  std::vector<int> closed(3, 0);
  std::vector<std::thread> threads;
  for (int rank = 0; rank < 3; ++rank) {
    threads.emplace_back([&, rank] {
      for (int round = 0; round < rounds; ++round) {
        for (int other = 0; other < 3; ++other) {
          if (other != rank)
            ranks[rank]->send(other, std::to_string(rank) + ":" + std::to_string(round) + " ");
        }
        for (int other = 0; other < 3; ++other) {
          if (other != rank) seen[rank] += ranks[rank]->receive(other, {}).value();
        }
      }
      closed[rank] = ranks[rank]->close(long_enough);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (int rank = 0; rank < 3; ++rank) {
    std::string expected;
    for (int round = 0; round < rounds; ++round) {
      for (int other = 0; other < 3; ++other) {
        if (other != rank) expected += std::to_string(other) + ":" + std::to_string(round) + " ";
      }
    }
    CHECK(seen[rank] == expected);
    CHECK(closed[rank] == 1);
  }
}

TEST_CASE("waiting for a message ends when told to stop, and the message is not lost", "[unit]") {
  auto ranks = make_local_exchanges(2);
  StopAfter stop(5);
  CHECK_FALSE(ranks[0]->receive(1, stop.query()).has_value());
  CHECK(stop.left == -1);  // Asked six times, and not again.
  CHECK(ranks[0]->state(1) == RankState::present);
  ranks[1]->send(0, "late");
  CHECK((ranks[0]->receive(1, {}) == "late"));
}

TEST_CASE("a message that is here is received even when told to stop", "[unit]") {
  auto ranks = make_local_exchanges(2);
  ranks[1]->send(0, "here");
  StopAfter stop(0);
  CHECK((ranks[0]->receive(1, stop.query()) == "here"));
}

TEST_CASE("what a rank sent before it closed still arrives, then nothing is waited for", "[unit]") {
  auto ranks = make_local_exchanges(2);
  ranks[1]->send(0, "last");
  CHECK_FALSE(ranks[1]->close(0));  // Rank 0 has not said goodbye.
  CHECK(ranks[0]->state(1) == RankState::closed);
  CHECK_FALSE(ranks[0]->send(1, "too late"));
  CHECK((ranks[0]->receive(1, {}) == "last"));
  CHECK_FALSE(ranks[0]->receive(1, {}).has_value());
  CHECK(ranks[0]->error().empty());
  CHECK(ranks[0]->close(long_enough));
}

TEST_CASE("a rank that ends without a goodbye is lost, and is named", "[unit]") {
  auto ranks = make_local_exchanges(3);
  ranks[2]->send(0, "last");
  ranks[2].reset();
  CHECK(ranks[0]->state(2) == RankState::lost);
  CHECK((ranks[0]->receive(2, {}) == "last"));
  CHECK_FALSE(ranks[0]->receive(2, {}).has_value());
  CHECK_FALSE(ranks[0]->send(2, "nobody"));
  CHECK_THAT(ranks[0]->error(), Catch::StartsWith("rank 2 does not answer"));
  CHECK(ranks[0]->state(1) == RankState::present);
  ranks[1].reset();
  CHECK_FALSE(ranks[0]->close(long_enough));  // Nobody is left to wait for, but it is no orderly end.
}

TEST_CASE("closing waits no longer than it may", "[unit]") {
  auto ranks = make_local_exchanges(2);
  StopAfter stop(3);
  CHECK_FALSE(ranks[0]->close(long_enough, stop.query()));
  CHECK(stop.left == -1);
  CHECK_FALSE(ranks[0]->close(long_enough));  // The answer stays the same.
}

TEST_CASE("nothing is sent after closing, to oneself, or to a rank that does not exist", "[unit]") {
  auto ranks = make_local_exchanges(2);
  CHECK_THROWS_AS(ranks[0]->send(0, ""), std::logic_error);
  CHECK_THROWS_AS(ranks[0]->send(2, ""), std::logic_error);
  CHECK_THROWS_AS(ranks[0]->poll(-1), std::logic_error);
  static_cast<void>(ranks[0]->close(0));
  CHECK_THROWS_AS(ranks[0]->send(1, ""), std::logic_error);
}

TEST_CASE("a process that is alone closes at once", "[unit]") {
  Exchange alone;
  CHECK(alone.rank() == 0);
  CHECK(alone.rank_count() == 1);
  CHECK(alone.state(0) == RankState::present);
  CHECK_THROWS_AS(alone.send(0, ""), std::logic_error);
  CHECK_THROWS_AS(alone.poll(1), std::logic_error);
  CHECK(alone.close(0));
}
