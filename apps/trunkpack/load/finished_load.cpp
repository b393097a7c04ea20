// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "finished_load.hpp"

#include <filesystem>
#include <utility>

#include "jam/mesh/verify_boxes.hpp"
#include "load_test.hpp"
#include "loading.hpp"
#include "tight.hpp"

namespace jam::app {

FinishedLoad finish_load(
    const Options& options, const trunk::TrunkProblem& problem, const std::vector<trunk::BoxRow>& rows,
    const std::function<bool(const std::vector<trunk::BoxRow>&)>& legal,
    const std::function<std::vector<trunk::BoxRow>(const std::vector<trunk::BoxRow>&)>& shortened,
    const Note& busy, const StopQuery& stop) {
  const auto at_rest = [&](const std::vector<trunk::BoxRow>& load) {
    StandingLoad result{load, {}};
    if (comes_to_rest(options, load.size())) {
      busy("letting the boxes come to rest");
      result = let_stand(problem, load, legal, options.thread_count, stop);
    }
    result.rows = shortened(result.rows);
    return result;
  };
  FinishedLoad finished{at_rest(rows), {}};
  while (options.loadable && !finished.load.rows.empty() && !stop.stopped()) {
    busy("planning the loading");
    trunk::LoadingPlan plan = plan_load(options, problem, finished.load.rows, stop);
    if (!plan.complete || plan.stuck.empty()) {
      finished.plan = std::move(plan);
      break;
    }
    // Others may have stood on those that are left out.
    finished.load = at_rest(without_stuck(plan, std::move(finished.load.rows)));
  }
  return finished;
}

std::size_t drop_beyond_limits(
    const Options& options, const trunk::TrunkProblem& problem, const SetRules& rules,
    const std::function<std::vector<trunk::BoxRow>(const std::vector<trunk::BoxRow>&)>& shortened,
    FinishedLoad& finished, const StopQuery& stop) {
  std::vector<trunk::BoxRow>& rows = finished.load.rows;
  std::vector<char>& standing = finished.load.standing;
  const std::vector<int> beyond = rules.boxes_beyond(rows);
  if (beyond.empty()) return 0;
  for (auto box = beyond.rbegin(); box != beyond.rend(); ++box) rows.erase(rows.begin() + *box);
  rows = shortened(rows);
  if (!standing.empty()) standing = standing_boxes(problem, rows, options.thread_count, stop);
  finished.plan = {};
  return beyond.size();
}

std::string ask_load(const Options& options, const trunk::TrunkProblem& problem, trunk::LoadReport& report,
                     const std::vector<std::vector<trunk::BoxRow>>& held, const Note& note, const Note& warn,
                     const StopQuery& stop) {
  report.bound = trunk::bound_addable(problem, report, problem.tolerance + mesh::rounding_allowance, stop);
  if (options.plans_loading() && !report.plan.is_made() && !report.boxes.empty()) {
    note("planning the loading");
    report.plan = plan_load(options, problem, report.boxes, stop);
  }
  if (report.plan.is_made() && !report.plan.complete)
    warn("a signal ended the planning of the loading: boxes are missing in the plan");
  if (!options.tight.empty()) {
    note("examining the walls");
    report.tight = examine_walls(options, problem, report.boxes, held, stop);
    if (const std::string caveat = tight_caveat(report.tight, report.boxes.size()); !caveat.empty())
      warn(caveat);
  }
  if (options.manoeuvres.empty()) return {};
  note("testing the load");
  report.test = test_load(options, problem, report.boxes, stop);
  if (!report.test.complete) warn("a signal ended the test of the load: manoeuvres are missing");
  return failed_test(options, report.test);
}

std::string missing_answers(const Options& options, const trunk::LoadReport& report) {
  std::string text;
  const auto add = [&](const char* answer, const std::vector<std::filesystem::path>& files) {
    if (files.empty()) return;
    text += (text.empty() ? "" : "; ") + std::string(answer) + " written to ";
    for (const auto& file : files) text += (&file == &files.front() ? "" : ", ") + file.string();
  };
  if (!report.plan.is_made()) add("no loading plan was", options.loading_plans);
  if (!report.tight.has_answer()) add("no tight walls were", options.tight);
  return text;
}

void warn_of_missing_answers(const Options& options, const trunk::LoadReport& report, const Note& warn) {
  if (const std::string none = missing_answers(options, report); !none.empty())
    warn(none +
         (report.boxes.empty() ? ": there are no boxes" : ": a signal ended the run before the answer"));
}

}  // namespace jam::app
