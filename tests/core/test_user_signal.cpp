// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>

#include <csignal>
#include <stdexcept>

#include "jam/core/stop.hpp"
#include "jam/core/user_signal.hpp"

using namespace jam;

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
