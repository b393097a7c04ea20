// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/c/log.hpp"

#include <chrono>
#include <cstdio>
#include <mutex>

#include "jam/c/guard.hpp"

namespace jam::c {
namespace {

struct Log {
  jam_verbosity verbosity = JAM_QUIET;
  jam_log write = nullptr;
  void* user = nullptr;
};

std::mutex log_mutex;
Log shared_log;  // NOLINT: C has no object to keep it in.

Log current_log() {
  const std::lock_guard lock(log_mutex);
  return shared_log;
}

}  // namespace

bool tells(jam_verbosity verbosity) { return current_log().verbosity >= verbosity; }

void tell(const std::string& line) {
  const Log log = current_log();  // The log may call the library.
  if (log.write != nullptr) {
    log.write(line.c_str(), log.user);
  } else {
    std::fprintf(stderr, "%s\n", line.c_str());  // NOLINT: asked for.
  }
}

}  // namespace jam::c

jam_status jam_set_log(jam_verbosity verbosity, jam_log log, void* user) {
  using namespace jam::c;
  return guarded([&] {
    require(verbosity == JAM_QUIET || verbosity == JAM_BRIEF || verbosity == JAM_TIMES, "jam_set_log: no such verbosity");
    const std::lock_guard lock(log_mutex);
    shared_log = {verbosity, log, user};
  });
}

double jam_seconds(void) { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }
