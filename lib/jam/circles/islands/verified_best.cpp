// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Publishing of improvements.
#include "jam/circles/islands/verified_best.hpp"

#include <algorithm>
#include <utility>

#include "jam/circles/polish/legalise.hpp"
#include "jam/circles/polish/polish.hpp"
#include "jam/circles/verify/verify.hpp"
#include "jam/core/constants.hpp"
#include "jam/core/error.hpp"

namespace jam::circles {
namespace {

constexpr double report_interval = 0.1;  ///< [s]

/// Relative distance [-] from the lower bound at which nothing is left to gain: rounding outwards costs about 1e-15.
constexpr double bound_tolerance = 1e-12;

/// The radius of the largest circle, or that of the two largest side by side.
double lower_bound(const Problem& problem) {
  const std::size_t n = problem.radii.size();
  return n == 1 ? problem.radii[0] : problem.radii[n - 1] + problem.radii[n - 2];
}

/// By radius, then by centres.
bool precedes(const Packing& a, const Packing& b) {
  if (a.enclosing_radius != b.enclosing_radius) return a.enclosing_radius < b.enclosing_radius;
  const auto before = [](const Circle& c, const Circle& d) { return c.x < d.x || (c.x == d.x && c.y < d.y); };
  return std::lexicographical_compare(a.circles.begin(), a.circles.end(), b.circles.begin(), b.circles.end(), before);
}

}  // namespace

VerifiedBest::VerifiedBest(const Problem& problem, const SearchOptions& options, const SearchRun& run)
    : problem_(problem), options_(options), stop_(run.stop), listener_(run.listener), begin_(run.stop.elapsed()) {}

bool VerifiedBest::offer(const Packing& packing, int instance, MoveKind move) {
  const bool first = last_.packing.circles.empty();
  if (!first && !(packing.enclosing_radius < radius() * (1 + least_gain))) return false;
  Packing rounded;
  try {
    rounded = round_outwards(packing, rounding_growth_limit);
  } catch (const UnverifiedError&) {
    return false;
  }
  if (!first && !precedes(rounded, last_.packing)) return false;
  const Verification verdict = verify_exact(rounded);
  if (!verdict.legal) throw UnverifiedError("a packing that was rounded outwards is not legal: " + verdict.violation);

  const bool gains = rounded.enclosing_radius < progress.best_radius * (1 - least_gain);
  progress.seconds = seconds();
  if (gains) progress.best_radius = rounded.enclosing_radius;
  last_ = {{progress.seconds, progress}, instance, move, std::move(rounded)};
  ++change_count_;
  if (gains) listener_.improved(last_);
  end_when_reached();
  return gains;
}

void VerifiedBest::end_when_reached() {
  if (options_.target_radius > 0 && radius() <= options_.target_radius * (1 + target_tolerance)) {
    stop_.request(StopReason::target_reached);
  }
  if (radius() <= lower_bound(problem_) * (1 + bound_tolerance)) stop_.request(StopReason::finished);
}

void VerifiedBest::restore(Improvement best, double seconds, double told_radius) {
  begin_ = stop_.elapsed() - seconds;
  progress.seconds = seconds;
  if (best.packing.circles.empty()) return;
  const Verification verdict = verify_exact(best.packing);
  if (!verdict.legal) {
    throw InputError("the best packing in the checkpoint is not legal: " + verdict.violation + ": resume from another checkpoint");
  }
  last_ = std::move(best);
  progress.best_radius = std::max(told_radius, radius());
  last_.progress = progress;
  listener_.improved(last_);
  end_when_reached();
}

bool VerifiedBest::polish_and_offer(const Packing& packing, int instance, MoveKind move) {
  // A time limit waits for the first one, a signal does not.
  const bool first = last_.packing.circles.empty();
  const PolishResult polished = polish(packing, {.stop = first ? stop_.signal_query() : stop_.query()});
  cut_ = polished.cut;
  if (cut_) return first && offer(legalise(packing), instance, move);
  if (offer(polished.packing, instance, move)) return true;
  const bool better = last_.packing.circles.empty() || polished.packing.enclosing_radius < radius() * (1 - least_gain);
  return better && offer(legalise(packing), instance, move);
}

void VerifiedBest::report(bool now) {
  const double time = stop_.elapsed();
  if (!now && last_report_ >= 0 && time - last_report_ < report_interval) return;
  last_report_ = time;
  progress.seconds = seconds();
  listener_.progressed(progress);
}

SearchResult VerifiedBest::result() {
  progress.best_radius = radius();
  report(true);
  const StopReason reason = stop_.reason() == StopReason::none ? StopReason::finished : stop_.reason();
  return {{progress, reason}, last_.packing};
}

}  // namespace jam::circles
