// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Reads the triangles of an OFF file, coordinates in mm, without any repair: for tests and benchmarks that do
// without CGAL.
#pragma once

#include <array>
#include <cstddef>
#include <fstream>
#include <sstream>
#include <string>

#include "jam/core/error.hpp"
#include "jam/trunk/model/triangle_mesh.hpp"

namespace jam::test {

/// InputError where the file is no OFF file of triangles alone.
inline trunk::TriangleMesh read_off_triangles(const std::string& path) {
  std::ifstream raw(path);
  std::stringstream file;
  for (std::string line; std::getline(raw, line);) file << line.substr(0, line.find('#')) << '\n';
  std::string word;
  std::size_t vertices = 0;
  std::size_t triangles = 0;
  std::size_t edges = 0;
  if (!(file >> word >> vertices >> triangles >> edges) || word != "OFF")
    throw InputError(path + ": not an OFF file");
  trunk::TriangleMesh mesh;
  mesh.vertices.resize(vertices);
  mesh.triangles.resize(triangles);
  for (Vec3d& v : mesh.vertices) file >> v.x >> v.y >> v.z;
  for (std::array<int, 3>& t : mesh.triangles) {
    int corners = 0;
    file >> corners >> t[0] >> t[1] >> t[2];
    if (corners != 3) throw InputError(path + ": a face is no triangle");
  }
  if (!file) throw InputError(path + ": ends too early");
  return mesh;
}

}  // namespace jam::test
