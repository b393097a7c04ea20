// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "jam/circles/islands/archipelago_size.hpp"
#include "jam/circles/islands/search_state.hpp"
#include "jam/circles/verify/verify.hpp"
#include "jam/io/binary_state.hpp"
#include "jam/view/circles/circle_session.hpp"
#include "modes.hpp"
#include "packing_formats.hpp"
#include "report.hpp"
#include "shell/figure_text.hpp"
#include "shell/search_run.hpp"
#include "shell/status/pace.hpp"
#include "task.hpp"

namespace jam::app {
namespace {

using circles::Progress;

constexpr const char* program_name = "circlepack";
constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

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
  const bool sound = !problem.radii.empty() && std::is_sorted(problem.radii.begin(), problem.radii.end()) &&
                     problem.radii.front() > 0 && std::isfinite(problem.radii.back());
  if (!sound)
    throw InputError(resumed.file.string() +
                     ": holds no radii above 0 in ascending order: resume from another checkpoint");
  return problem;
}

/// The problem of the checkpoint, without starts; else the problem and starts of the command line. Chooses
/// the search.
Task read_task(Options& options, const Assignment& assignment, const Notices& notices) {
  if (assignment.resumed) {
    Task task = make_task(options, problem_of(*assignment.resumed));
    choose_search(options, task.problem.radii);
    task.archived_starts = assignment.starts_before();
    return task;
  }
  Task task = make_task(options, notices);
  choose_search(options, task.problem.radii);
  if (options.start_archive) add_archived_starts(options, task, notices);
  return task;
}

constexpr std::size_t best_row = 5;  ///< Row of metric_table().

MetricTable metric_table(const Task& task) {
  const auto gap = [known = task.best_known](const std::vector<double>& values) {
    return known ? circles::relative_gap(values[best_row], *known) : unknown;
  };
  return {{{"trials", "trials_total", "trials", "Packings tried.", true},
           {"relaxation_steps", "relaxation_steps_total", "relaxation_steps",
            "Steps of the relaxation over all trials.", true},
           {"rounds", "rounds_total", "rounds", "Rounds of the search.", true},
           {"meta_stable", "meta_stable_total", "meta_stable", "Packings that got stuck and were replaced.",
            true},
           {"instances", "instances", nullptr, "Packings searched side by side.", true},
           {"radius", "best_radius", "best_radius",
            "Enclosing radius of the best packing so far, in the unit of the radii; verified exactly.", false,
            true},
           {"mean_radius", "mean_radius", "mean_radius",
            "Mean over the instances of their best radius, in the unit of the radii."},
           {"best_known_radius", "best_known_radius", nullptr,
            "Smallest published enclosing radius, in the same unit.", false, true},
           {"gap", "best_radius_gap_ratio", "gap", "(best radius - best known radius) / best known radius.",
            false, true, 1, gap}},
          best_row};
}

RunProgress run_progress(const Progress& progress, const Task& task) {
  RunProgress run;
  run.seconds = progress.seconds;
  run.rounds = progress.rounds;
  const auto count = [](long long number) { return static_cast<double>(number); };
  run.values = {count(progress.trials),         count(progress.relaxation_steps),
                count(progress.rounds),         count(progress.meta_stable_count),
                count(progress.instance_count), progress.best_radius,
                progress.mean_radius,           task.best_known ? task.best_known->radius : unknown};
  return run;
}

/// Translates the events of a search for circles.
class CircleEvents : public circles::SearchListener {
 public:
  /// `before` is called before an improvement is passed on.
  CircleEvents(RunListener& listener, const Options& options, const Task& task, std::function<void()> before)
      : listener_(listener), options_(options), task_(task), before_(std::move(before)) {}

  void improved(const circles::Improvement& improvement) override {
    before_();
    RunProgress progress = run_progress(improvement.progress, task_);
    progress.seconds = improvement.seconds;
    listener_.improved({result_of(shorten_decimals(improvement.packing), false),
                        improvement_row(improvement, task_.best_known), std::move(progress)});
  }
  void progressed(const Progress& progress) override {
    RunProgress run = run_progress(progress, task_);
    const double rate = rate_.update(progress.seconds, run.work());
    run.text = [&progress, rate, this](bool brief) {
      return brief ? bar_text(progress, rate, task_) : progress_text(progress, rate, options_, task_);
    };
    listener_.progressed(run);
  }

 private:
  RunListener& listener_;
  const Options& options_;
  const Task& task_;
  std::function<void()> before_;
  Rate rate_;  ///< Rate of trials.
};

/// Data of a search while it runs.
struct CircleSearch {
  const Options& options;
  Task task;
  /// Annotations of the files. Until the search ends, they are equal in runs that give the same packing.
  circles::Annotations annotations;
  Progress totals = {};  ///< Counters at the end of the search.

  circles::SearchResult run(const circles::SearchRun& run) const {
    circles::SearchOptions search_options = options.search;
    search_options.target_radius = task.target_radius;
    const circles::Packing start = task.starts.empty() ? circles::Packing{} : task.starts.front();
    switch (options.kind) {
      case SearchKind::improve: return search_improve(task.problem, start, search_options, run);
      case SearchKind::single: return search_large(task.problem, start, search_options, run);
      case SearchKind::anneal: return search_annealing(task.problem, start, search_options, run);
      case SearchKind::multistart:
      case SearchKind::automatic: break;
    }
    return search_multistart(task.problem, task.starts, search_options, run);
  }

  SearchEnd search(const RunContext<RunListener>& context) {
    // Files say that the options alone no longer give the result.
    const auto note_handed_back = [&] {
      const long long taken = context.inbox != nullptr ? context.inbox->taken() : 0;
      if (taken > 0) annotations["handed-back"] = counted(taken, "edited packing", "edited packings");
    };
    CircleEvents events(context.listener, options, task, note_handed_back);
    const circles::SearchResult result = run(context.with<circles::SearchListener>(events));
    note_handed_back();
    totals = result.totals;
    SearchEnd end{result.reason, finish_text(totals, options), run_progress(totals, task), {}, result.error};
    if (result.best.circles.empty()) return end;
    annotations["trials"] = std::to_string(result.totals.trials);
    end.result = result_of(shorten_decimals(result.best), true);
    return end;
  }
};

/// The view of the pages of --live, and the changes that they may make.
LiveView live_view(const std::shared_ptr<CircleSearch>& search) {
  const auto session = std::make_shared<view::CircleSession*>(nullptr);
  LiveView live;
  live.takes_back = search->options.kind == SearchKind::multistart;
  live.open = [search, session](view::Feed& feed, view::LiveRun& run) {
    auto file = view::SavedFile::to_be(default_stem(search->task) + "-edited.circles");
    auto opened = std::make_unique<view::CircleSession>(search->task.problem, run, std::move(file), feed, 1);
    *session = opened.get();
    return opened;
  };
  live.show = [session](const Result& result) { (*session)->show(circles_of(result).packing); };
  live.picture = [](const Result& result) { return view::circle_picture(circles_of(result).packing); };
  return live;
}

OutputPlan output_plan(const CircleSearch& search) {
  const Options& options = search.options;
  OutputPlan plan;
  plan.formats = packing_formats(options, search.annotations, &search.task.problem);
  plan.choose_name = options.out.empty() && options.json.empty();
  plan.stem = default_stem(search.task);
  plan.suffix = ".circles";
  plan.in_use = output_files(options);
  plan.in_use.insert(plan.in_use.end(), {options.checkpoint, options.archive});
  plan.value_in = [&problem = search.task.problem](const std::filesystem::path& file) {
    return legal_radius(file, problem);
  };
  plan.kept_text = [](const std::filesystem::path& file, double radius, bool better) {
    return fmt::format("{}: its R = {} {}", file.string(), radius_text(radius),
                       better ? "is smaller" : "is the same");
  };
  return plan;
}

SearchJob make_job(Options& options, Task read) {
  const auto search = std::make_shared<CircleSearch>(CircleSearch{options, std::move(read), {}});
  const Task& task = search->task;
  SearchJob job;
  job.problem = problem_text(task.problem);
  job.name = default_stem(task);
  job.opening = opening_text(options, task);
  job.stall_advice = stall_advice(options);
  job.resolve = [search, &options](const Device& device, int rank_count) {
    if (options.kind == SearchKind::single) {
      options.search.island_count = circles::large_island_count(options.search, device);
      options.table.given.insert("islands");
    }
    if (options.kind != SearchKind::multistart) return;
    const circles::SearchSize size =
        archipelago_size(search->task.problem, options.search, device, rank_count);
    options.search.instance_count = size.instance_count;
    options.search.active_count = size.active_limit;
    options.search.island_count = size.island_count;
    options.search.ladder_count = size.ladder_count;
    options.table.given.insert({instances_option, "islands"});
    if (options.search.strategy != circles::Strategy::compress)
      options.table.given.insert({"active", "ladders"});
  };
  job.prepare = [search](const circles::Annotations& origin) {
    search->annotations = origin;
    search->annotations["problem"] = problem_text(search->task.problem);
    search->annotations["seed"] = std::to_string(search->options.seed);
  };
  job.metrics = metric_table(task);
  job.outputs = output_plan(*search);
  if (options.live_port >= 0) job.live = live_view(search);
  job.archive = {circles_kind(), archived_problem(task.problem), {}};
  job.archived_text = [search](const Result& result) {
    circles::Annotations annotations = search->annotations;
    annotations.erase("trials");  // They follow from the time.
    return circles::circles_text(circles_of(result).packing, annotations);
  };
  job.problem_section = [search] { return problem_bytes(search->task.problem); };
  job.starts = task.archived_starts;
  job.remarks = {{"problem", job.archive->problem.id, false}};
  job.search = [search](const RunContext<RunListener>& run) { return search->search(run); };
  job.table = [search](const Result& result) {
    return final_table(search->options, search->task, circles_of(result), search->totals);
  };
  job.value_text = [](double radius) { return "R = " + radius_text(radius); };
  job.better_value = "smaller";
  job.continue_hint = [&options](const std::filesystem::path& file) { return continue_hint(options, file); };
  return job;
}

OneProcess one_process(const Options& options) {
  if (options.start_archive && options.resume.empty()) {
    return {"--start archive",
            "ranks might find different archives: write the packings to files that all can read (circlepack "
            "archive export), and give these "
            "to --start"};
  }
  if (options.kind == SearchKind::multistart || options.kind == SearchKind::automatic) return {};
  return {fmt::format("--search {}", search_name(options.kind)),
          "start it without mpirun or srun, or use --search multistart"};
}

/// Number of instances in a state. Nothing if the neighbourhood of the search sets this number.
std::optional<int> instances_in_state(const Options& options, const std::string& state) {
  if (options.kind == SearchKind::improve && options.search.strategy == circles::Strategy::tabu)
    return std::nullopt;
  return circles::size_of_state(state).instance_count;
}

}  // namespace

void check_resumed(const Options& options, const Resumed& resumed) {
  if (!options.has("radii") || circles::is_family(options.radii)) return;
  if (make_problem(options, nullptr).radii == problem_of(resumed).radii) return;
  throw InputError("--radii " + options.radii + " holds other radii than " + resumed.file.string() +
                   ": leave the option out, or start a new search without --resume");
}

ExitCode run_search(Options& options, Assignment& assignment) {
  SearchProgram program{program_name, options, assignment};
  program.limits = {options.time_limit, static_cast<double>(options.search.trial_limit)};
  program.heading = improvement_heading;
  program.checkpoints = {[&options] { return default_stem(make_task(options, Notices{})); },
                         [&options](const std::string& state) { return instances_in_state(options, state); }};
  program.one_process = one_process(options);
  program.read = [&](StopToken&, const Notices& notices) {
    return make_job(options, read_task(options, assignment, notices));
  };
  return run_search(program);
}

}  // namespace jam::app
