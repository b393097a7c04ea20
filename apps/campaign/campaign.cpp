// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "campaign/campaign.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include "campaign/campaign_problems.hpp"
#include "jam/core/error.hpp"
#include "jam/io/json.hpp"
#include "jam/io/text_table.hpp"
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
const std::set<std::string> reserved_options = {
    "n",       "radii",      "set",    "box",   "seed",      "time",  "target", "trials",     "turns",   "device",   "threads", "out",
    "json",    "svg",        "log",    "stats", "stats-svg", "html",  "glb",    "packomania", "status",  "id",       "metrics", "verify",
    "archive", "checkpoint", "resume", "quiet", "verbose",   "steps", "points", "help",       "version", "progress", "dry-run"};

fs::path folder_of(const fs::path& file) { return file.has_parent_path() ? file.parent_path() : fs::path("."); }

std::vector<std::uint64_t> read_seeds(const JsonNode& node) {
  std::vector<std::uint64_t> seeds;
  if (!node.is_list()) {
    for (std::uint64_t seed = 1, count = node.whole(1, 10'000); seed <= count; ++seed) seeds.push_back(seed);
    return seeds;
  }
  for (const JsonNode& item : node.items()) {
    const std::uint64_t seed = item.whole(0, std::numeric_limits<std::uint64_t>::max());
    if (std::count(seeds.begin(), seeds.end(), seed) > 0) item.fail(fmt::format("the seed {} comes twice", seed));
    seeds.push_back(seed);
  }
  if (seeds.empty()) node.fail("the list is empty: at least one seed is needed");
  return seeds;
}

/// `{"stuck": 5000, "start": ["a", "b"]}` as words of a command line, in the order of the names: the order in the file changes nothing.
std::vector<std::string> read_options(const JsonNode& node) {
  auto members = node.members();
  std::sort(members.begin(), members.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> words;
  for (const auto& [key, value] : members) {
    if (key.starts_with('-')) value.fail("write the option without dashes");
    if (reserved_options.contains(key)) {
      value.fail("campaigns set this option themselves: leave it out; docs/formats.md lists the keys that an entry has");
    }
    const std::vector<JsonNode> values = value.is_list() ? value.items() : std::vector<JsonNode>{value};
    for (const JsonNode& item : values) words.insert(words.end(), {"--" + key, item.word()});
  }
  return words;
}

bool is_single_search(const std::vector<std::string>& options) {
  const auto found = std::find(options.begin(), options.end(), "--search");
  return found != options.end() && *(found + 1) == "single";
}

/// Sets the targets of an entry's problems; without a node they are the best known radii, where those are published.
void read_target(const std::optional<JsonNode>& node, std::vector<Problem>& problems) {
  const bool boxes = problems.front().boxes;
  if (node && !node->is_text()) {
    if (problems.size() > 1) {
      node->fail(fmt::format("one number cannot be the target of {} problems: give each an entry", problems.size()));
    }
    problems.front().target = node->positive_number();
    return;
  }
  const std::string word = node ? node->text() : "best-known";
  if (word == "none") return;
  if (node && (word != "best-known" || boxes)) {
    node->fail(fmt::format("{}: {} or none is needed", io::quoted(word), boxes ? "litres" : "an enclosing radius, best-known,"));
  }
  for (Problem& problem : problems) {
    problem.target_best_known = problem.best_known.has_value();
    if (problem.target_best_known) problem.target = problem.best_known->radius;
  }
  const bool known = std::any_of(problems.begin(), problems.end(), [](const Problem& one) { return one.target_best_known; });
  if (node && !known) node->fail("no value is published for these circles: give the radius itself, or none");
}

Entry entry_of(const JsonNode& node, const JsonNode& root, bool boxes) {
  Entry entry;
  entry.boxes = boxes;
  if (const auto name = node.find("name")) {
    entry.name = name->text();
    if (file_stem(entry.name) != entry.name) {
      name->fail(io::quoted(entry.name) + ": it becomes part of file names: use letters, digits, '.', '-', '_'");
    }
  }
  if (const auto share = node.find("share")) entry.share = share->positive_number();
  if (const auto time = node.find("time")) {
    entry.time = time->duration();
    if (entry.time > 0 && entry.time < least_time) time->fail("a time of at least 10 ms is needed; 0: no limit");
  }
  const auto own_seeds = node.find("seeds"), all_seeds = root.find("seeds");
  entry.seeds = own_seeds ? read_seeds(*own_seeds) : all_seeds ? read_seeds(*all_seeds) : std::vector<std::uint64_t>{1};
  if (const auto options = node.find("options")) entry.options = read_options(*options);
  entry.keeps_checkpoints = !is_single_search(entry.options);
  if (!entry.keeps_checkpoints && entry.time == 0) {
    node.fail("the key time is missing: --search single keeps no checkpoints, so each search gets its time in one piece");
  }
  return entry;
}

/// Adds an entry with its problems and searches. `names` are those of the problems so far, with their entries.
void read_entry(const JsonNode& node, const JsonNode& root, Campaign& campaign, std::map<std::string, int>& names) {
  node.require_keys({"name", "problem", "share", "time", "target", "seeds", "options"});
  std::vector<Problem> problems = read_problems(node.at("problem"), folder_of(campaign.file));
  Entry entry = entry_of(node, root, problems.front().boxes);
  read_target(node.find("target"), problems);
  const std::size_t first = campaign.problems.size();
  for (Problem& problem : problems) {
    problem.entry = static_cast<int>(campaign.entries.size());
    if (!entry.name.empty()) problem.name = entry.name + "-" + problem.name;
    // Files of two searches of one name would overwrite each other.
    const auto [other, is_new] = names.try_emplace(problem.name, problem.entry);
    if (!is_new) {
      node.fail(
          fmt::format("it names {}, as entries[{}] does: give one of these entries a \"name\" of its own", problem.name, other->second));
    }
    campaign.problems.push_back(std::move(problem));
  }
  for (const std::uint64_t seed : entry.seeds) {
    for (std::size_t k = first; k < campaign.problems.size(); ++k) {
      campaign.searches.push_back({fmt::format("{}-seed{}", campaign.problems[k].name, seed), static_cast<int>(k), seed});
    }
  }
  if (campaign.searches.size() > search_limit) node.fail(fmt::format("there are more than {} searches", search_limit));
  campaign.entries.push_back(std::move(entry));
}

void read_devices(const JsonNode& root, Campaign& campaign) {
  const auto devices = root.find("devices"), parallel = root.find("parallel"), threads = root.find("threads");
  if (devices && devices->is_list()) {
    for (const JsonNode& device : devices->items()) campaign.devices.push_back(device.text());
    if (campaign.devices.empty()) {
      devices->fail("the list is empty: name devices such as \"cpu\" or \"cuda:0\", or leave the key out");
    }
  } else {
    campaign.devices = {devices ? devices->text() : "auto"};
  }
  if (parallel) {
    const std::size_t named = campaign.devices.size();
    const auto count = static_cast<std::size_t>(parallel->whole(1, 1024));
    if (count < named) {
      parallel->fail(fmt::format("it is {}, fewer than the {} devices: each takes at least one search", count, named));
    }
    for (std::size_t k = named; k < count; ++k) campaign.devices.push_back(campaign.devices[k % named]);
  }
  if (threads) campaign.threads = static_cast<int>(threads->whole(0, app::thread_limit));
}

}  // namespace

Campaign parse_campaign(std::string_view text, const fs::path& file) {
  const JsonNode root = JsonNode::parse(text, file.string());
  root.require_keys({"schema", "name", "folder", "archive", "time", "slice", "devices", "parallel", "threads", "seeds", "entries"});
  root.require_schema("jampack/campaign/1");
  Campaign campaign;
  campaign.file = file;
  const fs::path beside = folder_of(file);
  const auto name = root.find("name"), folder = root.find("folder"), archive = root.find("archive"), time = root.find("time"),
             slice = root.find("slice");
  campaign.name = name ? name->text() : file.stem().string();
  // A campaign file without a suffix would have the name of its folder.
  const fs::path own_folder = file.stem() == file.filename() ? fs::path(file.stem().string() + "-results") : file.stem();
  campaign.folder = (beside / (folder ? fs::path(folder->text()) : own_folder)).lexically_normal();
  if (archive) {
    campaign.archive = archive->text() == "none" ? "none" : fs::absolute(beside / archive->text()).lexically_normal().string();
  }
  if (time) campaign.time = time->duration();
  if (slice) campaign.slice = slice->duration();
  if (slice && !(campaign.slice >= 0.1)) slice->fail("a slice of at least 0.1 s is needed");
  read_devices(root, campaign);
  std::map<std::string, int> names;
  for (const JsonNode& entry : root.at("entries").items()) read_entry(entry, root, campaign, names);
  if (campaign.entries.empty()) root.at("entries").fail("the list is empty: at least one entry with a problem is needed");
  return campaign;
}

bool Problem::meets(double value, double goal) const {
  // A little more than the searches' own 1e-9, so that rounding does not leave a search without work.
  constexpr double tolerance = 1.001e-9;
  return boxes ? value >= goal * (1 - tolerance) : value <= goal * (1 + tolerance);
}

}  // namespace jam::campaign
