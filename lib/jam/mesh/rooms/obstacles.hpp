// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Obstacles that the user names. No box lies in a closed one or meets it, and what it encloses is never the
// room; the sheets of an open one are walls. Lengths in mm.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "jam/mesh/rooms/arrangement.hpp"
#include "jam/trunk/model/triangle_mesh.hpp"

namespace jam::mesh {

class Obstacles {
 public:
  /// Adds an obstacle of clean triangles; notes call it `name`. Throws InputError as Arrangement.
  void add(const std::string& name, trunk::TriangleMesh mesh);

  [[nodiscard]] const std::vector<trunk::TriangleMesh>& meshes() const { return meshes_; }
  /// Whether one of them encloses the point, or the point is too close to one to tell.
  [[nodiscard]] bool enclose(Vec3d point) const;
  /// One line each: what it encloses, or that it is open.
  [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }

 private:
  std::vector<trunk::TriangleMesh> meshes_;
  std::vector<std::unique_ptr<Arrangement>> cells_;
  std::vector<std::string> notes_;
};

}  // namespace jam::mesh
