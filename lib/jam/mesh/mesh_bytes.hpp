// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A mesh on its way out of a child process (guarded_call.hpp). Inside jam_mesh and jam_mesh_files only.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "jam/io/binary_state.hpp"
#include "jam/trunk/model/triangle_mesh.hpp"

namespace jam::mesh {

inline void write_mesh(io::StateWriter& writer, const trunk::TriangleMesh& mesh) {
  writer.write(mesh.vertices);
  writer.write(mesh.triangles);
}

[[nodiscard]] inline trunk::TriangleMesh read_mesh(io::StateReader& reader) {
  std::vector<Vec3d> vertices = reader.read_vector<Vec3d>();
  return {std::move(vertices), reader.read_vector<std::array<int, 3>>()};
}

}  // namespace jam::mesh
