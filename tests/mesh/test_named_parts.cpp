// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Parts of a file that are named as the container or as obstacles.
#include <fmt/format.h>
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "jam/core/error.hpp"
#include "jam/mesh/read_container.hpp"
#include "jam/mesh/rooms/named_parts.hpp"
#include "shapes.hpp"
#include "support/temporary_file.hpp"

using namespace jam;
using namespace jam::mesh;
using Catch::Contains;
using jam::trunk::TriangleMesh;
using shapes::cuboid;
using Names = std::vector<std::string>;

namespace {

/// An OBJ file of named objects.
class PartFile {
 public:
  PartFile& add(const std::string& name, const TriangleMesh& mesh) {
    text_ += "o " + name + "\n";
    for (const Vec3d& v : mesh.vertices) text_ += fmt::format("v {} {} {}\n", v.x, v.y, v.z);
    for (const auto& [a, b, c] : mesh.triangles)
      text_ += fmt::format("f {} {} {}\n", first_ + a, first_ + b, first_ + c);
    first_ += static_cast<int>(mesh.vertices.size());
    return *this;
  }
  [[nodiscard]] trunk::Container read(const Names& container, const Names& obstacles) const {
    ReadOptions options;
    options.named = {container, obstacles};
    const TemporaryFile file("named.obj", text_);
    return read_container(file.path(), options);
  }

 private:
  std::string text_;
  int first_ = 1;
};

double litres(const trunk::Container& container) { return container.volume / 1e6; }

std::string notes_of(const trunk::Container& container) {
  std::string all;
  for (const std::string& note : container.notes) all += note + "\n";
  return all;
}

std::string refusal(const PartFile& file, const Names& container, const Names& obstacles) {
  try {
    (void)file.read(container, obstacles);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

const TriangleMesh hall = cuboid({0, 0, 0}, {1000, 500, 500});
const TriangleMesh crate = cuboid({100, 100, 100}, {900, 400, 400});  // 72 l.

}  // namespace

TEST_CASE("A named part is the container, whatever else the file holds") {
  PartFile file;
  file.add("body", cuboid({-900, -900, -900}, {2000, 2000, 2000})).add("Trunk", hall);
  CHECK(litres(file.read({"Trunk"}, {})) == Approx(250));
  CHECK(litres(file.read({"tRUNK"}, {})) == Approx(250));
  CHECK_THAT(notes_of(file.read({"trunk"}, {})), Contains("dropped 1 part that --part does not name"));
}

TEST_CASE("A name in other letters means no part if another part has it exactly") {
  PartFile file;
  file.add("TRUNK", cuboid({0, 0, 0}, {400, 400, 400})).add("trunk", hall);
  CHECK(litres(file.read({"trunk"}, {})) == Approx(250));
  CHECK(litres(file.read({"TRUNK"}, {})) == Approx(64));
}

TEST_CASE("What an obstacle encloses is never the room, also if it is the largest cell") {
  PartFile file;
  file.add("trunk", hall).add("crate", crate);
  const trunk::Container around = file.read({}, {"crate"});
  CHECK(litres(around) == Approx(250 - 72));
  CHECK_THAT(notes_of(around), Contains("obstacle 'crate': no box lies in the 72.000 l that it encloses"));

  // It fills most of the hall, so that the space around it, 25 l, is smaller.
  PartFile full;
  full.add("trunk", hall).add("block", cuboid({100, 0, 0}, {1000, 500, 500}));
  CHECK(litres(full.read({}, {"block"})) == Approx(25));
  // It reaches out of the hall.
  PartFile out;
  out.add("trunk", hall).add("bar", cuboid({400, 100, 100}, {5000, 400, 400}));
  CHECK(litres(out.read({}, {"bar"})) == Approx(250 - 54));
}

TEST_CASE("A wall between a room and an obstacle that touches it from outside stays") {
  PartFile file;
  file.add("trunk", hall).add("seat", cuboid({-500, 0, 0}, {0, 500, 500}));
  CHECK(litres(file.read({}, {})) == Approx(375));
  CHECK(litres(file.read({}, {"seat"})) == Approx(250));
}

TEST_CASE("The rim of an open obstacle is not closed: its sheets are walls") {
  TriangleMesh tub = crate;
  std::erase_if(tub.triangles, [&](const auto& triangle) {
    return std::ranges::all_of(tub.corners(triangle), [](const Vec3d& corner) { return corner.z >= 400; });
  });
  REQUIRE(tub.triangles.size() == 10);
  PartFile file;
  file.add("trunk", hall).add("tub", tub);
  const trunk::Container container = file.read({"trunk"}, {"tub"});
  CHECK(litres(container) == Approx(250));
  CHECK_THAT(notes_of(container), Contains("obstacle 'tub': it is open"));
  CHECK_THAT(notes_of(container), Contains("10 loose triangles lie in the room"));
}

TEST_CASE("A name that no part has is refused with the nearest one, and with the names that there are") {
  PartFile file;
  file.add("trunk", hall).add("crate", crate);
  CHECK_THAT(refusal(file, {"Trunc"}, {}),
             Contains("--part 'Trunc': no part of the file has this name; the nearest is 'trunk'; there are "
                      "'crate', 'trunk'"));
  CHECK_THAT(refusal(file, {}, {"bag"}), Contains("--obstacle 'bag'") && !Contains("nearest"));
  CHECK_THAT(refusal(file, {"trunk"}, {"Trunk"}), Contains("names the same part"));
  CHECK_THAT(refusal(file, {}, {"trunk", "crate"}), Contains("all parts are obstacles"));
  PartFile many;
  for (int k = 10; k < 35; ++k) many.add(fmt::format("p{}", k), hall);
  CHECK_THAT(refusal(many, {"something"}, {}), Contains("'p29', and 5 more"));
}

TEST_CASE("A file without names of parts says so") {
  PolygonSoup soup;
  soup.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  soup.polygons = {{0, 1, 2}};
  std::vector<std::string> notes;
  CHECK_THROWS_WITH(take_named_parts(soup, {{"trunk"}, {}}, notes), Contains("has no names of parts"));
  CHECK(take_named_parts(soup, {}, notes).container.polygons.size() == 1);
}
