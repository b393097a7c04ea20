// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// How a search is told to end: a time limit, a target that was reached, or a signal; and the signal that asks
// it for a checkpoint. The search asks between launches; it always ends cleanly, with its best result kept.
// Times are in seconds.
#pragma once

#include <atomic>
#include <chrono>
#include <limits>
#include <string>

#include "jam/core/error.hpp"
#include "jam/core/stop_query.hpp"

namespace jam {

/// Why a search ended, in order of precedence.
enum class StopReason : int { none, finished, time_limit, target_reached, interrupt, terminate };

/// Work was told to end before it had any result: the time limit is too short for the preparation, or a
/// signal came during it.
class StoppedError : public Error {
 public:
  StoppedError(StopReason reason, const std::string& message);
};

/// Shared by a driver and the code that may end it. All members may be called from any thread; `request` also
/// from a signal handler.
class StopToken {
 public:
  StopToken() : start_(Clock::now()) {}

  /// Asks for an end; the first reason wins.
  void request(StopReason reason) noexcept {
    const double now = elapsed();
    int none = 0;
    if (reason_.compare_exchange_strong(none, static_cast<int>(reason))) requested_at_ = now;
  }

  /// Sets the time limit, counted from construction [s]; infinity (the default) means none.
  void set_time_limit(double seconds) noexcept { limit_ = seconds; }

  /// True once an end was requested or the time limit has passed.
  [[nodiscard]] bool stop_requested() noexcept {
    if (reason_.load() == 0 && elapsed() >= limit_.load()) request(StopReason::time_limit);
    return reason_.load() != 0;
  }

  /// Throws StoppedError once an end was requested or the time limit has passed. `work` says what could not
  /// be finished, and what would need less time: "FILE: repairing the mesh; a coarser mesh needs less".
  void require_running(const std::string& work);

  /// A query that calls stop_requested(). It must not outlive this object.
  [[nodiscard]] StopQuery query() noexcept {
    return {[](void* token) { return static_cast<StopToken*>(token)->stop_requested(); }, this};
  }

  /// True half a second after the end was requested, for work that gives a first result: without it there
  /// would be none.
  [[nodiscard]] StopQuery late_query() noexcept {
    return {[](void* self) {
              constexpr double patience = 0.5;  // [s]
              auto* token = static_cast<StopToken*>(self);
              return token->stop_requested() && token->elapsed() > token->requested_at_ + patience;
            },
            this};
  }

  /// True once a signal asked for the end: somebody waits.
  [[nodiscard]] bool signalled() const noexcept { return reason() >= StopReason::interrupt; }

  /// signalled() as something to ask.
  [[nodiscard]] StopQuery signal_query() noexcept {
    return {[](void* token) { return static_cast<StopToken*>(token)->signalled(); }, this};
  }

  /// The first reason for the end; none: it goes on. A time limit counts once stop_requested() has noticed
  /// it.
  [[nodiscard]] StopReason reason() const noexcept { return static_cast<StopReason>(reason_.load()); }
  /// From construction [s]; infinity: none.
  [[nodiscard]] double time_limit() const noexcept { return limit_.load(); }

  /// Seconds since construction.
  [[nodiscard]] double elapsed() const noexcept {
    return std::chrono::duration<double>(Clock::now() - start_).count();
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_;
  std::atomic<double> limit_ = std::numeric_limits<double>::infinity();
  std::atomic<int> reason_{0};
  /// [s]; set after the reason.
  std::atomic<double> requested_at_ = std::numeric_limits<double>::infinity();
  static_assert(std::atomic<int>::is_always_lock_free && std::atomic<double>::is_always_lock_free,
                "a signal handler may only touch lock-free atomics");
};

/// While alive, SIGINT, SIGTERM, SIGHUP and SIGPIPE (both taken for SIGTERM) end `token` cleanly; a second
/// SIGINT or SIGTERM ends the process at once with 128 + its number. At most one may exist at a time
/// (std::logic_error). The former handlers are restored at the end. A signal that was ignored from the start
/// (a background job under nohup) stays ignored. SIGXFSZ is ignored meanwhile: a write beyond a limit on the
/// size of files then fails, as on a full disk, instead of ending the process.
class SignalGuard {
 public:
  explicit SignalGuard(StopToken& token);
  ~SignalGuard();
  SignalGuard(const SignalGuard&) = delete;
  SignalGuard& operator=(const SignalGuard&) = delete;
};

/// The first signal that came while a SignalGuard was alive: SIGINT, SIGTERM, SIGHUP (the terminal was
/// closed) or SIGPIPE (the reader of the output has ended); 0: none.
[[nodiscard]] int ending_signal() noexcept;

/// While alive, SIGUSR1, by which a user asks a running search for a checkpoint without ending it, raises a
/// flag instead of ending the process. At most one may exist at a time (std::logic_error). The former handler
/// is restored at the end.
class UserSignalGuard {
 public:
  UserSignalGuard();
  ~UserSignalGuard();
  UserSignalGuard(const UserSignalGuard&) = delete;
  UserSignalGuard& operator=(const UserSignalGuard&) = delete;

  /// Whether the signal came since the last call, or since the guard was made.
  [[nodiscard]] static bool take() noexcept;
};

/// A moment from which on work is to be given up. Nothing that must be repeatable may depend on one.
class Deadline {
 public:
  /// `seconds` from now.
  explicit Deadline(double seconds)
      : end_(Clock::now() +
             std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds))) {}

  /// A query that tells whether the deadline has passed. It must not outlive this object.
  [[nodiscard]] StopQuery query() {
    return {[](void* deadline) { return Clock::now() >= static_cast<Deadline*>(deadline)->end_; }, this};
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point end_;
};

}  // namespace jam
