// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "jam/core/duration.hpp"
#include "jam/core/memory_plan.hpp"
#include "jam/io/number_text.hpp"
#include "shell/figure_text.hpp"
#include "shell/search_run.hpp"

namespace jam::app {
namespace {

using circles::BestKnown;
using circles::Progress;

std::string best_known_text(const BestKnown& best) {
  return fmt::format("{} ({})", best.text, source_text(best));
}

std::string comparison(double radius, const BestKnown& best) {
  const std::string known = best_known_text(best);
  if (beats(radius, best))
    return fmt::format("{}, this one is smaller by {} relative", known,
                       figures(-circles::relative_gap(radius, best)));
  return known + (circles::reached(radius, best) ? ", reached"
                                                 : fmt::format(", gap {} relative", gap_text(radius, best)));
}

std::string count_of(long long count) { return count_text(static_cast<double>(count)); }

std::string rate_of(long long count, const Progress& progress) {
  return count_text(static_cast<double>(count) / std::max(progress.seconds, 1e-3));
}

std::string work_text(const Progress& totals) {
  std::string text = fmt::format("{} trials in {} ({}/s)", count_of(totals.trials),
                                 format_duration(totals.seconds), rate_of(totals.trials, totals));
  if (totals.instance_count > 1) text += fmt::format(", {} instances", totals.instance_count);
  if (totals.meta_stable_count > 0)
    text += fmt::format(", {} stagnated ones replaced", totals.meta_stable_count);
  return text;
}

}  // namespace

std::string opening_text(const Options& options, const Task& task) {
  std::string text = fact("circles", problem_text(task.problem));
  if (task.best_known) text += fact("best known", best_known_text(*task.best_known));
  if (task.target_radius > 0)
    text += fact("target", options.target_best_known ? "best known" : radius_text(task.target_radius));
  std::string search = search_name(options.kind);
  const int given = options.search.instance_count;
  const bool whole =
      options.kind == SearchKind::improve && options.search.strategy == circles::Strategy::tabu && given > 0;
  const int instances = whole ? circles::neighbourhood_size(task.problem, options.search) : given;
  if (given > 0) search += fmt::format(", {} instances", instances);
  if (instances > given)
    search += fmt::format(" (the whole neighbourhood, which is more than --instances {})", given);
  const std::string trials =
      options.search.trial_limit > 0 ? fmt::format("{} trials", options.search.trial_limit) : "";
  return text + fact("search", fmt::format("{}, {}", search, limits_text(options, trials)));
}

std::string improvement_row(const circles::Improvement& improvement,
                            const std::optional<BestKnown>& best_known) {
  const double radius = improvement.packing.enclosing_radius;
  return fmt::format("{:>12}{:>22}{:>11}{:>10}  {}", io::fixed_text(improvement.seconds, 3),
                     radius_text(radius), gap_text(radius, best_known), improvement.instance,
                     circles::move_name(improvement.move));
}

std::string bar_text(const Progress& progress, double rate, const Task& task) {
  const bool found = std::isfinite(progress.best_radius);
  return fmt::format(
      "{} trials/s  {} stagnated  R {}{}", count_text(rate), progress.meta_stable_count,
      found ? io::fixed_text(progress.best_radius, 6) : "-",
      found && task.best_known ? fmt::format(" ({})", gap_text(progress.best_radius, task.best_known)) : "");
}

std::string progress_text(const Progress& progress, double rate, const Options& options, const Task& task) {
  std::string text =
      fmt::format("{} trials  {}/s  {} stagnated  R {}", count_of(progress.trials), count_text(rate),
                  progress.meta_stable_count, radius_text(progress.best_radius));
  if (task.best_known) text += "  gap " + gap_text(progress.best_radius, task.best_known);
  if (!options.verbose) return text;
  text += fmt::format("  mean R {}  {} rounds  {} steps/s", figures(progress.mean_radius), progress.rounds,
                      rate_of(progress.relaxation_steps, progress));
  if (progress.device_bytes > 0) text += "  " + format_bytes(progress.device_bytes) + " on the device";
  return text;
}

std::string finish_text(const Progress& totals, const Options& options) {
  const long long limit = options.search.trial_limit;
  return limit > 0 && totals.trials >= limit ? fmt::format("trial limit of {}", limit)
                                             : "nothing left to try";
}

std::string stall_advice(const Options& options) {
  std::string seed = "another --seed gives another search";
  switch (options.kind) {
    case SearchKind::multistart:
      return seed + ", more --instances search wider; --search improve searches on from the best packing";
    case SearchKind::improve: return "--search multistart --start FILE searches other packings too; " + seed;
    case SearchKind::single:
    case SearchKind::anneal:
    case SearchKind::automatic: break;
  }
  return seed;
}

std::string final_table(const Options& options, const Task& task, const CircleResult& result,
                        const Progress& totals) {
  const circles::Packing& packing = result.packing;
  const circles::ContactGraph& graph = *result.graph;
  std::string text =
      fact("circles", problem_text(task.problem)) + fact("R", radius_text(packing.enclosing_radius)) +
      fact("density", io::fixed_text(circles::density(packing), 9)) +
      fact("contacts", fmt::format("{}, rattlers {}", graph.contacts.size(), circles::rattler_count(graph))) +
      fact("verified", "exact") +
      fact("best known", task.best_known ? comparison(packing.enclosing_radius, *task.best_known)
                                         : "none in the table of this version") +
      fact("search",
           fmt::format("{}, seed {}, {}", search_name(options.kind), options.search.seed, work_text(totals)));
  if (!options.verbose) return text;
  return text + fact("work", fmt::format("{} relaxation steps, {} rounds, mean R {}",
                                         count_of(totals.relaxation_steps), totals.rounds,
                                         radius_text(totals.mean_radius)));
}

std::string continue_hint(const Options& options, const std::filesystem::path& file) {
  if (file.empty()) return "for a longer search: --time 10m, or --time 0 until Ctrl-C";
  return fmt::format(
      "to search on from this packing: circlepack --start {}{}{} --time 10m (--time 0: until Ctrl-C)",
      file.string(), options.has("search") ? fmt::format(" --search {}", search_name(options.kind)) : "",
      options.has("out") ? " --out " + options.out.string() : "");
}

}  // namespace jam::app
