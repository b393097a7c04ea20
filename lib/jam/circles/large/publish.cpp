// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Best state and verification of the large search.
#include "jam/circles/large/publish.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "jam/circles/model/near_pairs.hpp"
#include "jam/circles/polish/polish.hpp"

namespace jam::circles::large {

namespace {

constexpr double publish_interval = 0.5;  ///< Least time between two verifications [s].
constexpr double publish_share = 0.05;    ///< Share of the search's time that verification may take [-].

/// Multiplies the centres by the least factor that separates all overlapping pairs, to double precision.
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
    : problem_(problem), unit_(unit), stop_(run.stop), best_(problem, options, run) {
  best_.progress.instance_count = 1;
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
  const std::optional<Packing> rounded = PackingIncumbent::rounded(spread_apart(std::move(packing)));
  // Of packings with the same radius the first one stays.
  if (rounded && rounded->enclosing_radius < best_.radius()) {
    best_.progress.mean_radius = rounded->enclosing_radius;
    best_.offer_rounded(*rounded, 0, move);
  }
  last_publish_ = stop_.elapsed();
  publish_cost_ = last_publish_ - begin;
}

}  // namespace jam::circles::large
