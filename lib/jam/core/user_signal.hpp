// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The signal by which a user asks a running search for something without ending it: SIGUSR1.
#pragma once

namespace jam {

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
