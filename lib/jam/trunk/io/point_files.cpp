// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/io/point_files.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include "jam/io/atomic_file.hpp"
#include "jam/io/number_text.hpp"
#include "jam/io/text_table.hpp"
#include "jam/trunk/io/box_files.hpp"

namespace jam::trunk {
namespace {

using io::TextTable;

/// A length in mm as a decimal in 1/10 mm: its digits with the point one place further right.
std::string tenths_text(double millimetres) {
  std::array<char, 1100> buffer;  // 5e-324 in fixed notation has 1076 characters.
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), millimetres, std::chars_format::fixed).ptr;
  std::string text(buffer.data(), end);
  const std::size_t point = text.find('.');
  if (point == std::string::npos) return millimetres == 0 ? "0" : text + "0";
  std::swap(text[point], text[point + 1]);
  if (text.back() == '.') text.pop_back();
  // 0.05 became 00.5.
  const std::size_t first = text[0] == '-' ? 1 : 0;
  if (text[first] == '0' && first + 1 < text.size() && text[first + 1] != '.') text.erase(first, 1);
  return text;
}

/// The decimal `text`, a valid number, divided by ten: its exponent is one lower.
double tenth_of(std::string_view text) {
  const std::size_t mark = std::min(text.find_first_of("eE"), text.size());
  int exponent = 0;
  if (mark < text.size()) exponent = io::parse_number<int>(text.substr(mark + 1)).value_or(0);
  return io::parse_number<double>(std::string(text.substr(0, mark)) + "e" + std::to_string(exponent - 1))
      .value_or(0.0);
}

double coordinate(const TextTable& table, int row, int index, const char* name) {
  const double tenths = table.number(row, index, name);
  const std::string_view text = table.field(row, index, name);
  if (std::abs(tenths) > 10 * coordinate_limit) {
    table.fail(table.line(row), "field " + std::to_string(index + 1) + " (" + name + ") is " +
                                    io::quoted(text) + ": at most 1e10 are supported; is the unit 1/10 mm?");
  }
  return tenth_of(text);
}

}  // namespace

std::vector<Vec3d> read_points(const std::filesystem::path& file) {
  TextTable table = TextTable::read(file);
  std::vector<Vec3d> points(table.take_count("points"));
  for (int row = 0; row < table.row_count(); ++row) {
    table.require_field_count(row, 3, "x y z");
    points[row] = {coordinate(table, row, 0, "x"), coordinate(table, row, 1, "y"),
                   coordinate(table, row, 2, "z")};
  }
  return points;
}

void write_points(const std::filesystem::path& file, const std::vector<Vec3d>& points) {
  std::string text = std::to_string(points.size()) + "\n";
  for (const Vec3d& point : points)
    text += tenths_text(point.x) + " " + tenths_text(point.y) + " " + tenths_text(point.z) + "\n";
  io::write_atomically(file, text);
}

}  // namespace jam::trunk
