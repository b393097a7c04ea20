// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "finished_load.hpp"

#include <utility>

#include "jam/mesh/verify_boxes.hpp"
#include "load_test.hpp"
#include "loading.hpp"

namespace jam::app {

StandingLoad finish_load(const Options& options, const trunk::TrunkProblem& problem,
                         const std::vector<trunk::BoxRow>& rows,
                         const std::function<bool(const std::vector<trunk::BoxRow>&)>& legal,
                         const Note& busy, const StopQuery& stop) {
  const auto at_rest = [&](const std::vector<trunk::BoxRow>& load) {
    if (!comes_to_rest(options, load.size())) return StandingLoad{load, {}};
    busy("letting the boxes come to rest");
    return let_stand(problem, load, legal, options.thread_count, stop);
  };
  StandingLoad load = at_rest(rows);
  while (options.loadable && !load.rows.empty() && !stop.stopped()) {
    busy("planning the loading");
    const trunk::LoadingPlan plan = plan_load(options, problem, load.rows, stop);
    if (!plan.complete || plan.stuck.empty()) break;
    // Others may have stood on those that are left out.
    load = at_rest(without_stuck(plan, std::move(load.rows)));
  }
  return load;
}

std::string ask_load(const Options& options, const trunk::TrunkProblem& problem, trunk::LoadReport& report,
                     const Note& note, const Note& warn, const StopQuery& stop) {
  report.bound = trunk::bound_addable(problem, report, problem.tolerance + mesh::rounding_allowance, stop);
  if (options.plans_loading() && !report.boxes.empty()) {
    note("planning the loading");
    report.plan = plan_load(options, problem, report.boxes, stop);
    if (!report.plan.complete)
      warn("a signal ended the planning of the loading: boxes are missing in the plan");
  }
  if (options.manoeuvres.empty()) return {};
  note("testing the load");
  report.test = test_load(options, problem, report.boxes, stop);
  if (!report.test.complete) warn("a signal ended the test of the load: manoeuvres are missing");
  return failed_test(options, report.test);
}

}  // namespace jam::app
