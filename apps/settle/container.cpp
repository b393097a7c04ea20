// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "container.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "jam/core/error.hpp"
#include "jam/core/version.hpp"
#include "jam/dynamics/scenes/pour.hpp"
#include "jam/mesh/read_triangles.hpp"
#include "jam/trunk/io/box_files.hpp"
#include "shell/figure_text.hpp"

namespace jam::app {
namespace {

using namespace dynamics;

constexpr double millimetre = 1e-3;    // [m]
constexpr double rest_time = 1;        // [s]
constexpr double look_interval = 0.1;  // Between two looks for room [s].
constexpr double entrance_gap = 2e-3;  // Gap of an entering box to all others and to the mesh [m].
constexpr double gravity = 9.81;       // [m/s^2]

MeshContainer read_container(const Options& options) {
  trunk::TriangleMesh mesh = mesh::read_triangles(options.container, options.unit, options.up);
  for (Vec3d& vertex : mesh.vertices) vertex *= millimetre;
  try {
    return {mesh.vertices, mesh.triangles};
  } catch (const InputError& error) {
    throw InputError(fmt::format("--container {}: {}", options.container.string(), error.what()));
  }
}

/// What boxes in the mesh feel as gravity [m/s^2] at a time since shaking began.
Vec3d swaying_gravity(double time) {
  const auto sway = [&](double share, double frequency) {
    return share * gravity * std::sin(2 * std::numbers::pi * frequency * time);
  };
  return Vec3d{sway(0.6, 4), sway(0.6, 5), sway(0.4, 7) - gravity};
}

}  // namespace

double filling_time(const Options& options) { return options.pour + options.shake + rest_time; }

Filling::Filling(const Options& options) : options_(options), container_(read_container(options)) {
  scene_.name = options.container.stem().string();
  scene_.step = 2e-3;
  scene_.world.add_wall(container_.shapes(), {}, load_surface);
  Shape shape;
  shape.kind = ShapeKind::box;
  shape.half = 0.5 * millimetre * options.box + skin * Vec3d{1, 1, 1};
  const Vec3d middle = 0.5 * (container_.low() + container_.high());
  for (int k = 0; k < options.box_count; ++k) {
    const int box = scene_.world.add_body({&shape, 1}, {middle, {}}, load_density, load_surface);
    scene_.world.bodies.kind[box] = BodyKind::inactive;
  }
  if (pour(container_, scene_.world, entrance_gap, options.seed, 0).empty()) {
    throw InputError(fmt::format("--container {}: no box finds room in it; check --unit and --box",
                                 options.container.string()));
  }
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

std::string Filling::box_file_text(const World& world, std::string& result) const {
  std::vector<BoxAt> kept;
  std::vector<trunk::BoxRow> rows;
  int waiting = 0, left_out = 0;
  for (int body = 1; body < world.bodies.count(); ++body) {
    if (!world.bodies.dynamic(body)) {
      ++waiting;
      continue;
    }
    const Pose& pose = world.bodies.pose[body];
    const BoxAt box{pose, 0.5 * millimetre * options_.box};
    const bool fits =
        container_.holds(box, 0) &&
        std::none_of(kept.begin(), kept.end(), [&](const BoxAt& other) { return overlap(box, other); });
    if (!fits) {
      ++left_out;
      continue;
    }
    kept.push_back(box);
    trunk::PlacedBox placed;
    placed.centre = pose.position / millimetre;
    placed.rotation = pose.rotation;
    placed.edge = options_.box;
    rows.push_back(trunk::row_of(placed));
  }
  result += fact("boxes", fmt::format("{} of {} in the packing; {} found no room, {} stick out or overlap",
                                      rows.size(), options_.box_count, waiting, left_out));
  return trunk::box_text(
      rows, {{"generator", fmt::format("{} {} ({})", program_name, version_number, version_commit())},
             {"problem", options_.container.filename().string()},
             {"seed", std::to_string(options_.seed)}});
}

}  // namespace jam::app
