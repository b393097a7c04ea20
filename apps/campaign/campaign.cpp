// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "campaign/campaign.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <limits>
#include <map>
#include <numeric>
#include <set>

#include "jam/circles/model/problem.hpp"
#include "jam/core/error.hpp"
#include "jam/io/json.hpp"
#include "jam/io/number_text.hpp"
#include "jam/io/output_place.hpp"
#include "jam/io/text_table.hpp"
#include "shell/option_pages.hpp"
#include "shell/option_values.hpp"

namespace jam::campaign {
namespace {

namespace fs = std::filesystem;
using io::JsonNode;

/// Shortest time of a search [s]: command lines have times in milliseconds, and 0 there means no limit.
constexpr double least_time = 0.01;

/// More searches than this are a typing error.
constexpr std::size_t search_limit = 100'000;

/// Options of the programs that a campaign sets itself, or that have no place in one.
std::set<std::string> reserved_options() {
  std::set<std::string> names = {"n",        "radii",   "set",     "box",        "seed",   "time",  "target",
                                 "trials",   "turns",   "device",  "threads",    "out",    "json",  "svg",
                                 "log",      "stats",   "html",    "glb",        "status", "id",    "verify",
                                 "metrics",  "archive", "resume",  "packomania", "quiet",  "steps", "verbose",
                                 "progress", "points",  "dry-run", "checkpoint"};
  std::string shell;
  for (const app::OptionRow& row : app::page_rows(shell)) names.insert(row.name);
  return names;
}

/// `text` as part of a file name: all but letters, digits, '.', '-' and '_' become '-'.
std::string file_stem(std::string text) {
  for (char& c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '.' && c != '_') c = '-';
  }
  return text;
}

template <class T>
std::vector<T> sequence(T first, T last) {
  std::vector<T> numbers(static_cast<std::size_t>(last - first) + 1);
  std::iota(numbers.begin(), numbers.end(), first);
  return numbers;
}

/// The numbers of a list, all different. `read` returns the numbers that an item of the list means.
template <class T, class Read>
std::vector<T> distinct_numbers(const JsonNode& list, const char* noun, Read&& read) {
  std::vector<T> numbers;
  for (const JsonNode& item : list.items()) {
    for (const T number : read(item)) {
      if (std::count(numbers.begin(), numbers.end(), number) > 0)
        item.fail(fmt::format("the {} {} comes twice", noun, number));
      numbers.push_back(number);
    }
  }
  if (numbers.empty()) list.fail(fmt::format("the list is empty: at least one {} is needed", noun));
  return numbers;
}

/// The numbers of `5..40`, or the one of `7`.
std::vector<int> read_range(const JsonNode& node) {
  constexpr int highest = circles::circle_count_limit;
  if (!node.is_text()) return {static_cast<int>(node.whole(1, highest))};
  const std::string text = node.text();
  const std::size_t dots = text.find("..");
  const auto first = io::parse_number<int>(std::string_view(text).substr(0, dots));
  const auto last =
      dots == std::string::npos ? first : io::parse_number<int>(std::string_view(text).substr(dots + 2));
  if (!first || !last || *first < 1 || *last < 1 || std::max(*first, *last) > highest) {
    node.fail(fmt::format("{}: a range such as \"5..40\" is needed, of whole numbers from 1 to {}",
                          io::quoted(text), highest));
  }
  if (*last < *first)
    node.fail(fmt::format("{} runs backwards: write \"{}..{}\"", io::quoted(text), *last, *first));
  return sequence(*first, *last);
}

std::vector<int> read_counts(const JsonNode& node) {
  if (node.is_number() || node.is_text()) return read_range(node);
  if (!node.is_list()) node.fail("expected a number, a range such as \"5..40\", or a list of these");
  return distinct_numbers<int>(node, "number", read_range);
}

std::vector<std::uint64_t> read_seeds(const JsonNode& node) {
  if (!node.is_list()) return sequence<std::uint64_t>(1, node.whole(1, 10'000));
  return distinct_numbers<std::uint64_t>(node, "seed", [](const JsonNode& item) {
    return std::vector<std::uint64_t>{item.whole(0, std::numeric_limits<std::uint64_t>::max())};
  });
}

/// `{"stuck": 5000, "start": ["a", "b"]}` as words of a command line, in the order of the names: the order in
/// the file changes nothing.
std::vector<std::string> read_options(const JsonNode& node) {
  auto members = node.members();
  std::sort(members.begin(), members.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  const std::set<std::string> reserved = reserved_options();
  std::vector<std::string> words;
  for (const auto& [key, value] : members) {
    if (key.starts_with('-')) value.fail("write the option without dashes");
    if (reserved.contains(key)) {
      value.fail(
          "campaigns set this option themselves: leave it out; docs/formats.md lists the keys that an entry "
          "has");
    }
    for (const JsonNode& item : value.is_list() ? value.items() : std::vector<JsonNode>{value}) {
      words.insert(words.end(), {"--" + key, item.word()});
    }
  }
  return words;
}

bool is_file(const fs::path& file) {
  std::error_code error;
  return fs::is_regular_file(file, error);
}

Problem family_problem(const std::string& family, int n) {
  Problem problem;
  problem.name = fmt::format("{}-n{}", family, n);
  problem.group = family;
  problem.count = n;
  problem.arguments = {"--n", std::to_string(n), "--radii", family};
  problem.best_known = circles::best_known(family, n);
  return problem;
}

Problem file_problem(const JsonNode& radii, const fs::path& folder) {
  const std::string name = radii.text();
  if (!is_file(folder / name)) {
    radii.fail(fmt::format("{} is neither a family ({}) nor a file in the folder of the campaign file",
                           io::quoted(name), fmt::join(circles::family_names, ", ")));
  }
  Problem problem;
  try {
    const circles::Problem read = circles::problem_from_radii(circles::read_radii(folder / name).radii);
    problem.count = read.count();
    problem.best_known = circles::best_known(read.family, read.count());
  } catch (const InputError& error) {
    radii.fail(error.what());
  }
  problem.name = fmt::format("{}-n{}", file_stem(fs::path(name).stem().string()), problem.count);
  problem.group = name;
  problem.arguments = {"--radii", name};
  return problem;
}

Problem box_problem(const JsonNode& node, const fs::path& folder) {
  node.require_keys({"mesh", "set", "box"});
  const std::string mesh = node.at("mesh").text();
  if (!is_file(folder / mesh)) {
    node.at("mesh").fail(fmt::format(
        "there is no file {} (names are relative to the folder of the campaign file)", io::quoted(mesh)));
  }
  const auto set = node.find("set"), box = node.find("box");
  if (set && box) node.fail("set and box are both there: keep one of them");
  const std::string kind = set ? set->text() : box ? box->text() : "din";
  Problem problem;
  problem.boxes = true;
  problem.name = file_stem(fs::path(mesh).stem().string()) + "-" + file_stem(kind);
  problem.group = fs::path(mesh).filename().string() + ", " + kind;
  problem.arguments = {mesh, box ? "--box" : "--set", kind};
  return problem;
}

/// The problems of `{"radii": ..., "n": ...}` or `{"mesh": ..., "set" or "box": ...}`, without targets.
std::vector<Problem> read_problems(const JsonNode& node, const fs::path& folder) {
  if (node.find("mesh")) return {box_problem(node, folder)};
  const auto radii = node.find("radii"), n = node.find("n");
  if (!radii && !n) {
    node.require_keys({"radii", "n", "mesh", "set", "box"});
    node.fail("it names no problem: \"radii\" with \"n\", or \"mesh\", is needed");
  }
  node.require_keys({"radii", "n"});
  const std::string family = radii ? radii->text() : "linear";
  if (!circles::is_family(family)) {
    Problem problem = file_problem(*radii, folder);
    if (n) n->fail("goes with a family of radii only: the file of radii decides how many circles there are");
    return {std::move(problem)};
  }
  if (!n) node.fail("the key n is missing: how many circles, for example \"5..40\"");
  std::vector<Problem> problems;
  for (const int number : read_counts(*n)) problems.push_back(family_problem(family, number));
  return problems;
}

/// Sets the targets of an entry's problems; without a node they are the best known radii, if those are
/// published.
void read_target(const std::optional<JsonNode>& node, std::vector<Problem>& problems) {
  if (node && !node->is_text()) {
    if (problems.size() > 1) {
      node->fail(
          fmt::format("one number cannot be the target of {} problems: give each an entry", problems.size()));
    }
    problems.front().target = node->positive_number();
    return;
  }
  const std::string word = node ? node->text() : "best-known";
  if (word == "none") return;
  const bool boxes = problems.front().boxes;
  if (node && (word != "best-known" || boxes)) {
    node->fail(fmt::format("{}: {} or none is needed", io::quoted(word),
                           boxes ? "litres" : "an enclosing radius, best-known,"));
  }
  bool known = false;
  for (Problem& problem : problems) {
    problem.target_best_known = problem.best_known.has_value();
    if (problem.best_known) problem.target = target_of(*problem.best_known);
    known = known || problem.best_known;
  }
  if (node && !known) node->fail("not in the table of this version: give the radius itself, or none");
}

Entry entry_of(const JsonNode& node, const JsonNode& root, bool boxes) {
  Entry entry;
  entry.boxes = boxes;
  if (const auto name = node.find("name")) {
    entry.name = name->text();
    if (file_stem(entry.name) != entry.name) {
      name->fail(io::quoted(entry.name) +
                 ": it becomes part of file names: use letters, digits, '.', '-', '_'");
    }
  }
  if (const auto share = node.find("share")) entry.share = share->positive_number();
  if (const auto time = node.find("time")) {
    entry.time = time->duration();
    if (entry.time > 0 && entry.time < least_time)
      time->fail("a time of at least 10 ms is needed; 0: no limit");
  }
  const auto own_seeds = node.find("seeds"), all_seeds = root.find("seeds");
  entry.seeds = own_seeds   ? read_seeds(*own_seeds)
                : all_seeds ? read_seeds(*all_seeds)
                            : std::vector<std::uint64_t>{1};
  if (const auto options = node.find("options")) entry.options = read_options(*options);
  return entry;
}

/// Adds an entry with its problems and searches. `names` are those of the problems so far, with their
/// entries.
void read_entry(const JsonNode& node, const JsonNode& root, Campaign& campaign,
                std::map<std::string, std::size_t>& names) {
  node.require_keys({"name", "problem", "share", "time", "target", "seeds", "options"});
  std::vector<Problem> problems = read_problems(node.at("problem"), io::folder_of(campaign.file));
  const Entry entry = entry_of(node, root, problems.front().boxes);
  read_target(node.find("target"), problems);
  const std::size_t first = campaign.problems.size();
  for (Problem& problem : problems) {
    problem.entry = campaign.entries.size();
    if (!entry.name.empty()) problem.name = entry.name + "-" + problem.name;
    // Files of two searches of one name would overwrite each other.
    const auto [other, is_new] = names.try_emplace(problem.name, problem.entry);
    if (!is_new) {
      node.fail(
          fmt::format("it names {}, as entries[{}] does: give one of these entries a \"name\" of its own",
                      problem.name, other->second));
    }
    campaign.problems.push_back(std::move(problem));
  }
  for (const std::uint64_t seed : entry.seeds) {
    for (std::size_t k = first; k < campaign.problems.size(); ++k) {
      campaign.searches.push_back({fmt::format("{}-seed{}", campaign.problems[k].name, seed), k, seed});
    }
  }
  if (campaign.searches.size() > search_limit)
    node.fail(fmt::format("there are more than {} searches", search_limit));
  campaign.entries.push_back(entry);
}

void read_devices(const JsonNode& root, Campaign& campaign) {
  const auto devices = root.find("devices");
  if (devices && devices->is_list()) {
    for (const JsonNode& device : devices->items()) campaign.devices.push_back(device.text());
    if (campaign.devices.empty()) {
      devices->fail("the list is empty: name devices such as \"cpu\" or \"cuda:0\", or leave the key out");
    }
  } else {
    campaign.devices = {devices ? devices->text() : "auto"};
  }
  if (const auto parallel = root.find("parallel")) {
    const std::size_t named = campaign.devices.size(), count = parallel->whole(1, 1024);
    if (count < named) {
      parallel->fail(
          fmt::format("it is {}, fewer than the {} devices: each takes at least one search", count, named));
    }
    for (std::size_t k = named; k < count; ++k) campaign.devices.push_back(campaign.devices[k % named]);
  }
  if (const auto threads = root.find("threads"))
    campaign.threads = static_cast<int>(threads->whole(0, app::thread_limit));
}

}  // namespace

Campaign parse_campaign(std::string_view text, const fs::path& file) {
  const JsonNode root = JsonNode::parse(text, file.string());
  root.require_keys({"schema", "name", "folder", "archive", "time", "slice", "devices", "parallel", "threads",
                     "seeds", "entries"});
  root.require_schema("jampack/campaign/1");
  Campaign campaign;
  campaign.file = file;
  const fs::path beside = io::folder_of(file);
  const auto name = root.find("name"), folder = root.find("folder");
  campaign.name = name ? name->text() : file.stem().string();
  // A campaign file without a suffix would have the name of its folder.
  const fs::path own_folder =
      file.stem() == file.filename() ? fs::path(file.stem().string() + "-results") : file.stem();
  campaign.folder = (beside / (folder ? fs::path(folder->text()) : own_folder)).lexically_normal();
  if (const auto archive = root.find("archive")) {
    campaign.archive = archive->text() == "none"
                           ? "none"
                           : fs::absolute(beside / archive->text()).lexically_normal().string();
  }
  if (const auto time = root.find("time")) campaign.time = time->duration();
  if (const auto slice = root.find("slice")) {
    campaign.slice = slice->duration();
    if (!(campaign.slice >= 0.1)) slice->fail("a slice of at least 0.1 s is needed");
  }
  read_devices(root, campaign);
  std::map<std::string, std::size_t> names;
  for (const JsonNode& entry : root.at("entries").items()) read_entry(entry, root, campaign, names);
  if (campaign.entries.empty())
    root.at("entries").fail("the list is empty: at least one entry with a problem is needed");
  return campaign;
}

bool Problem::meets(double value, double goal) const {
  // A little more than the searches' own 1e-9, so that rounding does not leave a search without work.
  constexpr double tolerance = 1.001e-9;
  return boxes ? value >= goal * (1 - tolerance) : value <= goal * (1 + tolerance);
}

}  // namespace jam::campaign
