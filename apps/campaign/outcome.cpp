// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "campaign/outcome.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "campaign/programs.hpp"
#include "jam/circles/io/circle_files.hpp"
#include "jam/circles/verify/verify.hpp"
#include "jam/core/error.hpp"
#include "jam/io/read_file.hpp"
#include "jam/io/run_summary.hpp"

namespace jam::campaign {
namespace {

namespace fs = std::filesystem;
using io::JsonNode;

void take_circles(const fs::path& file, Record& record) {
  std::error_code error;
  if (!fs::exists(file, error)) return;
  const std::string text = io::read_file(file);
  const circles::Verification verification = circles::verify_text_exact(text, file.string());
  if (!verification.legal) throw UnverifiedError(file.string() + ": illegal: " + verification.violation);
  record.value = circles::parse_packing(text, file.string()).packing.enclosing_radius;
}

void take_boxes(const JsonNode& root, const fs::path& file, Record& record) {
  if (!root.at("verification").at("verified").truth()) throw UnverifiedError(file.string() + ": the boxes are not verified");
  const double litres = root.at("totals").at("litres").number();
  if (!(litres > 0) || (record.value && litres <= *record.value)) return;
  record.value = litres;
  record.count = static_cast<long long>(root.at("totals").at("count").whole(1, std::numeric_limits<int>::max()));
}

/// Takes value, improvements and time of a slice; returns why its search ended, in the words of RunSummary::stop_reason.
std::string take_result(const Campaign& campaign, const Search& search, double slice_end, Record& record) {
  const Problem& problem = campaign.problem_of(search);
  const fs::path file = search_file(campaign, search, ".json");
  if (!problem.boxes) take_circles(search_file(campaign, search, problem.suffix()), record);
  const JsonNode root = JsonNode::parse(io::read_file(file), file.string());
  if (problem.boxes) take_boxes(root, file, record);
  const io::RunSummary run = io::read_run(root.at("run"));
  // A program tells its improvements from the beginning of the search, or of the slice.
  for (const auto& point : run.improvements) {
    if (record.improvements.empty() || problem.better(point.second, record.improvements.back().second)) {
      record.improvements.push_back(point);
    }
  }
  record.improvements = thinned(record.improvements);
  const bool timed = run.stop_reason == "time_limit";
  record.seconds = timed ? slice_end : std::clamp(run.time.value_or(0), record.seconds, slice_end);
  return run.stop_reason;
}

/// Notes in the record that the slice failed.
std::pair<Verdict, std::string> failed(Record& record, std::string error, int code) {
  record.error = std::move(error);
  record.error_code = code;
  return {Verdict::recorded, record.error};
}

}  // namespace

std::pair<Verdict, std::string> take_outcome(const Campaign& campaign, const Search& search, const Slice& slice, Record& record) {
  const auto [code, signal] = slice.ending;
  ++record.slices;
  record.error.clear();
  record.error_code = 0;
  if (signal != 0) {
    return {slice.stopped ? Verdict::recorded : Verdict::crashed, fmt::format("it was ended by signal {}", signal)};
  }
  if (code == not_started) return failed(record, "its program could not be started", static_cast<int>(ExitCode::usage));
  const bool signalled = code == static_cast<int>(ExitCode::interrupted) || code == static_cast<int>(ExitCode::terminated);
  if (code != 0 && !signalled) {
    const std::string error = error_of(search_file(campaign, search, ".err"));
    if (code == static_cast<int>(ExitCode::no_device)) return {Verdict::no_device, error};
    return failed(record, error.empty() ? fmt::format("it ended with code {}", code) : error, code);
  }
  std::error_code ignored;
  // A search that is stopped before its first packing leaves no result.
  const bool has_result = fs::exists(search_file(campaign, search, ".json"), ignored);
  if (!signalled || has_result) {
    try {
      const std::string reason = take_result(campaign, search, slice.end, record);
      record.finished = reason == "finished" || reason == "work_limit";
    } catch (const Error& error) {
      return failed(record, error.what(), static_cast<int>(error.code()));
    }
  }
  if (signalled && !slice.stopped) return {Verdict::crashed, "a signal from outside ended it"};
  return {Verdict::recorded, {}};
}

}  // namespace jam::campaign
