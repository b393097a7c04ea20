// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "campaign/campaign.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "campaign/campaign_problems.hpp"
#include "campaign/text_file.hpp"
#include "jam/core/error.hpp"
#include "jam/io/json.hpp"
#include "jam/io/text_table.hpp"
#include "shell/option_table.hpp"

namespace jam::campaign {
namespace {

namespace fs = std::filesystem;

constexpr const char* schema_name = "jampack/campaign/1";

/// Command lines have times in milliseconds, and 0 there means no limit [s].
constexpr double least_time = 0.01;

/// More searches than this are a typing error.
constexpr std::size_t search_limit = 100'000;

/// Options of the programs that a campaign sets itself, or that have no place in one.
const std::set<std::string> reserved_options = {
    "n",          "radii",   "set",    "box",     "seed",   "time",      "target", "trials", "turns",      "device", "threads", "out",
    "packomania", "svg",     "json",   "log",     "stats",  "stats-svg", "html",   "glb",    "checkpoint", "resume", "archive", "progress",
    "quiet",      "verbose", "status", "metrics", "verify", "id",        "steps",  "points", "help",       "version"};

fs::path folder_of(const fs::path& file) { return file.has_parent_path() ? file.parent_path() : fs::path("."); }

std::vector<std::uint64_t> read_seeds(const io::JsonNode& node) {
  constexpr auto any = std::numeric_limits<std::uint64_t>::max();
  std::vector<std::uint64_t> seeds;
  if (!node.is_list()) {
    for (std::uint64_t seed = 1, count = node.whole(1, 10'000); seed <= count; ++seed) seeds.push_back(seed);
    return seeds;
  }
  for (const io::JsonNode& item : node.items()) {
    seeds.push_back(item.whole(0, any));
    if (std::count(seeds.begin(), seeds.end(), seeds.back()) > 1) item.fail("the seed " + std::to_string(seeds.back()) + " comes twice");
  }
  if (seeds.empty()) node.fail("the list is empty: at least one seed is needed");
  return seeds;
}

/// `{"stuck": 5000, "start": ["a", "b"]}` as words of a command line.
std::vector<std::string> read_options(const io::JsonNode& node) {
  std::vector<std::string> words;
  // In the order of their names: written in another order, they are the same options.
  std::vector<std::pair<std::string, io::JsonNode>> members = node.members();
  std::sort(members.begin(), members.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& [key, value] : members) {
    if (key.starts_with('-')) value.fail("write the option without dashes");
    if (reserved_options.contains(key)) value.fail("this option is the campaign's own: leave it out; docs/formats.md lists its keys");
    const std::vector<io::JsonNode> values = value.is_list() ? value.items() : std::vector<io::JsonNode>{value};
    for (const io::JsonNode& item : values) words.insert(words.end(), {"--" + key, item.word()});
  }
  return words;
}

void read_target(const io::JsonNode& node, std::vector<Problem>& problems) {
  if (!node.is_text()) {
    const double target = node.positive_number();
    if (problems.size() > 1)
      node.fail("one number cannot be the target of " + std::to_string(problems.size()) + " problems: give each an entry");
    problems.front().target = target;
    return;
  }
  const std::string word = node.text();
  if (word == "none") return;
  const bool boxes = problems.front().boxes;
  if (word != "best-known" || boxes) {
    node.fail(io::quoted(word) + ": " + (boxes ? "litres" : "an enclosing radius, best-known") + ", or none is needed");
  }
  const bool known = std::any_of(problems.begin(), problems.end(), [](const Problem& problem) { return problem.best_known.has_value(); });
  if (!known) node.fail("no value is published for these circles: give the radius itself, or none");
}

/// `names` are those of the problems so far, with their entries.
void read_entry(const io::JsonNode& node, const io::JsonNode& root, Campaign& campaign, std::map<std::string, int>& names) {
  node.require_keys({"name", "problem", "share", "time", "target", "seeds", "options"});
  Entry entry;
  if (const auto name = node.find("name")) {
    entry.name = name->text();
    if (file_stem(entry.name) != entry.name)
      name->fail(io::quoted(entry.name) + ": it becomes part of file names: use letters, digits, '.', '-', '_'");
  }
  if (const auto share = node.find("share")) entry.share = share->positive_number();
  if (const auto time = node.find("time")) {
    entry.time = time->duration();
    if (entry.time > 0 && entry.time < least_time) time->fail("a time of at least 10 ms is needed; 0: no limit");
  }
  const auto own_seeds = node.find("seeds"), all_seeds = root.find("seeds");
  entry.seeds = own_seeds ? read_seeds(*own_seeds) : all_seeds ? read_seeds(*all_seeds) : std::vector<std::uint64_t>{1};
  const auto options = node.find("options");
  if (options) entry.options = read_options(*options);

  std::vector<Problem> problems = read_problems(node.at("problem"), folder_of(campaign.file));
  entry.boxes = problems.front().boxes;
  const auto found = std::find(entry.options.begin(), entry.options.end(), "single");
  entry.keeps_checkpoints = found == entry.options.end() || found == entry.options.begin() || *(found - 1) != "--search";
  if (!entry.keeps_checkpoints && entry.time == 0) {
    node.fail("the key time is missing: --search single keeps no checkpoints, so each search gets its time in one piece");
  }

  const auto target = node.find("target");
  if (target) read_target(*target, problems);
  const bool best_known = !target || (target->is_text() && target->text() == "best-known");
  const std::size_t index = campaign.entries.size();
  const std::size_t first = campaign.problems.size();
  for (Problem& problem : problems) {
    problem.entry = static_cast<int>(index);
    if (!entry.name.empty()) problem.name = entry.name + "-" + problem.name;
    problem.target_best_known = best_known && problem.best_known.has_value();
    if (problem.target_best_known) problem.target = problem.best_known->radius;
    campaign.problems.push_back(problem);
  }
  for (const std::uint64_t seed : entry.seeds) {
    for (std::size_t k = first; k < campaign.problems.size(); ++k) {
      campaign.searches.push_back({campaign.problems[k].name + "-seed" + std::to_string(seed), static_cast<int>(k), seed});
    }
  }
  if (campaign.searches.size() > search_limit) node.fail("there are more than " + std::to_string(search_limit) + " searches");
  // Files of two searches of one name would overwrite each other.
  for (std::size_t k = first; k < campaign.problems.size(); ++k) {
    const auto [other, is_new] = names.try_emplace(campaign.problems[k].name, campaign.problems[k].entry);
    if (is_new) continue;
    node.fail("it names " + campaign.problems[k].name + ", as entries[" + std::to_string(other->second) +
              "] does: give one of these entries a \"name\" of its own");
  }
  campaign.entries.push_back(std::move(entry));
}

void read_devices(const io::JsonNode& root, Campaign& campaign) {
  const auto devices = root.find("devices"), parallel = root.find("parallel"), threads = root.find("threads");
  if (devices && devices->is_list()) {
    for (const io::JsonNode& device : devices->items()) campaign.devices.push_back(device.text());
    if (campaign.devices.empty()) devices->fail("the list is empty: name devices such as \"cpu\" or \"cuda:0\", or leave the key out");
  } else {
    campaign.devices = {devices ? devices->text() : "auto"};
  }
  if (parallel) {
    const std::size_t named = campaign.devices.size();
    const auto count = static_cast<std::size_t>(parallel->whole(1, 1024));
    if (count < named) {
      parallel->fail("it is " + std::to_string(count) + ", fewer than the " + std::to_string(named) +
                     " devices: each takes at least one search");
    }
    for (std::size_t k = named; k < count; ++k) campaign.devices.push_back(campaign.devices[k % named]);
  }
  if (threads) campaign.threads = static_cast<int>(threads->whole(0, app::thread_limit));
}

}  // namespace

Campaign parse_campaign(std::string_view text, const fs::path& file) {
  const io::JsonNode root = io::JsonNode::parse(text, file.string());
  root.require_keys({"schema", "name", "folder", "archive", "time", "slice", "devices", "parallel", "threads", "seeds", "entries"});
  root.require_schema(schema_name);
  Campaign campaign;
  campaign.file = file;
  const fs::path beside = folder_of(file);
  const auto name = root.find("name"), folder = root.find("folder"), archive = root.find("archive"), time = root.find("time"),
             slice = root.find("slice");
  campaign.name = name ? name->text() : file.stem().string();
  // A campaign file without a suffix would have the name of its folder.
  const fs::path own_folder = file.stem() == file.filename() ? fs::path(file.stem().string() + "-results") : file.stem();
  campaign.folder = (beside / (folder ? fs::path(folder->text()) : own_folder)).lexically_normal();
  if (archive) campaign.archive = archive->text() == "none" ? "none" : fs::absolute(beside / archive->text()).lexically_normal().string();
  if (time) campaign.time = time->duration();
  if (slice) campaign.slice = slice->duration();
  if (slice && !(campaign.slice >= 0.1)) slice->fail("a slice of at least 0.1 s is needed");
  read_devices(root, campaign);
  const io::JsonNode entries = root.at("entries");
  std::map<std::string, int> names;
  for (const io::JsonNode& entry : entries.items()) read_entry(entry, root, campaign, names);
  if (campaign.entries.empty()) entries.fail("the list is empty: at least one entry with a problem is needed");
  return campaign;
}

Campaign read_campaign(const fs::path& file) {
  const auto text = text_of_file(file);
  if (!text) throw InputError(file.string() + ": cannot be read; the name of a campaign file is needed (docs/formats.md)");
  return parse_campaign(*text, file);
}

bool meets(const Problem& problem, double value, double target) {
  // A little more than the searches' own 1e-9, so that rounding does not leave a search without work.
  constexpr double tolerance = 1.001e-9;
  return problem.boxes ? value >= target * (1 - tolerance) : value <= target * (1 + tolerance);
}

}  // namespace jam::campaign
