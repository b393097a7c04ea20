// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "compare/engine.hpp"
#include "jam/dynamics/scenes/containers.hpp"
#include "jam/dynamics/scenes/mesh_container.hpp"
#include "jam/dynamics/scenes/scene.hpp"
#include "jam/mesh/read_triangles.hpp"

namespace jam::compare {
namespace {

constexpr double millimetre = 1e-3;  // [m]
constexpr int box_limit = 300;
constexpr Vec3d litre_box{0.2, 0.1, 0.05};           // Edges [m].
constexpr int course_count = 20, course_boxes = 25;  // Of the wall.

}  // namespace

Scene pile() {
  Scene scene{.name = "pile", .world = built_in_scene("pile", 1).world, .friction = 0.3, .size = 0.1};
  for (Surface& surface : scene.world.bodies.surface) surface.restitution = 0;
  return scene;
}

Scene wall() {
  Scene scene{.name = "wall", .world = {}, .friction = load_surface.friction, .size = litre_box.z / 2};
  add_plane(scene.world, {0, 0, 0}, {0, 0, 1}, load_surface);
  const Shape box = box_shape(litre_box);
  for (int course = 0; course < course_count; ++course) {
    for (int k = 0; k < course_boxes; ++k) {
      const double x = litre_box.x * (k - 0.5 * (course_boxes - 1) + (course % 2 == 1 ? 0.5 : 0));
      scene.world.add_body({&box, 1}, {{x, 0, litre_box.z * (course + 0.5)}, {}}, load_density, load_surface);
    }
  }
  return scene;
}

Scene poured(const std::filesystem::path& mesh) {
  trunk::TriangleMesh surface = mesh::read_triangles(mesh);
  for (Vec3d& vertex : surface.vertices) vertex *= millimetre;
  const MeshContainer container(surface.vertices, surface.triangles);
  Scene scene{.name = mesh.stem().string(), .world = {}, .time = 1.5, .friction = load_surface.friction, .size = litre_box.z / 2};
  scene.world.add_wall(container.shapes(), {}, load_surface);
  // A loose lattice, layer by layer from below; gaps differ, so that boxes do not fall like one.
  const Shape shape = box_shape(litre_box);
  int placed = 0;
  const Vec3d pitch = litre_box + Vec3d{4e-3, 4e-3, 6e-3}, low = container.low(), high = container.high();
  for (double z = low.z + pitch.z / 2; z < high.z; z += pitch.z) {
    for (double y = low.y + pitch.y / 2; y < high.y; y += pitch.y) {
      for (double x = low.x + pitch.x / 2; x < high.x && placed < box_limit; x += pitch.x) {
        const double turned = 0.01 * (placed % 7 - 3);
        const BoxAt box{{{x, y, z}, from_axis_angle(Vec3d{0, 0, 1}, turned)}, 0.5 * litre_box};
        if (!container.holds(box, 2e-3)) continue;
        scene.world.add_body({&shape, 1}, box.pose, load_density, load_surface);
        ++placed;
      }
    }
  }
  return scene;
}

}  // namespace jam::compare
