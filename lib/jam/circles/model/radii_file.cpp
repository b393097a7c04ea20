// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Lists of radii: one per line, several of the same size as `12 x 1.25`, or CSV.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "jam/circles/model/problem.hpp"
#include "jam/io/number_text.hpp"
#include "jam/io/text_table.hpp"

namespace jam::circles {
namespace {

constexpr const char* accepted = "a radius (1.25), or a count and a radius (12 x 1.25), is needed";

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

/// Without blanks and quotes at its ends.
std::string_view trimmed(std::string_view text) {
  constexpr std::string_view outer = " \"";
  const std::size_t first = text.find_first_not_of(outer);
  return first == std::string_view::npos ? std::string_view{}
                                         : text.substr(first, text.find_last_not_of(outer) - first + 1);
}

/// The cells of a line, separated by commas or semicolons; those that are empty at its end do not count.
std::vector<std::string> cells_of(const io::TextTable& table, int row) {
  std::string line;
  for (int field = 0; field < table.field_count(row); ++field)
    line += (field > 0 ? " " : "") + std::string(table.field(row, field, "radius"));
  std::vector<std::string> cells;
  for (std::size_t begin = 0; begin <= line.size();) {
    const std::size_t end = std::min(line.find_first_of(",;", begin), line.size());
    cells.emplace_back(trimmed(std::string_view(line).substr(begin, end - begin)));
    begin = end + 1;
  }
  while (cells.size() > 1 && cells.back().empty()) cells.pop_back();
  return cells;
}

class RadiiReader {
 public:
  explicit RadiiReader(const io::TextTable& table) : table_(table) {}

  std::vector<double> read() {
    if (table_.empty()) table_.fail(0, "is empty: one radius per line is needed");
    const std::vector<std::string> head = cells_of(table_, 0);
    if (std::none_of(head.begin(), head.end(), [](const std::string& cell) { return is_entry(cell); })) {
      read_columns(head);
    } else {
      read_entries();
    }
    return std::move(radii_);
  }

 private:
  /// Whether a cell is meant as an entry: it contains a digit.
  static bool is_entry(const std::string& cell) {
    return std::any_of(cell.begin(), cell.end(),
                       [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; });
  }

  [[noreturn]] void fail(int row, std::string_view cell, const std::string& needed) const {
    table_.fail(table_.line(row), "the radius is " + io::quoted(cell) + ": " + needed);
  }

  [[nodiscard]] double radius(int row, std::string_view text) const {
    const std::optional<double> value = io::parse_number<double>(text);
    if (!value || !std::isfinite(*value) || *value <= 0)
      fail(row, text, std::string("a finite number above 0 is needed: ") + accepted);
    return *value;
  }

  /// The count in `entry`, whole or a cell of its own.
  [[nodiscard]] long long count(int row, std::string_view text, std::string_view entry) const {
    const std::optional<long long> value = io::parse_number<long long>(text);
    if (!value || *value < 1 || *value > circle_count_limit)
      table_.fail(table_.line(row),
                  fmt::format("the count is {}{}: a whole number from 1 to {} is needed", io::quoted(text),
                              text == entry ? "" : " in " + io::quoted(entry), circle_count_limit));
    return *value;
  }

  void add(long long count, double radius) {
    if (count > circle_count_limit - static_cast<long long>(radii_.size()))
      table_.fail(0, fmt::format("holds more than {} radii, which is the most that is supported",
                                 circle_count_limit));
    radii_.insert(radii_.end(), count, radius);
  }

  /// `1.25`, `12 x 1.25`, `12x1.25` or `12*1.25`.
  void add_entry(int row, std::string_view cell) {
    const std::size_t sign = cell.find_first_of("xX*");
    if (sign == std::string_view::npos) return add(1, radius(row, cell));
    const std::string_view left = trimmed(cell.substr(0, sign)), right = trimmed(cell.substr(sign + 1));
    if (left.empty() || right.empty()) fail(row, cell, accepted);
    add(count(row, left, cell), radius(row, right));
  }

  void read_entries() {
    for (int row = 0; row < table_.row_count(); ++row) {
      const std::vector<std::string> cells = cells_of(table_, row);
      if (cells.size() > 1 && table_.row_count() > 1)
        table_.fail(
            table_.line(row),
            fmt::format(
                "the line {} has {} cells: decimals have a point, and lists of several columns need a "
                "first line that names one of them 'radius'",
                io::quoted(fmt::format("{}", fmt::join(cells, ","))), cells.size()));
      for (const std::string& cell : cells) add_entry(row, cell);
    }
  }

  /// CSV with a line of names: the column `radius`, and `count` where there is one.
  void read_columns(const std::vector<std::string>& head) {
    const auto column = [&](std::string_view name) -> std::optional<std::size_t> {
      const auto found = std::find_if(head.begin(), head.end(),
                                      [&](const std::string& cell) { return lower(cell) == name; });
      return found == head.end() ? std::nullopt
                                 : std::optional(static_cast<std::size_t>(found - head.begin()));
    };
    const std::optional<std::size_t> radius_column = column("radius"), count_column = column("count");
    if (!radius_column)
      fail(0, fmt::format("{}", fmt::join(head, ",")),
           std::string(accepted) + "; columns are named 'radius' and 'count'");
    for (int row = 1; row < table_.row_count(); ++row) {
      const std::vector<std::string> cells = cells_of(table_, row);
      const auto cell = [&](std::size_t index) -> std::string_view {
        return index < cells.size() ? std::string_view(cells[index]) : "";
      };
      add(count_column ? count(row, cell(*count_column), cell(*count_column)) : 1,
          radius(row, cell(*radius_column)));
    }
    if (radii_.empty()) table_.fail(0, "holds no radii below the names of its columns");
  }

  const io::TextTable& table_;
  std::vector<double> radii_;
};

}  // namespace

Problem read_radii(const std::filesystem::path& file, long long n) {
  const io::TextTable table = io::TextTable::read(file);
  std::vector<double> radii = RadiiReader(table).read();
  if (n > 0 && n != static_cast<long long>(radii.size()))
    table.fail(0, fmt::format("holds {} radii, but n is {}: give another n, or none", radii.size(), n));
  return problem_from_radii(std::move(radii));
}

}  // namespace jam::circles
