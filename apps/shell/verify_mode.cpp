// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "shell/verify_mode.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <string_view>

#include "jam/io/json_writer.hpp"
#include "shell/output_faults.hpp"
#include "shell/program.hpp"

namespace jam::app {
namespace {

void print(const RunOptions& options, const std::string& text) {
  options.json == "-" ? static_cast<void>(std::cerr << text << std::flush) : print_result(text);
}

ExitCode code_of(const Verdict& verdict) {
  return verdict.legal && verdict.failed_check.empty() ? ExitCode::ok : ExitCode::no_verified_result;
}

/// `prefix` names the file.
void tell_failed_check(const Verdict& verdict, const std::string& prefix) {
  if (!verdict.failed_check.empty())
    std::cerr << "error: " << prefix << verdict.failed_check << '\n' << std::flush;
}

std::string trimmed(const std::string& text) { return text.substr(0, text.find_last_not_of('\n') + 1); }

ExitCode verify_one(const RunOptions& options, Verdict verdict) {
  const Written written = write_formats(verdict.formats, verdict.result);
  for (const auto& file : written.files) {
    if (!options.quiet) verdict.text += "written " + file.string() + "\n";
  }
  print(options, verdict.text);
  const auto printed = std::find_if(verdict.formats.begin(), verdict.formats.end(),
                                    [](const Format& format) { return format.file == "-"; });
  if (printed != verdict.formats.end()) print_result(printed->text(verdict.result));
  require_written(written);
  tell_failed_check(verdict, "");
  return code_of(verdict);
}

/// An element of the list that --json receives.
io::JsonObject list_element(const std::filesystem::path& file, const Verdict& verdict,
                            const std::string& line) {
  io::JsonObject element;
  element.add("file", file.string()).add("legal", verdict.legal).add("verdict", line);
  const auto json = std::find_if(verdict.formats.begin(), verdict.formats.end(), [](const Format& format) {
    return format.option == std::string_view("--json");
  });
  if (json != verdict.formats.end())
    element.add("packing", io::JsonText{trimmed(json->text(verdict.result))});
  return element;
}

}  // namespace

ExitCode verify_files(const RunOptions& options,
                      const std::function<Verdict(const std::filesystem::path& file)>& judge,
                      Comparison (*compare)(const Result& first, const Result& second)) {
  require_writable(output_files(options));
  if (options.verify.size() == 1) return verify_one(options, judge(options.verify.front()));
  ExitCode worst = ExitCode::ok;
  std::vector<io::JsonObject> elements;
  std::vector<Result> results;  ///< Results to compare.
  for (const std::filesystem::path& file : options.verify) {
    try {
      const Verdict verdict = judge(file);
      const std::string line =
          verdict.line.empty() ? verdict.text.substr(0, verdict.text.find('\n')) : verdict.line;
      print(options, fmt::format("{}: {}\n", file.string(), line));
      tell_failed_check(verdict, file.string() + ": ");
      if (!options.json.empty()) elements.push_back(list_element(file, verdict, line));
      if (worst == ExitCode::ok) worst = code_of(verdict);
      if (!options.compare.empty()) results.push_back(verdict.result);
    } catch (const InputError& error) {
      std::cerr << "error: " << error.what() << '\n' << std::flush;
      elements.push_back(io::JsonObject("file", file.string(), "legal", nullptr, "verdict", error.what()));
      worst = ExitCode::usage;
    }
  }
  const std::string list = io::json_lines(elements).text + "\n";
  OutputFaults faults;
  if (options.json == "-") print_result(list);
  if (!options.json.empty() && options.json != "-") faults.write("--json", options.json, list);
  if (!options.compare.empty() && results.size() < 2) {
    std::cerr << "error: " + options.compare.string() +
                     ": was not written: a comparison needs two files that can be read\n"
              << std::flush;
  } else if (!options.compare.empty()) {
    const std::string page =
        comparison_page(compare(results[0], results[1]), options.verify[0].filename().string(),
                        options.verify[1].filename().string());
    if (faults.write("--compare", options.compare, page) && !options.quiet)
      print(options, "written " + options.compare.string() + "\n");
  }
  faults.require_none();
  return worst;
}

}  // namespace jam::app
