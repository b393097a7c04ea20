// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "load_test.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "jam/core/error.hpp"
#include "jam/dynamics/scenes/ride.hpp"
#include "jam/io/number_text.hpp"
#include "padded_load.hpp"
#include "question_progress.hpp"
#include "shell/figure_text.hpp"
#include "standing.hpp"

namespace jam::app {

namespace {

constexpr double millimetre = 1e-3;  // [m]

/// A ride in mm.
trunk::LoadMotion motion_of(dynamics::Ride ride) {
  for (double& distance : ride.moved) distance /= millimetre;
  for (double& distance : ride.left) distance /= millimetre;
  trunk::LoadMotion motion{ride.manoeuvre.name, ride.manoeuvre.g, std::move(ride.moved),
                           std::move(ride.left)};
  for (const dynamics::BoxBearing& box : ride.bearing)
    motion.bearing.push_back({box.pressure, box.edge_force});
  for (const dynamics::RideFrame& frame : ride.frames) {
    motion.frames.push_back({frame.time, {}});
    for (const dynamics::Pose& pose : frame.poses)
      motion.frames.back().places.push_back({1 / millimetre * pose.position, pose.rotation});
  }
  motion.still = ride.still;
  return motion;
}

std::string motion_line(const trunk::LoadMotion& motion, double limit) {
  const auto farthest = std::ranges::max_element(motion.moved) - motion.moved.begin();
  const long long moving = trunk::moving_boxes(motion, limit);
  std::string line = moving == 0 ? fmt::format("no box moves by more than {} mm", io::number_text(limit))
                                 : counted(moving, "box moves", "boxes move");
  line += fmt::format("; box {} by {} mm, {} mm at the end", farthest,
                      io::fixed_text(motion.moved[farthest], 1), io::fixed_text(motion.left[farthest], 1));
  if (!motion.bearing.empty()) {
    const auto most =
        std::ranges::max_element(motion.bearing, {}, &trunk::BoxBearing::pressure) - motion.bearing.begin();
    line += fmt::format("; box {} bears {} kPa", most, figures(motion.bearing[most].pressure));
  }
  return line;
}

}  // namespace

trunk::LoadTest test_load(const Options& options, const trunk::TrunkProblem& problem,
                          const std::vector<trunk::BoxRow>& rows, const StopQuery& stop) {
  if (problem.points_only) throw InputError("--load-test needs the walls of a mesh: --points has none");
  if (problem.corner_radius > 0)
    throw InputError("--load-test has no effect on rounded boxes: only sharp ones are simulated");
  trunk::LoadTest test{options.test_rules, {}};
  if (rows.empty()) return test;
  QuestionProgress shown(options);
  dynamics::RideSettings settings;
  settings.friction = test.rules.friction;
  settings.density = test.rules.density;
  settings.settle_first = test.rules.settle_first;
  settings.pressures = options.pressure;
  settings.frames = !options.html.empty();
  settings.thread_count = options.thread_count;
  settings.progress = [&shown](const dynamics::RideProgress& progress) {
    shown.show(progress.time_of_all, progress.duration_of_all,
               fmt::format("load test: {} ({} of {}), {} of {} s simulated", progress.manoeuvre.name,
                           progress.number, progress.count, io::fixed_text(progress.time, 2),
                           io::fixed_text(progress.duration, 2)));
  };
  settings.stop = stop;
  const PaddedLoad load(problem);
  const std::vector<dynamics::BoxAt> boxes =
      simulated_boxes(load.padded(rows), simulated_masses(problem, rows, settings.density));
  for (dynamics::Ride& ride :
       dynamics::ride(simulated_walls(load.problem()), boxes, options.manoeuvres, settings))
    test.motions.push_back(motion_of(std::move(ride)));
  test.complete = test.motions.size() == options.manoeuvres.size() + 1;
  return test;
}

std::string hold_text(const trunk::LoadTest& test) {
  if (test.motions.empty()) return {};
  const auto& [limit, friction, density, settle_first] = test.rules;
  const trunk::HoldVerdict verdict = trunk::verdict_of(test);
  const long long count = std::ssize(test.motions.front().moved);
  const std::string rules =
      fmt::format("by more than {} mm (friction {}, {} kg/m3{})", io::number_text(limit),
                  io::number_text(friction), io::number_text(density), settle_first ? ", settled first" : "");
  if (!verdict.holds) return "not finished: no box of " + std::to_string(count) + " moves so far " + rules;
  if (*verdict.holds) return fmt::format("holds: no box of {} moves {}", count, rules);
  const trunk::LoadMotion& worst = test.motions[verdict.worst];
  const long long moving = trunk::moving_boxes(worst, limit);
  return fmt::format("FAILS: {}: {} of {} {} {}", trunk::motion_text(worst), moving,
                     counted(count, "box", "boxes"), moving == 1 ? "moves" : "move", rules);
}

std::string load_test_table(const trunk::LoadTest& test) {
  if (test.motions.empty()) return {};
  std::string text = fact("load test", hold_text(test));
  for (const trunk::LoadMotion& motion : test.motions) {
    const bool unsettled = test.rules.settle_first && motion.g == 0 && !motion.still;
    text += fact("", trunk::motion_text(motion) + ": " + motion_line(motion, test.rules.limit) +
                         (unsettled ? "; not still after 10 s" : ""));
  }
  return text;
}

std::string failed_test(const Options& options, const trunk::LoadTest& test) {
  if (!options.require_load_test || test.motions.empty()) return {};
  const std::optional<bool> holds = trunk::verdict_of(test).holds;
  if (holds.value_or(false)) return {};
  return holds ? "the load does not hold (--require-load-test)"
               : "the test of the load was ended (--require-load-test)";
}

}  // namespace jam::app
