// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Meshes as the contents of OBJ, PLY and STL files, text and binary.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>

#include "shapes.hpp"

namespace encodings {

using jam::Vec3d;
using jam::trunk::TriangleMesh;

template <class Number>
void append_bytes(std::string& bytes, Number value) {
  char raw[sizeof value];
  std::memcpy(raw, &value, sizeof value);
  bytes.append(raw, sizeof value);
}

inline std::string binary_stl(const TriangleMesh& mesh) {
  std::string bytes = "solid in name only, for this header starts like that of a text file";
  bytes.resize(80, ' ');
  append_bytes(bytes, static_cast<std::uint32_t>(mesh.triangles.size()));
  for (const auto& t : mesh.triangles) {
    for (int i = 0; i < 3; ++i) append_bytes(bytes, 0.0F);
    for (const int index : t) {
      const Vec3d& v = mesh.vertices[index];
      for (const double x : {v.x, v.y, v.z}) append_bytes(bytes, static_cast<float>(x));
    }
    append_bytes(bytes, std::uint16_t{0});
  }
  return bytes;
}

inline std::string ascii_stl(const TriangleMesh& mesh) {
  std::string text = "solid room\n";
  for (const auto& t : mesh.triangles) {
    text += "facet normal 0 0 0\nouter loop\n";
    for (const int index : t) {
      const Vec3d& v = mesh.vertices[index];
      text += "vertex " + std::to_string(v.x) + " " + std::to_string(v.y) + " " + std::to_string(v.z) + "\n";
    }
    text += "endloop\nendfacet\n";
  }
  return text + "endsolid room\n";
}

inline std::string obj(const TriangleMesh& mesh) {
  std::string text = "# a room\no room\n";
  for (const Vec3d& v : mesh.vertices)
    text += "v " + std::to_string(v.x) + " " + std::to_string(v.y) + " " + std::to_string(v.z) + "\n";
  for (const auto& t : mesh.triangles)
    text += "f " + std::to_string(t[0] + 1) + " " + std::to_string(t[1] + 1) + " " +
            std::to_string(t[2] + 1) + "\n";
  return text;
}

inline std::string ply_header(const TriangleMesh& mesh, const std::string& format) {
  return "ply\nformat " + format + " 1.0\nelement vertex " + std::to_string(mesh.vertices.size()) +
         "\nproperty double x\nproperty double y\nproperty double z\nelement face " +
         std::to_string(mesh.triangles.size()) + "\nproperty list uchar int vertex_indices\nend_header\n";
}

inline std::string ascii_ply(const TriangleMesh& mesh) {
  const std::string off = shapes::off_text(mesh);
  const std::size_t counts = off.find('\n') + 1;
  return ply_header(mesh, "ascii") + off.substr(off.find('\n', counts) + 1);
}

inline std::string binary_ply(const TriangleMesh& mesh) {
  std::string bytes = ply_header(mesh, "binary_little_endian");
  for (const Vec3d& v : mesh.vertices)
    for (const double x : {v.x, v.y, v.z}) append_bytes(bytes, x);
  for (const auto& t : mesh.triangles) {
    append_bytes(bytes, std::uint8_t{3});
    for (const int index : t) append_bytes(bytes, std::int32_t{index});
  }
  return bytes;
}

}  // namespace encodings
