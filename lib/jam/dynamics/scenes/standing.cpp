// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/scenes/standing.hpp"

#include "jam/dynamics/step/collision.hpp"
#include "jam/dynamics/step/simulation.hpp"

namespace jam::dynamics {
namespace {

/// Accuracy of a simulation and its length.
struct Course {
  double duration = 0;  ///< [s]
  double step = 0;      ///< [s]
  int iteration_limit = 0;
};

/// Settling was chosen on loads of the three generated trunks: all of their boxes stand then. Steps of 5 ms,
/// or 100 iterations, take twice as long, and leave 4 boxes of 411 (sedan).
constexpr Course settling{1, 1e-2, 50}, judging{0.25, 5e-3, 100};

/// Empty if boxes overlap each other or a wall at the start, or if the simulation blows up.
std::vector<Pose> poses_after(const Course& course, const Load& load, int thread_count,
                              const StopQuery& stop) {
  constexpr double deepest = 1e-4;  ///< Overlap at the start that is none [m].
  StepSettings settings;
  settings.step = course.step;
  settings.solver.tolerance = 1e-3;
  settings.solver.iteration_limit = course.iteration_limit;
  settings.solver.thread_count = thread_count;
  Simulation simulation(load_world(load, load_surface, load_density), settings, collider_detection());
  while (simulation.time() < course.duration && !stop.stopped()) {
    const StepReport report = simulation.advance();
    if (!report.blown_up.empty() || (report.step == 1 && report.penetration > deepest)) return {};
  }
  const std::vector<Pose>& after = simulation.world().bodies.pose;
  return {after.begin() + 1, after.end()};
}

}  // namespace

std::vector<Pose> settle(const Load& load, int thread_count, const StopQuery& stop) {
  return poses_after(settling, load, thread_count, stop);
}

std::vector<char> standing(const Load& load, int thread_count, const StopQuery& stop) {
  constexpr double limit = 5e-3;  // [m]
  const std::vector<Pose> after = poses_after(judging, load, thread_count, stop);
  std::vector<char> result;
  for (std::size_t k = 0; k < after.size(); ++k)
    result.push_back(largest_way(load.boxes[k].half, load.boxes[k].pose, after[k]) <= limit);
  return result;
}

}  // namespace jam::dynamics
