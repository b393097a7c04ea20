// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "jam/archive/fingerprint.hpp"
#include "jam/core/stop.hpp"
#include "jam/io/number_text.hpp"
#include "jam/mesh/verify_boxes.hpp"
#include "jam/trunk/io/problem_text.hpp"
#include "jam/trunk/search/shorten_decimals.hpp"
#include "jam/trunk/search/trunk_search.hpp"
#include "jam/view/boxes/load_session.hpp"
#include "load/finished_load.hpp"
#include "load/load_test.hpp"
#include "load/loading.hpp"
#include "load/set_rules.hpp"
#include "load/tight.hpp"
#include "load_formats.hpp"
#include "modes.hpp"
#include "report.hpp"
#include "search_metrics.hpp"
#include "shell/figure_text.hpp"
#include "shell/search_run.hpp"
#include "shell/status/pace.hpp"
#include "task.hpp"

namespace jam::app {
namespace {

using trunk::BoxRow;
using trunk::TrunkProgress;

constexpr const char* program_name = "trunkpack";

std::string stem_of(const Options& options) { return options.trunk_file().stem().string(); }

/// Text that identifies a problem: the trunk as it was read, boxes, tolerance; in a cloud the points,
/// and the values, least numbers and limits of a set that has some.
std::string problem_id(const Task& task) {
  std::string points;
  for (const Vec3d& point : task.problem.points_only ? task.problem.points : std::vector<Vec3d>{}) {
    for (const double number : {point.x, point.y, point.z}) points += io::number_text(number) + " ";
  }
  const trunk::BoxSet& set = task.problem.set;
  std::string values;
  if (set.has_values()) {
    for (const trunk::Piece& piece : set.pieces)
      values += piece.value ? io::number_text(*piece.value) + " " : "litres ";
  }
  if (set.has_least() || set.has_limits()) {
    const auto text = [](std::optional<double> number) { return number ? io::number_text(*number) : "none"; };
    for (const trunk::Piece& piece : set.pieces)
      values +=
          fmt::format("least {} mass {} carries {} ", piece.least, text(piece.mass), text(piece.carries));
  }
  return archive::fingerprint({trunk::definition_text(task.problem), points + values});
}

/// Reads the trunk. A resumed search does not read --start, which is in its state. Throws InputError if
/// the trunk or its fixed boxes are not those of the checkpoint.
Task read_task(const Options& options, const Assignment& assignment, StopToken& stop,
               const Notices& notices) {
  // A resumed search has a result already, even if its time is over: the trunk is read without a time limit.
  const double time_limit = stop.time_limit();
  if (assignment.resumed) {
    stop.set_time_limit(std::numeric_limits<double>::infinity());
  }
  notices.busy("reading " + options.trunk_file().string());
  const mesh::Watch watch{&stop, notices.busy, 0};
  Task task = make_task(options, notices.note, notices.warn, watch, !assignment.resumed);
  if (assignment.resumed && problem_id(task) != assignment.resumed->section(problem_section)) {
    std::string fixed =
        options.fixed.empty() ? std::string() : " with the boxes of " + mesh::fixed_text(options);
    if (options.set.own) fixed += " with the set of " + options.set_file.string();
    throw InputError(options.trunk_file().string() + fixed + " is another trunk than that of " +
                     assignment.resumed->file.string() +
                     ": resume it with the trunk it was made for, or start a new search without --resume");
  }
  notices.present(trunk_text(options, task));
  if (assignment.resumed) {
    task.archived_starts = assignment.starts_before();
  } else if (options.starts_from_archive()) {
    add_archived_starts(options, task, notices);
  }
  notices.busy("preparing the search");
  if (options.samples_walls()) sample_walls(options, task, notices.note, watch);
  mesh::prepare_verification(task.problem.container, watch.stop);
  stop.set_time_limit(time_limit);
  return task;
}

/// Translates the events of a search for boxes.
class TrunkEvents : public trunk::TrunkListener {
 public:
  /// `before` is called before an improvement is passed on.
  TrunkEvents(RunListener& listener, StopToken& stop, const Options& options, std::function<void()> before)
      : listener_(listener), stop_(stop), options_(options), before_(std::move(before)) {}

  void improved(const trunk::TrunkImprovement& improvement) override {
    before_();
    trunk::LoadReport load;
    load.boxes = improvement.rows;
    load.set = options_.set;
    TrunkProgress progress = improvement.progress;
    progress.seconds = improvement.seconds;
    listener_.improved({result_of(std::move(load)), improvement_row(improvement), run_progress(progress)});
    if (options_.target > 0 && std::ssize(improvement.rows) >= options_.target)
      stop_.request(StopReason::target_reached);
  }
  void progressed(const TrunkProgress& progress) override {
    RunProgress run = run_progress(progress);
    const double steps = steps_.update(progress.seconds, static_cast<double>(progress.relaxation_steps));
    const double rounds = rounds_.update(progress.seconds, static_cast<double>(progress.lattice_rounds));
    run.text = [&progress, steps, rounds, this](bool) {
      return progress_text(options_, progress, steps, rounds);
    };
    listener_.progressed(run);
  }

 private:
  RunListener& listener_;
  StopToken& stop_;
  const Options& options_;
  std::function<void()> before_;
  Rate steps_;   ///< Rate of steps of contact simulation.
  Rate rounds_;  ///< Rate of rounds on lattices.
};

/// Data of a search while it runs.
struct TrunkSearch {
  const Options& options;
  Notices notices;
  Task task;
  /// Comments of the files. Until the search ends, they are equal in runs that give the same packing.
  trunk::BoxFileComments comments;
  TrunkProgress totals = {};  ///< Counters at the end of the search.
  std::optional<SetRules> rules = {};

  [[nodiscard]] trunk::LoadVerdict check(const std::vector<BoxRow>& load) const {
    return mesh::check_boxes(task.problem, load, options.thread_count, options.checks_pieces());
  }
  [[nodiscard]] bool legal(const std::vector<BoxRow>& load) const { return check(load).legal; }
  /// Whether a whole load may be published. It may still lack pieces, as the best that was found.
  [[nodiscard]] bool publishable(const std::vector<BoxRow>& load) const {
    return legal(load) && rules->keeps_limits(load);
  }

  /// The load with as few decimals as possible; unchanged after a signal, because the program must then end
  /// soon.
  [[nodiscard]] std::vector<BoxRow> shortened(const std::vector<BoxRow>& load) const {
    if (load.empty() || ending_signal() != 0) return load;
    return trunk::shorten_decimals(load, task.problem.fixed.size(),
                                   std::bind_front(&TrunkSearch::publishable, this));
  }

  /// Files say that the options alone no longer give the result.
  void note_handed_back(const Inbox* inbox) {
    if (inbox != nullptr && inbox->taken() > 0)
      comments["handed-back"] = counted(inbox->taken(), "edited load", "edited loads");
  }

  trunk::TrunkResult run(const trunk::SearchRun& run) {
    std::vector<std::vector<BoxRow>> starts =
        legal_starts(options, task, run.device, run.stop, notices.note, notices.warn);
    trunk::TrunkSearchOptions how{options.seed,      options.instance_count, options.turn_limit,
                                  std::move(starts), options.island_count,   options.exchange_interval,
                                  options.walls};
    if (options.set.has_limits()) how.boxes_beyond_rules = std::bind_front(&SetRules::boxes_beyond, &*rules);
    return search_trunk(task.problem, how, std::bind_front(&TrunkSearch::legal, this), run);
  }

  SearchEnd search(const RunContext<RunListener>& context) {
    TrunkEvents events(context.listener, context.stop, options, [&] { note_handed_back(context.inbox); });
    trunk::TrunkResult result = run(context.with<trunk::TrunkListener>(events));
    note_handed_back(context.inbox);
    totals = result.totals;
    SearchEnd end{result.reason, finish_text(options, totals), run_progress(totals), {}, result.error};
    // The search is over, and its reason stands; a signal can still end what follows.
    const StopQuery signalled{[](void* /*none*/) { return ending_signal() != 0; }, nullptr};
    std::size_t found = result.rows.size();
    FinishedLoad finished;
    if (result.reason < StopReason::interrupt)
      finished =
          finish_load(options, task.problem, result.rows, std::bind_front(&TrunkSearch::publishable, this),
                      std::bind_front(&TrunkSearch::shortened, this), notices.busy, signalled);
    else finished.load.rows = shortened(result.rows);
    const std::size_t beyond = drop_beyond_limits(
        options, task.problem, *rules, std::bind_front(&TrunkSearch::shortened, this), finished, signalled);
    if (beyond > 0)
      notices.warn(counted(static_cast<long long>(beyond), "box was", "boxes were") +
                   " left out to keep limits of mass");
    found -= beyond;
    result.rows = finished.load.rows;
    const std::string lacking =
        trunk::lacking_text(options.set, result.rows, result.rows.empty() ? 0 : task.problem.fixed.size());
    if (!lacking.empty()) end.failed_check = "the load lacks " + lacking;
    // No boxes are legal in any trunk; looking at the triangles of a large one takes seconds.
    trunk::LoadVerdict verification;
    verification.legal = true;
    if (!result.rows.empty()) verification = check(result.rows);
    if (!verification.legal)
      throw UnverifiedError("the result does not pass verification: " + verification.violations.front());
    if (result.rows.size() < found) {
      notices.warn(left_out_text(found - result.rows.size()));
    } else if (!result.why_none.empty()) {
      notices.warn(
          fmt::format("no box fits into this trunk ({}): {}", boxes_text(task.problem), result.why_none));
    } else if (result.rows.size() == task.problem.fixed.size() && result.reason < StopReason::interrupt) {
      notices.warn(fmt::format("no box of {} was found that fits; that there is none is not proven",
                               boxes_text(task.problem)));
    }
    if (result.rows.empty() && result.why_none.empty()) return end;
    trunk::LoadReport report = make_report(options, task, result.rows, verification);
    report.seed = options.seed;
    report.device = context.device.description;
    report.time = totals.seconds;
    report.standing = finished.load.standing;
    report.plan = std::move(finished.plan);
    if (result.reason < StopReason::interrupt) {
      const std::string failed =
          ask_load(options, task.problem, report, result.nearly_legal, notices.note, notices.warn, signalled);
      if (end.failed_check.empty()) end.failed_check = failed;
    }
    warn_of_missing_answers(options, report, notices.warn);
    end.result = result_of(std::move(report));
    return end;
  }
};

/// The view of the pages of --live, and the changes that they may make. A load that is edited there is saved
/// next to the result.
LiveView live_view(const std::shared_ptr<TrunkSearch>& search) {
  const auto session = std::make_shared<view::LoadSession*>(nullptr);
  LiveView live;
  live.takes_back = search->options.set.uniform();
  live.open = [search, session](view::Feed& feed, view::LiveRun& run) {
    view::LoadTask task;
    // The search lives as long as the pages do.
    task.problem = std::shared_ptr<const trunk::TrunkProblem>(search, &search->task.problem);
    task.notes = search->task.notes;
    task.problem_name = search->options.trunk_file().filename().string();
    task.file = view::SavedFile::to_be(stem_of(search->options) + "-edited.box");
    task.edge = search->options.edge();
    task.thread_count = 1;  // The others are the search's.
    task.live = &run;
    task.verify = [search](const std::vector<BoxRow>& rows) {
      return mesh::check_boxes(search->task.problem, rows, 1);
    };
    task.with_points = [search] {
      const Options& own = search->options;
      if (own.samples_walls() || !own.points.empty())
        return std::shared_ptr<const trunk::TrunkProblem>(search, &search->task.problem);
      // Points of its own: the search may be making some for its start.
      return mesh::sampled_copy(own, search->task.problem);
    };
    auto opened = std::make_unique<view::LoadSession>(std::move(task), feed);
    *session = opened.get();
    return opened;
  };
  live.show = [session](const Result& result) { (*session)->show(load_of(result).boxes); };
  live.picture = [](const Result& result) { return view::load_picture(load_of(result).boxes); };
  return live;
}

/// The files as far as they are known before the trunk is read.
OutputPlan early_plan(const Options& options) {
  OutputPlan plan;
  plan.choose_name = options.out.empty() && options.json != "-";
  plan.stem = stem_of(options);
  plan.suffix = ".box";
  // The start may be replaced by a better load.
  plan.in_use = output_files(options);
  plan.in_use.insert(plan.in_use.end(),
                     {options.mesh, options.points, options.set_file, options.checkpoint, options.archive});
  plan.in_use.insert(plan.in_use.end(), options.fixed.begin(), options.fixed.end());
  return plan;
}

OutputPlan output_plan(const TrunkSearch& search) {
  const Options& options = search.options;
  const Task& task = search.task;
  OutputPlan plan = early_plan(options);
  plan.formats = load_formats(options, search.comments, [&](const std::filesystem::path& file) {
    const trunk::LoadVerdict verification = search.check(trunk::read_box_file(file).rows);
    if (!verification.legal)
      throw UnverifiedError(file.string() +
                            " does not pass verification: " + verification.violations.front());
  });
  plan.value_in = [&](const std::filesystem::path& file) { return legal_value(options, task, file); };
  plan.kept_text = [&](const std::filesystem::path& file, double value, bool better) {
    const char* comparison = options.set.has_values() ? (better ? "is more" : "is as much")
                                                      : (better ? "are more" : "are as many");
    return fmt::format("{}, verified again at a tolerance of {} mm: its {} {}", file.string(),
                       io::number_text(options.tolerance), value_text(options, value), comparison);
  };
  return plan;
}

SearchJob make_job(Options& options, const Notices& notices, Task read) {
  const auto search = std::make_shared<TrunkSearch>(TrunkSearch{options, notices, std::move(read), {}});
  const Task& task = search->task;
  search->rules.emplace(task.problem);
  SearchJob job;
  job.problem = options.trunk_file().filename().string() + ", " + boxes_text(task.problem);
  job.name = task.name + "-" + (options.has("box") ? edges_text(options.edge()) : options.set.name);
  job.opening = opening_text(options, task);
  job.stall_advice = stall_advice();
  job.resolve = [&options](const Device&, int rank_count) {
    if (rank_count == 1) return;  // Nothing depends on the machine.
    if (options.island_count == 0) options.island_count = rank_count;
    options.table.given.insert("islands");
  };
  job.prepare = [search](const trunk::BoxFileComments& origin) {
    const trunk::TrunkProblem& problem = search->task.problem;
    search->comments = origin;
    search->comments["problem"] = search->options.trunk_file().filename().string();
    search->comments["boxes"] = boxes_text(problem);
    search->comments["verified"] = trunk::verified_text(problem);
    if (problem.corner_radius > 0)
      search->comments[trunk::rounded_comment] = io::number_text(problem.corner_radius);
  };
  job.metrics = metric_table(options.set.has_values());
  job.outputs = output_plan(*search);
  if (options.live_port >= 0) job.live = live_view(search);
  // Loads in a cloud of points are not verified, and an archive compares loads by litres. The definition of a
  // large mesh takes a while.
  if (!task.problem.points_only && is_archived(options.set) && archive_file(options.archive))
    job.archive = {boxes_kind(task.problem), archived_problem(task), {}, 120};
  job.archived_text = [search](const Result& result) {
    return trunk::box_text(search->shortened(load_of(result).boxes), search->comments);
  };
  job.problem_section = [search] { return problem_id(search->task); };
  job.starts = task.archived_starts;
  job.search = [search](const RunContext<RunListener>& run) { return search->search(run); };
  job.table = [search](const Result& result) {
    const trunk::LoadReport& report = load_of(result);
    return final_table(report, search->options.set, search->task.problem.fixed.size()) +
           standing_row(report.standing) + plan_row(report.plan) + tight_table(report.tight) +
           closing_text(search->options, search->task, report.boxes, search->totals) +
           load_test_table(report.test);
  };
  job.value_text = [&options](double value) { return value_text(options, value); };
  job.better_value = "more";
  job.same_value = "as much";
  job.continue_hint = [&options](const std::filesystem::path& file) { return continue_hint(options, file); };
  return job;
}

/// How many packings are annealed side by side in a state; nothing before that began.
std::optional<int> instances_in_state(const Options& options, const std::string& state) {
  const int count = trunk::annealed_in_state(options.set, state);
  return count > 0 ? std::optional<int>(count) : std::nullopt;
}

}  // namespace

ExitCode run_search(Options& options, Assignment& assignment) {
  SearchProgram program{program_name, options, assignment};
  program.limits = {options.time_limit, static_cast<double>(options.turn_limit)};
  program.heading = improvement_heading;
  program.outputs = early_plan(options);
  program.checkpoints = {[&options] { return stem_of(options); },
                         [&options](const std::string& state) { return instances_in_state(options, state); }};
  if (options.starts_from_archive() && options.resume.empty()) {
    program.one_process = {"--start archive",
                           "ranks might find different archives: write a load to a file that all can read "
                           "(trunkpack archive export), and "
                           "give this to --start"};
  }
  program.read = [&](StopToken& stop, const Notices& notices) {
    return make_job(options, notices, read_task(options, assignment, stop, notices));
  };
  return run_search(program);
}

}  // namespace jam::app
