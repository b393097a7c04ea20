// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/model/flow.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "jam/core/error.hpp"
#include "jam/core/philox.hpp"
#include "jam/dynamics/model/bodies.hpp"

namespace jam::dynamics {
namespace {

/// Radius of a sphere about the centre of mass that holds all shapes of a body.
std::vector<double> radii_of(const World& world) {
  std::vector<double> radius(world.bodies.count());
  for (const Shape& shape : world.shapes) {
    radius[shape.body] =
        std::max(radius[shape.body], length(shape.pose.position) + shape.radius + length(shape.half));
  }
  return radius;
}

/// Grid numbers -last .. last along an axis.
int last_of(const Inlet& inlet) { return static_cast<int>(std::floor(inlet.radius / inlet.pitch)); }

bool in_disc(const Inlet& inlet, int i, int j) {
  return inlet.pitch * std::hypot(static_cast<double>(i), static_cast<double>(j)) <= inlet.radius;
}

void drain(World& world) {
  Bodies& bodies = world.bodies;
  for (int i = 0; i < bodies.count(); ++i) {
    if (!bodies.dynamic(i) || bodies.pose[i].position.z >= world.flow.drain) continue;
    bodies.kind[i] = BodyKind::inactive;
    bodies.velocity[i] = bodies.angular_velocity[i] = {};
    ++world.flow.left;
    if (world.flow.returns) world.flow.waiting.push_back(i);
  }
}

/// The places that no body in the scene obstructs for a body of radius `entering`.
std::vector<Vec3d> free_places(const World& world, const std::vector<double>& radius, double entering) {
  const Inlet& inlet = world.flow.inlet;
  const int last = last_of(inlet), side = 2 * last + 1;
  std::vector<char> taken(static_cast<std::size_t>(side) * side, 0);
  for (int b = 0; b < world.bodies.count(); ++b) {
    const Vec3d d = world.bodies.pose[b].position - inlet.centre;
    const double reach = radius[b] + entering + std::sqrt(2.0) * inlet.jitter;
    if (!world.bodies.dynamic(b) || std::fabs(d.z) >= reach || std::hypot(d.x, d.y) >= inlet.radius + reach)
      continue;
    const auto low = [&](double x) {
      return std::max(-last, static_cast<int>(std::ceil((x - reach) / inlet.pitch)));
    };
    const auto high = [&](double x) {
      return std::min(last, static_cast<int>(std::floor((x + reach) / inlet.pitch)));
    };
    for (int j = low(d.y); j <= high(d.y); ++j) {
      for (int i = low(d.x); i <= high(d.x); ++i) {
        if (length_squared(d - Vec3d{i * inlet.pitch, j * inlet.pitch, 0}) >= reach * reach) continue;
        taken[static_cast<std::size_t>(j + last) * side + (i + last)] = 1;
      }
    }
  }
  std::vector<Vec3d> places;
  for (int j = -last; j <= last; ++j) {
    for (int i = -last; i <= last; ++i) {
      if (!in_disc(inlet, i, j) || taken[static_cast<std::size_t>(j + last) * side + (i + last)] != 0)
        continue;
      places.push_back(inlet.centre + Vec3d{i * inlet.pitch, j * inlet.pitch, 0});
    }
  }
  return places;
}

void enter(World& world) {
  Flow& flow = world.flow;
  if (flow.waiting.empty()) return;
  const std::vector<double> radius = radii_of(world);
  double entering = 0;
  for (const int b : flow.waiting) entering = std::max(entering, radius[b]);
  std::vector<Vec3d> places = free_places(world, radius, entering);
  std::size_t count = std::min(places.size(), flow.waiting.size());
  if (flow.inlet.batch > 0) count = std::min(count, static_cast<std::size_t>(flow.inlet.batch));
  // Instance 0 places the bodies of a scene (scenes/).
  RandomStream random(flow.inlet.seed, StreamId::start, 1, static_cast<std::uint64_t>(flow.looks));
  const auto jitter = [&] { return flow.inlet.jitter * (2 * random.uniform_double() - 1); };
  for (std::size_t k = 0; k < count; ++k) {
    // The next of a random order of the places (Fisher and Yates).
    std::swap(places[k], places[k + random.below(static_cast<std::uint32_t>(places.size() - k))]);
    const int b = flow.waiting[k];
    const double x = jitter(), y = jitter();
    world.bodies.kind[b] = BodyKind::dynamic;
    world.bodies.pose[b].position = places[k] + Vec3d{x, y, 0};
    world.bodies.velocity[b] = flow.inlet.velocity;
    world.bodies.angular_velocity[b] = {};
  }
  flow.waiting.erase(flow.waiting.begin(), flow.waiting.begin() + static_cast<std::ptrdiff_t>(count));
  flow.entered += static_cast<long long>(count);
}

}  // namespace

void check_flow(const World& world) {
  const Flow& flow = world.flow;
  for (const Gate& gate : world.gates) {
    if (!(gate.until >= 0)) throw InputError("a wall is there until a time of at least 0 s");
  }
  if (!(flow.interval >= 0 && std::isfinite(flow.interval)))
    throw InputError("the interval of a flow is a time of at least 0 s");
  const Inlet& inlet = flow.inlet;
  if (flow.waiting.empty() && !flow.returns) return;
  if (!(flow.interval > 0)) throw InputError("bodies wait to enter: an interval above 0 s is needed");
  if (!(inlet.radius >= 0 && inlet.pitch > 0 && inlet.jitter >= 0 && inlet.batch >= 0)) {
    throw InputError("an inlet needs a radius of at least 0 m and a pitch above 0 m");
  }
  const std::vector<double> radius = radii_of(world);
  double largest = 0;
  for (int b = 0; b < world.bodies.count(); ++b) {
    if (world.bodies.mass[b] > 0) largest = std::max(largest, radius[b]);
  }
  const double needed = 2 * (largest + inlet.jitter);
  if (inlet.pitch < needed * (1 - 1e-12)) {
    throw InputError(
        fmt::format("the pitch of the inlet is {:.6g} m: bodies that enter side by side need {:.6g} m",
                    inlet.pitch, needed));
  }
}

void run_flow(World& world) {
  drain(world);
  enter(world);
  ++world.flow.looks;
}

bool look_follows(const Flow& flow, double step, long long steps) {
  if (!(flow.interval > 0)) return false;
  const double looks_per_step = step / flow.interval;
  const auto looks_after = [&](long long count) {
    return std::floor(static_cast<double>(count) * looks_per_step + 1e-9);
  };
  return looks_after(steps) > looks_after(steps - 1);
}

}  // namespace jam::dynamics
