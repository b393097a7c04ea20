// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Strips of PLY files, headers whose words are glued to counts, and formats whose library a build lacks.
#include <catch2/catch.hpp>
#include <string>
#include <tuple>
#include <vector>

#include "jam/mesh/files/library_readers.hpp"
#include "jam/mesh/mesh_file.hpp"
#include "support/refusal.hpp"
#include "support/temporary_file.hpp"

using namespace jam;
using namespace jam::mesh;
using Polygons = std::vector<std::vector<std::size_t>>;

namespace {

PolygonSoup read(const std::string& name, const std::string& text) {
  const TemporaryFile file(name, text);
  return read_mesh_file(file.path());
}

}  // namespace

TEST_CASE("Strips of a PLY file are triangles that face one way") {
  const std::string head =
      "ply\nformat ascii 1.0\nelement vertex 5\nproperty float x\nproperty float y\nproperty float z\n"
      "element tristrips 1\nproperty list int int vertex_indices\nend_header\n"
      "0 0 0\n1 0 0\n0 1 0\n1 1 0\n0 2 0\n";
  // The triangle 2 3 3 has no area; after -1 a strip begins anew.
  CHECK(read("a.ply", head + "10 0 1 2 3 3 -1 2 3 4 -1\n").polygons ==
        Polygons{{0, 1, 2}, {2, 1, 3}, {2, 3, 4}});
  CHECK(test::refusal_of([&] {
          return read("b.ply", head + "3 0 1 5\n");
        }).find("b.ply:15: a face names vertex 5 (counted from 0)") != std::string::npos);
  CHECK(test::refusal_of([&] {
          return read("c.ply", head + "3 0 1 -2\n");
        }).find("the index of a vertex is '-2'") != std::string::npos);
  CHECK(test::refusal_of([&] {
          return read("d.ply", head + "2000000000 0 1 2\n");
        }).find("announces 2000000000") != std::string::npos);
}

TEST_CASE("Counts may be glued to words of a header") {
  const std::string vertices = "0 0 0\n1 0 0\n0 1 0\n";
  const Polygons triangle = {{0, 1, 2}};
  for (const char* head : {"OFF3 1 0\n", "OFF 3 1 0\n", "OFF3 1\n"})
    CHECK(read("a.off", head + vertices + "3 0 1 2\n").polygons == triangle);
  CHECK(read("pipe", "OFF3 1 0\n" + vertices + "3 0 1 2\n").polygons == triangle);
  CHECK(read("a.ply",
             "ply\nformat ascii 1.0\nelement vertex3\nproperty float x\nproperty float y\nproperty float z\n"
             "element face1\nproperty list uchar int vertex_indices\nend_header\n" +
                 vertices + "3 0 1 2\n")
            .polygons == triangle);
  CHECK(test::refusal_of([&] {
          return read("b.off", "OFFS 3 1 0\n" + vertices);
        }).find("its first word is 'OFFS'") != std::string::npos);
}

TEST_CASE("A format whose library this build lacks is refused with the way to get it") {
  const std::string unknown = test::refusal_of([&] { return read("a.blend", "BLENDER"); });
  CHECK(unknown.find("STEP, IGES, glTF, 3MF, DAE, FBX") != std::string::npos);
  CHECK((unknown.find("scripts/setup --cad") != std::string::npos) == !(reads_cad && reads_scenes));
  for (const auto& [file, built, package] : {std::tuple{"a.step", reads_cad, "libocct-data-exchange-dev"},
                                             {"a.igs", reads_cad, "libocct-data-exchange-dev"},
                                             {"a.glb", reads_scenes, "libassimp-dev"},
                                             {"a.3mf", reads_scenes, "libassimp-dev"},
                                             {"a.dae", reads_scenes, "libassimp-dev"},
                                             {"a.fbx", reads_scenes, "libassimp-dev"}}) {
    INFO(file);
    const std::string message =
        test::refusal_of([&, name = std::string(file)] { return read(name, "a letter"); });
    CHECK((message.find(package) != std::string::npos) == !built);
    CHECK((message.find("scripts/setup --cad") != std::string::npos) == !built);
  }
}
