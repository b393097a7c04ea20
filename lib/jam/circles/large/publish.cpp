// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Best state, verification and news of the search `single`.
#include "jam/circles/large/publish.hpp"

#include <algorithm>
#include <cmath>

#include "jam/circles/model/near_pairs.hpp"
#include "jam/circles/polish/polish.hpp"
#include "jam/circles/verify/verify.hpp"
#include "jam/core/constants.hpp"
#include "jam/core/error.hpp"

namespace jam::circles::single {

namespace {

constexpr double progress_interval = 0.2;  ///< [s]
constexpr double publish_interval = 0.5;   ///< Least time between two verifications [s].
constexpr double publish_share = 0.05;     ///< Share of the search's time that verification may take [-].

/// Multiplies the centres by the least factor that parts all overlapping pairs, to double precision.
Packing spread_apart(Packing packing) {
  double factor = 1.0;
  NearPairs(packing.circles, 0.0).for_each([&](int i, int j) {
    const Circle& a = packing.circles[i];
    const Circle& b = packing.circles[j];
    const double distance = std::hypot(a.x - b.x, a.y - b.y);
    if (distance > 0.0) factor = std::max(factor, (a.radius + b.radius) / distance);
  });
  for (Circle& circle : packing.circles) {
    circle.x *= factor;
    circle.y *= factor;
  }
  packing.enclosing_radius = enclosing_radius_about_origin(packing.circles);
  return packing;
}

}  // namespace

Publisher::Publisher(const Problem& problem, double unit, const SearchOptions& options, const SearchRun& run)
    : problem_(problem), unit_(unit), options_(options), stop_(run.stop), listener_(run.listener), begin_(run.stop.elapsed()) {
  progress.instance_count = 1;
}

bool Publisher::offer(const Centres& centres, double legal_radius) {
  if (!(legal_radius < best_legal_radius_)) return false;
  best_centres_ = centres;
  best_legal_radius_ = legal_radius;
  unpublished_ = true;
  unpolished_ = problem_.count() <= polish_count_limit;
  return true;
}

void Publisher::publish_when_due(MoveKind move) {
  const double pause = std::max(publish_interval, publish_cost_ / publish_share);
  if (last_publish_ < 0 || stop_.elapsed() - last_publish_ > pause) publish(move, false);
}

void Publisher::publish(MoveKind move, bool may_polish) {
  if (!unpublished_ && !(may_polish && unpolished_)) return;
  unpublished_ = false;
  if (may_polish) unpolished_ = false;
  publish_packing(packing_of(best_centres_), move, may_polish);
}

void Publisher::publish_fallback(const Centres& centres) { publish_packing(packing_of(centres), MoveKind::start, false); }

Packing Publisher::packing_of(const Centres& centres) const {
  Packing packing;
  packing.circles.resize(problem_.radii.size());
  for (std::size_t i = 0; i < problem_.radii.size(); ++i) {
    packing.circles[i] = {problem_.radii[i], centres.x[i] / unit_, centres.y[i] / unit_};
  }
  packing.enclosing_radius = enclosing_radius_about_origin(packing.circles);
  return packing;
}

void Publisher::publish_packing(Packing packing, MoveKind move, bool may_polish) {
  const double begin = stop_.elapsed();
  if (may_polish && problem_.count() <= polish_count_limit) {
    PolishResult polished = polish(packing);
    if (polished.converged) packing = std::move(polished.packing);
  }
  bool legal = true;
  try {
    // round_outwards returns nothing that exact verification has not accepted.
    packing = round_outwards(spread_apart(std::move(packing)));
  } catch (const UnverifiedError&) {
    legal = false;
  }
  last_publish_ = stop_.elapsed();
  publish_cost_ = last_publish_ - begin;
  if (!legal || !(packing.enclosing_radius < progress.best_radius)) return;
  best_ = packing;
  progress.best_radius = packing.enclosing_radius;
  progress.mean_radius = packing.enclosing_radius;
  progress.seconds = last_publish_ - begin_;
  listener_.improved({{progress.seconds, progress}, 0, move, std::move(packing)});
  if (options_.target_radius > 0 && best_.enclosing_radius <= options_.target_radius * (1 + target_tolerance)) {
    stop_.request(StopReason::target_reached);
  }
}

void Publisher::report_progress() {
  const double now = stop_.elapsed();
  progress.seconds = now - begin_;
  if (last_progress_ >= 0 && now - last_progress_ < progress_interval) return;
  last_progress_ = now;
  listener_.progressed(progress);
}

}  // namespace jam::circles::single
