// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "result_options.hpp"

#include <utility>

#include "jam/io/number_text.hpp"
#include "option_words.hpp"
#include "shell/archived_starts.hpp"

namespace jam::app {
namespace {

using io::number_text;

std::string count_or_auto(long long count) { return count > 0 ? std::to_string(count) : "auto"; }

}  // namespace

std::vector<io::CheckpointOption> result_options(const Options& options, const std::string& device) {
  std::vector<io::CheckpointOption> list;
  const auto add = [&](const std::string& name, const std::string& value, bool given) { list.push_back({name, value, given}); };
  const auto& s = options.search;
  if (options.n > 0) add("n", std::to_string(options.n), true);
  if (options.has("radii") || options.starts.empty()) add("radii", options.radii, true);
  for (const auto& start : options.starts) add("start", start.string(), true);
  if (options.start_archive) add("start", archive_start, true);
  add("search", search_name(options.kind), true);
  add("strategy", word_of<circles::Strategy>(s.strategy, strategy_words), options.has("strategy"));
  add("start-kind", word_of<circles::Start>(s.start, start_words), options.has("start-kind"));
  add("relax", word_of<circles::Relaxation>(s.relaxation, relax_words), options.has("relax"));
  add("mass", word_of<bool>(s.mass_by_area, mass_words), options.has("mass"));
  add("instances", count_or_auto(s.instance_count), s.instance_count > 0);
  add("active", count_or_auto(s.active_count), s.active_count > 0);
  add("islands", count_or_auto(s.island_count), s.island_count > 0);
  add("ladders", s.ladder_count < 0 ? "auto" : std::to_string(s.ladder_count), s.ladder_count >= 0);
  add("exchange-every", std::to_string(s.exchange_interval), options.has("exchange-every"));
  add("stuck", count_or_auto(s.stuck), s.stuck > 0);
  const std::pair<const char*, double> weights[] = {{"move-neighbour-swap", s.moves.neighbour_swap},
                                                    {"move-swap", s.moves.swap},
                                                    {"move-gradual-swap", s.moves.gradual_swap},
                                                    {"move-outside", s.moves.outside},
                                                    {"move-insert", s.moves.insert},
                                                    {"move-small-last", s.moves.small_last}};
  for (const auto& [name, weight] : weights) add(name, number_text(weight), options.has(name));
  add("seed", std::to_string(s.seed), true);
  add("device", device, true);
  return list;
}

std::string reproducing_options(const Options& options, const std::string& device) {
  std::string text;
  for (const io::CheckpointOption& option : result_options(options, device)) {
    if (option.given) text += (text.empty() ? "--" : " --") + option.name + " " + option.value;
  }
  return text;
}

std::vector<io::CheckpointOption> limit_options(const Options& options) {
  std::vector<io::CheckpointOption> list;
  if (options.has("time")) list.push_back({"time", number_text(options.time_limit) + "s", true});
  if (options.has("trials")) list.push_back({"trials", std::to_string(options.search.trial_limit), true});
  if (options.has("target")) {
    list.push_back({"target", options.target_best_known ? "best-known" : number_text(options.search.target_radius), true});
  }
  return list;
}

}  // namespace jam::app
