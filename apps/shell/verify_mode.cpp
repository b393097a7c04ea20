// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "shell/verify_mode.hpp"

#include <algorithm>
#include <iostream>

#include "shell/program.hpp"

namespace jam::app {

ExitCode verify_file(const RunOptions& options, const std::function<Verdict()>& judge) {
  require_writable(output_files(options));
  Verdict verdict = judge();
  const Written written = write_formats(verdict.formats, verdict.result);
  for (const auto& file : written.files) {
    if (!options.quiet) verdict.text += "written " + file.string() + "\n";
  }
  const auto printed =
      std::find_if(verdict.formats.begin(), verdict.formats.end(), [](const Format& format) { return format.file == "-"; });
  if (options.json == "-") {
    std::cerr << verdict.text << std::flush;
    if (printed != verdict.formats.end()) print_result(printed->text(verdict.result));
  } else {
    print_result(verdict.text);
  }
  if (!written.errors.empty()) throw InputError(written.errors.front());
  return verdict.legal ? ExitCode::ok : ExitCode::no_verified_result;
}

}  // namespace jam::app
