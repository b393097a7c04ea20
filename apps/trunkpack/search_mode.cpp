// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "archive_mode.hpp"
#include "jam/archive/fingerprint.hpp"
#include "jam/core/version.hpp"
#include "jam/io/number_text.hpp"
#include "jam/trunk/io/problem_text.hpp"
#include "jam/trunk/search/trunk_search.hpp"
#include "load_formats.hpp"
#include "modes.hpp"
#include "report.hpp"
#include "search_text.hpp"
#include "shell/search_run.hpp"
#include "shell/status/rate.hpp"
#include "task.hpp"

namespace jam::app {
namespace {

using trunk::BoxRow;
using trunk::TrunkProgress;

constexpr const char* program_name = "trunkpack";

std::string stem_of(const Options& options) { return options.trunk_file().stem().string(); }

/// What tells one problem from another: the trunk as it was read, boxes, tolerance; in a cloud the points, too.
std::string problem_id(const Task& task) {
  std::string points;
  for (const Vec3d& point : task.problem.points_only ? task.problem.points : std::vector<Vec3d>{}) {
    for (const double number : {point.x, point.y, point.z}) points += io::number_text(number) + " ";
  }
  return archive::fingerprint({trunk::definition_text(task.problem), points});
}

/// For a search that goes on without the start, which is in its state. Throws InputError where the trunk or its fixed boxes are not those
/// of the checkpoint.
Task read_task(const Options& options, const Assignment& assignment, StopToken& stop, const Notices& notices) {
  // A search that goes on has a result already, also where its time is over: reading the trunk again, which was read before, has no limit.
  const double time_limit = stop.time_limit();
  if (assignment.resumed) {
    stop.set_time_limit(std::numeric_limits<double>::infinity());
  }
  notices.busy("reading " + options.trunk_file().string());
  const mesh::Watch watch{&stop, notices.busy, 0};
  Task task = make_task(options, notices.note, watch, !assignment.resumed);
  if (assignment.resumed && problem_id(task) != assignment.resumed->section(problem_section)) {
    const std::string fixed = options.fixed.empty() ? std::string() : " with the boxes of " + options.fixed.string();
    throw InputError(options.trunk_file().string() + fixed + " is another trunk than that of " + assignment.resumed->file.string() +
                     ": resume it with the trunk it was made for, or begin anew without --resume");
  }
  notices.present(trunk_text(options, task));
  if (assignment.resumed) {
    task.archived_start = assignment.starts_before();
  } else if (options.starts_from_archive()) {
    task.archived_start = take_archived_start(options, task, notices);
  }
  notices.busy("preparing the search");
  sample_walls(options, task, notices.note, watch);
  stop.set_time_limit(time_limit);
  return task;
}

std::vector<Metric> best_metrics(const TrunkProgress& progress) {
  constexpr double cubic_metres_per_litre = 1e-3;
  if (progress.best_count == 0) return {};
  std::vector<Metric> metrics = {
      {"boxes", "best_boxes", "Boxes of the best load so far, fixed ones included; verified exactly.",
       static_cast<double>(progress.best_count)},
      {"litres", "best_volume_cubic_metres", "Volume of these boxes.", progress.best_litres, cubic_metres_per_litre}};
  if (progress.bound > 0) {
    metrics.push_back({"bound", "boxes_bound", "No load has more boxes, by volume.", static_cast<double>(progress.bound)});
  }
  return metrics;
}

double depth_of(const TrunkProgress& progress) {
  return progress.least_depth >= 0 ? progress.least_depth : std::numeric_limits<double>::infinity();
}

std::vector<Metric> counters_of(const TrunkProgress& progress) {
  constexpr double metres_per_mm = 1e-3;
  return {{"turns", "turns_total", "Turns of the search, about a second each.", static_cast<double>(progress.turns)},
          {"lattice_rounds", "lattice_rounds_total", "Rounds of the lattice search.", static_cast<double>(progress.lattice_rounds)},
          {"annealing_rounds", "annealing_rounds_total", "Rounds of the annealing.", static_cast<double>(progress.annealing_rounds)},
          {"steps", "contact_steps_total", "Steps of the contact simulation over all packings.",
           static_cast<double>(progress.relaxation_steps)},
          {"present_boxes", "present_boxes", "Boxes that the phase at work has reached, verified or not.",
           static_cast<double>(progress.present_count)},
          {"least_penetration_mm", "least_penetration_metres", "Deepest penetration in the nearest packing of one box more.",
           depth_of(progress), metres_per_mm}};
}

RunProgress run_progress(const TrunkProgress& progress) {
  RunProgress run;
  run.seconds = progress.seconds;
  run.work = run.rounds = progress.turns;
  run.best = best_metrics(progress);
  run.counters = counters_of(progress);
  run.phase = trunk::phase_name(progress.phase);
  run.row = {static_cast<double>(progress.turns),
             static_cast<double>(progress.lattice_rounds),
             static_cast<double>(progress.annealing_rounds),
             static_cast<double>(progress.relaxation_steps),
             static_cast<double>(progress.best_count),
             progress.best_count > 0 ? progress.best_litres : -std::numeric_limits<double>::infinity(),
             static_cast<double>(progress.present_count),
             depth_of(progress)};
  return run;
}

StatsPlan stats_plan(const Task& task) {
  constexpr std::size_t boxes = 4, litres = 5;
  StatsPlan plan;
  plan.columns = {{"turns", true}, {"lattice_rounds", true}, {"annealing_rounds", true}, {"steps", true}, {"boxes", true},
                  {"litres"},      {"present_boxes", true},  {"least_penetration_mm"}};
  plan.value = litres;
  plan.smaller_is_better = false;
  plan.plot.title = "Best load over time: " + task.name + ", " + boxes_text(task.problem);
  plan.plot.x_label = "time [s]";
  plan.plot.y_label = "boxes [-], litres [l]";
  plan.plot.logarithmic_x = true;
  plan.series = {{"litres", litres, true}, {"boxes", boxes, true}};
  return plan;
}

/// Translates the events of a search for boxes.
class TrunkEvents : public trunk::TrunkListener {
 public:
  TrunkEvents(RunListener& listener, const Options& options) : listener_(listener), options_(options) {}

  void improved(const trunk::TrunkImprovement& improvement) override {
    trunk::LoadReport load;
    load.boxes = improvement.rows;
    TrunkProgress progress = improvement.progress;
    progress.seconds = improvement.seconds;
    listener_.improved({result_of(std::move(load)), improvement_row(improvement), run_progress(progress)});
  }
  void progressed(const TrunkProgress& progress) override {
    RunProgress run = run_progress(progress);
    const double steps = steps_.update(progress.seconds, static_cast<double>(progress.relaxation_steps));
    const double rounds = rounds_.update(progress.seconds, static_cast<double>(progress.lattice_rounds));
    run.text = [&progress, steps, rounds, this](bool) { return progress_figures(options_, progress, steps, rounds); };
    listener_.progressed(run);
  }

 private:
  RunListener& listener_;
  const Options& options_;
  Rate steps_;   ///< Of contact simulation.
  Rate rounds_;  ///< On lattices.
};

/// What one search holds while it runs.
struct TrunkSearch {
  const Options& options;
  ranks::Exchange& exchange;
  Device device;
  Notices notices;
  Task task;
  trunk::BoxFileComments comments;  ///< Nothing that differs between two runs which give the same packing.
  TrunkProgress totals = {};        ///< Once it is over.

  trunk::TrunkResult run(StopToken& stop, trunk::TrunkListener& listener, CheckpointSink& checkpoint) {
    std::vector<BoxRow> start = legal_start(options, task, device, stop, notices.warn);
    const trunk::VerifyRows legal = [this](const std::vector<BoxRow>& load) { return verify(options, task, load).legal; };
    const trunk::TrunkProblem& problem = task.problem;
    const trunk::TrunkSearchOptions search_options{options.edge(),        options.seed,         options.instance_count,
                                                   options.turn_limit,    problem.fixed,        std::move(start),
                                                   problem.corner_radius, options.island_count, options.exchange_interval};
    const trunk::SearchRun run{device, options.thread_count, stop, listener, &checkpoint, &exchange};
    if (!options.set.uniform()) return search_set(problem.container, options.set, search_options, legal, run);
    return search_trunk(problem.container, *problem.grid, search_options, legal, run);
  }

  SearchEnd search(StopToken& stop, RunListener& listener, CheckpointSink& checkpoint) {
    TrunkEvents events(listener, options);
    const trunk::TrunkResult result = run(stop, events, checkpoint);
    totals = result.totals;
    SearchEnd end{result.reason, finish_text(options, totals), run_progress(totals), {}, result.error};
    const trunk::LoadVerdict verification = verify(options, task, result.rows);
    if (!verification.legal) throw UnverifiedError("the result does not pass verification: " + verification.violations.front());
    if (result.rows.empty() && result.reason != StopReason::finished) return end;
    if (result.rows.empty()) notices.warn("no box fits into this trunk: " + boxes_text(task.problem));
    trunk::LoadReport report = make_report(options, task, result.rows, verification);
    report.seed = options.seed;
    report.device = device.description;
    report.time = totals.seconds;
    end.result = result_of(std::move(report));
    return end;
  }
};

trunk::BoxFileComments make_comments(const Options& options, const Assignment& assignment, const Task& task, const Device& device) {
  trunk::BoxFileComments comments{{"generator", std::string("trunkpack ") + version_number + " (" + version_commit() + ")"},
                                  {"problem", options.trunk_file().filename().string()},
                                  {"boxes", boxes_text(task.problem)},
                                  {"verified", trunk::verified_text(task.problem)},
                                  {"options", reproducing_options(options.table, device_kind(device))}};
  if (!task.archived_start.empty()) comments["starts"] = task.archived_start;
  if (!assignment.history.empty()) comments["history"] = assignment.history;
  if (task.problem.corner_radius > 0) comments[trunk::rounded_comment] = io::number_text(task.problem.corner_radius);
  return comments;
}

/// The files as far as they are known before the trunk is read.
OutputPlan early_plan(const Options& options) {
  OutputPlan plan;
  plan.choose_name = options.out.empty() && options.json != "-";
  plan.stem = stem_of(options);
  plan.suffix = ".box";
  // The start may be replaced by a better load.
  plan.in_use = output_files(options);
  plan.in_use.insert(plan.in_use.end(), {options.mesh, options.points, options.fixed, options.checkpoint});
  plan.keep_better = options.has("resume");  // What a turn that was cut short has found is in the file, and not in the state.
  plan.smaller_is_better = false;
  return plan;
}

OutputPlan output_plan(TrunkSearch& search) {
  const Options& options = search.options;
  const Task& task = search.task;
  OutputPlan plan = early_plan(options);
  plan.formats = load_formats(options, search.comments, [&](const std::filesystem::path& file) {
    const trunk::LoadVerdict verification = verify(options, task, trunk::read_box_file(file).rows);
    if (!verification.legal) throw UnverifiedError(file.string() + " does not pass verification: " + verification.violations.front());
  });
  plan.value_in = [&](const std::filesystem::path& file) { return legal_litres(options, task, file); };
  plan.kept_text = [&](const std::filesystem::path& file, double litres, bool better) {
    return file.string() + ", verified again at a tolerance of " + io::number_text(options.tolerance) + " mm: its " + litres_text(litres) +
           " are " + (better ? "more" : "as many");
  };
  return plan;
}

ArchivePlan archive_plan(const TrunkSearch& search) {
  ArchivePlan plan{boxes_kind(search.task.problem), archived_problem(search.task), {}, 120};
  plan.record = [&search](const Result& result) {
    const std::vector<BoxRow>& rows = load_of(result).boxes;
    archive::Record record = record_of(trunk::box_text(rows, search.comments), rows);
    record.seed = std::to_string(search.options.seed);
    record.options = search.comments.at("options");
    record.version = search.comments.at("generator");
    record.device = search.device.description;
    return record;
  };
  return plan;
}

SearchJob make_job(const std::shared_ptr<TrunkSearch>& search) {
  const Options& options = search->options;
  const Task& task = search->task;
  SearchJob job;
  job.problem = options.trunk_file().filename().string() + ", " + boxes_text(task.problem);
  job.name = task.name + "-" + (options.has("box") ? edges_text(options.edge()) : options.set.name);
  job.reproduction = reproducing_options(options.table, device_kind(search->device));
  job.opening = opening_text(options, task);
  job.stall_advice = stall_advice(options);
  job.outputs = output_plan(*search);
  // Loads in a cloud of points are verified against points only. The definition of a large mesh takes a while.
  if (!task.problem.points_only && archive_file(options.archive)) job.archive = archive_plan(*search);
  job.stats = stats_plan(task);
  job.problem_section = [search] { return problem_id(search->task); };
  job.starts = task.archived_start;
  job.search = [search](StopToken& stop, RunListener& listener, CheckpointSink& checkpoint) {
    return search->search(stop, listener, checkpoint);
  };
  job.table = [search](const Result& result) {
    const trunk::LoadReport& report = load_of(result);
    return final_table(report, search->options.set, search->task.problem.fixed.size()) +
           closing_text(search->options, search->task, report.boxes, search->totals);
  };
  job.value_text = litres_text;
  job.better_value = "more";
  job.same_value = "as much";
  job.continue_hint = [&options](const std::filesystem::path& file) { return continue_hint(options, file); };
  return job;
}

/// How many packings are annealed side by side in a state; nothing before that began.
std::optional<int> instances_in_state(const Options& options, const std::string& state) {
  const int count = options.set.uniform() ? trunk::annealed_in_state(state) : 0;
  return count > 0 ? std::optional<int>(count) : std::nullopt;
}

ExitCode run_search(const Options& options, Assignment& assignment, ranks::Exchange& exchange) {
  if (exchange.rank_count() > 1 && options.starts_from_archive() && options.resume.empty()) {
    throw InputError("--start archive works in one process, this is one of " + std::to_string(exchange.rank_count()) +
                     ", and each might find another archive: write the load to a file that all can read (trunkpack archive export), and "
                     "give this to --start");
  }
  SearchProgram program{program_name, options, assignment};
  program.limits = {options.time_limit, static_cast<double>(options.turn_limit)};
  program.limit_is_default = !options.has("time");
  program.seed = std::to_string(options.seed);
  program.heading = improvement_heading();
  program.column = 14;
  program.outputs = early_plan(options);
  program.files = output_files(options);
  CheckpointRules& rules = program.checkpoints;
  rules.counted = options.has("turns") && !options.has("time");
  rules.time_limit = options.time_limit;
  rules.stem = [&options] { return stem_of(options); };
  rules.options = [&options](const std::string& kind) { return result_options(options.table, kind); };
  rules.limits = limit_options(options.table);
  rules.instances_in_state = [&options](const std::string& state) { return instances_in_state(options, state); };
  program.read = [&](const Device& device, StopToken& stop, const Notices& notices) {
    auto search =
        std::make_shared<TrunkSearch>(TrunkSearch{options, exchange, device, notices, read_task(options, assignment, stop, notices), {}});
    search->comments = make_comments(options, assignment, search->task, device);
    return make_job(search);
  };
  return run_search(program, exchange.rank(), exchange.rank_count());
}

}  // namespace

ExitCode run_search(const Options& options, Assignment& assignment) {
  return run_ranked(program_name, [&](ranks::Exchange& exchange) { return run_search(options, assignment, exchange); });
}

}  // namespace jam::app
