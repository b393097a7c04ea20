// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Binary glTF 2.0: a header, a chunk of JSON, a chunk of vertex data. Section numbers are those of the glTF
// 2.0 specification.
#include "jam/io/glb.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "jam/core/error.hpp"
#include "jam/io/json_writer.hpp"

namespace jam::io {
namespace {

/// Appends a little-endian number of four bytes.
void append(std::string& bytes, std::uint32_t value) {
  for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>((value >> shift) & 0xFFU);
}

void append(std::string& bytes, Vec3f v) {
  for (const float value : {v.x, v.y, v.z}) append(bytes, std::bit_cast<std::uint32_t>(value));
}

Vec3f to_float(Vec3d v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

}  // namespace

GlbScene::GlbScene(double unit_in_metres, std::string generator)
    : unit_in_metres_(unit_in_metres), generator_(std::move(generator)) {}

int GlbScene::add_material(const GlbMaterial& material) {
  const auto& [red, green, blue, alpha] = material.colour;
  JsonObject object;
  object.add("name", material.name)
      .add("pbrMetallicRoughness", JsonObject("baseColorFactor", json_list(red, green, blue, alpha))
                                       .add("metallicFactor", 0, "roughnessFactor", 0.8));
  if (alpha < 1) object.add("alphaMode", "BLEND").add("doubleSided", true);
  materials_.push_back(std::move(object));
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
  for (std::size_t part = 0; part < 2; ++part) {
    // 34962 = vertex attributes, 5126 = float.
    views_.push_back(JsonObject("buffer", 0, "byteOffset", offset + part * normals.size())
                         .add("byteLength", normals.size(), "target", 34962));
    JsonObject& reader = accessors_.emplace_back();
    reader.add("bufferView", views_.size() - 1)
        .add("componentType", 5126, "count", 3 * triangles.size(), "type", "VEC3");
    if (part == 0) reader.add("min", low).add("max", high);
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
  nodes_.push_back(JsonObject("name", name, "mesh", mesh, "translation", translation)
                       .add("rotation", json_list(rotation.x, rotation.y, rotation.z, rotation.w))
                       .add("scale", scale));
}

std::string GlbScene::text() const {
  // The root rotates z up into y up, by 90 degrees about -x, and scales to metres.
  const double half = std::sqrt(0.5);
  std::vector<int> children(nodes_.size());
  std::iota(children.begin(), children.end(), 1);
  JsonObject root;
  root.add("name", "z up")
      .add("rotation", json_list(-half, 0, 0, half))
      .add("scale", Vec3d{unit_in_metres_, unit_in_metres_, unit_in_metres_});
  if (!children.empty()) root.add("children", children);
  std::vector<JsonObject> nodes{root};
  nodes.insert(nodes.end(), nodes_.begin(), nodes_.end());

  JsonObject document = JsonObject::document();
  document.add("asset", JsonObject("version", "2.0").add("generator", generator_))
      .add("scene", 0, "scenes", json_list(JsonObject("nodes", json_list(0))))
      .add("nodes", json_lines(nodes));
  // Arrays must not be empty, but may be left out.
  if (!materials_.empty()) document.add("materials", json_lines(materials_));
  if (!meshes_.empty()) {
    const auto mesh_object = [](const Mesh& mesh) {
      const JsonObject attributes = JsonObject("POSITION", mesh.accessor).add("NORMAL", mesh.accessor + 1);
      const JsonObject primitive = JsonObject("attributes", attributes).add("material", mesh.material);
      return JsonObject("name", mesh.name).add("primitives", json_list(primitive));
    };
    document.add("meshes", json_lines(meshes_, mesh_object))
        .add("accessors", json_lines(accessors_), "bufferViews", json_lines(views_))
        .add("buffers", json_list(JsonObject("byteLength", binary_.size())));
  }
  std::string json = document.text();

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
