// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The signal by which a user asks a running search for something without ending it (SIGUSR1), and the one of a closed terminal (SIGHUP).
#pragma once

namespace jam {

/// Whether SIGHUP came while a SignalGuard (stop.hpp) was alive.
[[nodiscard]] bool terminal_closed() noexcept;

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
