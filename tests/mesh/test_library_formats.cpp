// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Meshes in the formats that OpenCASCADE and assimp read: the same room from each, with the names of its
// parts, the unit and the axis that the file states; and one line for each kind of bad file.
#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <string>
#include <utility>

#include "jam/core/error.hpp"
#include "jam/io/read_file.hpp"
#include "jam/mesh/files/library_readers.hpp"
#include "jam/mesh/read_container.hpp"
#include "jam/mesh/read_triangles.hpp"
#include "scene_encodings.hpp"
#include "shapes.hpp"
#include "support/paths.hpp"
#include "support/refusal.hpp"
#include "support/skip.hpp"
#include "support/temporary_file.hpp"

using namespace jam::mesh;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;
using jam::InputError;
using jam::Vec3d;
using jam::trunk::BoxRow;
using jam::trunk::Container;
using shapes::cube;
using shapes::cube_volume;
using Names = std::vector<std::string>;

namespace {

// Relative error of single precision, which assimp stores: a few roundings of 6e-8 each.
constexpr double single_rounding = 1e-6;

bool no_cad() {
  if (!reads_cad)
    jam::test::skip(
        "STEP and IGES: this build has no OpenCASCADE (Debian package libocct-data-exchange-dev)");
  return !reads_cad;
}
bool no_scenes() {
  if (!reads_scenes)
    jam::test::skip("glTF, 3MF, DAE and FBX: this build has no assimp (Debian package libassimp-dev)");
  return !reads_scenes;
}

std::string stored(const char* name) {
  return jam::io::read_file(jam::test::source_dir() / "tests" / "mesh" / "files" / name);
}

PolygonSoup soup(const std::string& name, const std::string& bytes) {
  const TemporaryFile file(name, bytes);
  return read_mesh_file(file.path());
}

Container read(const std::string& name, const std::string& bytes, const ReadOptions& options = {}) {
  const TemporaryFile file(name, bytes);
  return read_container(file.path(), options);
}

/// Checks that the container is shapes::cube() as it is, up to a relative error.
void check_cube(const Container& container, double error) {
  CHECK_FALSE(container.wrapped);
  CHECK(container.volume == Approx(cube_volume).epsilon(error));
  const auto bounds = bounds_of(container.surface);
  CHECK(length(bounds.low - Vec3d{10, 20, 30}) < 500 * error);
  CHECK(length(bounds.high - Vec3d{410, 220, 130}) < 500 * error);
  CHECK(container.surface.vertices.size() == 8);
}

/// The one line with which a file is refused.
std::string refusal(const std::string& name, const std::string& bytes) {
  try {
    const Container container = read(name, bytes);
  } catch (const jam::Error& error) {
    std::string message = error.what();
    CHECK(message.find('\n') == std::string::npos);
    CHECK_THAT(message, Contains(name));
    CHECK(message.size() < 500);
    return message;
  }
  return "no error";
}

/// `text` with the first `what` replaced.
std::string with(std::string text, const std::string& what, const std::string& other) {
  REQUIRE(text.find(what) != std::string::npos);
  return text.replace(text.find(what), what.size(), other);
}

}  // namespace

TEST_CASE("A STEP file of plane faces is the room exactly, in any unit and with the names of its solids",
          "[formats]") {
  if (no_cad()) return;
  const PolygonSoup plain = soup("a.step", encodings::step({encodings::cube_row()}));
  CHECK(plain.unit == LengthUnit::millimetre);
  CHECK_FALSE(plain.up.has_value());
  CHECK(plain.tolerance == 0);
  CHECK(plain.vertices.size() == 8);
  CHECK(plain.polygons.size() == 12);
  CHECK(plain.part_names == Names{"box_0"});
  for (const char* unit : {"mm", "m", "inch"}) {
    INFO(unit);
    const Container container = read("a.STP", encodings::step({encodings::cube_row()}, {unit, 'z'}));
    check_cube(container, 1e-12);
    CHECK(container.notes == Names{"the file states lengths in mm"});
  }

  BoxRow hump = encodings::cube_row();
  hump.edge = {50, 40, 30};
  const std::string two = encodings::step({encodings::cube_row(), hump});
  const PolygonSoup parts = soup("two.step", two);
  CHECK(parts.part_names == Names{"box_0", "box_1"});
  CHECK(parts.part_of ==
        std::vector<int>{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1});
  const Container container = read("two.step", two);
  CHECK(container.volume == Approx(cube_volume - 50 * 40 * 30));
  CHECK(container.notes[1] == "the file has 2 parts: 'box_0', 'box_1'");
}

TEST_CASE("Curved faces are approximated to the tolerance that is stated, and fit together", "[formats]") {
  if (no_cad()) return;
  const PolygonSoup drum = soup("drum.step", stored("drum.step"));
  CHECK(drum.tolerance == chord_tolerance);
  double farthest = 0;
  for (const auto& polygon : drum.polygons)
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3d middle = 0.5 * (drum.vertices[polygon[k]] + drum.vertices[polygon[(k + 1) % 3]]);
      const double radius = std::hypot(middle.x, middle.y);
      if (middle.z > 1 && middle.z < 499) farthest = std::max(farthest, 300 - radius);
    }
  CHECK(farthest <= chord_tolerance * 1.01);  // OpenCASCADE keeps it up to a rounding of its parameters.
  const Container container = read("drum.step", stored("drum.step"));
  CHECK_FALSE(container.wrapped);
  CHECK_THAT(container.notes[1], StartsWith("curved faces are approximated to 0.05 mm"));
  const double volume = std::acos(-1.0) * 300 * 300 * 500;
  CHECK(container.volume < volume);
  // A chord at most s inside of a circle of radius r cuts off at most 4 s / (3 r) of the area.
  CHECK(container.volume > volume * (1 - 4 * 1.01 * chord_tolerance / (3 * 300)));
}

TEST_CASE("An IGES file in inches is the room in mm", "[formats]") {
  if (no_cad()) return;
  // The reader converts inches, which the file has with 15 digits.
  check_cube(read("a.igs", stored("room.igs")), 1e-9);
  check_cube(read("a.iges", stored("room.igs")), 1e-9);
  CHECK(soup("a.igs", stored("room.igs")).unit == LengthUnit::millimetre);
}

TEST_CASE("glTF is in metres, y up, as one file or with its buffer beside it", "[formats]") {
  if (no_scenes()) return;
  BoxRow hump = encodings::cube_row();
  hump.edge = {50, 40, 30};
  const std::string glb = encodings::glb(cube(), {hump});
  const PolygonSoup parts = soup("a.glb", glb);
  CHECK(parts.unit == LengthUnit::metre);
  CHECK(parts.up == UpAxis::y);
  CHECK(parts.part_names == Names{"container", "box 0"});
  const Container container = read("a.glb", encodings::glb(cube()));
  check_cube(container, single_rounding);
  CHECK(container.notes == Names{"the file states lengths in m and y as the axis that points up"});
  CHECK(container.file_unit == "m");
  CHECK(container.file_up == 'y');

  const jam::test::TemporaryFolder folder;
  const auto write = [&](const std::string& name, const std::string& bytes) {
    std::ofstream(folder / name, std::ios::binary) << bytes;
    return folder / name;
  };
  const encodings::Gltf beside = encodings::gltf(encodings::glb(cube()), "room.bin");
  write("room.bin", beside.buffer);
  check_cube(read_container(write("a.gltf", beside.json)), single_rounding);
  CHECK_THROWS_WITH(read_container(write("b.gltf", encodings::gltf(glb, "other.bin").json)),
                    Contains("b.gltf: ") && Contains("other.bin"));
  std::filesystem::create_directory(folder / "in");
  CHECK_THROWS_WITH(read_container(write("in/c.gltf", encodings::gltf(glb, "../room.bin").json)),
                    Contains("c.gltf: refers to '../room.bin'; only buffers in the same folder are read"));
}

TEST_CASE("Counts and indices of a glTF file are checked against its buffer", "[formats]") {
  if (no_scenes()) return;
  const jam::test::TemporaryFolder folder;
  const auto read = [&](const std::string& json, const std::string& buffer) {
    std::ofstream(folder / "room.bin", std::ios::binary) << buffer;
    std::ofstream(folder / "a.gltf", std::ios::binary) << json;
    return read_container(folder / "a.gltf");
  };
  const encodings::Gltf sound = encodings::indexed_gltf(cube());
  const Container container = read(sound.json, sound.buffer);
  CHECK(container.volume == Approx(cube_volume).epsilon(single_rounding));
  const auto refused = [&](const std::string& json, const std::string& buffer) {
    std::string message = jam::test::refusal_of([&] { return read(json, buffer); });
    CHECK(message.find('\n') == std::string::npos);
    return message;
  };
  const auto named = Contains("a.gltf: ");
  // assimp leaves out such a triangle, without a word.
  CHECK_THAT(refused(sound.json, std::string(2, '\xFF') + sound.buffer.substr(2)),
             Contains("a.gltf: a triangle of mesh") && Contains("names a vertex that is not there"));
  CHECK_THAT(refused(sound.json, sound.buffer.substr(0, 100)), named);
  CHECK_THAT(refused(with(sound.json, "\"count\": 8", "\"count\": 4000000000"), sound.buffer), named);
  CHECK_THAT(refused(with(sound.json, "\"count\": 36", "\"count\": 4000000000"), sound.buffer), named);
  CHECK_THAT(refused(with(sound.json, "\"mesh\": 0", "\"mesh\": 7"), sound.buffer), named);
  CHECK_THAT(refused(with(sound.json, "\"nodes\": [0]", "\"nodes\": [5]"), sound.buffer), named);
  std::string infinite = sound.buffer;
  infinite.replace(72, 4, std::string("\0\0\x80\x7F", 4));
  CHECK_THAT(refused(sound.json, infinite), Contains("a.gltf: vertex 0 of mesh"));
}

TEST_CASE("A given unit or axis takes the place of the one that the file states, and is noted", "[formats]") {
  if (no_scenes()) return;
  ReadOptions options;
  options.unit = LengthUnit::centimetre;
  options.up = UpAxis::z;
  const Container container =
      read("a.glb", encodings::glb(shapes::cuboid({0, 0, 0}, {40e3, 20e3, 10e3})), options);
  CHECK(container.notes.front() ==
        "the file states lengths in m (--unit cm is used) and y as the axis that points up (--up z is used)");
  const auto bounds = bounds_of(container.surface);
  CHECK(length(bounds.high - bounds.low - Vec3d{400, 100, 200}) < 500 * single_rounding);
}

TEST_CASE("3MF has the unit of its model, z up, its placements, and the names of its objects", "[formats]") {
  if (no_scenes()) return;
  const PolygonSoup parts = soup("a.3mf", stored("room.3mf"));
  CHECK(parts.unit == LengthUnit::centimetre);
  CHECK(parts.up == UpAxis::z);
  CHECK(parts.part_names == Names{"hull & floor", "hump"});
  // A tetrahedron with edges of 50 mm in the room.
  CHECK(read("a.3mf", stored("room.3mf")).volume ==
        Approx(cube_volume - 50.0 * 50 * 50 / 6).epsilon(single_rounding));
  CHECK_THAT(refusal("b.3mf", "PK\x03\x04 no archive"), Contains("is no ZIP archive"));
}

TEST_CASE("DAE and FBX have the unit and the axis that they state", "[formats]") {
  if (no_scenes()) return;
  for (const auto& [letter, axis] : {std::pair{'X', UpAxis::x}, {'Y', UpAxis::y}, {'Z', UpAxis::z}}) {
    INFO(letter);
    const PolygonSoup dae = soup("a.dae", encodings::dae(cube(), letter));
    CHECK(dae.unit == LengthUnit::centimetre);
    CHECK(dae.up == axis);
    CHECK(dae.part_names == Names{"cargo"});
    const PolygonSoup fbx = soup("a.fbx", encodings::fbx(cube(), letter - 'X', 100));
    CHECK(fbx.unit == LengthUnit::metre);
    CHECK(fbx.up == axis);
    CHECK(fbx.part_names == Names{"cargo"});
  }
  check_cube(read("a.dae", encodings::dae(cube(), 'Z')), single_rounding);
  check_cube(read("a.fbx", encodings::fbx(cube(), 2, 1)), single_rounding);
  // Feet have no word: they become mm.
  const PolygonSoup feet = soup("a.fbx", encodings::fbx(cube(), 2, 30.48));
  CHECK(feet.unit == LengthUnit::millimetre);
  check_cube(read("a.fbx", encodings::fbx(cube(), 2, 30.48)), 1e-5);  // Written with six decimals.
}

TEST_CASE("Bad files of the formats that libraries read end in one line", "[formats]") {
  if (no_cad() || no_scenes()) return;
  const std::string step = encodings::step({encodings::cube_row()});
  CHECK_THAT(refusal("magic.step", "Dear reader,\nthis is a letter.\n"),
             Contains("is not a valid STEP file"));
  CHECK_THAT(refusal("cut.step", step.substr(0, 700)), Contains("STEP file"));
  CHECK_THAT(refusal("empty.step", ""), Contains("is empty"));
  CHECK_THAT(
      refusal("large.step",
              encodings::step({encodings::cube_row()}, {"m", 'z'})
                  .replace(encodings::step({encodings::cube_row()}, {"m", 'z'}).find("(0.41,"), 6, "(4e6,")),
      Contains("measures more than 100 m"));
  CHECK_THAT(refusal("magic.igs", "Dear reader,\nthis is a letter.\n"), Contains("IGES file"));
  CHECK_THAT(refusal("cut.igs", stored("room.igs").substr(0, 1000)), Contains("IGES file"));

  const std::string glb = encodings::glb(cube());
  CHECK_THAT(refusal("magic.glb", "Dear reader"), Contains("assimp cannot read this glTF file"));
  CHECK_THAT(refusal("cut.glb", glb.substr(0, glb.size() - 40)), Contains("cut.glb: "));
  CHECK_THAT(refusal("magic.3mf", "Dear reader"), Contains("is no ZIP archive"));
  CHECK_THAT(refusal("cut.3mf", stored("room.3mf").substr(0, 500)), Contains("cut.3mf: "));
  const std::string dae = encodings::dae(cube(), 'Z');
  CHECK_THAT(refusal("magic.dae", "Dear reader"), Contains("assimp cannot read this DAE file"));
  CHECK_THAT(refusal("cut.dae", dae.substr(0, dae.size() / 2)), Contains("cut.dae: "));
  CHECK_THAT(refusal("index.dae", with(dae, "<p>0", "<p>800")), Contains("index.dae: "));
  CHECK_THAT(refusal("nan.dae", with(dae, "1.000000 2.000000", "1e99 2.000000")), Contains("nan.dae: "));
  const std::string fbx = encodings::fbx(cube(), 2, 1);
  CHECK_THAT(refusal("magic.fbx", "Dear reader"), Contains("assimp cannot read this FBX file"));
  CHECK_THAT(refusal("cut.fbx", fbx.substr(0, fbx.size() / 2)), Contains("cut.fbx: "));
  CHECK_THAT(refusal("index.fbx", with(fbx, "a: 0,2,-4", "a: 0,200,-4")), Contains("index.fbx: "));
}

TEST_CASE("Triangles without CGAL are in the frame that the file states, and errors have one line",
          "[formats]") {
  if (no_cad() || no_scenes()) return;
  const TemporaryFile glb("a.glb", encodings::glb(cube()));
  const auto bounds = bounds_of(read_triangles(glb.path()));
  CHECK(length(bounds.high - Vec3d{410, 220, 130}) < 500 * single_rounding);
  CHECK(length(bounds_of(read_triangles(glb.path(), LengthUnit::millimetre)).high - Vec3d{0.41, 0.22, 0.13}) <
        500 * single_rounding);
  const TemporaryFile cut("cut.step", encodings::step({encodings::cube_row()}).substr(0, 700));
  CHECK_THROWS_AS(read_triangles(cut.path()), InputError);
}
