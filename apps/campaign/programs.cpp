// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "campaign/programs.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <limits>
#include <sstream>

#include "jam/circles/io/circle_files.hpp"
#include "jam/circles/verify/verify.hpp"
#include "jam/core/error.hpp"
#include "jam/io/number_text.hpp"
#include "jam/io/output_place.hpp"
#include "jam/io/read_file.hpp"
#include "jam/io/run_summary.hpp"

namespace jam::campaign {
namespace {

namespace fs = std::filesystem;
using io::JsonNode;

bool is_there(const fs::path& file) {
  std::error_code error;
  return fs::exists(file, error);
}

/// The folder in which the programs run: names in a campaign file are relative to it.
fs::path folder_of(const Campaign& campaign) { return fs::absolute(io::folder_of(campaign.file)); }

struct ShortRun {
  bool ok;
  Ending ending;
  std::string out, error;
};

/// Runs a command of at most 120 s in the campaign's folder, with its outputs in a temporary one.
ShortRun run_shortly(const Campaign& campaign, const fs::path& program, std::vector<std::string> words) {
  const fs::path folder = fs::temp_directory_path() / fmt::format("jampack-campaign-{}", getpid());
  fs::create_directories(folder);
  const Command command{program, std::move(words), folder_of(campaign), folder / "out", folder / "err", -1};
  const Ending ending = run(command, 120);
  ShortRun result{ending.code == 0 && ending.signal == 0, ending, left_text(command.out),
                  error_of(command.err)};
  std::error_code error;
  fs::remove_all(folder, error);
  return result;
}

void take_circles(const fs::path& file, Record& record) {
  if (!is_there(file)) return;
  const std::string text = io::read_file(file);
  const circles::Verification verification = circles::verify_text_exact(text, file.string());
  if (!verification.legal) throw UnverifiedError(file.string() + ": illegal: " + verification.violation);
  record.value = circles::parse_packing(text, file.string()).packing.enclosing_radius;
}

void take_boxes(const JsonNode& root, const fs::path& file, Record& record) {
  if (!root.at("verification").at("verified").truth())
    throw UnverifiedError(file.string() + ": the boxes are not verified");
  const JsonNode totals = root.at("totals");
  const double litres = totals.at("litres").number();
  if (!(litres > 0) || (record.value && litres <= *record.value)) return;
  record.value = litres;
  record.count = static_cast<long long>(totals.at("count").whole(1, std::numeric_limits<int>::max()));
}

/// Takes value, improvements and time of a slice; returns why its search ended, in the words of
/// RunSummary::stop_reason.
std::string take_result(const Campaign& campaign, const Search& search, double slice_end, Record& record) {
  const Problem& problem = campaign.problem_of(search);
  const fs::path file = search_file(campaign, search, ".json");
  if (!problem.boxes) take_circles(search_file(campaign, search, problem.suffix()), record);
  const JsonNode root = JsonNode::parse(io::read_file(file), file.string());
  if (problem.boxes) take_boxes(root, file, record);
  const io::RunSummary run = io::read_run(root.at("run"));
  // A program reports its improvements from the beginning of the search, or of the slice.
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
std::pair<Verdict, std::string> failed(Record& record, std::string error, ExitCode code) {
  record.error = std::move(error);
  record.error_code = static_cast<int>(code);
  return {Verdict::recorded, record.error};
}

}  // namespace

Programs find_programs() {
  const fs::path folder = fs::read_symlink("/proc/self/exe").parent_path();
  return {folder / "circlepack", folder / "trunkpack"};
}

void check_entries(const Campaign& campaign, const Programs& programs) {
  for (std::size_t k = 0; k < campaign.entries.size(); ++k) {
    const Entry& entry = campaign.entries[k];
    const std::string place = fmt::format("{}: entries[{}]: ", campaign.file.string(), k);
    const fs::path& program = programs.of(entry.boxes);
    if (!is_there(program)) {
      throw InputError(fmt::format("{}there is no {} beside this program: build it{}", place,
                                   program.filename().string(), entry.boxes ? " (it needs CGAL)" : ""));
    }
    const auto search = std::find_if(campaign.searches.begin(), campaign.searches.end(),
                                     [&](const Search& one) { return &campaign.entry_of(one) == &entry; });
    std::vector<std::string> words = slice_words(campaign, *search, "cpu", 1, 1);
    words.emplace_back("--dry-run");
    const ShortRun check = run_shortly(campaign, program, std::move(words));
    if (!check.ok) throw InputError(place + check.error);
  }
}

fs::path search_file(const Campaign& campaign, const Search& search, const char* suffix) {
  return fs::absolute(campaign.folder).lexically_normal() / "searches" / (search.id + suffix);
}

std::vector<std::string> slice_words(const Campaign& campaign, const Search& search,
                                     const std::string& device, int threads, double end) {
  const Problem& problem = campaign.problem_of(search);
  const Entry& entry = campaign.entry_of(search);
  std::vector<std::string> words = problem.arguments;
  const auto add = [&](const char* name, const std::string& value) {
    words.insert(words.end(), {name, value});
  };
  words.insert(words.end(), entry.options.begin(), entry.options.end());
  add("--seed", std::to_string(search.seed));
  add("--device", device);
  add("--threads", std::to_string(threads));
  add("--time", io::fixed_text(end, 3) + "s");
  if (!problem.boxes && problem.target) {
    add("--target", problem.target_best_known ? "best-known" : io::number_text(*problem.target));
  }
  add("--out", search_file(campaign, search, problem.suffix()).string());
  add("--json", search_file(campaign, search, ".json").string());
  add("--checkpoint", search_file(campaign, search, ".checkpoint").string());
  add("--resume", "auto");
  if (!campaign.archive.empty()) add("--archive", campaign.archive);
  words.emplace_back("--quiet");
  return words;
}

Command slice_command(const Campaign& campaign, const Programs& programs, const Search& search,
                      std::vector<std::string> words) {
  const auto file = [&](const char* suffix) { return search_file(campaign, search, suffix); };
  return {programs.of(campaign.problem_of(search).boxes),
          std::move(words),
          folder_of(campaign),
          file(".out"),
          file(".err"),
          -1};
}

FoundDevice find_device(const Campaign& campaign, const Programs& programs, const std::string& device,
                        int threads) {
  // One circle is packed at once.
  const ShortRun probe = run_shortly(
      campaign, programs.circlepack,
      {"--n", "1", "--target", "1", "--seed", "1", "--device", device, "--threads", std::to_string(threads),
       "--archive", "none", "--checkpoint", "none", "--progress", "off", "--json", "-"});
  const std::string where = campaign.file.string() + ": devices: ";
  if (probe.ending.code == static_cast<int>(ExitCode::no_device)) throw DeviceError(where + probe.error);
  if (!probe.ok) throw InputError(where + device + " cannot be used: " + probe.error);
  const io::RunSummary run = io::read_run(JsonNode::parse(probe.out, "circlepack --json").at("run"));
  return {run.device_kind, run.device};
}

std::pair<Verdict, std::string> take_outcome(const Campaign& campaign, const Search& search,
                                             const Slice& slice, Record& record) {
  const auto [code, signal] = slice.ending;
  ++record.slices;
  record.error.clear();
  record.error_code = 0;
  if (signal != 0) {
    return {slice.stopped ? Verdict::recorded : Verdict::crashed,
            fmt::format("it was ended by signal {}", signal)};
  }
  if (code == not_started) return failed(record, "its program could not be started", ExitCode::usage);
  const bool signalled =
      code == static_cast<int>(ExitCode::interrupted) || code == static_cast<int>(ExitCode::terminated);
  if (code != 0 && !signalled) {
    const std::string error = error_of(search_file(campaign, search, ".err"));
    if (code == static_cast<int>(ExitCode::no_device)) return {Verdict::no_device, error};
    const double limit = campaign.entry_of(search).time;
    const bool too_short = code == static_cast<int>(ExitCode::no_verified_result) &&
                           error.find("time limit of ") != std::string::npos;
    if (too_short && (limit == 0 || slice.end < limit)) {
      // The slice ended before the first packing, for example while a mesh was wrapped: slice_end() makes the
      // next one longer.
      record.seconds = slice.end;
      return {Verdict::recorded, {}};
    }
    return failed(record, error.empty() ? fmt::format("it ended with code {}", code) : error,
                  static_cast<ExitCode>(code));
  }
  // A search that is stopped before its first packing leaves no result.
  if (!signalled || is_there(search_file(campaign, search, ".json"))) {
    try {
      const std::string reason = take_result(campaign, search, slice.end, record);
      record.finished = reason == "finished" || reason == "work_limit";
    } catch (const Error& error) {
      return failed(record, error.what(), error.code());
    }
  }
  if (signalled && !slice.stopped) return {Verdict::crashed, "a signal from outside ended it"};
  return {Verdict::recorded, {}};
}

std::string left_text(const fs::path& file) {
  try {
    return io::read_file(file);
  } catch (const InputError&) {
    return {};
  }
}

std::string error_of(const fs::path& file) {
  std::istringstream text(left_text(file));
  std::string line, last, error;
  while (std::getline(text, line)) {
    if (line.empty()) continue;
    last = line;
    const std::size_t found = line.find("error: ");
    if (found != std::string::npos) error = line.substr(found + 7);
  }
  return error.empty() ? last : error;
}

}  // namespace jam::campaign
