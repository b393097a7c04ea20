// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What test_mpi.py runs under mpirun: one scenario of messages and ends, named by the first argument. Every
// rank checks what it gets, and prints one line on success: mpirun collects them. Exit code 9: a check
// failed.
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

#include <unistd.h>

#include "jam/core/error.hpp"
#include "jam/core/stop.hpp"
#include "jam/search/mpi_session.hpp"

using namespace jam;
using namespace jam::ranks;

namespace {

void say(Exchange& exchange, const std::string& text) {
  const std::string line = "rank " + std::to_string(exchange.rank()) + " of " +
                           std::to_string(exchange.rank_count()) + ": " + text + "\n";
  std::fputs(line.c_str(), stdout);
  std::fflush(stdout);
}

#define REQUIRE(condition)                                                         \
  do {                                                                             \
    if (!(condition)) {                                                            \
      std::fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition); \
      std::_Exit(9);                                                               \
    }                                                                              \
  } while (false)

// Bytes that contain sender, receiver and number of a message.
std::string message_bytes(int from, int to, int number, std::size_t size) {
  std::string bytes(size, '\0');
  std::uint32_t word = 1 + 7919U * static_cast<std::uint32_t>(from) +
                       104729U * static_cast<std::uint32_t>(to) +
                       15485863U * static_cast<std::uint32_t>(number);
  for (char& byte : bytes) {
    word = word * 1664525U + 1013904223U;
    byte = static_cast<char>(word >> 24U);
  }
  return bytes;
}

// Every rank sends `count` messages to every other, then receives theirs. Sizes go round 0, 1, the limits of
// what is sent at once, and more.
int all_to_all(Exchange& exchange, int count, std::size_t scale) {
  const auto size = [&](int number) {
    return scale > 0 ? scale + number : std::size_t(number % 7 == 0 ? 0 : (number * 37) % 9001);
  };
  for (int number = 0; number < count; ++number) {
    for (int to = 0; to < exchange.rank_count(); ++to) {
      if (to != exchange.rank())
        REQUIRE(exchange.send(to, message_bytes(exchange.rank(), to, number, size(number))));
    }
  }
  for (int from = 0; from < exchange.rank_count(); ++from) {
    for (int number = 0; from != exchange.rank() && number < count; ++number) {
      const auto bytes = exchange.receive(from, {});
      REQUIRE(bytes.has_value());
      REQUIRE(*bytes == message_bytes(from, exchange.rank(), number, size(number)));
    }
    if (from != exchange.rank()) REQUIRE(!exchange.poll(from).has_value());
  }
  say(exchange, "all messages are right");
  return 0;
}

// Rank 0 waits for a message that nobody sends, is told to stop, and then receives one that comes.
int stopped(Exchange& exchange) {
  if (exchange.rank() == 0) {
    int questions = 0;
    const StopQuery stop{[](void* count) { return ++*static_cast<int*>(count) == 20; }, &questions};
    REQUIRE(!exchange.receive(1, stop).has_value());
    REQUIRE(questions == 20);
    REQUIRE(exchange.state(1) == RankState::present);
    exchange.send(1, "go on");
    REQUIRE(exchange.receive(1, {}) == "gone on");
  } else if (exchange.rank() == 1) {
    REQUIRE(exchange.receive(0, {}) == "go on");
    exchange.send(0, "gone on");
  }
  say(exchange, "stopped and went on");
  return 0;
}

// Rank 1 says something long and closes; the others hear it to its end, and know then that it has closed.
int closed_early(Exchange& exchange) {
  constexpr std::size_t size = 3000000;
  if (exchange.rank() == 1) {
    for (int to = 0; to < exchange.rank_count(); ++to) {
      if (to != 1) exchange.send(to, message_bytes(1, to, 0, size));
    }
    return 0;
  }
  REQUIRE(exchange.receive(1, {}) == message_bytes(1, exchange.rank(), 0, size));
  REQUIRE(!exchange.receive(1, {}).has_value());
  REQUIRE(exchange.state(1) == RankState::closed);
  REQUIRE(!exchange.send(1, "too late"));
  REQUIRE(exchange.error().empty());
  say(exchange, "rank 1 has closed");
  return 0;
}

// Rank 1 ends as told, as soon as the others have heard its last words, or while it is sending them; the
// others wait for more of it.
int lost(Exchange& exchange, const std::string& how) {
  const bool heard = how != "killed-sending";
  if (exchange.rank() == 1) {
    for (int other = 0; other < exchange.rank_count(); ++other) {
      if (other != 1) exchange.send(other, heard ? "last words" : message_bytes(1, 0, 0, 50000000));
    }
    for (int other = 0; heard && other < exchange.rank_count(); ++other) {
      if (other != 1) REQUIRE(exchange.receive(other, {}) == "heard");
    }
    if (how == "exits") ::_exit(0);
    if (how == "throws") throw std::runtime_error("rank 1 has failed");
    std::raise(SIGKILL);
  }
  if (heard) {
    REQUIRE(exchange.receive(1, {}) == "last words");
    REQUIRE(exchange.send(1, "heard"));
  }
  while (exchange.receive(1, {})) REQUIRE(!heard);
  const RankState state = exchange.state(1);
  REQUIRE(!exchange.send(1, "anybody there?"));
  say(exchange, std::string("rank 1 is ") + (state == RankState::lost ? "lost" : "closed"));
  if (state == RankState::lost) say(exchange, exchange.error());
  return 5;
}

// All wait for a message of a neighbour until a signal comes, as a search between rounds does.
int until_signal(Exchange& exchange, StopToken& token) {
  say(exchange, "waits");
  REQUIRE(!exchange.receive((exchange.rank() + 1) % exchange.rank_count(), token.query()).has_value());
  REQUIRE(token.reason() == StopReason::terminate);
  say(exchange, "ended by SIGTERM");
  return static_cast<int>(ExitCode::terminated);
}

int run(Exchange& exchange, const std::string& scenario, StopToken& token) {
  if (scenario == "small") return all_to_all(exchange, 2000, 0);
  if (scenario == "large") return all_to_all(exchange, 2, 20000000);
  if (scenario == "stopped") return stopped(exchange);
  if (scenario == "closed") return closed_early(exchange);
  if (scenario == "signal") return until_signal(exchange, token);
  return lost(exchange, scenario);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string scenario = argc > 1 ? argv[1] : "";
  StopToken token;
  const SignalGuard guard(token);  // mpirun sends SIGTERM to those that are left.
  try {
    MpiSession session;
    if (!session.warning().empty()) std::fprintf(stderr, "warning: %s\n", session.warning().c_str());
    const int code = scenario == "alone" ? 0 : run(session.exchange(), scenario, token);
    if (scenario == "alone") say(session.exchange(), mpi_version());
    const int result = session.end(code);
    say(session.exchange(), "ends");
    return result;
  } catch (const Error& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return static_cast<int>(error.code());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 1;
  }
}
