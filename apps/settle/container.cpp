// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "container.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "jam/core/error.hpp"
#include "jam/core/version.hpp"
#include "jam/mesh/mesh_file.hpp"
#include "jam/trunk/io/box_files.hpp"

namespace jam::app {
namespace {

using namespace dynamics;

constexpr double millimetre = 1e-3;             // [m]
constexpr double fall_time = 1, rest_time = 1;  // [s]
constexpr double gravity = 9.81;                // [m/s^2]

/// Space between boxes at the start [m].
constexpr double start_gap = 2e-3;

MeshContainer read_container(const std::filesystem::path& file) {
  const mesh::PolygonSoup soup = mesh::read_mesh_file(file);
  std::vector<Vec3d> vertices;
  for (const Vec3d v : soup.vertices) vertices.push_back(millimetre * v);
  std::vector<std::array<int, 3>> triangles;
  for (const auto& polygon : soup.polygons) {
    for (std::size_t k = 2; k < polygon.size(); ++k) {
      triangles.push_back({static_cast<int>(polygon[0]), static_cast<int>(polygon[k - 1]), static_cast<int>(polygon[k])});
    }
  }
  try {
    return {vertices, triangles};
  } catch (const InputError& error) {
    throw InputError(fmt::format("--container {}: {}", file.string(), error.what()));
  }
}

/// The box at its true size.
BoxAt true_box(const Options& options, const Pose& pose) { return {pose, 0.5 * millimetre * options.box}; }

}  // namespace

double filling_time(const Options& options) { return fall_time + options.shake + rest_time; }

Filling make_filling(const Options& options) {
  Filling filling{read_container(options.container), {}, 0};
  const Vec3d true_edges = millimetre * options.box, wider = true_edges + 2 * skin * Vec3d{1, 1, 1};
  const std::vector<BoxAt> boxes = lattice_of_boxes(filling.container, wider, options.box_count, start_gap, options.seed);
  if (boxes.empty()) throw InputError(fmt::format("--container {}: no box finds a place in it", options.container.string()));
  Scene& scene = filling.scene;
  scene.name = options.container.stem().string();
  scene.step = 2e-3;
  scene.world.add_wall(filling.container.shapes(), {}, load_surface);
  for (const BoxAt& box : boxes) {
    Shape shape;
    shape.kind = ShapeKind::box;
    shape.half = box.half;
    scene.world.add_body({&shape, 1}, box.pose, load_density, load_surface);
  }
  filling.boxes = static_cast<int>(boxes.size());
  return filling;
}

Vec3d swaying_gravity(const Options& options, double time) {
  Vec3d g{0, 0, -gravity};
  const double since = time - fall_time;
  if (since <= 0 || since >= options.shake) return g;
  const auto sway = [&](double share, double frequency) { return share * gravity * std::sin(2 * std::numbers::pi * frequency * since); };
  return g + Vec3d{sway(0.6, 4), sway(0.6, 5), sway(0.4, 7)};
}

std::string box_file_text(const Options& options, const Filling& filling, const World& world, int& left_out) {
  std::vector<BoxAt> kept;
  std::vector<trunk::BoxRow> rows;
  left_out = 0;
  for (int body = 1; body < world.bodies.count(); ++body) {
    const Pose& pose = world.bodies.pose[body];
    const BoxAt box = true_box(options, pose);
    const bool fits =
        filling.container.holds(box, 0) && std::none_of(kept.begin(), kept.end(), [&](const BoxAt& other) { return overlap(box, other); });
    if (!fits) {
      ++left_out;
      continue;
    }
    kept.push_back(box);
    trunk::PlacedBox placed;
    placed.centre = pose.position / millimetre;
    placed.rotation = pose.rotation;
    placed.edge = options.box;
    rows.push_back(trunk::row_of(placed));
  }
  return trunk::box_text(rows, {{"generator", fmt::format("{} {} ({})", program_name, version_number, version_commit())},
                                {"problem", options.container.filename().string()},
                                {"seed", std::to_string(options.seed)}});
}

}  // namespace jam::app
