// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Signals.
#include "jam/core/stop.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <stdexcept>

#include <unistd.h>

#include "jam/core/duration.hpp"

namespace jam {
namespace {

constexpr std::array<int, 4> signals = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};

// Token for the signal handler: lock-free, hence safe inside a signal.
std::atomic<StopToken*> active_token{nullptr};
std::atomic<int> signal_count{0};
std::atomic<int> first_signal{0};
std::atomic<bool> user_signal{false};
std::atomic<bool> user_guarded{false};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<StopToken*>::is_always_lock_free);

std::array<struct sigaction, signals.size()> previous_actions;
struct sigaction previous_size_action;
struct sigaction previous_user_action;

/// The action that calls `handler`, which lets a write in progress go on.
struct sigaction action_of(void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  return action;
}

extern "C" void jam_handle_signal(int number) {
  // Only async-signal-safe calls: no output, no allocation, no destructors.
  const int saved_errno = errno;
  // A closed terminal may send SIGHUP twice, and a closed pipe sends SIGPIPE with every write: the user did
  // not ask twice.
  if (number != SIGHUP && number != SIGPIPE && signal_count.fetch_add(1) > 0) ::_exit(128 + number);
  int none = 0;
  first_signal.compare_exchange_strong(none, number);
  if (StopToken* token = active_token.load())
    token->request(number == SIGINT ? StopReason::interrupt : StopReason::terminate);
  errno = saved_errno;
}

extern "C" void jam_handle_user_signal(int) { user_signal = true; }

ExitCode code_of(StopReason reason) {
  if (reason == StopReason::interrupt) return ExitCode::interrupted;
  return reason == StopReason::terminate ? ExitCode::terminated : ExitCode::no_verified_result;
}

}  // namespace

int ending_signal() noexcept { return first_signal; }

StoppedError::StoppedError(StopReason reason, const std::string& message) : Error(code_of(reason), message) {}

void StopToken::require_running(const std::string& work) {
  if (!stop_requested()) return;
  if (reason() != StopReason::time_limit) throw StoppedError(reason(), "a signal ended this: " + work);
  throw StoppedError(reason(), "the time limit of " + format_duration(time_limit()) + " ended this: " + work +
                                   "; a longer --time lets it finish");
}

SignalGuard::SignalGuard(StopToken& token) {
  StopToken* none = nullptr;
  if (!active_token.compare_exchange_strong(none, &token))
    throw std::logic_error("a second SignalGuard was made while one is alive");
  signal_count = 0;
  struct sigaction action = action_of(jam_handle_signal);
  for (std::size_t i = 0; i < signals.size(); ++i) {
    ::sigaction(signals[i], nullptr, &previous_actions[i]);
    if (previous_actions[i].sa_handler != SIG_IGN) ::sigaction(signals[i], &action, nullptr);
  }
  action.sa_handler = SIG_IGN;
  ::sigaction(SIGXFSZ, &action, &previous_size_action);
}

SignalGuard::~SignalGuard() {
  for (std::size_t i = 0; i < signals.size(); ++i) ::sigaction(signals[i], &previous_actions[i], nullptr);
  ::sigaction(SIGXFSZ, &previous_size_action, nullptr);
  active_token = nullptr;
}

UserSignalGuard::UserSignalGuard() {
  if (user_guarded.exchange(true))
    throw std::logic_error("a second UserSignalGuard was made while one is alive");
  user_signal = false;
  const struct sigaction action = action_of(jam_handle_user_signal);
  ::sigaction(SIGUSR1, &action, &previous_user_action);
}

UserSignalGuard::~UserSignalGuard() {
  ::sigaction(SIGUSR1, &previous_user_action, nullptr);
  user_guarded = false;
}

bool UserSignalGuard::take() noexcept { return user_signal.exchange(false); }

}  // namespace jam
