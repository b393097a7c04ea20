// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Whether another process still runs.
#include <catch2/catch.hpp>

#include <csignal>
#include <string>

#include <sys/wait.h>
#include <unistd.h>

#include "jam/search/process_identity.hpp"

using namespace jam::ranks;

TEST_CASE("this process runs, and is named by its number", "[unit]") {
  const ProcessIdentity process = this_process();
  CHECK(process.pid == ::getpid());
  CHECK(process.space.front() != '\0');
  CHECK_FALSE(has_ended(process));
  CHECK_THAT(process_name(process), Catch::StartsWith("process " + std::to_string(::getpid()) + " on "));
}

TEST_CASE("a killed process has ended, before and after its parent takes notice", "[unit]") {
  int channel[2];
  REQUIRE(::pipe(channel) == 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const ProcessIdentity self = this_process();
    if (::write(channel[1], &self, sizeof(self)) != sizeof(self)) ::_exit(1);
    for (;;) ::pause();
  }
  REQUIRE(child > 0);
  ProcessIdentity process;
  REQUIRE(::read(channel[0], &process, sizeof(process)) == sizeof(process));
  CHECK_FALSE(has_ended(process));
  REQUIRE(::kill(child, SIGKILL) == 0);
  siginfo_t info;
  REQUIRE(::waitid(P_PID, child, &info, WEXITED | WNOWAIT) == 0);  // A zombie from here on.
  CHECK(has_ended(process));
  REQUIRE(::waitpid(child, nullptr, 0) == child);
  CHECK(has_ended(process));
  ::close(channel[0]);
  ::close(channel[1]);
}

TEST_CASE("a later process with the same number is another one", "[unit]") {
  ProcessIdentity process = this_process();
  process.start_time -= 1;
  CHECK(has_ended(process));
}

TEST_CASE("nothing is known of processes elsewhere", "[unit]") {
  ProcessIdentity process = this_process();
  process.pid = 0;  // Never the number of one.
  CHECK(has_ended(process));
  process.space.front() = '-';
  CHECK_FALSE(has_ended(process));
  process.space.fill('\0');
  CHECK_FALSE(has_ended(process));
}
