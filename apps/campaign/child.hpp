// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A program that works for this one, and never outlives it: when this process ends, however it ends, the
// child gets SIGTERM, upon which a search writes what it has. It has a process group of its own, so that
// Ctrl-C in the terminal reaches it only through us.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace jam::campaign {

/// A program to run, with its words and files. Standard input is empty.
struct Command {
  std::filesystem::path program;   ///< Absolute path.
  std::vector<std::string> words;  ///< Arguments, without the name of the program.
  std::filesystem::path folder;    ///< Working directory of the program.
  std::filesystem::path out, err;  ///< Files for standard output and standard error, absolute; replaced.
  int kept_open = -1;              ///< A file descriptor that the program keeps open; -1: none.
};

/// Exit code of a child whose program could not be started.
inline constexpr int not_started = 127;

/// How a program ended.
struct Ending {
  int code = 0;    ///< Exit code, where no signal ended it.
  int signal = 0;  ///< The signal that ended it; 0: none.
};

class Child {
 public:
  /// Starts it. Throws std::system_error where the system has no process left.
  explicit Child(const Command& command);
  /// Ends it with SIGKILL where it still runs.
  ~Child();
  Child(Child&& other) noexcept;
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  Child& operator=(Child&&) = delete;

  /// How it ended; nothing while it runs.
  [[nodiscard]] std::optional<Ending> ended();

  /// Sends a signal, unless it has ended.
  void signal(int number) const;

 private:
  pid_t process_ = -1;  ///< -1: its end was collected.
};

/// Runs a command to its end; kills it after `time_limit` [s].
[[nodiscard]] Ending run(const Command& command, double time_limit);

}  // namespace jam::campaign
