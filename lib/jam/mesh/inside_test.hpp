// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Whether a point lies inside a closed surface, decided exactly: the point and the vertices are taken as the
// doubles they are.
#pragma once

#include <memory>

#include "jam/trunk/model/triangle_mesh.hpp"

namespace jam::mesh {

/// Thread-safe. About 1 us per call.
class InsideTest {
 public:
  /// Throws InputError if `surface` is not closed, and so has no inside. It may touch itself.
  explicit InsideTest(const trunk::TriangleMesh& surface);
  ~InsideTest();
  InsideTest(const InsideTest&) = delete;
  InsideTest& operator=(const InsideTest&) = delete;

  /// False on the surface.
  [[nodiscard]] bool contains(Vec3d point) const;

 private:
  struct Tree;
  std::unique_ptr<Tree> tree_;
};

}  // namespace jam::mesh
