// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Containers from files: formats, units, axes, repairs and what is said of them; one clear line for each
// kind of bad input.
#include "jam/mesh/read_container.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <thread>
#include <tuple>
#include <utility>

#include <sys/stat.h>

#include "jam/core/error.hpp"
#include "jam/mesh/inside_test.hpp"
#include "mesh_encodings.hpp"
#include "shapes.hpp"
#include "support/paths.hpp"
#include "support/temporary_file.hpp"

using namespace jam::mesh;
using Catch::Matchers::Contains;
using namespace encodings;
using jam::InputError;
using jam::Vec3d;
using jam::trunk::Container;
using jam::trunk::TriangleMesh;
using shapes::cube;
using shapes::cube_volume;

namespace {

Container read(const std::string& name, const std::string& text, const ReadOptions& options = {}) {
  const TemporaryFile file(name, text);
  return read_container(file.path(), options);
}

Container read(const TriangleMesh& mesh, const ReadOptions& options = {}) {
  return read("mesh.off", shapes::off_text(mesh), options);
}

std::string failure(const std::string& name, const std::string& text, const ReadOptions& options = {}) {
  try {
    (void)read(name, text, options);
  } catch (const InputError& error) {
    std::string message = error.what();
    CHECK(message.find('\n') == std::string::npos);
    CHECK_THAT(message, Contains(name));
    return message;
  }
  return "no error";
}

std::string failure(const TriangleMesh& mesh) { return failure("mesh.off", shapes::off_text(mesh)); }

/// The notes of a container as one text.
std::string notes_of(const Container& container) {
  std::string text;
  for (const std::string& note : container.notes) {
    CHECK(note.find('\n') == std::string::npos);
    text += note + "\n";
  }
  return text;
}

}  // namespace

TEST_CASE("The same room is read from every format, text and binary, and used as it is") {
  const std::pair<std::string, std::string> files[] = {
      {"a.off", shapes::off_text(cube())}, {"a.OFF", shapes::off_text(cube())}, {"a.obj", obj(cube())},
      {"a.ply", ascii_ply(cube())},        {"b.ply", binary_ply(cube())},       {"a.stl", ascii_stl(cube())},
      {"b.stl", binary_stl(cube())}};
  for (const auto& [name, text] : files) {
    INFO(name);
    const Container container = read(name, text);
    CHECK_FALSE(container.wrapped);
    CHECK(container.volume == Approx(cube_volume));
    CHECK(container.surface.triangles.size() == 12);
    CHECK(container.surface.vertices.size() == 8);
    CHECK(container.original.triangles == container.surface.triangles);
    if (name.find("stl") == std::string::npos) CHECK(notes_of(container).empty());
  }
}

TEST_CASE("Polygons are split, concave ones too, and said") {
  // An L-shaped prism: 300 x 300 mm less a quarter, 200 mm high.
  const std::string text =
      "OFF\n12 8 0\n0 0 0\n300 0 0\n300 150 0\n150 150 0\n150 300 0\n0 300 0\n0 0 200\n300 0 200\n300 150 "
      "200\n150 150 200\n150 300 200\n0 "
      "300 200\n6 5 4 3 2 1 0\n6 6 7 8 9 10 11\n4 0 1 7 6\n4 1 2 8 7\n4 2 3 9 8\n4 3 4 10 9\n4 4 5 11 10\n4 "
      "5 0 6 11\n";
  const Container container = read("prism.off", text);
  CHECK(container.volume == Approx(0.75 * 300 * 300 * 200));
  CHECK_FALSE(container.wrapped);
  CHECK(notes_of(container) == "split 8 polygons into triangles\n");
}

TEST_CASE("Units scale and axes turn without mirroring") {
  const TriangleMesh small = shapes::cuboid({0, 0, 0}, {1, 2, 4});
  for (const auto& [name, length] : {std::pair{"mm", 1.0}, {"cm", 10.0}, {"m", 1000.0}, {"inch", 25.4}}) {
    ReadOptions options;
    options.unit = parse_length_unit(name);
    CHECK(read(small, options).volume == Approx(8 * length * length * length));
  }
  for (const auto& [name, low, high] : {std::tuple{"z", Vec3d{0, 0, 0}, Vec3d{1000, 2000, 4000}},
                                        {"y", Vec3d{0, -4000, 0}, Vec3d{1000, 0, 2000}},
                                        {"x", Vec3d{-4000, 0, 0}, Vec3d{0, 2000, 1000}}}) {
    ReadOptions options;
    options.unit = LengthUnit::metre;
    options.up = parse_up_axis(name);
    const Container container = read(small, options);
    CHECK(bounds_of(container.surface).low == low);
    CHECK(bounds_of(container.surface).high == high);
    CHECK(notes_of(container).empty());  // Mirrored, it would have been inside out.
  }
  CHECK_THROWS_WITH(parse_length_unit("ft"), "mm, cm, m or inch is accepted");
  CHECK_THROWS_WITH(parse_up_axis("w"), "x, y or z is accepted");
}

TEST_CASE("A surface that is inside out, or in part, encloses the same room, turned outwards") {
  const Container container = read(shapes::inside_out(cube()));
  CHECK(container.volume == Approx(cube_volume));
  CHECK(volume_of(container.surface) > 0);
  CHECK(notes_of(container).empty());

  TriangleMesh mixed = cube();
  std::swap(mixed.triangles[3][0], mixed.triangles[3][1]);
  std::swap(mixed.triangles[8][0], mixed.triangles[8][1]);
  const Container turned = read(mixed);
  CHECK(turned.volume == Approx(cube_volume));
  CHECK(volume_of(turned.surface) == Approx(cube_volume));
  CHECK(notes_of(turned).empty());
}

TEST_CASE("Repeated vertices, repeated polygons and polygons without area are repaired without a wrap") {
  TriangleMesh mesh = cube();
  for (const int corner : {0, 1, 2}) mesh.vertices.push_back(mesh.vertices[corner]);
  mesh.triangles[0] = {8, 10, 3};
  mesh.triangles.push_back(mesh.triangles[5]);
  mesh.triangles.push_back({4, 4, 5});
  const Container container = read(mesh);
  CHECK_FALSE(container.wrapped);
  CHECK(container.volume == Approx(cube_volume));
  const std::string notes = notes_of(container);
  CHECK_THAT(notes, Contains("merged 3 vertices") && Contains("dropped 1 polygon that occurs twice") &&
                        Contains("removed 1 polygon without area"));

  // A vertex on an edge, held by a triangle of no area: its neighbours are cut there.
  TriangleMesh sliver = cube();
  sliver.vertices.push_back({210, 20, 30});  // Between 0 and 1.
  sliver.triangles[1] = {0, 3, 8};
  sliver.triangles.push_back({8, 3, 1});
  sliver.triangles.push_back({0, 8, 1});
  const Container flat = read(sliver);
  CHECK_FALSE(flat.wrapped);
  CHECK(flat.volume == Approx(cube_volume));
  CHECK(notes_of(flat) == "removed 1 polygon without area\ncut 3 triangles that touch or cross others\n");
}

TEST_CASE("Of several parts the largest is kept; parts inside of it stay as obstacles") {
  const TriangleMesh far = shapes::cuboid({1000, 0, 0}, {1100, 100, 100});
  const Container largest = read(shapes::joined(far, cube()));
  CHECK(largest.volume == Approx(cube_volume));
  CHECK(largest.surface.triangles.size() == 12);
  CHECK(notes_of(largest) == "kept 8.000 l, dropped 1 part outside of it (1.000 l)\n");

  const TriangleMesh pillar = shapes::cuboid({100, 100, 50}, {200, 150, 100});
  for (const TriangleMesh& inner : {pillar, shapes::inside_out(pillar)}) {
    const Container room = read(shapes::joined(cube(), inner));
    CHECK(room.volume == Approx(cube_volume - 100 * 50 * 50));
    CHECK(notes_of(room) == "1 part lies inside of the room and is kept as an obstacle of 0.250 l\n");
    const InsideTest inside(room.surface);
    CHECK_FALSE(inside.contains({150, 125, 75}));
    CHECK(inside.contains({300, 125, 75}));
  }
}

std::string warnings_of(const Container& container) {
  std::string all;
  for (const std::string& warning : container.warnings) all += warning + "\n";
  return all;
}

TEST_CASE("A suspicious size is noted with the unit to use") {
  const TriangleMesh metres = shapes::cuboid({0, 0, 0}, {1, 1.2, 0.5});
  CHECK_THAT(warnings_of(read(metres)),
             Contains("suspicious size: the mesh measures 1.64 mm") && Contains("use --unit m"));
  const TriangleMesh centimetres = shapes::cuboid({0, 0, 0}, {100, 120, 50});
  CHECK_THAT(warnings_of(read(centimetres)), Contains("suspicious size") && Contains("use --unit cm"));
  CHECK(warnings_of(read(shapes::cuboid({0, 0, 0}, {1000, 1200, 500}))).empty());
}

TEST_CASE("A mesh beyond 100 m is refused before any repair, with the unit to use") {
  ReadOptions options;
  options.unit = LengthUnit::metre;
  const std::string millimetres = shapes::off_text(shapes::cuboid({0, 0, 0}, {1000, 1200, 500}));
  CHECK_THAT(
      failure("mesh.off", millimetres, options),
      Contains(
          "the mesh measures 1640 m from corner to corner in the unit m; if it is in mm, use --unit mm") &&
          Contains("at most 100 m"));
  CHECK_THAT(failure(shapes::cuboid({0, 0, 0}, {90e3, 50e3, 10e3})),
             Contains("the mesh measures 103 m") && Contains("check --unit (mm, cm, m, inch)"));
  CHECK_THAT(failure(shapes::joined(cube(), shapes::cuboid({4e8, 0, 0}, {4e8 + 100, 100, 100}))),
             Contains("check --unit (mm, cm, m, inch), and the file for parts that lie far away"));
  // It is the extent that is too large: an open surface of that size would be wrapped else, which takes a
  // minute.
  TriangleMesh open = shapes::cuboid({0, 0, 0}, {1000, 1200, 500});
  open.triangles.pop_back();
  CHECK_THAT(failure("mesh.off", shapes::off_text(open), options), Contains("use --unit mm"));
  // A vertex that nothing uses is no extent.
  TriangleMesh stray = cube();
  stray.vertices.push_back({1e8, 0, 0});
  CHECK(read(stray).volume == Approx(cube_volume));
  CHECK_NOTHROW(read(shapes::cuboid({0, 0, 0}, {80e3, 50e3, 10e3})));
}

TEST_CASE("Bad files end in one line that says what to do") {
  CHECK_THAT(failure("e.off", ""), Contains("is empty"));
  CHECK_THAT(failure("e.stl", " \n\n"), Contains("is empty"));
  CHECK_THAT(failure("e.blend", "BLENDER"),
             Contains("extension '.blend' is not known; meshes are read from PLY, STL, OFF, OBJ, STEP, IGES, "
                      "glTF, 3MF, DAE, FBX files"));
  CHECK_THAT(failure("noextension", "a letter"),
             Contains("there is no extension, and the format is not recognised by the content"));
  for (const char* name : {"t.off", "t.obj", "t.ply", "t.stl"}) {
    INFO(name);
    CHECK_THAT(failure(name, "Dear reader,\nthis is a letter.\n"),
               Contains("is no OFF file") || Contains("is not a valid") || Contains("is no PLY file"));
  }
  const std::string off = shapes::off_text(cube());
  CHECK_THAT(failure("cut.off", off.substr(0, off.size() / 2)), Contains("truncated"));
  CHECK_THAT(failure("huge.off", "OFF\n2000000000 4000000000 0\n0 0 0\n"),
             Contains("announces 2000000000 vertices, more than the file holds"));
  const std::string ply = binary_ply(cube());
  CHECK_THAT(failure("cut.ply", ply.substr(0, ply.size() - 30)), Contains("truncated"));
  const std::string stl = binary_stl(cube());
  CHECK_THAT(failure("cut.stl", stl.substr(0, stl.size() - 30)), Contains("truncated"));
  CHECK_THAT(
      failure("index.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 7\n"),
      Contains("index.off:6: a face names vertex 7 (counted from 0), which is not there; the file has 3"));
  CHECK_THAT(failure("points.off", "OFF\n3 0 0\n0 0 0\n1 0 0\n0 1 0\n"), Contains("holds no triangles"));
  CHECK_THAT(failure("nan.off", "OFF\n3 1 0\n0 0 0\nnan 0 0\n0 1 0\n3 0 1 2\n"),
             Contains("nan.off:4: a coordinate is 'nan'"));
  CHECK_THAT(failure("inf.obj", "v 0 0 0\nv 1 0 -Inf\nv 0 1 0\nf 1 2 3\n"),
             Contains("inf.obj:2: a coordinate is '-Inf'"));
  TriangleMesh nan = cube();
  nan.vertices[2].y = std::numeric_limits<double>::quiet_NaN();
  CHECK_THAT(failure("nan.ply", binary_ply(nan)), Contains("nan.ply: byte 245: vertex 2 is not finite"));
  CHECK_THAT(failure("nan.stl", binary_stl(nan)), Contains("is not finite"));
  TriangleMesh remote = cube();
  remote.vertices[0].x = 1e12;
  CHECK_THAT(failure(remote), Contains("vertex 0 (counted from 0) has a coordinate beyond 1e9 mm"));

  CHECK_THROWS_WITH(
      read_container("missing/room.off"),
      "missing/room.off: cannot be opened (No such file or directory): check the name and the permissions");
  CHECK_THROWS_WITH(read_container(std::filesystem::temp_directory_path()), Contains("is a folder"));
}

TEST_CASE("A mesh without an extension, as in a pipe, is recognised by its content") {
  for (const std::string& text : {shapes::off_text(cube()), obj(cube()), ascii_ply(cube()),
                                  binary_ply(cube()), ascii_stl(cube()), binary_stl(cube())})
    CHECK(read("mesh", text).volume == Approx(cube_volume));
  const jam::test::TemporaryFolder folder;
  const std::filesystem::path pipe = folder / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  std::thread writer([&] { std::ofstream(pipe) << binary_stl(cube()); });
  CHECK(read_container(pipe).volume == Approx(cube_volume));
  writer.join();
}

TEST_CASE("A surface without volume is refused") {
  CHECK_THAT(failure("flat.off", "OFF\n3 2 0\n0 0 0\n100 0 0\n0 100 0\n3 0 1 2\n3 0 2 1\n"),
             Contains("encloses no volume"));
  CHECK_THAT(failure(shapes::cuboid({0, 0, 0}, {1000, 1000, 0})), Contains("encloses no volume"));
  CHECK_THAT(failure("line.off", "OFF\n3 1 0\n0 0 0\n100 0 0\n200 0 0\n3 0 1 2\n"),
             Contains("encloses no volume"));
}

TEST_CASE("A fine mesh of 160 000 triangles is read as it is") {
  // A room whose floor is a fine grid.
  constexpr int n = 200;
  TriangleMesh mesh;
  for (const double z : {0.0, 500.0})
    for (int j = 0; j <= n; ++j)
      for (int i = 0; i <= n; ++i) mesh.vertices.push_back({i * 3.0, j * 2.0, z});
  const auto at = [](int i, int j, int k) { return (k * (n + 1) + j) * (n + 1) + i; };
  const auto quad = [&](int a, int b, int c, int d) {
    mesh.triangles.push_back({a, b, c});
    mesh.triangles.push_back({a, c, d});
  };
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      quad(at(i, j, 0), at(i, j + 1, 0), at(i + 1, j + 1, 0), at(i + 1, j, 0));
      quad(at(i, j, 1), at(i + 1, j, 1), at(i + 1, j + 1, 1), at(i, j + 1, 1));
    }
  for (int i = 0; i < n; ++i) {
    quad(at(i, 0, 0), at(i + 1, 0, 0), at(i + 1, 0, 1), at(i, 0, 1));
    quad(at(i + 1, n, 0), at(i, n, 0), at(i, n, 1), at(i + 1, n, 1));
    quad(at(0, i + 1, 0), at(0, i, 0), at(0, i, 1), at(0, i + 1, 1));
    quad(at(n, i, 0), at(n, i + 1, 0), at(n, i + 1, 1), at(n, i, 1));
  }
  const Container container = read(mesh);
  CHECK_FALSE(container.wrapped);
  CHECK(container.surface.triangles.size() == mesh.triangles.size());
  CHECK(container.volume == Approx(600.0 * 400 * 500));
}
