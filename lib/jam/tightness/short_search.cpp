// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/tightness/short_search.hpp"

#include "jam/core/stop.hpp"
#include "jam/trunk/search/trunk_search.hpp"

namespace jam::tightness {
namespace {

/// Tells of the progress of a search, and ends it when something outside of it is to end.
class Watcher : public trunk::TrunkListener {
 public:
  Watcher(const ShortSearch& search, StopToken& token, const StopQuery& stop)
      : search_(search), token_(token), stop_(stop) {}
  void progressed(const trunk::TrunkProgress& progress) override {
    if (search_.progress) search_.progress(progress.seconds, progress.best_count);
    if (stop_.stopped()) token_.request(StopReason::interrupt);
  }

 private:
  const ShortSearch& search_;
  StopToken& token_;
  StopQuery stop_;
};

}  // namespace

std::vector<trunk::BoxRow> search_shortly(const trunk::TrunkProblem& problem, const ShortSearch& search,
                                          const VerifyIn& verify, const StopQuery& stop) {
  StopToken token;
  if (search.seconds > 0) token.set_time_limit(search.seconds);
  Watcher watcher(search, token, stop);
  trunk::TrunkSearchOptions options;
  options.seed = search.seed;
  options.instance_count = search.instances;
  options.turn_limit = search.turns;
  options.starts = search.starts;
  options.boxes_beyond_rules = search.boxes_beyond_rules;
  return search_trunk(problem, options,
                      [&](const std::vector<trunk::BoxRow>& rows) { return verify(problem, rows); },
                      {search.device, search.thread_count, token, watcher})
      .rows;
}

}  // namespace jam::tightness
