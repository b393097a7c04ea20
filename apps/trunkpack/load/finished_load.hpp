// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What happens to a load after a search, and what is asked of it then.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "jam/core/stop_query.hpp"
#include "jam/trunk/io/load_report.hpp"
#include "jam/trunk/model/trunk_problem.hpp"
#include "set_rules.hpp"
#include "standing.hpp"
#include "trunkpack/options.hpp"
#include "trunkpack/task.hpp"

namespace jam::app {

struct FinishedLoad {
  StandingLoad load;
  trunk::LoadingPlan plan;  ///< The plan of this load; not made unless --loadable asks for it.
};

/// The load of a search, at rest (--standing) and without boxes that have no way (--loadable): as the options
/// say. `legal` verifies; `shortened` rounds the places of boxes; `busy` is told what is being done. After a
/// stop, the load as it was.
[[nodiscard]] FinishedLoad finish_load(
    const Options& options, const trunk::TrunkProblem& problem, const std::vector<trunk::BoxRow>& rows,
    const std::function<bool(const std::vector<trunk::BoxRow>&)>& legal,
    const std::function<std::vector<trunk::BoxRow>(const std::vector<trunk::BoxRow>&)>& shortened,
    const Note& busy, const StopQuery& stop);

/// Leaves boxes out of a finished load that break limits of mass: without boxes that have no way, others may
/// carry more than before. Which of the others stand is then found anew. Returns their number.
std::size_t drop_beyond_limits(
    const Options& options, const trunk::TrunkProblem& problem, const SetRules& rules,
    const std::function<std::vector<trunk::BoxRow>(const std::vector<trunk::BoxRow>&)>& shortened,
    FinishedLoad& finished, const StopQuery& stop);

/// Tests and plans a verified load, and examines the walls around it, as the options say; the answers go into
/// the report. A plan that is in the report is kept. `held`: nearly legal loads of the search with one box
/// more (examine_walls()). Returns why the load does not pass what is required of it; empty: it does.
[[nodiscard]] std::string ask_load(const Options& options, const trunk::TrunkProblem& problem,
                                   trunk::LoadReport& report,
                                   const std::vector<std::vector<trunk::BoxRow>>& held, const Note& note,
                                   const Note& warn, const StopQuery& stop = {});

/// `no loading plan was written to plan.json; no tight walls were written to tight.json`: the files of
/// answers that the report does not have. Empty: it has all that were asked for.
[[nodiscard]] std::string missing_answers(const Options& options, const trunk::LoadReport& report);

/// Warns of missing answers: the load has no boxes, or a signal ended the run before.
void warn_of_missing_answers(const Options& options, const trunk::LoadReport& report, const Note& warn);

}  // namespace jam::app
