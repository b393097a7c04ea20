// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "shell/search_end.hpp"

#include <fmt/format.h>

#include <csignal>
#include <iostream>

#include "jam/core/duration.hpp"
#include "jam/core/stop.hpp"
#include "shell/program.hpp"

namespace jam::app {

namespace fs = std::filesystem;

std::string resume_hint(const char* program, const fs::path& checkpoint) {
  return fmt::format(
      "to resume this search: {} --resume {} --time 10h (counted from its very beginning; --time 0: until "
      "Ctrl-C)",
      program, shell_word(checkpoint.string()));
}

std::string reason_text(const SearchProgram& program, const SearchEnd& end) {
  switch (end.reason) {
    case StopReason::none:
    case StopReason::finished: break;
    case StopReason::time_limit:
      return "time limit of " + format_duration(program.limits.time) +
             (program.options.has("time") ? "" : " (default)");
    case StopReason::target_reached: return "target reached";
    case StopReason::interrupt: return "interrupted (SIGINT)";
    case StopReason::terminate:
      return ending_signal() == SIGHUP    ? "closed terminal (SIGHUP)"
             : ending_signal() == SIGPIPE ? "closed pipe (SIGPIPE)"
                                          : "terminated (SIGTERM)";
  }
  return end.finished;
}

std::string archive_text(const SearchJob& job, ArchiveWriter& archive, double value) {
  const std::optional<archive::Offered> offered = archive.finish();
  if (!offered) return {};
  if (offered->entered) return "new best in " + archive.file();
  const bool better = job.archive->kind.better(offered->best, value);
  return fmt::format("{} holds {}, {}{}", archive.file(), job.value_text(offered->best),
                     better ? "which is " : "", better ? job.better_value : job.same_value);
}

ExitCode exit_code(const SearchProgram& program, const SearchEnd& end, const Written& written,
                   const std::optional<fs::path>& checkpoint) {
  const auto error = [&](const std::string& text) {
    std::cerr << std::string(program.name) + ": error: " + text + "\n";
  };
  if (!end.error.empty()) {
    error(end.error +
          (checkpoint ? ": resume it with --resume " + checkpoint->string() + ", on fewer ranks if need be"
                      : ""));
  }
  if (!end.failed_check.empty()) error(end.failed_check);
  for (const std::string& text : written.errors) error(text);
  if (!written.errors.empty()) return ExitCode::usage;
  if (!end.result) {
    const char* advice = end.reason == StopReason::time_limit ? ": a longer --time may find one" : "";
    error("no verified packing was found (" + reason_text(program, end) + ")" + advice);
  }
  const ExitCode code = exit_code_of(end.reason);
  const bool passes = end.result && end.failed_check.empty();
  return code == ExitCode::ok && !passes ? ExitCode::no_verified_result : code;
}

}  // namespace jam::app
