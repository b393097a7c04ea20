// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A program on the shell, from its command line to its exit code. docs/developing.md has a checklist for
// adding one.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "jam/core/error.hpp"
#include "jam/core/stop.hpp"
#include "jam/io/binary_state.hpp"
#include "shell/checkpoints.hpp"
#include "shell/run_options.hpp"

namespace jam::app {

/// Calls `run` and returns its exit code, or that of its exception, which is reported on standard error in
/// one line. `memory_advice` says what needs less memory.
[[nodiscard]] int run_program(const char* name, const char* memory_advice,
                              const std::function<ExitCode()>& run);

/// The exit code of a run with a result: the code of the signal that ended it, or 0.
[[nodiscard]] ExitCode exit_code_of(StopReason reason);

/// Prints `text` at once. Throws InputError if that fails: standard output may be a file on a full disk.
void print_result(const std::string& text);

/// The parts that a program supplies. `Options` derives from RunOptions; its constructor reads (argc, argv)
/// and throws InputError if they are not accepted. A mode that the options never choose needs no function.
template <class Options>
struct Program {
  const char* name;
  const char* memory_advice;  ///< Advice that saves memory.

  /// Searches, prints, returns the exit code; `assignment` says whether and from where the search is resumed.
  ExitCode (*search)(Options& options, Assignment& assignment);
  ExitCode (*verify)(const Options& options) = nullptr;
  ExitCode (*archive)(Options& options) = nullptr;
  ExitCode (*simulate)(const Options& options) = nullptr;
  ExitCode (*check)(const Options& options) = nullptr;
  ExitCode (*compare)(Options& options) = nullptr;

  // For --resume
  std::string (*stem)(const Options& options) = nullptr;      ///< Name of default files, without suffix.
  void (*require_problem)(const Options& options) = nullptr;  ///< InputError unless a problem is named.
  /// Throws InputError if the command line contradicts the checkpoint in more than values of options.
  void (*check_resumed)(const Options& options, const Resumed& resumed) = nullptr;
};

/// main() of a program.
template <class Options>
int run(const Program<Options>& program, int argc, const char* const* argv) {
  return run_program(program.name, program.memory_advice, [&] {
    auto options = std::make_unique<Options>(argc, argv);
    if (options->dry_run) return ExitCode::ok;
    switch (options->mode) {
      case Mode::page: print_result(options->page); return ExitCode::ok;
      case Mode::verify: return program.verify(*options);
      case Mode::archive: return program.archive(*options);
      case Mode::simulate: return program.simulate(*options);
      case Mode::check: return program.check(*options);
      case Mode::compare: return program.compare(*options);
      case Mode::search: break;
    }
    const Options& asked = *options;
    const auto complete = [&](const Resumed& resumed) {
      std::vector<std::string> words = resumed_arguments(asked.table, argc, argv, resumed);
      if (program.check_resumed != nullptr) program.check_resumed(asked, resumed);
      return words;
    };
    Assignment assignment = read_assignment(asked, {program.name, [&] { return program.stem(asked); },
                                                    [&] { program.require_problem(asked); }, complete});
    if (assignment.resumed) {
      std::vector<const char*> words;
      for (const std::string& word : assignment.words) words.push_back(word.c_str());
      options = std::make_unique<Options>(static_cast<int>(words.size()), words.data());
      if (options->checkpoint.empty()) options->checkpoint = assignment.resumed->file;
    }
    try {
      return program.search(*options, assignment);
    } catch (const io::StateError& error) {
      if (!assignment.resumed) throw;
      throw InputError(assignment.resumed->file.string() + ": " + error.what());
    }
  });
}

}  // namespace jam::app
