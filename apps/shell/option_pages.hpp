// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Pages made from the rows of options: --help, --version, the man page, and the scripts that complete command lines in bash and zsh.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "shell/option_table.hpp"

namespace jam::app {

/// What a program says of itself.
struct Manual {
  std::string name;
  std::string purpose;     ///< One sentence without the name: `packs circles ...`.
  std::string synopsis;    ///< Lines indented by two blanks.
  std::string commands;    ///< Words that may come first, with a blank between: `archive campaign`.
  std::string examples;    ///< As `synopsis`.
  std::string mpi = {};    ///< Version of MPI; empty: built without.
  std::string notes = {};  ///< Between options and examples, with its heading; may be empty.
  std::string exit_codes;  ///< As `synopsis`.
};

/// Exit codes of a program that searches.
inline constexpr const char* search_exit_codes =
    "  0 ok    1 internal error    2 usage, bad input, unwritable output    3 no such device    4 no verified result\n"
    "  5 more memory needed than there is    130, 143 stopped by Ctrl-C or SIGTERM, results written\n";

/// The rows --help, --version, --man and --completion; `shell` receives the value of the last.
[[nodiscard]] std::vector<OptionRow> page_rows(std::string& shell);

/// The page that was asked for; nothing: none was.
[[nodiscard]] std::optional<std::string> asked_page(const Manual& manual, const OptionTable& table, const std::set<std::string>& given,
                                                    const std::string& shell);

}  // namespace jam::app
