// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "compare/engine.hpp"
#include "jam/dynamics/scenes/containers.hpp"
#include "jam/dynamics/scenes/mesh_container.hpp"
#include "jam/dynamics/scenes/scene.hpp"
#include "jam/mesh/read_triangles.hpp"

namespace jam::compare {
namespace {

constexpr double millimetre = 1e-3;  // [m]
constexpr int box_count = 300;
constexpr Vec3d litre_box{0.2, 0.1, 0.05};           // Edges [m].
constexpr int course_count = 20, course_boxes = 25;  // Courses of the wall; boxes of a course.

/// Places in a loose lattice, layer by layer from below, of which upright boxes take most; then further
/// lattices, of boxes that lie in other ways and shifted by thirds, where there is room between. Gaps and
/// rotations differ, so that boxes do not fall like one.
std::vector<BoxAt> boxes_in(const MeshContainer& container) {
  const Vec3d low = container.low(), high = container.high(), e = litre_box;
  const Vec3d ways[] = {{e.y, e.z, e.x}, {e.z, e.y, e.x}, {e.x, e.y, e.z}, {e.y, e.x, e.z}};
  std::vector<BoxAt> boxes;
  for (const Vec3d& edges : ways) {
    const Vec3d pitch = edges + Vec3d{4e-3, 4e-3, 6e-3};
    for (int shift = 0; shift < (boxes.empty() ? 1 : 27); ++shift) {
      const Vec3d first =
          low + 0.5 * pitch -
          Vec3d{pitch.x * (shift % 3) / 3, pitch.y * (shift / 3 % 3) / 3, pitch.z * (shift / 9) / 3};
      for (double z = first.z; z < high.z; z += pitch.z) {
        for (double y = first.y; y < high.y; y += pitch.y) {
          for (double x = first.x; x < high.x; x += pitch.x) {
            const double turned = 0.01 * (static_cast<int>(boxes.size()) % 7 - 3);
            const BoxAt box{{{x, y, z}, from_axis_angle(Vec3d{0, 0, 1}, turned)}, 0.5 * edges};
            if (static_cast<int>(boxes.size()) == box_count || !container.holds(box, 2e-3)) continue;
            const BoxAt wider{box.pose, box.half + Vec3d{1e-3, 1e-3, 1e-3}};
            if (std::none_of(boxes.begin(), boxes.end(),
                             [&](const BoxAt& other) { return overlap(wider, other); }))
              boxes.push_back(box);
          }
        }
      }
    }
  }
  return boxes;
}

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
  Scene scene{.name = mesh.stem().string(),
              .world = {},
              .time = 1.5,
              .friction = load_surface.friction,
              .size = litre_box.z / 2};
  scene.world.add_wall(container.shapes(), {}, load_surface);
  for (const BoxAt& box : boxes_in(container)) {
    const Shape shape = box_shape(2.0 * box.half);
    scene.world.add_body({&shape, 1}, box.pose, load_density, load_surface);
  }
  return scene;
}

}  // namespace jam::compare
