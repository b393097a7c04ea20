// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "load_test.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "jam/core/error.hpp"
#include "jam/dynamics/scenes/mesh_container.hpp"
#include "jam/dynamics/step/box_bearing.hpp"
#include "jam/dynamics/step/collision.hpp"
#include "jam/io/number_text.hpp"
#include "shell/figure_text.hpp"

namespace jam::app {
namespace {

using namespace dynamics;

constexpr double millimetre = 1e-3;                 // [m]
constexpr double gravity = 9.81;                    // [m/s^2]
constexpr double standing_time = 0.5;               // [s]
constexpr double ramp = 0.2, hold = 1, rest = 0.6;  // [s]
constexpr double bump_time = 0.2;                   // [s]

constexpr std::array<const char*, 4> names{"brake", "accelerate", "corner", "bump"};

/// 0, up to 1 along a ramp, 1 for a time, down again.
double trapezium(double t, double held) {
  return std::clamp(std::min(t, 2 * ramp + held - t) / ramp, 0.0, 1.0);
}

/// What boxes feel besides gravity, over its largest value.
Vec3d felt(const std::string& name, double t) {
  if (name == "brake") return {-trapezium(t, hold), 0, 0};
  if (name == "accelerate") return {trapezium(t, hold), 0, 0};
  // One way, then the other.
  if (name == "corner") return {0, trapezium(t, hold) - trapezium(t - hold - 2 * ramp, hold), 0};
  if (name == "bump" && t < bump_time) return {0, 0, -std::sin(2 * std::numbers::pi * t / bump_time)};
  return {};
}

double duration_of(const std::string& name) {
  if (name == "standing") return standing_time;
  if (name == "bump") return bump_time + rest;
  return (name == "corner" ? 2 : 1) * (hold + 2 * ramp) + rest;
}

MeshContainer container_of(const trunk::TrunkProblem& problem) {
  const trunk::TriangleMesh& surface = problem.container.surface;
  std::vector<Vec3d> vertices;
  for (const Vec3d v : surface.vertices) vertices.push_back(millimetre * v);
  return {vertices, surface.triangles};
}

/// The load at rest: the wall is body 0, the boxes follow.
World world_of(const trunk::TrunkProblem& problem, const std::vector<trunk::BoxRow>& rows) {
  World world;
  world.add_wall(container_of(problem).shapes(), {}, load_surface);
  for (const trunk::BoxRow& row : rows) {
    Shape shape;
    shape.kind = ShapeKind::box;
    shape.half = 0.5 * millimetre * row.edge;
    const Pose pose{millimetre * row.centre, trunk::quaternion_of(row.first_axis, row.second_axis)};
    world.add_body({&shape, 1}, pose, load_density, load_surface);
  }
  return world;
}

/// How far the corners of each box are at most from where they were [mm].
std::vector<double> distances(const World& world, const std::vector<Pose>& before) {
  std::vector<double> result;
  for (const Shape& shape : world.shapes) {
    if (shape.kind != ShapeKind::box) continue;
    const Pose &now = world.bodies.pose[shape.body], &then = before[shape.body];
    double largest = 0;
    for (int corner = 0; corner < 8; ++corner) {
      const Vec3d p{(corner & 1) != 0 ? shape.half.x : -shape.half.x,
                    (corner & 2) != 0 ? shape.half.y : -shape.half.y,
                    (corner & 4) != 0 ? shape.half.z : -shape.half.z};
      const Vec3d moved = now.position + rotate(now.rotation, p) - then.position - rotate(then.rotation, p);
      largest = std::max(largest, length(moved));
    }
    result.push_back(largest / millimetre);
  }
  return result;
}

/// Lets `world` go through a manoeuvre; it is left as it is then, at rest. After a stop, neither it nor the
/// motion may be used.
trunk::LoadMotion go_through(World& world, const Manoeuvre& manoeuvre, bool pressures, int thread_count,
                             const StopQuery& stop) {
  StepSettings settings;
  settings.step = 2e-3;
  settings.solver.tolerance = 1e-3;
  settings.solver.iteration_limit = 300;
  settings.solver.thread_count = thread_count;
  const std::vector<Pose> before = world.bodies.pose;
  Simulation simulation(std::move(world), settings, collider_detection());
  trunk::LoadMotion motion{manoeuvre.name, manoeuvre.g, std::vector<double>(before.size() - 1), {}};
  BoxBearings bearings(static_cast<int>(before.size()) - 1);
  const auto steps = std::llround(duration_of(manoeuvre.name) / settings.step);
  while (simulation.steps() < steps && !stop.stopped()) {
    simulation.set_gravity(
        gravity *
        (Vec3d{0, 0, -1} + manoeuvre.g * felt(manoeuvre.name, simulation.time() + settings.step / 2)));
    const StepReport report = simulation.advance();
    if (!report.blown_up.empty())
      throw UnverifiedError(fmt::format("--load-test {}: {}", manoeuvre.name, report.blown_up));
    // Standing begins with boxes that come to rest.
    if (pressures && (manoeuvre.g > 0 || 2 * simulation.steps() > steps)) bearings.add(simulation);
    motion.left = distances(simulation.world(), before);
    for (std::size_t k = 0; k < motion.left.size(); ++k)
      motion.moved[k] = std::max(motion.moved[k], motion.left[k]);
  }
  if (pressures) {
    for (const BoxBearing& box : bearings.largest()) motion.bearing.push_back({box.pressure, box.edge_force});
  }
  world = simulation.world();
  for (int i = 0; i < world.bodies.count(); ++i)
    world.bodies.velocity[i] = world.bodies.angular_velocity[i] = {};
  return motion;
}

}  // namespace

std::vector<Manoeuvre> parse_manoeuvres(std::string_view text) {
  std::vector<Manoeuvre> result;
  while (true) {
    const std::string_view word = text.substr(0, text.find(','));
    const std::size_t equals = word.find('=');
    const std::string name(word.substr(0, equals));
    std::string_view number = equals == std::string_view::npos ? std::string_view() : word.substr(equals + 1);
    const bool unit = number.ends_with('g');
    if (unit) number.remove_suffix(1);
    const auto g = io::parse_number<double>(number);
    const bool known = std::find(names.begin(), names.end(), name) != names.end();
    const bool twice =
        std::any_of(result.begin(), result.end(), [&](const Manoeuvre& other) { return other.name == name; });
    if (!known || twice || !unit || !g || !(*g > 0 && *g <= 10)) {
      throw InputError(
          "brake, accelerate, corner and bump are accepted, each once, with an acceleration above 0 and up "
          "to 10 g, for example "
          "brake=0.8g,corner=0.5g,bump=2g");
    }
    result.push_back({name, *g});
    if (word.size() == text.size()) return result;
    text.remove_prefix(word.size() + 1);
  }
}

std::string manoeuvres_text(const std::vector<Manoeuvre>& manoeuvres) {
  std::string text;
  for (const Manoeuvre& each : manoeuvres)
    text += fmt::format("{}{}={}g", text.empty() ? "" : ",", each.name, io::number_text(each.g));
  return text;
}

std::vector<trunk::LoadMotion> test_load(const trunk::TrunkProblem& problem,
                                         const std::vector<trunk::BoxRow>& rows,
                                         const std::vector<Manoeuvre>& manoeuvres, bool pressures,
                                         int thread_count, const StopQuery& stop) {
  if (problem.points_only) throw InputError("--load-test needs the walls of a mesh: --points has none");
  if (problem.corner_radius > 0)
    throw InputError("--load-test has no effect on rounded boxes: only sharp ones are simulated");
  if (rows.empty()) return {};
  World standing = world_of(problem, rows);
  std::vector<trunk::LoadMotion> motions{
      go_through(standing, {"standing", 0}, pressures, thread_count, stop)};
  for (const Manoeuvre& manoeuvre : manoeuvres) {
    if (stop.stopped()) break;
    World world = standing;
    motions.push_back(go_through(world, manoeuvre, pressures, thread_count, stop));
  }
  if (stop.stopped()) motions.pop_back();
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
