// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Names of the parts of OBJ and STL files.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "jam/mesh/files/file_notes.hpp"
#include "jam/mesh/mesh_file.hpp"
#include "support/temporary_file.hpp"

using namespace jam;
using namespace jam::mesh;
using Names = std::vector<std::string>;

namespace {

PolygonSoup read(const std::string& name, const std::string& text) {
  const TemporaryFile file(name, text);
  return read_mesh_file(file.path());
}

}  // namespace

TEST_CASE("Objects and groups of an OBJ file are its parts, and a name that comes again continues its part") {
  const PolygonSoup soup =
      read("a.obj",
           "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\no empty\no  the hull # a\nf 1 2 4\ng lid\nf 1 3 4\n"
           "g the hull\nf 2 3 4\ng\nf 3 2 1\n");
  CHECK(soup.part_names == Names{"", "the hull", "lid"});
  CHECK(soup.part_of == std::vector<int>{0, 1, 2, 1, 0});
  // One part needs no list.
  const PolygonSoup one = read("b.obj", "o room\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  CHECK(one.part_names == Names{"room"});
  CHECK(one.part_of.empty());
  CHECK(read("c.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n").part_names.empty());
}

TEST_CASE("Solids of an STL text are its parts, also with one name") {
  const std::string facet =
      "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n";
  const PolygonSoup soup =
      read("a.stl", "solid wheel house\r\n" + facet + facet +
                        "endsolid\nsolid\nendsolid\nsolid wheel house\n" + facet + "endsolid wheel house\n");
  CHECK(soup.part_names == Names{"wheel house", "wheel house"});
  CHECK(soup.part_of == std::vector<int>{0, 0, 1});
}

TEST_CASE("Names of parts are shown in quotes, and not more than eight") {
  PolygonSoup soup;
  soup.part_names = {"a\nb", "c"};
  CHECK(file_notes(soup, {}) == Names{"the file has 2 parts: 'a?b', 'c'"});
  soup.part_names.assign(10, "x");
  CHECK(file_notes(soup, {}).front().ends_with("'x', and 2 more"));
}
