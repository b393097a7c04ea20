// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "campaign/programs.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "jam/core/error.hpp"
#include "jam/io/number_text.hpp"
#include "jam/io/read_file.hpp"
#include "jam/io/run_summary.hpp"

namespace jam::campaign {
namespace {

namespace fs = std::filesystem;

/// A folder of its own for the outputs of a short command, removed in the end.
class Scratch {
 public:
  explicit Scratch(fs::path program, fs::path folder, std::vector<std::string> words)
      : path_(fs::temp_directory_path() / fmt::format("jampack-campaign-{}", getpid())), command_{std::move(program), std::move(words),
                                                                                                  std::move(folder),  path_ / "out",
                                                                                                  path_ / "err",      -1} {
    fs::create_directories(path_);
  }
  ~Scratch() {
    std::error_code error;
    fs::remove_all(path_, error);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  [[nodiscard]] Ending run() const { return campaign::run(command_, 120); }
  [[nodiscard]] std::string out() const { return left_text(command_.out); }
  [[nodiscard]] std::string error() const { return error_of(command_.err); }

 private:
  fs::path path_;
  Command command_;
};

fs::path folder_of(const Campaign& campaign) {
  return campaign.file.has_parent_path() ? fs::absolute(campaign.file.parent_path()) : fs::current_path();
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
    std::error_code error;
    if (!fs::exists(program, error)) {
      throw InputError(fmt::format("{}there is no {} beside this program: build it{}", place, program.filename().string(),
                                   entry.boxes ? " (it needs CGAL)" : ""));
    }
    const auto search = std::find_if(campaign.searches.begin(), campaign.searches.end(),
                                     [&](const Search& one) { return &campaign.entry_of(one) == &entry; });
    std::vector<std::string> words = slice_words(campaign, *search, "cpu", 1, 1);
    words.emplace_back("--dry-run");
    const Scratch check(program, folder_of(campaign), std::move(words));
    const Ending ending = check.run();
    if (ending.code != 0 || ending.signal != 0) throw InputError(place + check.error());
  }
}

fs::path search_file(const Campaign& campaign, const Search& search, const char* suffix) {
  return fs::absolute(campaign.folder).lexically_normal() / "searches" / (search.id + suffix);
}

std::vector<std::string> slice_words(const Campaign& campaign, const Search& search, const std::string& device, int threads, double end) {
  const Problem& problem = campaign.problem_of(search);
  const Entry& entry = campaign.entry_of(search);
  std::vector<std::string> words = problem.arguments;
  const auto add = [&](const char* name, const std::string& value) { words.insert(words.end(), {name, value}); };
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
  if (entry.keeps_checkpoints) {
    add("--checkpoint", search_file(campaign, search, ".checkpoint").string());
    add("--resume", "auto");
  }
  if (!campaign.archive.empty()) add("--archive", campaign.archive);
  words.emplace_back("--quiet");
  return words;
}

Command slice_command(const Campaign& campaign, const Programs& programs, const Search& search, std::vector<std::string> words) {
  return {programs.of(campaign.problem_of(search).boxes),
          std::move(words),
          folder_of(campaign),
          search_file(campaign, search, ".out"),
          search_file(campaign, search, ".err"),
          -1};
}

FoundDevice find_device(const Campaign& campaign, const Programs& programs, const std::string& device, int threads) {
  // One circle is packed at once.
  const Scratch probe(programs.circlepack, folder_of(campaign),
                      {"--n", "1", "--target", "1", "--seed", "1", "--device", device, "--threads", std::to_string(threads), "--archive",
                       "none", "--checkpoint", "none", "--progress", "off", "--json", "-"});
  const Ending ending = probe.run();
  const std::string where = campaign.file.string() + ": devices: ";
  if (ending.code == static_cast<int>(ExitCode::no_device)) throw DeviceError(where + probe.error());
  if (ending.code != 0 || ending.signal != 0) throw InputError(where + device + " cannot be used: " + probe.error());
  const io::RunSummary run = io::read_run(io::JsonNode::parse(probe.out(), "circlepack --json").at("run"));
  return {run.device_kind, run.device};
}

std::string left_text(const fs::path& file) {
  try {
    return io::read_file(file);
  } catch (const InputError&) {
    return {};
  }
}

std::string error_of(const fs::path& file) {
  const std::string text = left_text(file);
  std::string last, error;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line = text.substr(begin, end - begin);
    begin = end + 1;
    if (line.empty()) continue;
    last = line;
    const std::size_t found = line.find("error: ");
    if (found != std::string::npos) error = line.substr(found + 7);
  }
  return error.empty() ? last : error;
}

}  // namespace jam::campaign
