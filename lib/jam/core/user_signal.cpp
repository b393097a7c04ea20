// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/core/user_signal.hpp"

#include <atomic>
#include <csignal>
#include <stdexcept>

namespace jam {
namespace {

std::atomic<bool> raised{false};
std::atomic<bool> guarded{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may only touch lock-free atomics");

struct sigaction previous_action;

extern "C" void jam_handle_user_signal(int) { raised = true; }

}  // namespace

UserSignalGuard::UserSignalGuard() {
  if (guarded.exchange(true)) throw std::logic_error("a second UserSignalGuard was made while one is alive");
  raised = false;
  struct sigaction action {};
  action.sa_handler = jam_handle_user_signal;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;  // A write in progress goes on.
  ::sigaction(SIGUSR1, &action, &previous_action);
}

UserSignalGuard::~UserSignalGuard() {
  ::sigaction(SIGUSR1, &previous_action, nullptr);
  guarded = false;
}

bool UserSignalGuard::take() noexcept { return raised.exchange(false); }

}  // namespace jam
