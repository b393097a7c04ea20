// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/scenes/filling.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "jam/core/error.hpp"
#include "jam/dynamics/scenes/pour.hpp"

namespace jam::dynamics {
namespace {

constexpr double skin = 5e-5;          // [m]
constexpr double look_interval = 0.1;  // Time between two searches for room [s].
constexpr double entrance_gap = 2e-3;  // Gap of an entering box to all others and to the mesh [m].
constexpr double gravity = 9.81;       // [m/s^2]

/// Gravity in the frame of the shaken mesh [m/s^2], at a time since shaking began.
Vec3d swaying_gravity(double time) {
  const auto sway = [&](double share, double frequency) {
    return share * gravity * std::sin(2 * std::numbers::pi * frequency * time);
  };
  return Vec3d{sway(0.6, 4), sway(0.6, 5), sway(0.4, 7) - gravity};
}

}  // namespace

Filling::Filling(MeshContainer container, const FillingOptions& options)
    : container_(std::move(container)), options_(options) {
  scene_.name = options.name;
  scene_.step = 2e-3;
  scene_.world.add_wall(container_.shapes(), {}, load_surface);
  Shape shape;
  shape.kind = ShapeKind::box;
  shape.half = options.half + skin * Vec3d{1, 1, 1};
  const Vec3d middle = 0.5 * (container_.low() + container_.high());
  for (int k = 0; k < options.box_count; ++k) {
    const int box = scene_.world.add_body({&shape, 1}, {middle, {}}, load_density, load_surface);
    scene_.world.bodies.kind[box] = BodyKind::inactive;
  }
  if (pour(container_, scene_.world, entrance_gap, options.seed, 0).empty())
    throw InputError("no box finds room in it; check --unit and --box");
}

void Filling::prepare_step(Simulation& simulation) const {
  const double step = simulation.settings().step;
  // Looks are whole steps apart.
  const auto steps_per_look = std::max(1LL, std::llround(look_interval / step));
  const double shaken_at = options_.pour, ends_at = shaken_at + options_.shake;
  if (simulation.steps() % steps_per_look == 0 && simulation.time() < ends_at) {
    const auto look = static_cast<std::uint64_t>(simulation.steps() / steps_per_look);
    simulation.enter(pour(container_, simulation.world(), entrance_gap, options_.seed, look));
  }
  const double middle = simulation.time() + step / 2;
  simulation.set_gravity(middle > shaken_at && middle < ends_at ? swaying_gravity(middle - shaken_at)
                                                                : Vec3d{0, 0, -gravity});
}

Filling::Packing Filling::packing(const World& world) const {
  Packing packing;
  for (int body = 1; body < world.bodies.count(); ++body) {
    if (!world.bodies.dynamic(body)) {
      ++packing.waiting;
      continue;
    }
    const BoxAt box{world.bodies.pose[body], options_.half};
    const auto overlaps = [&box](const BoxAt& other) { return overlap(box, other); };
    if (container_.holds(box, 0) && std::ranges::none_of(packing.boxes, overlaps)) {
      packing.boxes.push_back(box);
    } else {
      ++packing.left_out;
    }
  }
  return packing;
}

}  // namespace jam::dynamics
