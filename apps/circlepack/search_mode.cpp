// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "archive_mode.hpp"
#include "jam/circles/islands/search_state.hpp"
#include "jam/core/version.hpp"
#include "jam/io/binary_state.hpp"
#include "jam/io/number_text.hpp"
#include "modes.hpp"
#include "packing_formats.hpp"
#include "report.hpp"
#include "shell/search_run.hpp"
#include "shell/status/rate.hpp"
#include "task.hpp"
#include "text.hpp"

namespace jam::app {
namespace {

using circles::Progress;
using io::CheckpointOption;

constexpr const char* program_name = "circlepack";

std::string problem_bytes(const circles::Problem& problem) {
  io::StateWriter writer;
  writer.write(problem.family);
  writer.write(problem.radii);
  return writer.finish();
}

circles::Problem problem_of(const Resumed& resumed) {
  io::StateReader reader(resumed.section(problem_section));
  circles::Problem problem;
  problem.family = reader.read_text();
  problem.radii = reader.read_vector<double>();
  reader.finish();
  const bool sound = !problem.radii.empty() && std::is_sorted(problem.radii.begin(), problem.radii.end()) && problem.radii.front() > 0 &&
                     std::isfinite(problem.radii.back());
  if (!sound) throw InputError(resumed.file.string() + ": holds no radii above 0 in ascending order: resume from another checkpoint");
  return problem;
}

/// The problem of the checkpoint, without starts; or all of what the command line names.
Task read_task(const Options& options, const Assignment& assignment, const Notices& notices) {
  if (assignment.resumed) {
    Task task = make_task(options, problem_of(*assignment.resumed));
    task.archived_starts = assignment.starts_before();
    return task;
  }
  Task task = make_task(options, notices);
  if (options.start_archive) add_archived_starts(options, task, notices);
  return task;
}

std::vector<Metric> best_metrics(double radius, const std::optional<circles::BestKnown>& known) {
  if (!std::isfinite(radius)) return {};
  std::vector<Metric> metrics = {
      {"radius", "best_radius", "Enclosing radius of the best packing so far, in the unit of the radii; verified exactly.", radius}};
  if (!known) return metrics;
  metrics.push_back({"best_known_radius", "best_known_radius", "Smallest published enclosing radius, in the same unit.", known->radius});
  metrics.push_back(
      {"gap", "best_radius_gap_ratio", "(best radius - best known radius) / best known radius.", circles::relative_gap(radius, *known)});
  return metrics;
}

std::vector<Metric> counters_of(const Progress& progress) {
  return {
      {"trials", "trials_total", "Packings tried.", static_cast<double>(progress.trials)},
      {"relaxation_steps", "relaxation_steps_total", "Steps of the relaxation over all trials.",
       static_cast<double>(progress.relaxation_steps)},
      {"rounds", "rounds_total", "Rounds of the search.", static_cast<double>(progress.rounds)},
      {"meta_stable", "meta_stable_total", "Packings that got stuck and were replaced.", static_cast<double>(progress.meta_stable_count)},
      {"instances", "instances", "Packings searched side by side.", static_cast<double>(progress.instance_count)},
      {"mean_radius", "mean_radius", "Mean over the instances of their best radius, in the unit of the radii.", progress.mean_radius}};
}

RunProgress run_progress(const Progress& progress, const Task& task) {
  RunProgress run;
  run.seconds = progress.seconds;
  run.work = progress.trials;
  run.rounds = progress.rounds;
  run.best = best_metrics(progress.best_radius, task.best_known);
  run.counters = counters_of(progress);
  run.row = {static_cast<double>(progress.trials),
             static_cast<double>(progress.relaxation_steps),
             static_cast<double>(progress.rounds),
             static_cast<double>(progress.meta_stable_count),
             progress.best_radius,
             progress.mean_radius};
  return run;
}

StatsPlan stats_plan(const Task& task) {
  constexpr std::size_t best = 4, mean = 5;
  StatsPlan plan;
  plan.columns = {{"trials", true}, {"relaxation_steps", true}, {"rounds", true}, {"meta_stable", true}, {"best_radius"}, {"mean_radius"}};
  plan.columns.push_back({"gap", false, [known = task.best_known](const std::vector<double>& row) {
                            return known ? circles::relative_gap(row[best], *known) : std::numeric_limits<double>::quiet_NaN();
                          }});
  plan.value = best;
  plan.plot.title = "Enclosing radius over time: " + problem_text(task.problem);
  plan.plot.x_label = "time [s]";
  plan.plot.y_label = "R [unit of the radii]";
  plan.plot.logarithmic_x = true;
  plan.series = {{"best R", best, true}, {"mean R of the instances", mean}};
  if (task.best_known) plan.references.push_back({"best known R", task.best_known->radius});
  plan.highest = 1.1;  // The first random packings would flatten the rest.
  return plan;
}

/// Translates the events of a search for circles.
class CircleEvents : public circles::SearchListener {
 public:
  CircleEvents(RunListener& listener, const Options& options, const Task& task) : listener_(listener), options_(options), task_(task) {}

  void improved(const circles::Improvement& improvement) override {
    RunProgress progress = run_progress(improvement.progress, task_);
    progress.seconds = improvement.seconds;
    listener_.improved({result_of(improvement.packing, false), improvement_row(improvement, task_.best_known), std::move(progress)});
  }
  void progressed(const Progress& progress) override {
    RunProgress run = run_progress(progress, task_);
    const double rate = rate_.update(progress.seconds, static_cast<double>(progress.trials));
    run.text = [&progress, rate, this](bool brief) {
      return brief ? bar_figures(progress, rate, task_) : progress_figures(progress, rate, options_, task_);
    };
    listener_.progressed(run);
  }

 private:
  RunListener& listener_;
  const Options& options_;
  const Task& task_;
  Rate rate_;  ///< Of trials.
};

/// What one search holds while it runs.
struct CircleSearch {
  const Options& options;
  ranks::Exchange& exchange;
  Device device;
  Task task;
  circles::Annotations annotations;  ///< Nothing that differs between two runs which give the same packing.
  Progress totals = {};              ///< Once it is over.

  circles::SearchResult run(StopToken& stop, circles::SearchListener& listener, CheckpointSink& checkpoint) {
    circles::SearchOptions search_options = options.search;
    search_options.target_radius = task.target_radius;
    const circles::Packing start = task.starts.empty() ? circles::Packing{} : task.starts.front();
    const circles::SearchRun run{device, options.thread_count, stop, listener, &checkpoint, &exchange};
    switch (options.kind) {
      case SearchKind::improve: return search_improve(task.problem, start, search_options, run);
      case SearchKind::single: return search_large(task.problem, start, search_options, run);
      case SearchKind::multistart: break;
    }
    return search_multistart(task.problem, task.starts, search_options, run);
  }

  SearchEnd search(StopToken& stop, RunListener& listener, CheckpointSink& checkpoint) {
    CircleEvents events(listener, options, task);
    const circles::SearchResult result = run(stop, events, checkpoint);
    totals = result.totals;
    SearchEnd end{result.reason, finish_text(totals, options), run_progress(totals, task), {}, result.error};
    if (result.best.circles.empty()) return end;
    require_verified("the result", result.best, task.problem);
    annotations["trials"] = std::to_string(result.totals.trials);
    end.result = result_of(result.best, true);
    return end;
  }
};

circles::Annotations make_annotations(const Options& options, const Assignment& assignment, const Task& task, const Device& device) {
  circles::Annotations annotations = {{"generator", std::string("circlepack ") + version_number + " (" + version_commit() + ")"},
                                      {"problem", problem_text(task.problem)},
                                      {"seed", std::to_string(options.search.seed)},
                                      {"options", reproducing_options(options.table, device_kind(device))}};
  if (!task.archived_starts.empty()) annotations["starts"] = task.archived_starts;
  if (!assignment.history.empty()) annotations["history"] = assignment.history;
  return annotations;
}

OutputPlan output_plan(CircleSearch& search) {
  const Options& options = search.options;
  OutputPlan plan;
  plan.formats = packing_formats(options, search.annotations, &search.task.problem);
  plan.choose_name = options.out.empty() && options.json.empty();
  plan.stem = default_stem(search.task);
  plan.suffix = ".circles";
  plan.in_use = output_files(options);
  plan.keep_better = options.has("resume");  // What was found after the last checkpoint, by a process that was killed.
  plan.value_in = [&problem = search.task.problem](const std::filesystem::path& file) { return legal_radius(file, problem); };
  plan.kept_text = [](const std::filesystem::path& file, double radius, bool better) {
    return file.string() + ": its R = " + radius_text(radius) + (better ? " is smaller" : " is the same");
  };
  return plan;
}

SearchJob make_job(const std::shared_ptr<CircleSearch>& search) {
  const Options& options = search->options;
  const Task& task = search->task;
  SearchJob job;
  job.problem = problem_text(task.problem);
  job.name = default_stem(task);
  job.reproduction = reproducing_options(options.table, device_kind(search->device));
  job.opening = opening_text(options, task);
  job.stall_advice = stall_advice(options);
  job.outputs = output_plan(*search);
  const archive::Problem archived = archived_problem(task.problem);
  job.archive = {circles_kind(), archived, [annotations = search->annotations, device = search->device.description](const Result& result) {
                   const circles::Packing& packing = circles_of(result).packing;
                   archive::Record record = record_of(circles::circles_text(packing, annotations), packing, annotations);
                   record.device = device;
                   return record;
                 }};
  job.stats = stats_plan(task);
  job.problem_section = [search] { return problem_bytes(search->task.problem); };
  job.starts = task.archived_starts;
  job.remarks = {{"problem", archived.id, false}};
  job.search = [search](StopToken& stop, RunListener& listener, CheckpointSink& checkpoint) {
    return search->search(stop, listener, checkpoint);
  };
  job.table = [search](const Result& result) { return final_table(search->options, search->task, circles_of(result), search->totals); };
  job.value_text = [](double radius) { return "R = " + radius_text(radius); };
  job.better_value = "smaller";
  job.continue_hint = [&options](const std::filesystem::path& file) { return continue_hint(options, file); };
  return job;
}

/// Throws InputError for searches that ranks or GPUs cannot share.
void require_sharable(const Options& options, int rank_count) {
  if (rank_count == 1) return;
  const std::string one_of = "in one process, this is one of " + std::to_string(rank_count);
  if (options.start_archive && options.resume.empty()) {
    throw InputError("--start archive works " + one_of +
                     ", and each might find another archive: write the packings to files that all can read (circlepack archive export), "
                     "and give these to --start");
  }
  if (options.kind == SearchKind::multistart) return;
  throw InputError(std::string("--search ") + search_name(options.kind) + " runs " + one_of +
                   ": start it without mpirun or srun, or take --search multistart");
}

/// How many instances a state has. Nothing where a search takes as many as its neighbourhood has.
std::optional<int> instances_in_state(const Options& options, const std::string& state) {
  if (options.kind == SearchKind::improve && options.search.strategy == circles::Strategy::tabu) return std::nullopt;
  return circles::size_of_state(state).instance_count;
}

ExitCode run_search(const Options& options, Assignment& assignment, ranks::Exchange& exchange) {
  require_sharable(options, exchange.rank_count());
  SearchProgram program{program_name, options, assignment};
  program.limits = {options.time_limit, static_cast<double>(options.search.trial_limit)};
  program.limit_is_default = !options.has("time");
  program.seed = std::to_string(options.search.seed);
  program.heading = improvement_heading();
  program.files = output_files(options);
  CheckpointRules& rules = program.checkpoints;
  rules.none = options.kind == SearchKind::single;
  rules.counted = options.has("trials") && !options.has("time");
  rules.time_limit = options.time_limit;
  rules.stem = [&options] { return default_stem(make_task(options, Notices{})); };
  rules.options = [&options](const std::string& kind) { return result_options(options.table, kind); };
  rules.limits = limit_options(options.table);
  rules.instances_in_state = [&options](const std::string& state) { return instances_in_state(options, state); };
  program.read = [&](const Device& device, StopToken&, const Notices& notices) {
    if (options.kind == SearchKind::single && device.indices.size() > 1) {
      throw InputError("--search single works on one GPU, --device " + options.device + " names several: give one of them");
    }
    auto search = std::make_shared<CircleSearch>(CircleSearch{options, exchange, device, read_task(options, assignment, notices), {}});
    search->annotations = make_annotations(options, assignment, search->task, device);
    return make_job(search);
  };
  return run_search(program, exchange.rank(), exchange.rank_count());
}

}  // namespace

void check_resumed(const Options& options, const Resumed& resumed) {
  if (!options.has("radii") || circles::is_family(options.radii)) return;
  if (make_problem(options, nullptr).radii == problem_of(resumed).radii) return;
  throw InputError("--radii " + options.radii + " holds other radii than " + resumed.file.string() +
                   ": leave the option out, or start a new search without --resume");
}

ExitCode run_search(const Options& options, Assignment& assignment) {
  return run_ranked(program_name, [&](ranks::Exchange& exchange) { return run_search(options, assignment, exchange); });
}

}  // namespace jam::app
