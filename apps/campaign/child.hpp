// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A program that works for this one. It never outlives it: when this process ends, however it ends, the child gets SIGTERM, upon which
// the searches write what they have. It has a process group of its own, so that Ctrl-C in the terminal reaches it only through us.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace jam::campaign {

/// What is to be run. Standard input is empty.
struct Command {
  std::filesystem::path program;   ///< Absolute.
  std::vector<std::string> words;  ///< Without the program's name.
  std::filesystem::path folder;    ///< Where it stands.
  std::filesystem::path out, err;  ///< Files for standard output and standard error, absolute; replaced.
  int kept_open = -1;              ///< A file descriptor that it keeps open; -1: none.
};

/// How a program ended.
struct Ending {
  int code = 0;    ///< Exit code; only where no signal ended it.
  int signal = 0;  ///< That ended it; 0: none.
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

  /// Its end; nothing while it runs.
  [[nodiscard]] std::optional<Ending> ended();

  /// Sends a signal, unless it has ended.
  void signal(int number) const;

 private:
  pid_t process_ = -1;  ///< -1: its end was collected.
};

/// Runs a command to its end, at most so long [s]; then it is killed.
[[nodiscard]] Ending run(const Command& command, double patience);

/// Exit code of a child whose program could not be started.
inline constexpr int not_started = 127;

}  // namespace jam::campaign
