// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "campaign/outcome.hpp"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <limits>
#include <optional>

#include "campaign/programs.hpp"
#include "campaign/text_file.hpp"
#include "jam/circles/io/circle_files.hpp"
#include "jam/circles/verify/verify.hpp"
#include "jam/core/error.hpp"
#include "jam/io/atomic_file.hpp"
#include "jam/io/json.hpp"
#include "jam/io/number_text.hpp"

namespace jam::campaign {
namespace {

namespace fs = std::filesystem;

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

/// Columns of a statistics file.
constexpr std::size_t seconds_column = 0, radius_column = 5, column_count = 8;

template <class Use>
void for_each_row(std::string_view csv, const std::string& name, const Use& use) {
  const std::vector<std::string_view> lines = split(csv, '\n');
  for (std::size_t k = 1; k < lines.size(); ++k) {
    if (lines[k].empty()) continue;
    const std::vector<std::string_view> fields = split(lines[k], ',');
    const auto seconds = fields.size() == column_count ? io::parse_number<double>(fields[seconds_column]) : std::nullopt;
    if (!seconds) throw InputError(name + ": line " + std::to_string(k + 1) + ": is none of a table of statistics");
    use(*seconds, io::parse_number<double>(fields[radius_column]));
  }
}

void take_circles(const Campaign& campaign, const Search& search, Record& record, double& seconds) {
  const fs::path file = search_file(campaign, search, ".circles"), table = search_file(campaign, search, ".csv");
  if (const auto text = text_of_file(file)) {
    const circles::Verification verification = circles::verify_text_exact(*text, file.string());
    if (!verification.legal) throw UnverifiedError(file.string() + ": illegal: " + verification.violation);
    record.value = circles::parse_packing(*text, file.string()).packing.enclosing_radius;
  }
  if (const auto text = text_of_file(table)) {
    record.improvements = thinned(improvements_in(*text, table.string()));
    for_each_row(*text, table.string(), [&](double row, std::optional<double>) { seconds = std::max(seconds, row); });
  }
}

void take_boxes(const Campaign& campaign, const Search& search, Record& record, double& seconds) {
  const fs::path file = search_file(campaign, search, ".json");
  const auto text = text_of_file(file);
  if (!text) return;
  const io::JsonNode root = io::JsonNode::parse(*text, file.string());
  const io::JsonNode totals = root.at("totals"), verification = root.at("verification");
  if (!verification.at("verified").truth()) throw UnverifiedError(file.string() + ": the boxes are not verified");
  if (const io::JsonNode time = root.at("run").at("time_s"); time.is_number()) seconds = time.number();
  const double litres = totals.at("litres").number();
  if (!(litres > 0) || (record.value && litres <= *record.value)) return;
  record.value = litres;
  record.count = static_cast<long long>(totals.at("count").whole(1, std::numeric_limits<int>::max()));
  record.improvements.emplace_back(seconds, litres);
  record.improvements = thinned(record.improvements);
}

/// Says in the record that the slice failed.
std::pair<Verdict, std::string> failed(Record& record, std::string error, int code) {
  record.error = std::move(error);
  record.error_code = code;
  return {Verdict::fine, record.error};
}

}  // namespace

std::vector<std::pair<double, double>> improvements_in(std::string_view csv, const std::string& name) {
  std::vector<std::pair<double, double>> result;
  for_each_row(csv, name, [&](double seconds, std::optional<double> radius) {
    if (radius && (result.empty() || *radius < result.back().second)) result.emplace_back(seconds, *radius);
  });
  return result;
}

std::string fact_in(const std::string& block, const std::string& name) {
  for (const std::string_view line : split(block, '\n')) {
    if (!line.starts_with(name + " ")) continue;
    const std::size_t begin = line.find_first_not_of(' ', name.size());
    if (begin != std::string_view::npos) return std::string(line.substr(begin));
  }
  return {};
}

std::pair<Verdict, std::string> take_outcome(const Campaign& campaign, const Search& search, const Slice& slice, Record& record) {
  constexpr int interrupted = static_cast<int>(ExitCode::interrupted), terminated = static_cast<int>(ExitCode::terminated);
  const int code = slice.ending.code;
  const std::string complaint = complaint_in(text_of_file(search_file(campaign, search, ".err")).value_or(""));
  const bool stopped = slice.ending.signal == 0 && (code == interrupted || code == terminated);
  ++record.slices;
  record.error.clear();
  record.error_code = 0;
  if (slice.ending.signal != 0) {
    const std::string text = "it was ended by signal " + std::to_string(slice.ending.signal);
    return {slice.asked ? Verdict::fine : Verdict::crashed, text};
  }
  if (code == static_cast<int>(ExitCode::no_device)) return {Verdict::no_device, complaint};
  if (code == not_started) return failed(record, "its program could not be started", static_cast<int>(ExitCode::usage));
  if (code != 0 && !stopped) return failed(record, complaint.empty() ? "it ended with code " + std::to_string(code) : complaint, code);

  double seconds = record.seconds;
  try {
    if (campaign.problem_of(search).boxes) {
      take_boxes(campaign, search, record, seconds);
    } else {
      take_circles(campaign, search, record, seconds);
    }
  } catch (const Error& error) {
    return failed(record, error.what(), static_cast<int>(error.code()));
  }
  const std::string reason = fact_in(text_of_file(search_file(campaign, search, ".out")).value_or(""), "ended by");
  const bool timed = reason.starts_with("time limit");
  record.seconds = timed ? slice.end : std::clamp(seconds, record.seconds, slice.end);
  if (stopped) return {slice.asked ? Verdict::fine : Verdict::crashed, slice.asked ? "" : "somebody ended it"};
  // What is neither the time nor the target was the end of all possibilities.
  record.finished = !timed && reason != "target reached" && !reason.empty();
  return {Verdict::fine, reason};
}

}  // namespace jam::campaign
