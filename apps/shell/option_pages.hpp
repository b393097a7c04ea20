// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Pages made from the rows of options: --help [TOPIC], --version, the man page, and the scripts that complete
// command lines in bash and zsh.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "shell/option_table.hpp"

namespace jam::app {

/// A use of a program that its first words choose: `archive list`.
struct CommandRow {
  const char* words;
  Modes modes;          ///< Modes of the command; its help lists their options.
  const char* purpose;  ///< One sentence without the name, as in Manual::purpose.
};

/// Texts of a program about itself. Lines are indented by two blanks; all but the first two may be empty.
struct Manual {
  const char* name;
  std::string purpose;                 ///< One sentence without the name: `packs circles ...`.
  std::string synopsis{};              ///< Lines of command lines.
  std::vector<CommandRow> commands{};  ///< `PROGRAM COMMAND --help` shows the help of a command.
  /// Options that --help lists; empty: all. The others are found by --help TOPIC.
  std::vector<std::string> common{};
  std::string examples{};  ///< Lines with examples.
  std::string notes{};     ///< Text between options and examples, with a heading.
  bool ranks = true;       ///< mpirun can start the program; --version names the MPI library.
  /// Lines on exit codes; the default is for programs that search.
  std::string exit_codes =
      "  0 ok    1 internal error    2 usage, bad input, unwritable output    3 no such device    4 no "
      "verified result\n"
      "  5 more memory needed than there is    130, 143 stopped by Ctrl-C or SIGTERM, results written\n";
};

/// The rows --help, --version, --man and --completion; `shell` receives the value of the last.
[[nodiscard]] std::vector<OptionRow> page_rows(std::string& shell);

/// The page that was asked for, if any. `shell` is the value of --completion. Throws InputError if --help
/// names an unknown topic.
[[nodiscard]] std::optional<std::string> asked_page(const Manual& manual, const OptionTable& table,
                                                    const std::string& shell);

}  // namespace jam::app
