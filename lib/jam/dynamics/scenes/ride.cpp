// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/scenes/ride.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include <fmt/format.h>

#include "jam/core/error.hpp"
#include "jam/dynamics/step/collision.hpp"
#include "jam/io/number_text.hpp"

namespace jam::dynamics {
namespace {

constexpr double gravity = 9.81;                    // [m/s^2]
constexpr double ramp = 0.2, hold = 1, rest = 0.6;  // [s]
constexpr double bump_time = 0.2;                   // [s]

/// 0, up to 1 along a ramp, 1 for a time, down again.
double trapezium(double t, double held) {
  return std::clamp(std::min(t, 2 * ramp + held - t) / ramp, 0.0, 1.0);
}

/// The course of a manoeuvre.
struct Profile {
  std::string_view name;
  double duration;          ///< [s]
  Vec3d (*felt)(double t);  ///< Acceleration that boxes feel besides gravity, over its largest value.
};

constexpr Profile profiles[] = {
    {"standing", 0.5, [](double) { return Vec3d{}; }},
    {"brake", hold + 2 * ramp + rest,
     [](double t) {
       return Vec3d{-trapezium(t, hold), 0, 0};
     }},
    {"accelerate", hold + 2 * ramp + rest,
     [](double t) {
       return Vec3d{trapezium(t, hold), 0, 0};
     }},
    // One way, then the other.
    {"corner", 2 * (hold + 2 * ramp) + rest,
     [](double t) {
       return Vec3d{0, trapezium(t, hold) - trapezium(t - hold - 2 * ramp, hold), 0};
     }},
    {"bump", bump_time + rest,
     [](double t) {
       return t < bump_time ? Vec3d{0, 0, -std::sin(2 * std::numbers::pi * t / bump_time)} : Vec3d{};
     }},
};

/// Largest distance of the corners of each box from their places in `before` [m].
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
    result.push_back(largest);
  }
  return result;
}

/// Lets `world` go through a manoeuvre; it is left as it is then, at rest. After a stop, neither it nor the
/// ride may be used.
Ride go_through(World& world, const Manoeuvre& manoeuvre, bool pressures, int thread_count,
                const StopQuery& stop) {
  StepSettings settings;
  settings.step = 2e-3;
  settings.solver.tolerance = 1e-3;
  settings.solver.iteration_limit = 300;
  settings.solver.thread_count = thread_count;
  const Profile& profile = *std::ranges::find(profiles, manoeuvre.name, &Profile::name);
  const std::vector<Pose> before = world.bodies.pose;
  Simulation simulation(std::move(world), settings, collider_detection());
  Ride ride{manoeuvre, std::vector<double>(before.size() - 1), {}, {}};
  BoxBearings bearings(static_cast<int>(before.size()) - 1);
  const auto steps = std::llround(profile.duration / settings.step);
  while (simulation.steps() < steps && !stop.stopped()) {
    const Vec3d felt = profile.felt(simulation.time() + settings.step / 2);
    simulation.set_gravity(gravity * (Vec3d{0, 0, -1} + manoeuvre.g * felt));
    const StepReport report = simulation.advance();
    if (!report.blown_up.empty())
      throw UnverifiedError(fmt::format("--load-test {}: {}", manoeuvre.name, report.blown_up));
    // Standing begins with boxes that come to rest.
    if (pressures && (manoeuvre.g > 0 || 2 * simulation.steps() > steps)) bearings.add(simulation);
    ride.left = distances(simulation.world(), before);
    for (std::size_t k = 0; k < ride.left.size(); ++k) ride.moved[k] = std::max(ride.moved[k], ride.left[k]);
  }
  if (pressures) ride.bearing = bearings.largest();
  world = simulation.world();
  for (int i = 0; i < world.bodies.count(); ++i)
    world.bodies.velocity[i] = world.bodies.angular_velocity[i] = {};
  return ride;
}

bool is_manoeuvre(std::string_view name) {
  return name != profiles[0].name && std::ranges::find(profiles, name, &Profile::name) != std::end(profiles);
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
    const bool twice =
        std::any_of(result.begin(), result.end(), [&](const Manoeuvre& other) { return other.name == name; });
    if (!is_manoeuvre(name) || twice || !unit || !g || !(*g > 0 && *g <= 10)) {
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

std::vector<Ride> ride(const MeshContainer& container, std::span<const BoxAt> boxes,
                       std::span<const Manoeuvre> manoeuvres, bool pressures, int thread_count,
                       const StopQuery& stop) {
  World standing;
  standing.add_wall(container.shapes(), {}, load_surface);
  for (const BoxAt& box : boxes) {
    Shape shape;
    shape.kind = ShapeKind::box;
    shape.half = box.half;
    standing.add_body({&shape, 1}, box.pose, load_density, load_surface);
  }
  std::vector<Ride> rides{go_through(standing, {"standing", 0}, pressures, thread_count, stop)};
  for (const Manoeuvre& manoeuvre : manoeuvres) {
    if (stop.stopped()) break;
    World world = standing;
    rides.push_back(go_through(world, manoeuvre, pressures, thread_count, stop));
  }
  if (stop.stopped()) rides.pop_back();
  return rides;
}

}  // namespace jam::dynamics
