// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/io/box_files.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "jam/core/error.hpp"
#include "jam/io/atomic_file.hpp"
#include "jam/io/number_text.hpp"
#include "jam/io/text_table.hpp"

namespace jam::trunk {
namespace {

using io::number_text;
using io::NumberRule;
using io::TextTable;

/// Tells the size of the boxes in a file without edge lengths.
constexpr std::string_view litre_comment = "every box is 200 x 100 x 50 mm";

constexpr int field_count_one_size = 11;
constexpr int field_count_with_edges = 14;

constexpr std::array<const char*, field_count_with_edges> field_names = {
    "x", "y", "z", "a1", "a2", "a3", "b1", "b2", "b3", "p0", "p1", "l1", "l2", "l3"};

double checked(const TextTable& table, int row, int index, NumberRule rule) {
  const char* name = field_names[index];
  const double value = table.number(row, index, name, rule);
  if (std::abs(value) > coordinate_limit) {
    table.fail(table.line(row), "field " + std::to_string(index + 1) + " (" + name + ") is " +
                                    io::quoted(table.field(row, index, name)) +
                                    ": at most 1e9 mm are supported; is the unit mm?");
  }
  return value;
}

Vec3d vector_at(const TextTable& table, int row, int index, NumberRule rule = NumberRule::finite) {
  return {checked(table, row, index, rule), checked(table, row, index + 1, rule),
          checked(table, row, index + 2, rule)};
}

std::int32_t tag_at(const TextTable& table, int row, int index) {
  using Limits = std::numeric_limits<std::int32_t>;
  return static_cast<std::int32_t>(
      table.integer(row, index, field_names[index], Limits::min(), Limits::max()));
}

BoxRow read_row(const TextTable& table, int row, bool with_edges, Vec3d edge) {
  BoxRow box;
  box.centre = vector_at(table, row, 0);
  box.first_axis = vector_at(table, row, 3);
  box.second_axis = vector_at(table, row, 6);
  const double defect = orthonormal_defect(box.first_axis, box.second_axis);
  if (!(defect <= rotation_tolerance)) {
    table.fail(table.line(row), "fields 4 to 9 (a1 a2 a3 b1 b2 b3) are no columns of a rotation, off by " +
                                    (defect < 10 ? io::fixed_text(defect, 5) : number_text(defect)) +
                                    ": two perpendicular vectors of length 1 are needed, to 1e-4");
  }
  if (defect > rotation_rounding) orthonormalise(box.first_axis, box.second_axis);
  box.tag[0] = tag_at(table, row, 9);
  box.tag[1] = tag_at(table, row, 10);
  box.edge = with_edges ? vector_at(table, row, 11, NumberRule::positive) : edge;
  return box;
}

BoxFile read_table(TextTable table, Vec3d edge) {
  BoxFile file;
  bool litre_boxes = false;
  for (const io::Comment& comment : table.comments()) {
    litre_boxes = litre_boxes || (comment.key.empty() && comment.value == litre_comment);
    if (comment.key == rounded_comment) {
      if (file.corner_radius) table.fail(comment.line, "a second comment `rounded`: leave one of them out");
      file.corner_radius = io::parse_number<double>(comment.value);
      if (!file.corner_radius || !(*file.corner_radius >= 0 && *file.corner_radius <= coordinate_limit))
        table.fail(comment.line, "the comment `rounded` is " + io::quoted(comment.value) +
                                     ": the radius of the boxes' edges in mm is needed");
    }
    if (!comment.key.empty()) file.comments[std::string(comment.key)] = std::string(comment.value);
  }
  // A packing may be empty: nothing fitted.
  if (table.row_count() == 1 && table.field_count(0) == 1 && table.field(0, 0, "count") == "0") return file;

  const int count = table.take_count("boxes");
  const bool with_edges = table.field_count(0) == field_count_with_edges;
  if (!with_edges && table.field_count(0) != field_count_one_size) {
    table.fail(
        table.line(0),
        "the line has " + std::to_string(table.field_count(0)) +
            " fields: 11 are needed (x y z a1 a2 a3 b1 b2 b3 p0 p1), or 14 with the edge lengths l1 l2 l3");
  }
  file.tells_size = with_edges || litre_boxes;
  if (litre_boxes) edge = litre_box;
  file.rows.reserve(count);
  for (int row = 0; row < count; ++row) {
    table.require_field_count(row, with_edges ? field_count_with_edges : field_count_one_size,
                              with_edges
                                  ? "x y z a1 a2 a3 b1 b2 b3 p0 p1 l1 l2 l3, as in the first line of a box"
                                  : "x y z a1 a2 a3 b1 b2 b3 p0 p1, as in the first line of a box");
    file.rows.push_back(read_row(table, row, with_edges, edge));
  }
  return file;
}

std::string triple(Vec3d v) { return number_text(v.x) + " " + number_text(v.y) + " " + number_text(v.z); }

}  // namespace

BoxFile parse_box_file(std::string_view text, const std::string& name, Vec3d edge) {
  return read_table(TextTable(name, std::string(text)), edge);
}

BoxFile read_box_file(const std::filesystem::path& file, Vec3d edge) {
  return read_table(TextTable::read(file), edge);
}

BoxPacking read_boxes(const std::filesystem::path& file, Vec3d edge) {
  return packing_of(read_box_file(file, edge).rows);
}

std::string box_text(const std::vector<BoxRow>& rows, const BoxFileComments& comments, BoxVersion version,
                     const std::vector<std::string>& names) {
  const bool litre_boxes =
      std::all_of(rows.begin(), rows.end(), [](const BoxRow& row) { return row.edge == litre_box; });
  if (version == BoxVersion::one_size && !litre_boxes) {
    throw InputError(
        "BOX files of version 0.0.2 have no edge lengths: every box must be 200 x 100 x 50 mm; write version "
        "0.0.3");
  }
  const bool one_size = litre_boxes && version != BoxVersion::with_edges;
  std::string text = one_size ? "# box 0.0.2\n" : "# box 0.0.3\n";
  for (const auto& [key, value] : comments) {
    std::string line = "# " + key + ": " + value;
    std::replace_if(
        line.begin(), line.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
    text += line + "\n";
  }
  if (one_size && !rows.empty()) text += "# " + std::string(litre_comment) + "\n";
  text += std::to_string(rows.size()) + "\n";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const BoxRow& row = rows[i];
    text += triple(row.centre) + "  " + triple(row.first_axis) + "  " + triple(row.second_axis) + "  " +
            std::to_string(row.tag[0]) + " " + std::to_string(row.tag[1]);
    if (!one_size) text += "  " + triple(row.edge);
    // Two words, so that no name is read as a comment `key: value`.
    if (!names.empty() && !names[i].empty()) text += "  # piece " + names[i];
    text += "\n";
  }
  return text;
}

void write_boxes(const std::filesystem::path& file, const std::vector<BoxRow>& rows,
                 const BoxFileComments& comments) {
  io::write_atomically(file, box_text(rows, comments));
}

void write_boxes(const std::filesystem::path& file, const BoxPacking& packing,
                 const BoxFileComments& comments, BoxVersion version) {
  io::write_atomically(file, box_text(rows_of(packing), comments, version));
}

}  // namespace jam::trunk
