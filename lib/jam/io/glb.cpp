// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Binary glTF 2.0: a header, a chunk of JSON, a chunk of vertex data. Section numbers are those of the
// glTF 2.0 specification.
#include "jam/io/glb.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "jam/core/error.hpp"
#include "jam/io/json_text.hpp"

namespace jam::io {
namespace {

/// Appends a little-endian number of four bytes.
void append(std::string& bytes, std::uint32_t value) {
  for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>((value >> shift) & 0xFFU);
}

void append(std::string& bytes, float value) {
  std::uint32_t bits = 0;
  static_assert(sizeof bits == sizeof value && std::numeric_limits<float>::is_iec559);
  std::copy_n(reinterpret_cast<const char*>(&value), sizeof value, reinterpret_cast<char*>(&bits));
  append(bytes, bits);
}

void append(std::string& bytes, Vec3f v) {
  append(bytes, v.x);
  append(bytes, v.y);
  append(bytes, v.z);
}

Vec3f to_float(Vec3d v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

std::string array_text(std::initializer_list<double> values) { return json_array(values, json_number); }

std::string triple(Vec3f v) { return array_text({v.x, v.y, v.z}); }

std::string joined(const std::vector<std::string>& objects) {
  return json_lines(objects, 2, [](const std::string& object) { return object; });
}

}  // namespace

GlbScene::GlbScene(double unit_in_metres, std::string generator)
    : unit_in_metres_(unit_in_metres), generator_(std::move(generator)) {}

int GlbScene::add_material(const GlbMaterial& material) {
  const auto& [red, green, blue, alpha] = material.colour;
  materials_.push_back(fmt::format(
      R"({{"name": {}, "pbrMetallicRoughness": {{"baseColorFactor": {}, "metallicFactor": 0, "roughnessFactor": 0.8}}{}}})",
      json_string(material.name), array_text({red, green, blue, alpha}),
      alpha < 1 ? R"(, "alphaMode": "BLEND", "doubleSided": true)" : ""));
  return static_cast<int>(materials_.size()) - 1;
}

int GlbScene::add_mesh(const std::string& name, const std::vector<Vec3d>& vertices,
                       const std::vector<std::array<int, 3>>& triangles, int material) {
  // Three vertices per triangle: corners that triangles share have different normals in flat shading.
  std::string normals;
  Vec3f low{std::numeric_limits<float>::max(), std::numeric_limits<float>::max(),
            std::numeric_limits<float>::max()};
  Vec3f high = -low;
  const std::size_t offset = binary_.size();
  for (const auto& triangle : triangles) {
    std::array<Vec3d, 3> corner;
    for (std::size_t k = 0; k < 3; ++k) corner[k] = vertices[triangle[k]];
    const Vec3f normal =
        to_float(normalised(cross(corner[1] - corner[0], corner[2] - corner[0]), Vec3d{0, 0, 1}));
    for (const Vec3d& exact : corner) {
      const Vec3f point = to_float(exact);
      low = {std::min(low.x, point.x), std::min(low.y, point.y), std::min(low.z, point.z)};
      high = {std::max(high.x, point.x), std::max(high.y, point.y), std::max(high.z, point.z)};
      append(binary_, point);
      append(normals, normal);
    }
  }
  binary_ += normals;

  // 3.6.2: an accessor reads a buffer view; positions state their bounds.
  const auto accessor = static_cast<int>(accessors_.size());
  const std::string bounds = fmt::format(R"(, "min": {}, "max": {})", triple(low), triple(high));
  for (std::size_t part = 0; part < 2; ++part) {
    // 34962 = vertex attributes, 5126 = float.
    views_.push_back(fmt::format(R"({{"buffer": 0, "byteOffset": {}, "byteLength": {}, "target": 34962}})",
                                 offset + part * normals.size(), normals.size()));
    accessors_.push_back(
        fmt::format(R"({{"bufferView": {}, "componentType": 5126, "count": {}, "type": "VEC3"{}}})",
                    accessors_.size(), 3 * triangles.size(), part == 0 ? bounds : ""));
  }
  meshes_.push_back({name, accessor, material});
  return static_cast<int>(meshes_.size()) - 1;
}

int GlbScene::add_mesh(const std::string& name, int same_shape, int material) {
  meshes_.push_back({name, meshes_[same_shape].accessor, material});
  return static_cast<int>(meshes_.size()) - 1;
}

void GlbScene::add_node(const std::string& name, int mesh, Vec3d translation, Quaterniond rotation,
                        Vec3d scale) {
  // glTF writes the real part of a quaternion last (3.5.2).
  nodes_.push_back(fmt::format(
      R"({{"name": {}, "mesh": {}, "translation": {}, "rotation": {}, "scale": {}}})", json_string(name),
      mesh, array_text({translation.x, translation.y, translation.z}),
      array_text({rotation.x, rotation.y, rotation.z, rotation.w}), array_text({scale.x, scale.y, scale.z})));
}

std::string GlbScene::text() const {
  // The root rotates z up into y up, by 90 degrees about -x, and scales to metres.
  const double half = std::sqrt(0.5);
  std::vector<int> children(nodes_.size());
  std::iota(children.begin(), children.end(), 1);
  std::vector<std::string> nodes = {
      fmt::format(R"({{"name": "z up", "rotation": {}, "scale": {}{}}})", array_text({-half, 0, 0, half}),
                  array_text({unit_in_metres_, unit_in_metres_, unit_in_metres_}),
                  children.empty() ? "" : fmt::format(R"(, "children": [{}])", fmt::join(children, ", ")))};
  nodes.insert(nodes.end(), nodes_.begin(), nodes_.end());

  std::string json = fmt::format(
      "{{\"asset\": {{\"version\": \"2.0\", \"generator\": {}}},\n\"scene\": 0,\n"
      "\"scenes\": [{{\"nodes\": [0]}}],\n\"nodes\": {}",
      json_string(generator_), joined(nodes));
  // Arrays must not be empty, but may be left out.
  if (!materials_.empty()) json += ",\n\"materials\": " + joined(materials_);
  if (!meshes_.empty()) {
    const std::string meshes = json_lines(meshes_, 2, [](const Mesh& mesh) {
      return fmt::format(
          R"({{"name": {}, "primitives": [{{"attributes": {{"POSITION": {}, "NORMAL": {}}}, "material": {}}}]}})",
          json_string(mesh.name), mesh.accessor, mesh.accessor + 1, mesh.material);
    });
    json += fmt::format(
        ",\n\"meshes\": {},\n\"accessors\": {},\n\"bufferViews\": {},\n\"buffers\": [{{\"byteLength\": {}}}]",
        meshes, joined(accessors_), joined(views_), binary_.size());
  }
  json += "}";

  // 4.4: chunks end on multiples of four bytes; JSON is filled with blanks, and vertex data needs no filling.
  while (json.size() % 4 != 0) json += ' ';
  const std::size_t size = 12 + 8 + json.size() + (binary_.empty() ? 0 : 8 + binary_.size());
  if (size > std::numeric_limits<std::uint32_t>::max()) {
    throw OverflowError(
        fmt::format("the scene takes {} bytes: a GLB file holds at most 4 GiB; use a coarser mesh", size));
  }
  std::string bytes = "glTF";
  append(bytes, std::uint32_t{2});
  append(bytes, static_cast<std::uint32_t>(size));
  append(bytes, static_cast<std::uint32_t>(json.size()));
  bytes += "JSON";
  bytes += json;
  if (!binary_.empty()) {
    append(bytes, static_cast<std::uint32_t>(binary_.size()));
    bytes += std::string_view("BIN\0", 4);
    bytes += binary_;
  }
  return bytes;
}

}  // namespace jam::io
