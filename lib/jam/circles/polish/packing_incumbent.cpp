// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/circles/polish/packing_incumbent.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "jam/circles/model/corner_packing.hpp"
#include "jam/circles/polish/polish.hpp"
#include "jam/circles/verify/verify.hpp"
#include "jam/core/constants.hpp"
#include "jam/core/error.hpp"
#include "jam/core/stop.hpp"

namespace jam::circles {
namespace {

/// Relative distance [-] from the lower bound at which nothing is left to gain: rounding outwards costs about
/// 1e-15.
constexpr double bound_tolerance = 1e-12;

/// How long the first packing may be polished if the search is stopped before it has one [s].
constexpr double patience_of_signals = 0.5;
constexpr double patience_of_limits = 1;

/// The radius of the largest circle, or that of the two largest side by side.
double lower_bound(const Problem& problem) {
  const std::size_t n = problem.radii.size();
  return n == 1 ? problem.radii[0] : problem.radii[n - 1] + problem.radii[n - 2];
}

}  // namespace

static_assert(sizeof(Circle) == 3 * 8, "circles are written as they lie in memory: no gaps");

void write_packing(io::StateWriter& state, const Packing& packing) {
  state.write(packing.enclosing_radius);
  state.write(packing.circles);
}

Packing read_packing(io::StateReader& state, const Problem& problem) {
  Packing packing;
  packing.enclosing_radius = state.read<double>();
  packing.circles = state.read_vector<Circle>();
  if (packing.circles.empty()) return packing;
  for (const Circle& circle : packing.circles) {
    if (!std::isfinite(circle.x) || !std::isfinite(circle.y))
      io::fail_state("a centre is not a finite number");
  }
  if (sorted_radii(packing.circles) != problem.radii)
    io::fail_state("its circles are not those of the problem");
  return packing;
}

bool PackingKind::precedes(const Improvement& a, const Improvement& b) {
  if (is_nothing(b)) return true;
  const Packing &p = a.packing, &q = b.packing;
  if (p.enclosing_radius != q.enclosing_radius) return p.enclosing_radius < q.enclosing_radius;
  const auto before = [](const Circle& c, const Circle& d) { return c.x < d.x || (c.x == d.x && c.y < d.y); };
  return std::lexicographical_compare(p.circles.begin(), p.circles.end(), q.circles.begin(), q.circles.end(),
                                      before);
}

StopReason PackingKind::reached(const Improvement& improvement) const {
  const double radius = improvement.packing.enclosing_radius;
  if (target_radius_ > 0 && meets_target(radius, target_radius_)) return StopReason::target_reached;
  return radius <= lower_bound(*problem_) * (1 + bound_tolerance) ? StopReason::finished : StopReason::none;
}

bool PackingKind::legal(const Improvement& improvement, std::string& why) {
  const Verification verdict = verify_exact(improvement.packing);
  why = verdict.violation;
  return verdict.legal;
}

void PackingKind::write(io::StateWriter& state, const Improvement& improvement) {
  state.write(improvement.instance);
  state.write(improvement.move);
  write_packing(state, improvement.packing);
}

Improvement PackingKind::read(io::StateReader& state) const {
  Improvement improvement;
  improvement.instance = state.read<int>();
  improvement.move = state.read<MoveKind>();
  if (!is_move(static_cast<int>(improvement.move))) io::fail_state("its best packing has no move");
  improvement.packing = read_packing(state, *problem_);
  return improvement;
}

void PackingKind::write_display(io::StateWriter& state, const Progress& progress) {
  // The radius that was reported last: the best packing may have gained a few last digits since.
  state.write(progress.best_radius);
  state.write(progress.mean_radius);
}

void PackingKind::read_display(io::StateReader& state, Progress& progress) {
  progress.best_radius = state.read<double>();
  progress.mean_radius = state.read<double>();
}

PackingIncumbent::PackingIncumbent(const Problem& problem, const SearchOptions& options, const SearchRun& run)
    : Incumbent({problem, options.target_radius}, run.stop, run.listener) {
  const double ratio = problem.radii.back() / problem.radii.front();
  if (ratio <= largest_ratio) return;
  throw InputError(fmt::format(
      "the largest radius is {:.3g} times the smallest one: a ratio of at most {:.0e} is supported", ratio,
      largest_ratio));
}

std::optional<Packing> PackingIncumbent::rounded(const Packing& packing, const StopQuery& stop) {
  try {
    return round_outwards(packing, rounding_growth_limit, stop);
  } catch (const UnverifiedError&) {
    return std::nullopt;
  }
}

std::optional<Packing> PackingIncumbent::offer(const Packing& packing, int instance, MoveKind move) {
  std::optional<Packing> result = rounded(packing);
  if (result) offer_rounded(*result, instance, move);
  return result;
}

bool PackingIncumbent::polish_and_offer(const Packing& packing, int instance, MoveKind move) {
  // A time limit waits for the first packing, a signal does not.
  const bool first = empty();
  const double reported = progress.best_radius;
  const PolishResult polished = polish(packing, {.stop = first ? stop().signal_query() : stop().query()});
  cut_ = polished.cut;
  if (cut_) {
    if (first) offer(legalise(packing), instance, move);
  } else if (first || polished.packing.enclosing_radius < radius() * (1 + least_gain)) {
    const bool rounded = offer(polished.packing, instance, move).has_value();
    const bool gains = first || polished.packing.enclosing_radius < radius() * (1 - least_gain);
    if (!rounded && gains) offer(legalise(packing), instance, move);
  }
  return progress.best_radius < reported;
}

void PackingIncumbent::offer_unfinished(const Packing& packing, int instance) {
  Deadline deadline(stop().signalled() ? patience_of_signals : patience_of_limits);
  const PolishResult polished = polish(packing, {.stop = deadline.query()});
  offer(polished.cut ? legalise(packing) : polished.packing, instance, MoveKind::start);
}

void PackingIncumbent::offer_corner_packing(const Problem& problem) {
  const std::optional<Packing> packing = corner_packing(problem, stop().query());
  if (packing) polish_and_offer(*packing, 0, MoveKind::start);
}

SearchResult PackingIncumbent::result() {
  report_end();
  const StopReason reason = stop().reason() == StopReason::none ? StopReason::finished : stop().reason();
  return {{progress, reason}, packing()};
}

}  // namespace jam::circles
