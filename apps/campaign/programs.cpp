// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "campaign/programs.hpp"

#include <unistd.h>

#include <algorithm>
#include <regex>
#include <utility>

#include "campaign/text_file.hpp"
#include "jam/core/error.hpp"
#include "jam/core/nearest_word.hpp"
#include "jam/io/number_text.hpp"

namespace jam::campaign {
namespace {

namespace fs = std::filesystem;

/// A file in the folder for what passes by, which is removed.
struct PassingFile {
  fs::path file;
  explicit PassingFile(const fs::path& name) : file(name) {}
  PassingFile(const PassingFile&) = delete;
  PassingFile& operator=(const PassingFile&) = delete;
  ~PassingFile() {
    std::error_code error;
    fs::remove(file, error);
  }
};

fs::path folder_of(const Campaign& campaign) {
  return campaign.file.has_parent_path() ? fs::absolute(campaign.file.parent_path()) : fs::current_path();
}

/// The options that the help of a program names.
std::set<std::string> options_of(const fs::path& program) {
  const fs::path folder = fs::temp_directory_path();
  const PassingFile help(folder / ("jampack-help-" + std::to_string(getpid()) + ".txt"));
  const Ending ending = run({program, {"--help"}, folder, help.file, "/dev/null", -1}, 30);
  std::set<std::string> names;
  if (ending.code != 0 || ending.signal != 0) return names;
  const std::string text = text_of_file(help.file).value_or("");
  static const std::regex option("--([a-z][a-z-]*)");
  for (std::sregex_iterator found(text.begin(), text.end(), option), end; found != end; ++found) names.insert((*found)[1]);
  return names;
}

std::string entry_place(const Campaign& campaign, std::size_t entry) {
  return campaign.file.string() + ": entries[" + std::to_string(entry) + "]: ";
}

void check_box_options(const Campaign& campaign, std::size_t entry, const Programs& programs) {
  const std::vector<std::string>& words = campaign.entries[entry].options;
  const std::vector<std::string> known(programs.trunkpack_options.begin(), programs.trunkpack_options.end());
  for (std::size_t k = 0; k < words.size(); k += 2) {
    const std::string name = words[k].substr(2);
    if (programs.trunkpack_options.contains(name)) continue;
    const std::string meant = nearest_word(name, known);
    throw InputError(entry_place(campaign, entry) + "options: trunkpack has no option --" + name +
                     (meant.empty() ? "; trunkpack --help lists them" : ": did you mean --" + meant + "?"));
  }
}

}  // namespace

Programs find_programs() {
  Programs programs;
  programs.circlepack = fs::read_symlink("/proc/self/exe");
  const fs::path beside = programs.circlepack.parent_path() / "trunkpack";
  std::error_code error;
  if (fs::exists(beside, error)) {
    programs.trunkpack = beside;
    programs.trunkpack_options = options_of(beside);
  }
  return programs;
}

void adapt_to_programs(Campaign& campaign, const Programs& programs, const CheckWords& check) {
  for (std::size_t k = 0; k < campaign.entries.size(); ++k) {
    Entry& entry = campaign.entries[k];
    const auto search = std::find_if(campaign.searches.begin(), campaign.searches.end(),
                                     [&](const Search& one) { return &campaign.entry_of(one) == &entry; });
    if (!entry.boxes) {
      try {
        check(slice_words(campaign, *search, "cpu", 1, 1));
      } catch (const InputError& error) {
        throw InputError(entry_place(campaign, k) + error.what());
      }
      continue;
    }
    if (programs.trunkpack.empty()) {
      throw InputError(entry_place(campaign, k) +
                       "a mesh is for trunkpack, which does not stand beside this program; build it (it needs CGAL)");
    }
    check_box_options(campaign, k, programs);
    entry.keeps_checkpoints = programs.trunkpack_keeps_checkpoints();
    if (!entry.keeps_checkpoints && entry.time == 0) {
      throw InputError(entry_place(campaign, k) +
                       "the key time is missing: this trunkpack keeps no checkpoints, so each search gets its time in one piece");
    }
  }
}

fs::path search_file(const Campaign& campaign, const Search& search, const char* suffix) {
  return fs::absolute(campaign.folder).lexically_normal() / "searches" / (search.id + suffix);
}

const char* packing_suffix(const Problem& problem) { return problem.boxes ? ".box" : ".circles"; }

int threads_of_search(const Campaign& campaign, int cores) {
  return campaign.threads > 0 ? campaign.threads : std::max(1, cores / static_cast<int>(campaign.devices.size()));
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
  if (!problem.boxes && problem.target) add("--target", problem.target_best_known ? "best-known" : io::number_text(*problem.target));
  add("--out", search_file(campaign, search, packing_suffix(problem)).string());
  if (problem.boxes) add("--json", search_file(campaign, search, ".json").string());
  if (!problem.boxes) add("--stats", search_file(campaign, search, ".csv").string());
  if (entry.keeps_checkpoints) {
    add("--checkpoint", search_file(campaign, search, ".checkpoint").string());
    add("--resume", "auto");
  }
  if (!campaign.archive.empty()) add("--archive", campaign.archive);
  words.emplace_back("--quiet");
  return words;
}

Command slice_command(const Campaign& campaign, const Programs& programs, const Search& search, std::vector<std::string> words) {
  return {campaign.problem_of(search).boxes ? programs.trunkpack : programs.circlepack,
          std::move(words),
          folder_of(campaign),
          search_file(campaign, search, ".out"),
          search_file(campaign, search, ".err"),
          -1};
}

FoundDevice find_device(const Campaign& campaign, const Programs& programs, const std::string& device, int threads) {
  const fs::path folder = fs::absolute(campaign.folder);
  const PassingFile out(folder / "device.json"), err(folder / "device.txt");
  // One circle, which is packed at once.
  const Ending ending = run({programs.circlepack,
                             {"--n",       "1",    "--radii",      "linear", "--target",   "1",
                              "--seed",    "1",    "--device",     device,   "--threads",  std::to_string(threads),
                              "--archive", "none", "--checkpoint", "none",   "--progress", "off",
                              "--json",    "-"},
                             folder,
                             out.file,
                             err.file,
                             -1},
                            120);
  const std::string text = text_of_file(err.file).value_or(""), json = text_of_file(out.file).value_or("");
  const std::string where = campaign.file.string() + ": devices: ";
  if (ending.code == static_cast<int>(ExitCode::no_device)) throw DeviceError(where + complaint_in(text));
  if (ending.code != 0 || ending.signal != 0) throw InputError(where + device + " is of no use: " + complaint_in(text));
  FoundDevice found;
  std::smatch match;
  static const std::regex kind("--device (cpu|cuda)"), description("(?:^|\n)device +([^\n]+)");
  if (std::regex_search(json, match, kind)) found.kind = match[1];
  if (std::regex_search(text, match, description)) found.description = match[1];
  if (found.kind.empty()) throw InputError(where + "nothing is known of " + device);
  return found;
}

std::string complaint_in(const std::string& text) {
  std::string last, error;
  std::size_t begin = 0;
  while (begin < text.size()) {
    std::size_t end = text.find('\n', begin);
    if (end == std::string::npos) end = text.size();
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
