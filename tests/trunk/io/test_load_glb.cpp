// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The GLB scene of a load: its structure by the glTF 2.0 specification, and that it shows the boxes where
// they lie.
#include "jam/trunk/io/load_report.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "jam/io/glb.hpp"
#include "scenes/trunk/sample_boxes.hpp"

using namespace jam;
using namespace jam::trunk;
using nlohmann::json;

namespace {

std::uint32_t number_at(const std::string& bytes, std::size_t offset) {
  std::uint32_t value = 0;
  std::memcpy(&value, bytes.data() + offset, 4);  // Tests run on little-endian machines.
  return value;
}

/// A GLB file taken apart.
struct Glb {
  json scene;
  std::string binary;
};

Glb parse(const std::string& bytes) {
  REQUIRE(bytes.size() >= 20);
  CHECK(bytes.substr(0, 4) == "glTF");
  CHECK(number_at(bytes, 4) == 2);
  CHECK(number_at(bytes, 8) == bytes.size());
  const std::uint32_t length = number_at(bytes, 12);
  CHECK(length % 4 == 0);
  CHECK(bytes.substr(16, 4) == "JSON");
  Glb glb{json::parse(bytes.substr(20, length)), ""};
  const std::size_t rest = 20 + length;
  if (rest == bytes.size()) return glb;
  CHECK(number_at(bytes, rest) == bytes.size() - rest - 8);
  CHECK(number_at(bytes, rest) % 4 == 0);
  CHECK(bytes.substr(rest + 4, 4) == std::string("BIN\0", 4));
  glb.binary = bytes.substr(rest + 8);
  return glb;
}

/// The vectors of an accessor.
std::vector<Vec3d> vectors(const Glb& glb, int accessor) {
  const json& description = glb.scene["accessors"][accessor];
  const json& view = glb.scene["bufferViews"][description["bufferView"].get<int>()];
  CHECK(description["componentType"] == 5126);
  CHECK(view["byteOffset"].get<std::size_t>() % 4 == 0);
  CHECK(view["byteLength"] == 12 * description["count"].get<int>());
  REQUIRE(view["byteOffset"].get<std::size_t>() + view["byteLength"].get<std::size_t>() <= glb.binary.size());
  std::vector<Vec3d> result;
  for (int k = 0; k < description["count"].get<int>(); ++k) {
    float v[3];
    std::memcpy(
        v, glb.binary.data() + view["byteOffset"].get<std::size_t>() + 12 * static_cast<std::size_t>(k), 12);
    result.push_back({v[0], v[1], v[2]});
  }
  return result;
}

Vec3d vector_of(const json& array) { return {array[0], array[1], array[2]}; }

Quaterniond quaternion_of_gltf(const json& array) { return {array[3], array[0], array[1], array[2]}; }

/// A point of a mesh that `node` places, in the file's space.
Vec3d placed_point(const Glb& glb, const json& node, Vec3d point) {
  const Vec3d scale = vector_of(node["scale"]);
  const Vec3d in_root =
      vector_of(node["translation"]) + rotate(quaternion_of_gltf(node["rotation"]),
                                              Vec3d{scale.x * point.x, scale.y * point.y, scale.z * point.z});
  const json& root = glb.scene["nodes"][0];
  return rotate(quaternion_of_gltf(root["rotation"]), root["scale"][0].get<double>() * in_root);
}

}  // namespace

TEST_CASE("a GLB file has the header, chunks, accessors and bounds that glTF asks for", "[unit]") {
  const LoadReport report = sample_load();
  const Glb glb = parse(load_glb_bytes(report));
  CHECK(glb.scene["asset"]["version"] == "2.0");
  CHECK(glb.scene["buffers"][0]["byteLength"] == glb.binary.size());
  // One container, three classes of boxes that share one cube.
  CHECK(glb.scene["meshes"].size() == 4);
  CHECK(glb.scene["accessors"].size() == 4);
  CHECK(glb.scene["nodes"].size() == 1 + 1 + 4);
  CHECK(glb.scene["nodes"][0]["children"] == json{1, 2, 3, 4, 5});
  CHECK(glb.scene["materials"][0]["alphaMode"] == "BLEND");
  for (const json& mesh : glb.scene["meshes"]) {
    const json& attributes = mesh["primitives"][0]["attributes"];
    const std::vector<Vec3d> positions = vectors(glb, attributes["POSITION"]);
    const std::vector<Vec3d> normals = vectors(glb, attributes["NORMAL"]);
    REQUIRE(positions.size() == 36);
    REQUIRE(normals.size() == 36);
    Bounds bounds;
    for (std::size_t k = 0; k < 36; ++k) {
      const Vec3d p = positions[k];
      bounds.low = {std::min(bounds.low.x, p.x), std::min(bounds.low.y, p.y), std::min(bounds.low.z, p.z)};
      bounds.high = {std::max(bounds.high.x, p.x), std::max(bounds.high.y, p.y),
                     std::max(bounds.high.z, p.z)};
      CHECK(length(normals[k]) == 1.0);
    }
    const json& accessor = glb.scene["accessors"][attributes["POSITION"].get<int>()];
    CHECK(vector_of(accessor["min"]) == bounds.low);
    CHECK(vector_of(accessor["max"]) == bounds.high);
    // Faces look outwards.
    const Vec3d middle = 0.5 * (bounds.low + bounds.high);
    for (std::size_t k = 0; k < 36; ++k) CHECK(dot(positions[k] - middle, normals[k]) > 0);
  }
}

TEST_CASE("GLB boxes lie where the load has them, in metres and y up", "[unit]") {
  const LoadReport report = sample_load();
  const Glb glb = parse(load_glb_bytes(report));
  for (std::size_t k = 0; k < report.boxes.size(); ++k) {
    const json& node = glb.scene["nodes"][2 + k];
    CHECK(node["name"] == "box " + std::to_string(k));
    const BoxRow& box = report.boxes[k];
    const Vec3d corner = box.centre + 0.5 * box.edge.x * box.first_axis + 0.5 * box.edge.y * box.second_axis +
                         0.5 * box.edge.z * box.third_axis();
    const Vec3d expected = 0.001 * Vec3d{corner.x, corner.z, -corner.y};
    CHECK(length(placed_point(glb, node, {0.5, 0.5, 0.5}) - expected) < 1e-12);
  }
}

TEST_CASE("a scene of nothing is a valid GLB file", "[unit]") {
  const Glb glb = parse(load_glb_bytes({}));
  CHECK(glb.scene["nodes"].size() == 1);
  CHECK_FALSE(glb.scene.contains("meshes"));
  CHECK(glb.binary.empty());
}
