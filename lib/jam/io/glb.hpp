// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Binary glTF 2.0 (Khronos Group, ISO/IEC 12113:2022): meshes, materials and nodes of a scene as one `.glb`
// file, which viewers and programs for 3-D graphics read. glTF is in metres, right-handed, y up. The scene
// here has a root node that takes care of this: everything added is in the caller's unit with z up.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "jam/core/quaternion.hpp"
#include "jam/core/vec.hpp"
#include "jam/io/json_writer.hpp"

namespace jam::io {

/// Metallic-roughness material without metal. Below alpha 1 it is blended and seen from both sides.
struct GlbMaterial {
  std::string name;
  std::array<float, 4> colour{1, 1, 1, 1};  ///< Linear red, green, blue, alpha in 0..1.
};

/// Collects a scene in memory; text() makes the file. Not thread-safe; numbers are valid for this scene only.
class GlbScene {
 public:
  /// `unit_in_metres`: 0.001 for mm. `generator` goes into the file.
  GlbScene(double unit_in_metres, std::string generator);

  /// Returns the number by which meshes refer to the material.
  int add_material(const GlbMaterial& material);

  /// Vertices and triangles that index them; shaded flat, each triangle by its own normal. Needs at least one
  /// triangle. Returns the number by which nodes refer to the mesh. A mesh that shares the shape of another
  /// (same_shape) shares its data.
  int add_mesh(const std::string& name, const std::vector<Vec3d>& vertices,
               const std::vector<std::array<int, 3>>& triangles, int material);
  int add_mesh(const std::string& name, int same_shape, int material);

  /// Places a mesh: scaled along its own axes, then turned, then moved.
  void add_node(const std::string& name, int mesh, Vec3d translation = {}, Quaterniond rotation = {},
                Vec3d scale = {1, 1, 1});

  /// The bytes of the file. Throws OverflowError if it would exceed 4 GiB, the most that GLB holds.
  [[nodiscard]] std::string text() const;

 private:
  struct Mesh {
    std::string name;
    int accessor;
    int material;
  };

  double unit_in_metres_;
  std::string generator_;
  std::vector<JsonObject> materials_, accessors_, nodes_, views_;
  std::vector<Mesh> meshes_;
  std::string binary_;
};

}  // namespace jam::io
