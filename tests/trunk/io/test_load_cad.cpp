// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Boxes for CAD: the corners of the BOX file, turned back, in STL, OBJ and STEP, each read by a reader that
// shares nothing with the writer.
#include "jam/trunk/io/load_cad.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstddef>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "jam/core/error.hpp"
#include "jam/trunk/model/triangle_mesh.hpp"
#include "scenes/trunk/sample_boxes.hpp"

using namespace jam;
using namespace jam::trunk;

namespace {

/// Two pieces of luggage, one of them turned freely.
LoadReport luggage() {
  LoadReport report;
  report.version = "1";
  report.problem = "trunk.off";
  report.set = box_set("sae-j1100");
  PlacedBox box;
  box.edge = {610, 483, 229};
  box.centre = {1234.5, -67.125, 300};
  report.boxes.push_back(row_of(box));
  box.edge = {325, 152, 114};
  box.centre = {10, 20.25, -30};
  box.rotation = from_axis_angle(Vec3d{1, 2, 3}, 0.7);
  report.boxes.push_back(row_of(box));
  return report;
}

/// The mesh's frame into that of the load, as mesh/read_container.cpp turns it [mm].
Vec3d into_load(Vec3d v, const CadFrame& frame) {
  v = v * frame.unit_length();
  if (frame.up == 'x') return {-v.z, v.y, v.x};
  return frame.up == 'y' ? Vec3d{v.x, -v.z, v.y} : v;
}

/// Whether these points, turned into the load, are the corners of the box, each at least once.
bool are_corners(const std::vector<Vec3d>& points, const BoxRow& row, const CadFrame& frame) {
  std::set<int> seen;
  for (const Vec3d& point : points) {
    const Vec3d d = into_load(point, frame) - row.centre;
    int corner = 0;
    for (int k = 0; k < 3; ++k) {
      const double along = dot(d, k == 0 ? row.first_axis : k == 1 ? row.second_axis : row.third_axis());
      if (std::abs(std::abs(along) - component(row.edge, k) / 2) > 1e-9) return false;
      corner |= along > 0 ? 1 << k : 0;
    }
    seen.insert(corner);
  }
  return seen.size() == 8;
}

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

const CadFrame frames[] = {{"mm", 'z'}, {"m", 'y'}, {"inch", 'x'}, {"cm", 'y'}};

}  // namespace

TEST_CASE("STL holds every box as a closed solid that faces outwards, in the frame of the mesh", "[unit]") {
  const LoadReport report = luggage();
  for (const CadFrame& frame : frames) {
    std::istringstream file(load_stl_text(report, frame));
    std::vector<std::vector<Vec3d>> solids;
    std::vector<std::string> names;
    for (std::string line; std::getline(file, line);) {
      const std::vector<std::string> words = words_of(line);
      if (words.at(0) == "solid") solids.emplace_back(), names.push_back(words.at(1));
      if (words.at(0) == "vertex")
        solids.back().push_back({std::stod(words.at(1)), std::stod(words.at(2)), std::stod(words.at(3))});
    }
    CHECK(names == std::vector<std::string>{"box_0_A", "box_1_H"});
    REQUIRE(solids.size() == 2);
    for (std::size_t k = 0; k < 2; ++k) {
      REQUIRE(solids[k].size() == 36);
      CHECK(are_corners(solids[k], report.boxes[k], frame));
      TriangleMesh mesh{solids[k], {}};
      for (int t = 0; t < 12; ++t) mesh.triangles.push_back({3 * t, 3 * t + 1, 3 * t + 2});
      const Vec3d edge = report.boxes[k].edge;
      CHECK(volume_of(mesh) == Approx(edge.x * edge.y * edge.z / std::pow(frame.unit_length(), 3)));
    }
  }
}

TEST_CASE("OBJ holds every box as six quadrilaterals", "[unit]") {
  const LoadReport report = luggage();
  for (const CadFrame& frame : frames) {
    std::istringstream file(load_obj_text(report, frame));
    std::vector<Vec3d> vertices;
    std::vector<std::vector<int>> polygons;
    for (std::string line; std::getline(file, line);) {
      const std::vector<std::string> words = words_of(line);
      if (words.at(0) == "v")
        vertices.push_back({std::stod(words.at(1)), std::stod(words.at(2)), std::stod(words.at(3))});
      if (words.at(0) == "f") {
        polygons.emplace_back();
        for (std::size_t k = 1; k < words.size(); ++k) polygons.back().push_back(std::stoi(words[k]) - 1);
      }
    }
    REQUIRE(vertices.size() == 16);
    REQUIRE(polygons.size() == 12);
    for (std::size_t k = 0; k < 2; ++k) {
      const auto first = vertices.begin() + static_cast<std::ptrdiff_t>(8 * k);
      CHECK(are_corners({first, first + 8}, report.boxes[k], frame));
      TriangleMesh mesh{vertices, {}};
      for (std::size_t f = 6 * k; f < 6 * k + 6; ++f) {
        const std::vector<int>& p = polygons[f];
        REQUIRE(p.size() == 4);
        mesh.triangles.push_back({p[0], p[1], p[2]});
        mesh.triangles.push_back({p[0], p[2], p[3]});
      }
      const Vec3d edge = report.boxes[k].edge;
      CHECK(volume_of(mesh) == Approx(edge.x * edge.y * edge.z / std::pow(frame.unit_length(), 3)));
    }
  }
}

namespace {

/// A STEP file as its entities: number, type, and the rest of the line. Fails for what the grammar of ISO
/// 10303-21 does not allow here.
struct StepFile {
  std::map<int, std::string> entities;

  explicit StepFile(const std::string& text) {
    REQUIRE(text.starts_with("ISO-10303-21;\nHEADER;\n"));
    REQUIRE(text.ends_with("ENDSEC;\nEND-ISO-10303-21;\n"));
    REQUIRE(text.find("FILE_SCHEMA(('AUTOMOTIVE_DESIGN {") != std::string::npos);
    std::istringstream data(text.substr(text.find("DATA;\n") + 6));
    const std::regex entity("#([0-9]+)=(\\(?[A-Z0-9_]+\\(.*\\));");
    for (std::string line; std::getline(data, line) && line != "ENDSEC;";) {
      std::smatch match;
      INFO(line);
      REQUIRE(std::regex_match(line, match, entity));
      CHECK(std::count(line.begin(), line.end(), '(') == std::count(line.begin(), line.end(), ')'));
      CHECK(entities.emplace(std::stoi(match[1]), match[2]).second);
    }
    for (const auto& [number, body] : entities) {
      for (const int other : references(body)) CHECK(entities.count(other) == 1);
    }
  }

  [[nodiscard]] static std::vector<int> references(const std::string& body) {
    std::vector<int> found;
    const std::regex reference("#([0-9]+)");
    for (std::sregex_iterator at(body.begin(), body.end(), reference), end; at != end; ++at)
      found.push_back(std::stoi((*at)[1]));
    return found;
  }
  [[nodiscard]] bool is(int number, const std::string& type) const {
    return entities.at(number).starts_with(type + "(");
  }
  [[nodiscard]] std::vector<int> all(const std::string& type) const {
    std::vector<int> found;
    for (const auto& [number, body] : entities) {
      if (is(number, type)) found.push_back(number);
    }
    return found;
  }
  /// The numbers in an entity of three numbers, which must be written as reals.
  [[nodiscard]] Vec3d triple(int number) const {
    const std::regex real("[(,](-?[0-9]+\\.[0-9]*(?:E[-+]?[0-9]+)?)");
    const std::string& body = entities.at(number);
    std::vector<double> values;
    for (std::sregex_iterator at(body.begin(), body.end(), real), end; at != end; ++at)
      values.push_back(std::stod((*at)[1]));
    INFO(body);
    REQUIRE(values.size() == 3);
    return {values[0], values[1], values[2]};
  }
};

}  // namespace

TEST_CASE("STEP holds every box as a solid with closed shell, in the unit of the mesh", "[unit]") {
  const LoadReport report = luggage();
  for (const CadFrame& frame : frames) {
    const StepFile step(load_step_text(report, frame));
    const std::vector<int> solids = step.all("MANIFOLD_SOLID_BREP");
    REQUIRE(solids.size() == 2);
    CHECK(step.entities.at(solids[0]).find("'box_0_A'") != std::string::npos);
    for (std::size_t k = 0; k < 2; ++k) {
      const int shell = StepFile::references(step.entities.at(solids[k])).at(0);
      const std::vector<int> faces = StepFile::references(step.entities.at(shell));
      REQUIRE(faces.size() == 6);
      std::map<int, int> uses;  // For each edge the sum over its uses: +1 along the edge, -1 against it.
      std::map<int, int> use_count;
      std::vector<Vec3d> corners;
      for (const int face : faces) {
        REQUIRE(step.is(face, "ADVANCED_FACE"));
        const std::vector<int> parts = StepFile::references(step.entities.at(face));
        const int place = StepFile::references(step.entities.at(parts.at(1))).at(0);
        REQUIRE(step.is(place, "AXIS2_PLACEMENT_3D"));
        const std::vector<int> placement = StepFile::references(step.entities.at(place));
        const Vec3d on_plane = step.triple(placement.at(0));
        const Vec3d normal = step.triple(placement.at(1));
        // The box lies on the inner side of the plane.
        const Vec3d middle = into_load(on_plane, frame) - report.boxes[k].centre;
        CHECK(dot(into_load(normal, frame), middle) > 0);
        CHECK(length(normal) == Approx(1));
        const int loop = StepFile::references(step.entities.at(parts.at(0))).at(0);
        for (const int oriented : StepFile::references(step.entities.at(loop))) {
          const int edge = StepFile::references(step.entities.at(oriented)).at(0);
          uses[edge] += step.entities.at(oriented).ends_with(",.T.)") ? 1 : -1;
          ++use_count[edge];
          const std::vector<int> ends = StepFile::references(step.entities.at(edge));
          for (const int vertex : {ends.at(0), ends.at(1)}) {
            const Vec3d corner = step.triple(StepFile::references(step.entities.at(vertex)).at(0));
            CHECK(std::abs(dot(corner - on_plane, normal)) * frame.unit_length() < 1e-9);
            corners.push_back(corner);
          }
        }
      }
      CHECK(uses.size() == 12);
      for (const auto& [edge, sum] : uses) {
        CHECK(sum == 0);
        CHECK(use_count[edge] == 2);
      }
      CHECK(are_corners(corners, report.boxes[k], frame));
    }
    const bool inch = frame.unit == "inch";
    CHECK(step.all("LENGTH_MEASURE_WITH_UNIT").size() == (inch ? 1U : 0U));
  }
  CHECK_THROWS_AS((CadFrame{"foot", 'z'}.unit_length()), InputError);
}

TEST_CASE("a load without boxes is a well-formed file, too", "[unit]") {
  LoadReport report;
  report.version = "1";
  CHECK(StepFile(load_step_text(report, {})).all("MANIFOLD_SOLID_BREP").empty());
  CHECK(load_stl_text(report, {}) == "solid empty\nendsolid empty\n");
}
