// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Twin of read_scene.cpp for builds without assimp.
#include "jam/core/error.hpp"
#include "jam/mesh/files/library_readers.hpp"

namespace jam::mesh {
namespace {

[[noreturn]] void fail_without_scene(const std::string& name, const char* format) {
  throw InputError(
      name + ": " + format +
      " files are read by assimp, which this build lacks: run scripts/setup --cad (Debian package "
      "libassimp-dev) and build again, or export the mesh as OFF, OBJ, PLY or STL");
}

}  // namespace

const bool reads_scenes = false;

PolygonSoup read_gltf(const std::string& name, std::string_view /*bytes*/) {
  fail_without_scene(name, "glTF");
}
PolygonSoup read_3mf(const std::string& name, std::string_view /*bytes*/) { fail_without_scene(name, "3MF"); }
PolygonSoup read_dae(const std::string& name, std::string_view /*bytes*/) { fail_without_scene(name, "DAE"); }
PolygonSoup read_fbx(const std::string& name, std::string_view /*bytes*/) { fail_without_scene(name, "FBX"); }

}  // namespace jam::mesh
