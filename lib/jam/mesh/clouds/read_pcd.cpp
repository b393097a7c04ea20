// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// PCD 0.7 of the Point Cloud Library: a header in text that lists fields, then the values, point by point, or
// field by field and compressed by LZF. Binary values are little-endian.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

#include <fmt/format.h>

#include "jam/io/text_table.hpp"
#include "jam/mesh/clouds/point_cloud_file.hpp"
#include "jam/mesh/files/mesh_cursor.hpp"

namespace jam::mesh {
namespace {

constexpr std::size_t longest_field = 1 << 20;  ///< Values of a field in a point.

struct PcdField {
  std::string_view name;
  std::size_t size = 0;  ///< Bytes of a value.
  std::string_view type;
  std::size_t count = 1;   ///< Values in a point.
  std::size_t offset = 0;  ///< Bytes of the fields before it in a point.
  [[nodiscard]] std::size_t bytes() const { return size * count; }
};

struct PcdHeader {
  std::vector<PcdField> fields;
  std::size_t points = 0;
  std::string_view data;
  std::array<std::size_t, 3> axes{};  ///< Numbers of the fields x, y, z.
  std::size_t stride = 0;             ///< Bytes of a point.
};

std::vector<std::string_view> words_on_line(MeshCursor& cursor) {
  std::vector<std::string_view> words;
  for (std::string_view word = cursor.word_on_line(); !word.empty(); word = cursor.word_on_line())
    words.push_back(word);
  return words;
}

std::string_view single(const std::vector<std::string_view>& words, std::string_view key,
                        const MeshCursor& cursor) {
  if (words.size() != 1)
    cursor.fail(fmt::format("{} is followed by {} words; one is needed", key, words.size()));
  return words.front();
}

void check_fields(PcdHeader& header, const MeshCursor& cursor) {
  for (PcdField& field : header.fields) {
    if (field.size != 1 && field.size != 2 && field.size != 4 && field.size != 8)
      cursor.fail_file(fmt::format("the field {} has values of {} bytes; 1, 2, 4 and 8 are accepted",
                                   io::quoted(field.name), field.size));
    if (field.count > longest_field)
      cursor.fail_file(fmt::format("the field {} has {} values in a point; at most {} are accepted",
                                   io::quoted(field.name), field.count, longest_field));
    field.offset = header.stride;
    header.stride += field.bytes();
  }
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::string_view name = std::string_view("xyz").substr(axis, 1);
    const auto at = std::ranges::find(header.fields, name, &PcdField::name);
    if (at == header.fields.end())
      cursor.fail_file(fmt::format("has no field {}; x, y and z are needed", name));
    if (at->type != "F" || at->size < 4 || at->count != 1)
      cursor.fail_file(fmt::format("the field {} is of type {} {}; F 4 and F 8 are accepted", name,
                                   at->type.empty() ? "?" : io::quoted(at->type), at->size));
    header.axes[axis] = static_cast<std::size_t>(at - header.fields.begin());
  }
}

PcdHeader read_header_of_pcd(MeshCursor& cursor) {
  PcdHeader header;
  std::array<std::size_t, 3> sizes{1, 1, 0};  // Width, height, points.
  std::array<bool, 3> known{};
  while (header.data.empty()) {
    const std::string_view key = cursor.word();
    const std::vector<std::string_view> words = words_on_line(cursor);
    const auto for_fields = [&](const auto& take) {
      if (words.size() != header.fields.size())
        cursor.fail(fmt::format("{} has {} words, FIELDS has {}", key, words.size(), header.fields.size()));
      for (std::size_t k = 0; k < words.size(); ++k) take(header.fields[k], words[k]);
    };
    if (key == "FIELDS") {
      header.fields.clear();
      for (const std::string_view word : words) header.fields.push_back({word, 0, {}});
    } else if (key == "SIZE") {
      for_fields([&](PcdField& f, std::string_view word) { f.size = cursor.whole_in(word, "a size"); });
    } else if (key == "TYPE") {
      for_fields([&](PcdField& f, std::string_view word) { f.type = word; });
    } else if (key == "COUNT") {
      for_fields([&](PcdField& f, std::string_view word) { f.count = cursor.whole_in(word, "a count"); });
    } else if (key == "WIDTH" || key == "HEIGHT" || key == "POINTS") {
      const std::size_t k = key == "WIDTH" ? 0 : key == "HEIGHT" ? 1 : 2;
      sizes[k] = cursor.whole_in(single(words, key, cursor), "a number of points");
      known[k] = true;
    } else if (key == "DATA") {
      header.data = single(words, key, cursor);
    } else if (key != "VERSION" && key != "VIEWPOINT") {
      cursor.fail("is not a valid PCD file: " + io::quoted(key) + " is no keyword of its header");
    }
    if (header.data.empty()) cursor.skip_line();
  }
  if (header.data != "ascii" && header.data != "binary" && header.data != "binary_compressed")
    cursor.fail("DATA is " + io::quoted(header.data) + "; ascii, binary and binary_compressed are accepted");
  if (!known[2] && !known[0]) cursor.fail("the header states neither POINTS nor WIDTH; one is needed");
  if (sizes[1] != 0 && sizes[0] > SIZE_MAX / sizes[1]) cursor.fail("WIDTH times HEIGHT is too large");
  header.points = known[2] ? sizes[2] : sizes[0] * sizes[1];
  if (known[0] && header.points != sizes[0] * sizes[1])
    cursor.fail(
        fmt::format("POINTS is {}, but WIDTH times HEIGHT is {}", header.points, sizes[0] * sizes[1]));
  check_fields(header, cursor);
  cursor.skip_line();
  return header;
}

/// Adds a point, unless a coordinate is not a number.
void add_measured(Vec3d point, const MeshCursor& cursor, std::vector<Vec3d>& points) {
  if (std::isnan(point.x) || std::isnan(point.y) || std::isnan(point.z)) return;
  cursor.require_finite(point, points.size());
  points.push_back(point);
}

std::vector<Vec3d> text_points(const PcdHeader& header, MeshCursor& cursor) {
  std::size_t words = 0;
  for (const PcdField& field : header.fields) words += field.count;
  cursor.require_count(header.points, 2 * words, "points");
  std::vector<Vec3d> points;
  points.reserve(header.points);
  for (std::size_t i = 0; i < header.points; ++i) {
    std::array<double, 3> place{};
    for (std::size_t f = 0; f < header.fields.size(); ++f) {
      const std::size_t axis = std::ranges::find(header.axes, f) - header.axes.begin();
      for (std::size_t k = 0; k < header.fields[f].count; ++k) {
        const std::string_view word = cursor.word();
        if (axis == 3) continue;
        const bool unmeasured = word == "nan" || word == "-nan" || word == "NaN" || word == "NAN";
        place[axis] = unmeasured ? std::nan("") : cursor.coordinate_in(word);
      }
    }
    add_measured({place[0], place[1], place[2]}, cursor, points);
  }
  return points;
}

double value_at(std::string_view bytes, std::size_t at, std::size_t size) {
  static_assert(std::endian::native == std::endian::little);
  if (size == 4) {
    float value = 0;
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return value;
  }
  double value = 0;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

/// The points in `bytes`, which hold all of them: point by point or, `by_field`, field by field.
std::vector<Vec3d> points_in(const PcdHeader& header, std::string_view bytes, bool by_field,
                             const MeshCursor& cursor) {
  std::vector<Vec3d> points;
  points.reserve(header.points);
  for (std::size_t i = 0; i < header.points; ++i) {
    std::array<double, 3> place{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const PcdField& field = header.fields[header.axes[axis]];
      const std::size_t at =
          by_field ? field.offset * header.points + i * field.size : i * header.stride + field.offset;
      place[axis] = value_at(bytes, at, field.size);
    }
    add_measured({place[0], place[1], place[2]}, cursor, points);
  }
  return points;
}

/// Decompresses LZF (M. Lehmann): runs of literal bytes, and copies of earlier ones.
std::string decompressed(std::string_view bytes, std::size_t size, const MeshCursor& cursor) {
  std::string out;
  out.reserve(size);
  const auto damaged = [&] { cursor.fail_file("its compressed points are damaged; write them as binary"); };
  for (std::size_t at = 0; at < bytes.size();) {
    const auto byte = [&] {
      if (at >= bytes.size()) damaged();
      return static_cast<std::size_t>(static_cast<unsigned char>(bytes[at++]));
    };
    const std::size_t control = byte();
    if (control < 32) {
      if (control + 1 > bytes.size() - at) damaged();
      out.append(bytes.substr(at, control + 1));
      at += control + 1;
    } else {
      std::size_t length = control >> 5;
      if (length == 7) length += byte();
      const std::size_t back = ((control & 31) << 8 | byte()) + 1;
      if (back > out.size()) damaged();
      for (length += 2; length > 0; --length) out.push_back(out[out.size() - back]);
    }
    if (out.size() > size) damaged();
  }
  if (out.size() != size) damaged();
  return out;
}

}  // namespace

std::vector<Vec3d> read_pcd(const std::string& name, std::string_view bytes) {
  MeshCursor cursor(name, bytes, '#');
  const PcdHeader header = read_header_of_pcd(cursor);
  if (header.data == "ascii") return text_points(header, cursor);
  cursor.begin_binary();
  if (header.data == "binary") {
    cursor.require_count(header.points, header.stride, "points");
    const std::string_view values = cursor.raw(header.points * header.stride);
    return points_in(header, values, false, cursor);
  }
  const std::size_t packed = cursor.binary<std::uint32_t>(false);
  const std::size_t size = cursor.binary<std::uint32_t>(false);
  if (header.points > size / header.stride || size != header.points * header.stride)
    cursor.fail(fmt::format("states {} bytes for {} points; {} bytes a point are needed", size, header.points,
                            header.stride));
  cursor.require_count(packed, 1, "bytes of compressed points");
  // LZF makes at most 88 bytes of one.
  if (size / 88 > packed) cursor.fail("states more points than its compressed bytes can hold");
  return points_in(header, decompressed(cursor.raw(packed), size, cursor), true, cursor);
}

}  // namespace jam::mesh
