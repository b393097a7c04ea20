// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Errors, and the exit codes with which a program ends. A message states what failed, where, and what to do,
// in one line.
#pragma once

#include <stdexcept>
#include <string>

namespace jam {

/// Exit codes of every Jampack program.
enum class ExitCode : int {
  ok = 0,
  internal = 1,            ///< A defect of Jampack itself.
  usage = 2,               ///< Bad option or bad input.
  no_device = 3,           ///< The device asked for is missing.
  no_verified_result = 4,  ///< The search ended without a packing that passed exact verification.
  overflow = 5,            ///< A buffer or memory limit was too small; the message says what is needed.
  interrupted = 130,       ///< SIGINT; the results found so far were written.
  terminated = 143,        ///< SIGTERM; the results found so far were written.
};

/// Base of all errors a user can do something about.
class Error : public std::runtime_error {
 public:
  Error(ExitCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  /// Exit code of the program if nothing handles the error.
  [[nodiscard]] ExitCode code() const noexcept { return code_; }

 private:
  ExitCode code_;
};

/// An error of a kind that has an exit code of its own.
template <ExitCode exit_code>
class ErrorOf : public Error {
 public:
  explicit ErrorOf(const std::string& message) : Error(exit_code, message) {}
};

/// Bad option, unreadable or malformed file, unwritable output.
using InputError = ErrorOf<ExitCode::usage>;
/// No such device, or the device failed.
using DeviceError = ErrorOf<ExitCode::no_device>;
/// A packing that should be legal did not pass exact verification, or none was found.
using UnverifiedError = ErrorOf<ExitCode::no_verified_result>;
/// A problem larger than a fixed limit or than the memory that is free.
using OverflowError = ErrorOf<ExitCode::overflow>;

}  // namespace jam
