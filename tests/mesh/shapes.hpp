// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Meshes for tests, made by hand. Lengths in mm.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "jam/core/quaternion.hpp"
#include "jam/io/number_text.hpp"
#include "jam/trunk/model/box_packing.hpp"
#include "jam/trunk/model/container.hpp"

namespace shapes {

using jam::Vec3d;
using jam::trunk::Container;
using jam::trunk::TriangleMesh;

/// Twelve triangles, oriented outwards.
inline TriangleMesh cuboid(Vec3d low, Vec3d high) {
  TriangleMesh mesh;
  for (int i = 0; i < 8; ++i)
    mesh.vertices.push_back({i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z});
  mesh.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                    {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
  return mesh;
}

/// 400 x 200 x 100 mm, apart from the origin.
inline TriangleMesh cube() { return shapes::cuboid({10, 20, 30}, {410, 220, 130}); }
inline constexpr double cube_volume = 400.0 * 200 * 100;

/// cube() with a square hole of this size [mm] in its top.
inline TriangleMesh cube_with_hole(double size) {
  TriangleMesh mesh = cube();
  mesh.triangles.erase(mesh.triangles.begin() + 2, mesh.triangles.begin() + 4);  // The top.
  const double x = 200, y = 120, half = size / 2;
  for (const Vec3d& corner : {Vec3d{x - half, y - half, 130}, Vec3d{x + half, y - half, 130},
                              Vec3d{x - half, y + half, 130}, Vec3d{x + half, y + half, 130}})
    mesh.vertices.push_back(corner);
  for (const auto& t :
       {std::array{4, 5, 9}, std::array{4, 9, 8}, std::array{5, 7, 11}, std::array{5, 11, 9},
        std::array{7, 6, 10}, std::array{7, 10, 11}, std::array{6, 4, 8}, std::array{6, 8, 10}})
    mesh.triangles.push_back(t);
  return mesh;
}

/// Both, side by side in one mesh.
inline TriangleMesh joined(TriangleMesh a, const TriangleMesh& b) {
  const int shift = static_cast<int>(a.vertices.size());
  a.vertices.insert(a.vertices.end(), b.vertices.begin(), b.vertices.end());
  for (const auto& t : b.triangles) a.triangles.push_back({t[0] + shift, t[1] + shift, t[2] + shift});
  return a;
}

inline TriangleMesh inside_out(TriangleMesh mesh) {
  for (auto& t : mesh.triangles) std::swap(t[1], t[2]);
  return mesh;
}

/// A square frame: 600 x 600 x 100 mm around the origin with a hole of 200 x 200 mm through it along z.
inline TriangleMesh frame() {
  TriangleMesh mesh;
  for (const double z : {-50.0, 50.0})
    for (const double half : {300.0, 100.0})
      for (int k = 0; k < 4; ++k)
        mesh.vertices.push_back({k == 0 || k == 3 ? -half : half, k < 2 ? -half : half, z});
  const auto quad = [&](int a, int b, int c, int d) {
    mesh.triangles.push_back({a, b, c});
    mesh.triangles.push_back({a, c, d});
  };
  for (int k = 0; k < 4; ++k) {
    const int n = (k + 1) % 4;
    quad(k, n, 8 + n, 8 + k);            // Outer walls.
    quad(4 + n, 4 + k, 12 + k, 12 + n);  // Walls of the hole.
    quad(8 + k, 8 + n, 12 + n, 12 + k);  // Top.
    quad(n, k, 4 + k, 4 + n);            // Bottom.
  }
  return mesh;
}

inline std::string off_text(const TriangleMesh& mesh) {
  std::string text =
      "OFF\n" + std::to_string(mesh.vertices.size()) + " " + std::to_string(mesh.triangles.size()) + " 0\n";
  for (const Vec3d& v : mesh.vertices)
    text +=
        jam::io::number_text(v.x) + " " + jam::io::number_text(v.y) + " " + jam::io::number_text(v.z) + "\n";
  for (const auto& t : mesh.triangles)
    text += "3 " + std::to_string(t[0]) + " " + std::to_string(t[1]) + " " + std::to_string(t[2]) + "\n";
  return text;
}

inline Container container(const TriangleMesh& mesh) {
  Container result;
  result.surface = mesh;
  result.original = mesh;
  result.volume = jam::trunk::volume_of(mesh);
  return result;
}

inline jam::trunk::PlacedBox box(Vec3d centre, jam::Quaterniond rotation = {}, Vec3d edge = {200, 100, 50}) {
  jam::trunk::PlacedBox placed;
  placed.centre = centre;
  placed.rotation = rotation;
  placed.edge = edge;
  return placed;
}

}  // namespace shapes
