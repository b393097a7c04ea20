// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// SIGUSR1, by which a user asks a running search for a checkpoint without ending it, and the signal that ended a search.
#pragma once

namespace jam {

/// The first signal that came while a SignalGuard (stop.hpp) was alive: SIGINT, SIGTERM, SIGHUP (the terminal was closed) or SIGPIPE (the
/// reader of the output has ended); 0: none.
[[nodiscard]] int ending_signal() noexcept;

/// While alive, SIGUSR1 raises a flag instead of ending the process. At most one may exist at a time (std::logic_error). The handler that
/// was there before is put back at the end.
class UserSignalGuard {
 public:
  UserSignalGuard();
  ~UserSignalGuard();
  UserSignalGuard(const UserSignalGuard&) = delete;
  UserSignalGuard& operator=(const UserSignalGuard&) = delete;

  /// Whether the signal came since the last call, or since the guard was made.
  [[nodiscard]] static bool take() noexcept;
};

}  // namespace jam
