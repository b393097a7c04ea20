// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Best state and verification of the large search.
#include "jam/circles/large/publish.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "jam/circles/polish/polish.hpp"
#include "jam/core/stop.hpp"

namespace jam::circles::large {

namespace {

constexpr double publish_interval = 0.5;  ///< Shortest time between two verifications [s].
constexpr double publish_share = 0.1;     ///< Share of the search's time that verification may take [-].
/// Longest pause between verifications, in addition to the time of three of them [s].
constexpr double longest_pause = 3;
constexpr double cost_per_circle = 5e-6;  ///< Estimated time of the first verification per circle [s].
constexpr double patience = 1.0;          ///< Time to verify the last state after a limit or signal [s].
constexpr double polish_cost_per_circle = 1.2e-3;  ///< Estimated time of a long polish per circle [s].
constexpr int patient_iterations = 1000;           ///< Iteration limit of a long polish.
constexpr double verification_reserve = 4;         ///< Verifications for which a long polish leaves time.

}  // namespace

Publisher::Publisher(const Problem& problem, double unit, StopToken& stop, PackingIncumbent& best, int island)
    : problem_(problem),
      unit_(unit),
      stop_(stop),
      best_(best),
      island_(island),
      publish_cost_(cost_per_circle * problem.count()) {}

void Publisher::offer(const Centres& centres, double legal_radius) {
  if (!(legal_radius < best_legal_radius_)) return;
  best_centres_ = centres;
  best_legal_radius_ = legal_radius;
  unpublished_ = true;
  unpolished_ = problem_.count() <= polish_patient_limit;
}

void Publisher::adopt(Centres centres, double legal_radius) {
  if (!(legal_radius < best_legal_radius_)) return;
  best_centres_ = std::move(centres);
  best_legal_radius_ = legal_radius;
  unpublished_ = unpolished_ = false;
}

void Publisher::publish_when_due(MoveKind move) {
  // A tenth of the time. The pause is limited, because a process that is killed loses what it found during
  // it.
  const double pause =
      std::max(publish_interval, std::min(publish_cost_ / publish_share, 3 * publish_cost_ + longest_pause));
  const double left = stop_.time_limit() - stop_.elapsed();
  const bool last_chance = left > publish_cost_ && left < 4 * publish_cost_;
  if (last_publish_ < 0 || stop_.elapsed() - last_publish_ > pause || last_chance)
    publish_best(move, false, stop_.query());
}

bool Publisher::polish_before_limit(MoveKind move) {
  if (!polish_is_long() || !unpolished_) return false;
  // Not before half of the time: an early state gains more from the search.
  const double cost = polish_cost_per_circle * problem_.count();
  const double left = stop_.time_limit() - stop_.elapsed();
  if (left > stop_.elapsed() || left < cost || left > 1.5 * cost) return false;
  publish_best(move, true, stop_.query());
  return true;
}

void Publisher::publish(MoveKind move) { publish_best(move, !polish_is_long(), stop_.query()); }

void Publisher::publish_last(MoveKind move, const std::function<Centres()>& fallback) {
  const bool in_time = stop_.reason() == StopReason::none || stop_.reason() == StopReason::finished;
  // A search that has finished may still be told to end by a signal, and has its limit of time still.
  const auto ends = [](void* token) {
    const auto* stop = static_cast<const StopToken*>(token);
    return ending_signal() != 0 || stop->elapsed() > stop->time_limit();
  };
  if (in_time) publish_best(move, true, {ends, &stop_});
  if (publish_cost_ > 2 * patience && !best_.empty()) return;
  Deadline deadline(patience);
  publish_best(move, false, deadline.query());
  if (best_.empty() && !deadline.query().stopped())
    publish_packing(packing_of(fallback()), MoveKind::start, false, deadline.query());
}

void Publisher::publish_best(MoveKind move, bool may_polish, const StopQuery& stop) {
  if (!unpublished_ && !(may_polish && unpolished_)) return;
  if (!publish_packing(packing_of(best_centres_), move, may_polish, stop)) return;
  unpublished_ = false;
  if (may_polish) unpolished_ = false;
}

Packing Publisher::polished(const Packing& packing, const Packing& separate, const StopQuery& stop) {
  // A long polish leaves time to verify what it has reached.
  struct Ending {
    const StopQuery& stop;
    const StopToken& token;
    double reserve;  ///< [s]
  } ending{stop, stop_, verification_reserve * publish_cost_};
  PolishOptions options;
  options.stop = stop;
  options.circle_limit = polish_patient_limit;
  if (polish_is_long()) {
    options.iteration_limit = patient_iterations;
    const auto ends = [](void* context) {
      const auto* at = static_cast<const Ending*>(context);
      return at->stop.stopped() || at->token.time_limit() - at->token.elapsed() < at->reserve;
    };
    options.stop = {ends, &ending};
  }
  PolishResult result = polish(packing, options);
  if (result.converged) return spread_apart(std::move(result.packing), stop);
  if (!polish_is_long()) return separate;
  // One that found no minimum, or was cut, has still compressed the packing, mostly. Its state is kept: after
  // a signal it is published last.
  Packing reached = spread_apart(std::move(result.packing));
  if (!(reached.enclosing_radius < separate.enclosing_radius)) return separate;
  for (std::size_t i = 0; i < reached.circles.size(); ++i) {
    best_centres_.x[i] = reached.circles[i].x * unit_;
    best_centres_.y[i] = reached.circles[i].y * unit_;
  }
  best_legal_radius_ = reached.enclosing_radius * unit_;
  return reached;
}

bool Publisher::publish_packing(const Packing& packing, MoveKind move, bool may_polish,
                                const StopQuery& stop) {
  const double begin = stop_.elapsed();
  Packing separate = spread_apart(packing, stop);
  if (may_polish && problem_.count() <= polish_patient_limit) separate = polished(packing, separate, stop);
  const std::optional<Packing> rounded = PackingIncumbent::rounded(separate, stop);
  if (!rounded && stop.stopped()) return false;
  // If two packings have the same radius, the first one stays.
  if (rounded && rounded->enclosing_radius < best_.radius()) {
    if (best_.progress.instance_count == 1) best_.progress.mean_radius = rounded->enclosing_radius;
    best_.offer_rounded(*rounded, island_, move);
  }
  last_publish_ = stop_.elapsed();
  publish_cost_ = last_publish_ - begin;
  return true;
}

void Publisher::write(io::StateWriter& state) const {
  io::write_all(state, best_legal_radius_, unpublished_, unpolished_);
  write_centres(state, best_centres_);
}

void Publisher::read(io::StateReader& state) {
  io::read_all(state, best_legal_radius_, unpublished_, unpolished_);
  best_centres_ = read_centres(state, std::isfinite(best_legal_radius_) ? problem_.radii.size() : 0);
}

void write_centres(io::StateWriter& state, const Centres& centres) {
  state.write(centres.x);
  state.write(centres.y);
}

Centres read_centres(io::StateReader& state, std::size_t count) {
  Centres centres;
  for (auto* array : {&centres.x, &centres.y}) {
    *array = state.read_vector<double>();
    if (array->size() != count) io::fail_state("its number of circles is not that of the problem");
    if (!std::all_of(array->begin(), array->end(), [](double value) { return std::isfinite(value); }))
      io::fail_state("a centre is not a finite number");
  }
  return centres;
}

}  // namespace jam::circles::large
