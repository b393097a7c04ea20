// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "container.hpp"

#include <fmt/format.h>

#include <vector>

#include "jam/core/error.hpp"
#include "jam/core/version.hpp"
#include "jam/mesh/read_triangles.hpp"
#include "jam/trunk/io/box_files.hpp"
#include "shell/figure_text.hpp"

namespace jam::app {
namespace {

constexpr double millimetre = 1e-3;  // [m]

}  // namespace

dynamics::FillingOptions filling_options(const Options& options) {
  return {options.container.stem().string(),
          0.5 * millimetre * options.box,
          options.box_count,
          options.pour,
          options.shake,
          options.seed};
}

dynamics::Filling read_filling(const Options& options) {
  trunk::TriangleMesh mesh = mesh::read_triangles(options.container, options.unit, options.up);
  for (Vec3d& vertex : mesh.vertices) vertex *= millimetre;
  try {
    return {{mesh.vertices, mesh.triangles}, filling_options(options)};
  } catch (const InputError& error) {
    throw InputError(fmt::format("--container {}: {}", options.container.string(), error.what()));
  }
}

std::string box_file_text(const Options& options, const dynamics::Filling& filling,
                          const dynamics::World& world, std::string& result) {
  const dynamics::Filling::Packing packing = filling.packing(world);
  std::vector<trunk::BoxRow> rows;
  for (const dynamics::BoxAt& box : packing.boxes) {
    trunk::PlacedBox placed;
    placed.centre = box.pose.position / millimetre;
    placed.rotation = box.pose.rotation;
    placed.edge = options.box;
    rows.push_back(trunk::row_of(placed));
  }
  result += fact("boxes", fmt::format("{} of {} in the packing; {} found no room, {} stick out or overlap",
                                      rows.size(), options.box_count, packing.waiting, packing.left_out));
  return trunk::box_text(
      rows, {{"generator", fmt::format("{} {} ({})", program_name, version_number, version_commit())},
             {"problem", options.container.filename().string()},
             {"seed", std::to_string(options.seed)}});
}

}  // namespace jam::app
