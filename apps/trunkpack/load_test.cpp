// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "load_test.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "jam/core/error.hpp"
#include "jam/io/number_text.hpp"
#include "shell/figure_text.hpp"

namespace jam::app {

using dynamics::Manoeuvre;

std::vector<trunk::LoadMotion> test_load(const trunk::TrunkProblem& problem,
                                         const std::vector<trunk::BoxRow>& rows,
                                         const std::vector<Manoeuvre>& manoeuvres, bool pressures,
                                         int thread_count, const StopQuery& stop) {
  if (problem.points_only) throw InputError("--load-test needs the walls of a mesh: --points has none");
  if (problem.corner_radius > 0)
    throw InputError("--load-test has no effect on rounded boxes: only sharp ones are simulated");
  if (rows.empty()) return {};
  constexpr double millimetre = 1e-3;  // [m]
  std::vector<Vec3d> vertices;
  for (const Vec3d v : problem.container.surface.vertices) vertices.push_back(millimetre * v);
  std::vector<dynamics::BoxAt> boxes;
  for (const trunk::BoxRow& row : rows) {
    boxes.push_back({{millimetre * row.centre, trunk::quaternion_of(row.first_axis, row.second_axis)},
                     0.5 * millimetre * row.edge});
  }
  std::vector<trunk::LoadMotion> motions;
  for (dynamics::Ride& ride : dynamics::ride({vertices, problem.container.surface.triangles}, boxes,
                                             manoeuvres, pressures, thread_count, stop)) {
    for (double& distance : ride.moved) distance /= millimetre;
    for (double& distance : ride.left) distance /= millimetre;
    motions.push_back(
        {ride.manoeuvre.name, ride.manoeuvre.g, std::move(ride.moved), std::move(ride.left), {}});
    for (const dynamics::BoxBearing& box : ride.bearing)
      motions.back().bearing.push_back({box.pressure, box.edge_force});
  }
  return motions;
}

std::string load_test_table(const std::vector<trunk::LoadMotion>& motions) {
  std::string text;
  for (const trunk::LoadMotion& motion : motions) {
    const auto farthest = std::max_element(motion.moved.begin(), motion.moved.end()) - motion.moved.begin();
    const long long moving = trunk::moving_boxes(motion);
    const std::string name =
        motion.g > 0 ? fmt::format("{} {} g", motion.name, io::number_text(motion.g)) : motion.name;
    std::string line =
        moving == 0 ? fmt::format("no box moves by more than {} mm", io::number_text(trunk::moving_distance))
                    : counted(moving, "box moves", "boxes move");
    line += fmt::format("; box {} by {} mm, {} mm at the end", farthest,
                        io::fixed_text(motion.moved[farthest], 1), io::fixed_text(motion.left[farthest], 1));
    if (!motion.bearing.empty()) {
      const auto most =
          std::ranges::max_element(motion.bearing, {}, &trunk::BoxBearing::pressure) - motion.bearing.begin();
      line += fmt::format("; box {} bears {} kPa", most, figures(motion.bearing[most].pressure));
    }
    text += fact(text.empty() ? "load test" : "", name + ": " + line);
  }
  return text;
}

}  // namespace jam::app
