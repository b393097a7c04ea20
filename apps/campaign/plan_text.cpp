// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "campaign/plan_text.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

#include "campaign/programs.hpp"
#include "campaign/schedule.hpp"
#include "campaign/summary.hpp"
#include "jam/core/duration.hpp"
#include "jam/io/number_text.hpp"
#include "shell/figure_text.hpp"
#include "shell/shell_text.hpp"

namespace jam::campaign {
namespace {

constexpr int shown_slices = 12;

std::string line(const char* name, const std::string& text) { return app::fact(name, text, 12); }

/// `5..8, 10` of numbers as they come.
std::string ranges_text(const std::vector<int>& numbers) {
  std::string text;
  for (std::size_t k = 0; k < numbers.size();) {
    std::size_t end = k + 1;
    while (end < numbers.size() && numbers[end] == numbers[end - 1] + 1) ++end;
    text += (text.empty() ? "" : ", ") + std::to_string(numbers[k]) + (end > k + 1 ? ".." + std::to_string(numbers[end - 1]) : "");
    k = end;
  }
  return text;
}

std::string entry_text(const Campaign& campaign, std::size_t index) {
  const Entry& entry = campaign.entries[index];
  std::vector<int> counts;
  std::string group;
  std::size_t targets = 0;
  for (const Problem& problem : campaign.problems) {
    if (problem.entry != static_cast<int>(index)) continue;
    group = problem.group;
    counts.push_back(problem.count);
    targets += problem.target ? 1 : 0;
  }
  const auto problems = static_cast<long long>(counts.size()), seeds = static_cast<long long>(entry.seeds.size());
  std::string text = (entry.name.empty() ? "" : entry.name + ": ") + group + (entry.boxes ? "" : ", n = " + ranges_text(counts));
  text += "; " + app::counted(problems * seeds, "search", "searches") + ", " + app::counted(seeds, "seed", "seeds") + " each";
  text += "; share " + io::number_text(entry.share);
  text += "; " + (entry.time > 0 ? "at most " + format_duration(entry.time) + " each" : std::string("no time limit"));
  text += targets == 0 ? ", no target" : targets == counts.size() ? ", or until the target" : ", or until the target where there is one";
  if (!entry.keeps_checkpoints) text += "; in one slice, as it keeps no checkpoints";
  for (std::size_t k = 0; k < entry.options.size(); ++k) text += (k == 0 ? "; " : " ") + app::shell_word(entry.options[k]);
  return text;
}

/// The longest that everything can take.
std::string longest_text(const Campaign& campaign, const State& state) {
  double sum = 0;
  for (const Search& search : campaign.searches) {
    if (done(campaign, state, search) != Done::no) continue;
    const double time = campaign.entry_of(search).time;
    sum += time > 0 ? time - record_of(state, search).seconds : std::numeric_limits<double>::infinity();
  }
  double clock = sum / static_cast<double>(campaign.devices.size());
  if (campaign.time > 0) clock = std::min(clock, std::max(0.0, campaign.time - state.seconds));
  return std::isfinite(clock) ? "at most " + format_duration(clock) : "no limit: Ctrl-C ends it";
}

/// The slices that come first, each on its own: with several at a time the order is nearly the same.
std::string slices_text(const Campaign& campaign, State state) {
  std::string text;
  for (int k = 0; k < shown_slices; ++k) {
    // Where all went on without a result.
    std::string kind = "cpu";
    std::optional<int> next = next_search(campaign, state, {}, kind);
    if (!next) next = next_search(campaign, state, {}, kind = "cuda");
    if (!next) break;
    const Search& search = campaign.searches[static_cast<std::size_t>(*next)];
    const double before = record_of(state, search).seconds;
    const double end = slice_end(campaign, state, search, std::numeric_limits<double>::infinity());
    text += line(k == 0 ? "first" : "", search.id + "  " + format_duration(before) + " to " + format_duration(end));
    state.records[search.id].seconds = end;
  }
  return text;
}

}  // namespace

std::string plan_text(const Campaign& campaign, const State& state) {
  std::string devices;
  for (const std::string& device : campaign.devices) devices += (devices.empty() ? "" : ", ") + device;
  std::string text =
      line("campaign", campaign.name) + line("folder", campaign.folder.string()) +
      line("archive", campaign.archive.empty() ? "the user's own" : campaign.archive) +
      line("devices",
           devices + (campaign.devices.size() > 1 ? ": " + std::to_string(campaign.devices.size()) + " searches side by side" : "")) +
      line("time", longest_text(campaign, state) + ", slices of " + format_duration(campaign.slice));
  for (std::size_t k = 0; k < campaign.entries.size(); ++k) text += line(k == 0 ? "entries" : "", entry_text(campaign, k));
  const Totals totals = totals_of(summarise(campaign, state, {}));
  text += line("searches", std::to_string(totals.searches) + ", " + std::to_string(totals.searches - totals.open) + " of them done");
  const std::string slices = slices_text(campaign, state);
  if (slices.empty()) return text;
  text += slices;
  const auto open = std::find_if(campaign.searches.begin(), campaign.searches.end(),
                                 [&](const Search& search) { return done(campaign, state, search) == Done::no; });
  std::string command = campaign.problem_of(*open).boxes ? "trunkpack" : "circlepack";
  const double end = slice_end(campaign, state, *open, std::numeric_limits<double>::infinity());
  const int threads = campaign.threads > 0 ? campaign.threads : 0;
  for (const std::string& word : slice_words(campaign, *open, campaign.devices.front(), threads, end))
    command += " " + app::shell_word(word);
  return text + line("command", command);
}

}  // namespace jam::campaign
