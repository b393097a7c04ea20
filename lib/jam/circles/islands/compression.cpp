// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/circles/islands/compression.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include "jam/circles/tabu/moves.hpp"
#include "jam/circles/tabu/start.hpp"
#include "jam/core/parallel.hpp"

namespace jam::circles {
namespace {

/// The first step and the least one, in parts of the enclosing radius. Below the least one the polish is
/// faster.
constexpr double first_step = 0.01;
constexpr double least_step = 1e-4;

/// A step has gained if the radius fell by at least this part of it: otherwise circles at the rim could
/// displace each other endlessly.
constexpr double least_share = 0.1;

/// The enclosing circle of the relaxations, divided by the radius of the widest packing [-]: no circle
/// touches it.
constexpr double clearance = 1.5;

/// A packing is legal below this overlap energy times its number of circles, in the square of the target
/// radius [-]: an overlap of about 1e-7 for each circle, the rounding of single precision. Below a limit of
/// 1e-13 for all counts, no packing of 300 circles became legal by the contact law on a GPU.
constexpr float energy_per_circle = 1e-14F;

/// Packings that a thread prepares at once: each takes a few microseconds.
constexpr int grain = 16;

/// Moves the circles that reach beyond `radius` towards the origin until they touch it.
void press(std::vector<Circle>& circles, double radius) {
  for (Circle& circle : circles) {
    const double distance = std::hypot(circle.x, circle.y);
    const double allowed = std::max(0.0, radius - circle.radius);
    if (distance <= allowed) continue;
    circle.x *= allowed / distance;
    circle.y *= allowed / distance;
  }
}

}  // namespace

MoveKind move_at_random(Packing& packing, const RoundParameters& parameters, const RandomStream& random) {
  std::vector<Circle>& circles = packing.circles;
  const SerialTeam team(SerialScratch<float>{});
  // Moves are drawn in units of the enclosing radius.
  const double unit = packing.enclosing_radius;
  std::vector<float> radius, x, y;
  for (const Circle& circle : circles) {
    radius.push_back(static_cast<float>(circle.radius / unit));
    x.push_back(static_cast<float>(circle.x / unit));
    y.push_back(static_cast<float>(circle.y / unit));
  }
  const Move move = draw_move(team, parameters, x.data(), y.data(), radius.data(), 0, random);
  if (is_one_of(exchanging_kinds, move.kind)) {
    std::swap(circles[move.first].x, circles[move.second].x);
    std::swap(circles[move.first].y, circles[move.second].y);
    return move.kind;
  }
  std::vector<float> new_x = x, new_y = y, new_radius = radius;
  apply_move(team, parameters, move, radius.data(), random, 0, new_x.data(), new_y.data(), new_radius.data());
  for (std::size_t i = 0; i < circles.size(); ++i) {
    if (new_x[i] != x[i]) circles[i].x = unit * new_x[i];
    if (new_y[i] != y[i]) circles[i].y = unit * new_y[i];
  }
  return move.kind;
}

Compression::Compression(const Problem& problem, const SearchOptions& options, const SearchRun& run,
                         int packing_count)
    : stop_(run.stop),
      thread_count_(run.thread_count),
      parameters_(make_round_parameters(problem, options)),
      instances_(problem, packing_count),
      engine_(make_round_engine(run.device, run.thread_count, packing_count, problem.count(), run.stop)) {
  parameters_.sweep_count = 0;      // Relaxation alone,
  parameters_.candidate_count = 1;  // One team relaxes one packing.
  float& floor = parameters_.relaxation.energy_floor;
  floor = std::max(floor, energy_per_circle * static_cast<float>(problem.count()));
}

std::optional<std::vector<CompressionWork>> Compression::run(std::vector<Packing>& packings) {
  std::vector<Progress> all;
  for (Packing& packing : packings) {
    packing.enclosing_radius = enclosing_radius_about_origin(packing.circles);
    all.push_back({std::move(packing), first_step});
  }
  do {
    if (!relax(all)) return std::nullopt;
  } while (!std::all_of(all.begin(), all.end(), [](const Progress& p) { return p.finished; }));
  std::vector<CompressionWork> works;
  for (std::size_t k = 0; k < packings.size(); ++k) {
    packings[k] = std::move(all[k].best);
    if (!all[k].legal) packings[k].enclosing_radius = std::numeric_limits<double>::infinity();
    works.push_back(all[k].work);
  }
  return works;
}

/// One relaxation of every packing that is not finished: first of the packing as it is, then after a step.
bool Compression::relax(std::vector<Progress>& all) {
  double widest = 0;
  for (const Progress& p : all) widest = std::max(widest, p.best.enclosing_radius);
  instances_.restore_target_radius(clearance * widest);
  std::vector<InstanceState>& states = instances_.arrays.state;
  parallel_for(
      static_cast<int>(states.size()), thread_count_,
      [&](int k) {
        states[k] = {};
        states[k].inactive = k >= std::ssize(all) || all[k].finished ? 1 : 0;
        if (states[k].inactive != 0) return;
        std::vector<Circle> circles = all[k].best.circles;
        if (all[k].relaxed) press(circles, (1 - all[k].step) * all[k].best.enclosing_radius);
        instances_.load(k, circles);
      },
      grain);
  engine_->run({instances_.arrays, parameters_});
  if (stop_.stop_requested()) return false;
  parallel_for(
      static_cast<int>(all.size()), thread_count_,
      [&](int k) {
        Progress& p = all[k];
        if (p.finished) return;
        ++p.work.relaxations;
        p.work.steps += states[k].steps;
        Packing relaxed = instances_.current(k);
        const bool legal = states[k].energy < parameters_.relaxation.energy_floor;
        const bool gained =
            legal && relaxed.enclosing_radius < p.best.enclosing_radius * (1 - least_share * p.step);
        if (!p.relaxed) {
          p.legal = legal;
          p.finished = !legal;
        }
        if (!p.relaxed || gained) {
          p.best = std::move(relaxed);
          p.relaxed = true;
        } else {
          p.step /= 2;
          p.finished = p.step < least_step;
        }
      },
      grain);
  return true;
}

}  // namespace jam::circles
