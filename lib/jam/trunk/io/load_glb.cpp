// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/io/load_report.hpp"

#include <cmath>
#include <cstddef>
#include <vector>

#include "jam/io/glb.hpp"
#include "jam/trunk/model/box_classes.hpp"

namespace jam::trunk {
namespace {

/// A component of an sRGB colour (IEC 61966-2-1) as a linear one, as glTF requires.
float linear(int component) {
  const double value = component / 255.0;
  return static_cast<float>(value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4));
}

}  // namespace

std::string load_glb_bytes(const LoadReport& report) {
  io::GlbScene scene(0.001, "jampack " + report.version);
  if (!report.container.surface.triangles.empty()) {
    const int material = scene.add_material({"container", {0.55F, 0.6F, 0.65F, 0.2F}});
    scene.add_node("container", scene.add_mesh("container", report.container.surface.vertices,
                                               report.container.surface.triangles, material));
  }

  // A material and a mesh for each class that occurs; the meshes share one cube.
  const BoxClasses classes = box_classes(report.set, report.boxes);
  const TriangleMesh cube = unit_cube();
  std::vector<int> mesh_of_class(classes.classes.size(), -1);
  int first_mesh = -1;
  for (std::size_t k = 0; k < report.boxes.size(); ++k) {
    int& mesh = mesh_of_class[classes.of_box[k]];
    if (mesh < 0) {
      const auto& [name, colour, item] = classes.classes[classes.of_box[k]];
      const auto [red, green, blue] = colour;
      const int material = scene.add_material({name, {linear(red), linear(green), linear(blue), 1}});
      mesh = first_mesh < 0 ? scene.add_mesh(name, cube.vertices, cube.triangles, material)
                            : scene.add_mesh(name, first_mesh, material);
      if (first_mesh < 0) first_mesh = mesh;
    }
    const BoxRow& box = report.boxes[k];
    scene.add_node("box " + std::to_string(k), mesh, box.centre,
                   quaternion_of(box.first_axis, box.second_axis), box.edge);
  }
  return scene.text();
}

}  // namespace jam::trunk
