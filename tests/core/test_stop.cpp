// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Stop requests, time limits and signals.
#include <catch2/catch.hpp>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

#include "jam/core/stop.hpp"

using namespace jam;

TEST_CASE("a token runs until asked, and keeps the first reason", "[unit]") {
  StopToken token;
  CHECK_FALSE(token.stop_requested());
  CHECK(token.reason() == StopReason::none);
  CHECK(token.time_limit() == std::numeric_limits<double>::infinity());
  token.request(StopReason::target_reached);
  token.request(StopReason::interrupt);
  CHECK(token.stop_requested());
  CHECK(token.reason() == StopReason::target_reached);
}

TEST_CASE("a passed time limit stops, a later one does not", "[unit]") {
  StopToken token;
  token.set_time_limit(3600);
  CHECK_FALSE(token.stop_requested());
  token.set_time_limit(0);
  CHECK(token.reason() == StopReason::none);
  CHECK(token.stop_requested());
  CHECK(token.reason() == StopReason::time_limit);
}

TEST_CASE("time runs from construction and never back", "[unit]") {
  const StopToken token;
  const double first = token.elapsed();
  CHECK(first >= 0);
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  CHECK(token.elapsed() >= first + 0.002);
}

TEST_CASE("exactly one of many requests at once wins", "[unit]") {
  StopToken token;
  std::vector<std::thread> threads;
  for (StopReason reason : {StopReason::finished, StopReason::interrupt, StopReason::target_reached}) {
    threads.emplace_back([&token, reason] { token.request(reason); });
  }
  for (auto& thread : threads) thread.join();
  const StopReason reason = token.reason();
  CHECK(reason != StopReason::none);
  token.request(StopReason::terminate);
  CHECK(token.reason() == reason);
}

TEST_CASE("SIGHUP, however often it comes, is taken for SIGTERM", "[unit]") {
  StopToken token;
  const SignalGuard guard(token);
  for (int k = 0; k < 3; ++k) std::raise(SIGHUP);
  CHECK(token.reason() == StopReason::terminate);
}

TEST_CASE("work without a result is ended by an error with the exit code of its reason", "[unit]") {
  StopToken running;
  CHECK_NOTHROW(running.require_running("work"));
  StopToken late;
  late.set_time_limit(0);
  CHECK_THROWS_WITH(late.require_running("sampling"),
                    Catch::Contains("the time limit") && Catch::Contains("sampling"));
  StopToken interrupted;
  interrupted.request(StopReason::interrupt);
  try {
    interrupted.require_running("work");
    FAIL("it went on");
  } catch (const StoppedError& error) {
    CHECK(error.code() == ExitCode::interrupted);
  }
}

TEST_CASE("work for a first result goes on for half a second after the stop", "[unit]") {
  StopToken token;
  const StopQuery late = token.late_query();
  CHECK_FALSE(late.stopped());
  token.request(StopReason::interrupt);
  CHECK_FALSE(late.stopped());
  std::this_thread::sleep_for(std::chrono::milliseconds(600));
  CHECK(late.stopped());
}

TEST_CASE("SIGINT and SIGTERM end the token they are guarded by", "[unit]") {
  {
    StopToken token;
    const SignalGuard guard(token);
    std::raise(SIGINT);
    CHECK(token.reason() == StopReason::interrupt);
  }
  {
    // A new guard counts signals afresh: this is its first.
    StopToken token;
    const SignalGuard guard(token);
    std::raise(SIGTERM);
    CHECK(token.reason() == StopReason::terminate);
  }
}

TEST_CASE("the former signal handlers are back after the guard", "[unit]") {
  static volatile std::sig_atomic_t handled = 0;
  struct sigaction own {};
  struct sigaction former {};
  own.sa_handler = [](int) { handled = 1; };
  ::sigaction(SIGTERM, &own, &former);
  {
    StopToken token;
    const SignalGuard guard(token);
    std::raise(SIGTERM);
    CHECK(handled == 0);
  }
  std::raise(SIGTERM);
  CHECK(handled == 1);
  ::sigaction(SIGTERM, &former, nullptr);
}

TEST_CASE("an ignored signal stays ignored", "[unit]") {
  struct sigaction ignore {};
  struct sigaction former {};
  ignore.sa_handler = SIG_IGN;
  ::sigaction(SIGINT, &ignore, &former);
  {
    StopToken token;
    const SignalGuard guard(token);
    std::raise(SIGINT);
    CHECK(token.reason() == StopReason::none);
  }
  ::sigaction(SIGINT, &former, nullptr);
}

TEST_CASE("two guards at once are refused", "[unit]") {
  StopToken token;
  const SignalGuard guard(token);
  CHECK_THROWS_AS(SignalGuard(token), std::logic_error);
}

// Run by the test below in a process of its own; hidden otherwise.
TEST_CASE("child: two signals", "[.child-of-stop]") {
  const int number =
      std::getenv("JAM_TEST_SIGNAL") != nullptr ? std::atoi(std::getenv("JAM_TEST_SIGNAL")) : SIGINT;
  StopToken token;
  const SignalGuard guard(token);
  std::raise(number);
  if (!token.stop_requested()) ::_exit(98);
  std::raise(number);
  ::_exit(99);
}

TEST_CASE("a second signal ends the process at once with 128 + its number", "[unit]") {
  const std::string self = std::filesystem::read_symlink("/proc/self/exe").string();
  for (int number : {SIGINT, SIGTERM}) {
    const std::string command =
        "JAM_TEST_SIGNAL=" + std::to_string(number) + " '" + self + "' '[.child-of-stop]' > /dev/null 2>&1";
    const int status = std::system(command.c_str());
    REQUIRE(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 128 + number);
  }
}

TEST_CASE("SIGUSR1 raises a flag that is taken once") {
  {
    const UserSignalGuard guard;
    CHECK_FALSE(UserSignalGuard::take());
    std::raise(SIGUSR1);
    std::raise(SIGUSR1);
    CHECK(UserSignalGuard::take());
    CHECK_FALSE(UserSignalGuard::take());
    CHECK_THROWS_AS(UserSignalGuard(), std::logic_error);
    std::raise(SIGUSR1);
  }
  // Nothing is left of it for the next one.
  const UserSignalGuard guard;
  CHECK_FALSE(UserSignalGuard::take());
}

TEST_CASE("a limit on the size of files does not end a search") {
  StopToken token;
  {
    const SignalGuard guard(token);
    std::raise(SIGXFSZ);
  }
  CHECK(token.reason() == StopReason::none);
}
