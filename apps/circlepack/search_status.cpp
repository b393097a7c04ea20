// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "search_status.hpp"

#include <cmath>
#include <limits>

#include "archive_mode.hpp"
#include "result_options.hpp"

namespace jam::app {
namespace {

std::vector<Figure> best_figures(double radius, const std::optional<circles::BestKnown>& known) {
  if (!std::isfinite(radius)) return {};
  std::vector<Figure> figures = {
      {"radius", "best_radius", "Enclosing radius of the best packing so far, in the unit of the radii; verified exactly.", radius}};
  if (!known) return figures;
  figures.push_back({"best_known_radius", "best_known_radius", "Smallest published enclosing radius, in the same unit.", known->radius});
  figures.push_back(
      {"gap", "best_radius_gap_ratio", "(best radius - best known radius) / best known radius.", circles::relative_gap(radius, *known)});
  return figures;
}

std::vector<Figure> counters_of(const circles::Progress& progress) {
  return {
      {"trials", "trials_total", "Packings tried.", static_cast<double>(progress.trials)},
      {"relaxation_steps", "relaxation_steps_total", "Steps of the relaxation over all trials.",
       static_cast<double>(progress.relaxation_steps)},
      {"rounds", "rounds_total", "Rounds of the search.", static_cast<double>(progress.rounds)},
      {"meta_stable", "meta_stable_total", "Packings that got stuck and were replaced.", static_cast<double>(progress.meta_stable_count)},
      {"instances", "instances", "Packings searched side by side.", static_cast<double>(progress.instance_count)},
      {"mean_radius", "mean_radius", "Mean over the instances of their best radius, in the unit of the radii.", progress.mean_radius}};
}

}  // namespace

RunFacts run_facts(const Assignment& assignment, const Task& task, const Device& device, const SearchFiles& files) {
  const Options& options = assignment.options;
  RunFacts facts;
  facts.program = "circlepack";
  facts.problem = problem_text(task.problem);
  facts.name = default_stem(task);
  facts.seed = std::to_string(options.search.seed);
  facts.options = reproducing_options(options, device.kind == DeviceKind::cuda ? "cuda" : "cpu");
  facts.device = device_label(device);
  facts.devices = {device.description};
  facts.seconds_before = assignment.resumed ? assignment.resumed->seconds : 0;
  facts.time_limit = options.time_limit;
  facts.work_limit = static_cast<double>(options.search.trial_limit);
  facts.result = files.result.string();
  facts.checkpoint = files.checkpoint.string();
  facts.archive = files.archive.string();
  return facts;
}

SearchStatus::SearchStatus(RunStatus& status, const Task& task, const Checkpointer& checkpointer,
                           const std::optional<circles::Progress>& last_gain)
    : status_(status),
      task_(task),
      checkpointer_(checkpointer),
      radius_(last_gain ? last_gain->best_radius : std::numeric_limits<double>::infinity()) {}

void SearchStatus::improved(const circles::Improvement& improvement) {
  // A search that goes on tells its best packing first, which is no gain.
  if (!(improvement.packing.enclosing_radius < radius_)) return;
  radius_ = improvement.packing.enclosing_radius;
  status_.gained({improvement.seconds, improvement.progress.trials});
}

void SearchStatus::progressed(const circles::Progress& progress) {
  status_.progressed({progress.seconds,
                      progress.trials,
                      progress.rounds,
                      best_figures(progress.best_radius, task_.best_known),
                      counters_of(progress),
                      checkpointer_.written_at(),
                      {}});
}

std::optional<Gain> gain_of(const std::optional<circles::Progress>& progress) {
  return progress ? std::optional<Gain>({progress->seconds, progress->trials}) : std::nullopt;
}

std::string stall_advice(const Options& options) {
  std::string anew = "another --seed begins elsewhere";
  switch (options.kind) {
    case SearchKind::multistart: return anew + ", more --instances search wider; --search improve goes on from the best packing";
    case SearchKind::improve: return "--search multistart --start FILE also searches elsewhere; " + anew;
    case SearchKind::single: break;
  }
  return anew;
}

}  // namespace jam::app
