// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/scenes/ride.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <mutex>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "jam/core/error.hpp"
#include "jam/core/parallel.hpp"
#include "jam/dynamics/scenes/load_world.hpp"
#include "jam/dynamics/step/collision.hpp"

namespace jam::dynamics {
namespace {

constexpr double standing_time = 0.5, rest = 0.6;  // [s]
/// All boxes are still when no corner moves farther [m] within a time [s].
constexpr double still_distance = 1e-5, still_time = 0.1;

/// Largest distance of the corners of each box from their places in `before` [m].
std::vector<double> distances(const World& world, const std::vector<Pose>& before) {
  std::vector<double> result;
  for (const Shape& shape : world.shapes) {
    if (shape.kind != ShapeKind::box) continue;
    result.push_back(largest_way(shape.half, before[shape.body], world.bodies.pose[shape.body]));
  }
  return result;
}

/// Tells when all boxes of a simulation are still.
class Stillness {
 public:
  explicit Stillness(const World& world) : before_(world.bodies.pose) {}

  /// After each step. Answers for the last whole window.
  bool still(const Simulation& simulation) {
    const auto window = std::llround(still_time / simulation.settings().step);
    if (simulation.steps() % window != 0) return false;
    const std::vector<double> moved = distances(simulation.world(), before_);
    before_ = simulation.world().bodies.pose;
    return std::ranges::all_of(moved, [](double distance) { return distance <= still_distance; });
  }

 private:
  std::vector<Pose> before_;
};

/// Chosen on loads of the three generated trunks (docs/trunkpack.md, Load test). 100 sweeps move as many
/// boxes as steps of 1 ms do, within some; stacks of seven need 150 to stand within 0.3 mm. The solver apgd
/// with 2 ms and 100 iterations takes five times as long.
StepSettings step_settings(int thread_count) {
  StepSettings settings;
  settings.step = 5e-3;
  settings.solver.kind = SolverKind::sor;
  settings.solver.tolerance = 1e-3;
  settings.solver.iteration_limit = 150;
  settings.solver.thread_count = thread_count;
  return settings;
}

/// Longest time of a ride [s].
double duration_of(const Manoeuvre& manoeuvre, const RideSettings& settings) {
  if (manoeuvre.name != standing_name) return acting_time(manoeuvre) + rest;
  return settings.settle_first ? settling_limit : standing_time;
}

/// Rides of one load, whose progress is that of all together.
class Rides {
 public:
  /// The ride 0 is standing.
  Rides(std::vector<Manoeuvre> all, const RideSettings& settings)
      : settings_(settings), all_(std::move(all)), done_(all_.size()) {
    for (const Manoeuvre& each : all_) duration_of_all_ += duration_of(each, settings);
  }

  /// Lets `world` go through a manoeuvre by its number; it is left as it is then, at rest. Nothing after a
  /// stop; then `world` may not be used. May be called for several manoeuvres at once.
  std::optional<Ride> go_through(World& world, int number, int thread_count) {
    const Manoeuvre& manoeuvre = all_[number];
    const bool stands = number == 0;
    const std::vector<Pose> before = world.bodies.pose;
    Stillness stillness(world);
    Simulation simulation(std::move(world), step_settings(thread_count), collider_detection());
    const double step = simulation.settings().step;
    Ride ride{manoeuvre, std::vector<double>(before.size() - 1), {}, {}, {}, false};
    BoxBearings bearings(static_cast<int>(before.size()) - 1);
    const auto steps = std::llround(duration_of(manoeuvre, settings_) / step);
    const auto frame_steps = std::max(1LL, (steps + frame_limit - 2) / (frame_limit - 1));
    const double least_time = (stands ? standing_time : acting_time(manoeuvre)) + still_time;
    take_frame(ride, simulation, 0);
    for (bool ended = false; !ended;) {
      if (settings_.stop.stopped()) return std::nullopt;
      const double middle = simulation.time() + step / 2;
      simulation.set_gravity(Vec3d{0, 0, -standard_gravity} + felt_acceleration(manoeuvre, middle));
      const StepReport report = simulation.advance();
      if (!report.blown_up.empty())
        throw UnverifiedError(fmt::format("--load-test {}: {}", manoeuvre.name, report.blown_up));
      // Standing begins with boxes that come to rest.
      if (settings_.pressures && (!stands || simulation.time() > standing_time / 2)) bearings.add(simulation);
      ride.left = distances(simulation.world(), before);
      for (std::size_t k = 0; k < ride.left.size(); ++k)
        ride.moved[k] = std::max(ride.moved[k], ride.left[k]);
      ride.still = stillness.still(simulation);
      ended = simulation.steps() == steps || (ride.still && simulation.time() >= least_time);
      if (ended || simulation.steps() % frame_steps == 0) take_frame(ride, simulation, simulation.time());
      tell(number, simulation.time(), ended);
    }
    if (settings_.pressures) ride.bearing = bearings.largest();
    world = simulation.world();
    for (int i = 0; i < world.bodies.count(); ++i)
      world.bodies.velocity[i] = world.bodies.angular_velocity[i] = {};
    return ride;
  }

  /// Lets copies of `world` go through all manoeuvres but standing, several at once: a step of some hundred
  /// boxes is too short for several threads. The rides that ended, in the order of the manoeuvres.
  std::vector<Ride> go_through_others(const World& world) {
    std::vector<int> order(all_.size() - 1);
    std::iota(order.begin(), order.end(), 1);
    std::ranges::stable_sort(order, std::greater{},
                             [&](int number) { return duration_of(all_[number], settings_); });
    const int threads = settings_.thread_count > 0 ? settings_.thread_count : available_threads();
    const int each = std::max(1, threads / std::max(1, static_cast<int>(order.size())));
    std::vector<std::optional<Ride>> rides(all_.size());
    parallel_for(static_cast<int>(order.size()), threads, [&](int k) {
      World own = world;
      rides[order[k]] = go_through(own, order[k], each);
    });
    std::vector<Ride> ended;
    for (std::optional<Ride>& one : rides)
      if (one) ended.push_back(std::move(*one));
    return ended;
  }

 private:
  void take_frame(Ride& ride, const Simulation& simulation, double time) const {
    if (!settings_.frames) return;
    const std::vector<Pose>& poses = simulation.world().bodies.pose;
    ride.frames.push_back({time, {poses.begin() + 1, poses.end()}});  // Body 0 is the wall.
  }

  void tell(int number, double time, bool ended) {
    if (!settings_.progress) return;
    const std::scoped_lock lock(telling_);
    const double duration = duration_of(all_[number], settings_);
    done_[number] = ended ? duration : time;
    settings_.progress({all_[number], number + 1, static_cast<int>(all_.size()), time, duration,
                        std::accumulate(done_.begin(), done_.end(), 0.0), duration_of_all_});
  }

  const RideSettings& settings_;
  std::vector<Manoeuvre> all_;
  double duration_of_all_ = 0;  ///< [s]
  std::mutex telling_;
  std::vector<double> done_;  ///< Simulated time of each ride; once it ended, its longest time [s].
};

}  // namespace

std::vector<Ride> ride(std::span<const Shape> walls, std::span<const BoxAt> boxes,
                       std::span<const Manoeuvre> manoeuvres, const RideSettings& settings) {
  const Surface surface{settings.friction, load_surface.restitution};
  World standing = load_world({walls, boxes}, surface, settings.density);
  std::vector<Manoeuvre> all{{std::string(standing_name), 0}};
  all.insert(all.end(), manoeuvres.begin(), manoeuvres.end());
  Rides rides(std::move(all), settings);
  std::optional<Ride> stood = rides.go_through(standing, 0, settings.thread_count);
  if (!stood) return {};
  std::vector<Ride> result = rides.go_through_others(standing);
  result.insert(result.begin(), std::move(*stood));
  return result;
}

}  // namespace jam::dynamics
