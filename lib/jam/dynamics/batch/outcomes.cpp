// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/batch/outcomes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "jam/core/parallel.hpp"
#include "jam/core/philox.hpp"
#include "jam/dynamics/collide/bounds.hpp"
#include "jam/io/json_writer.hpp"
#include "jam/io/number_text.hpp"

namespace jam::dynamics {
namespace {

double highest_point(const World& world, const Bodies& bodies) {
  double top = -std::numeric_limits<double>::infinity();
  for (const Shape& shape : world.shapes) {
    if (bodies.dynamic(shape.body))
      top = std::max(top, bounds_of(shape, bodies.pose[shape.body] * shape.pose, 0, {}).high().z);
  }
  return top;
}

SceneOutcome outcome_of(const World& world, const Bodies& start, const Bodies& end) {
  SceneOutcome outcome;
  outcome.top = highest_point(world, end);
  double mass = 0;
  for (int k = 0; k < end.count(); ++k) {
    if (!end.dynamic(k)) continue;
    mass += end.mass[k];
    outcome.centre += end.mass[k] * end.pose[k].position.z;
    outcome.moved = std::max(outcome.moved, length(end.pose[k].position - start.pose[k].position));
  }
  if (mass > 0) outcome.centre /= mass;
  return outcome;
}

}  // namespace

std::optional<Spread> spread_of(std::vector<double> values) {
  if (values.empty()) return std::nullopt;
  std::sort(values.begin(), values.end());
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  return Spread{sum / static_cast<double>(values.size()), values.front(), values[(values.size() - 1) / 2],
                values.back()};
}

Bodies jittered(const Bodies& bodies, double jitter, std::uint64_t seed) {
  Bodies shifted = bodies;
  RandomStream random(seed, StreamId::jitter, 0, 0);
  const auto shift = [&] { return jitter * (2 * random.uniform_double() - 1); };
  for (int k = 0; k < bodies.count(); ++k) {
    if (!bodies.dynamic(k)) continue;
    const double x = shift(), y = shift();
    shifted.pose[k].position += Vec3d{x, y, shift()};
  }
  return shifted;
}

BatchOutcomes::BatchOutcomes(const World& world, const SceneBatch& batch, const std::vector<Bodies>& starts,
                             int thread_count)
    : batch_(batch), outcomes_(starts.size()) {
  parallel_for(batch.count(), thread_count,
               [&](int k) { outcomes_[k] = outcome_of(world, starts[k], batch.bodies(k)); });
}

BatchTotals BatchOutcomes::totals() const {
  BatchTotals totals;
  std::vector<double> top, centre, moved, left;
  for (int k = 0; k < batch_.count(); ++k) {
    const SceneRecord& r = batch_.record(k);
    totals.joint_error = std::max(totals.joint_error, r.joint_error);
    totals.taken += r.steps;
    totals.iterations += r.iterations;
    totals.unsolved += r.limited + r.diverged;
    totals.penetration = std::max(totals.penetration, r.penetration);
    totals.residual = std::max(totals.residual, r.residual);
    if (r.state == SceneState::blown_up) {
      ++totals.blown_up;
      continue;
    }
    top.push_back(outcomes_[k].top);
    centre.push_back(outcomes_[k].centre);
    moved.push_back(outcomes_[k].moved);
    left.push_back(static_cast<double>(batch_.left(k)));
  }
  totals.top = spread_of(top);
  totals.centre = spread_of(centre);
  totals.moved = spread_of(moved);
  totals.left = spread_of(left);
  return totals;
}

std::string BatchOutcomes::table(std::uint64_t seed) const {
  const auto number = [](double value) { return io::number_text(value); };
  std::string text =
      "scene,seed,state,steps,contacts,iterations,unsolved_steps,residual,penetration_m,joint_error_m,left,"
      "kinetic_J,centre_m,top_m,"
      "moved_m\n";
  for (int k = 0; k < batch_.count(); ++k) {
    const SceneRecord& r = batch_.record(k);
    const SceneOutcome& o = outcomes_[k];
    text +=
        fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", k, seed + static_cast<std::uint64_t>(k),
                    r.state == SceneState::blown_up ? "blown-up" : "ran", r.steps, r.contacts, r.iterations,
                    r.limited + r.diverged, number(r.residual), number(r.penetration), number(r.joint_error),
                    batch_.left(k), number(r.kinetic), number(o.centre), number(o.top), number(o.moved));
  }
  return text;
}

std::string BatchOutcomes::states(std::uint64_t seed, double step) const {
  std::string text;
  for (int k = 0; k < batch_.count(); ++k) {
    const Bodies bodies = batch_.bodies(k);
    std::vector<Vec3d> positions, velocities;
    std::vector<Quaterniond> rotations;
    for (int body = 0; body < bodies.count(); ++body) {
      if (!bodies.dynamic(body)) continue;
      positions.push_back(bodies.pose[body].position);
      rotations.push_back(bodies.pose[body].rotation);
      velocities.push_back(bodies.velocity[body]);
    }
    text += io::JsonObject("scene", k, "seed", seed + static_cast<std::uint64_t>(k))
                .add("time_s", batch_.record(k).steps * step, "blown_up", batch_.blown_up(k))
                .add("position_m", positions, "orientation", rotations, "velocity_mps", velocities)
                .text();
    text += '\n';
  }
  return text;
}

}  // namespace jam::dynamics
