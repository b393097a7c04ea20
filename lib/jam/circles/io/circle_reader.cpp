// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Reading packings: telling the formats apart, and the layout of each.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "jam/circles/io/circle_files.hpp"
#include "jam/circles/io/packomania.hpp"
#include "jam/core/error.hpp"
#include "jam/io/json.hpp"
#include "jam/io/number_text.hpp"
#include "jam/io/read_file.hpp"
#include "jam/io/text_table.hpp"

namespace jam::circles {
namespace {

using io::Comment;
using io::NumberRule;
using io::TextTable;

bool same_word(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
    return std::tolower(static_cast<unsigned char>(x)) == std::tolower(static_cast<unsigned char>(y));
  });
}

/// The comment that consists of `word` alone; null if there is none.
const Comment* find_marker(const TextTable& table, std::string_view word) {
  const auto& comments = table.comments();
  const auto found = std::find_if(comments.begin(), comments.end(), [&](const Comment& comment) {
    return comment.key.empty() && same_word(comment.value, word);
  });
  return found == comments.end() ? nullptr : &*found;
}

/// True when the first fields are exactly 1, 2, ..., in order.
bool is_indexed(const TextTable& table) {
  for (int row = 0; row < table.row_count(); ++row) {
    if (table.field(row, 0, "index") != std::to_string(row + 1)) return false;
  }
  return true;
}

bool is_json(const TextTable& table) { return !table.empty() && table.field(0, 0, "text").starts_with('{'); }

/// The format by suffix, then by content; the rules are in docs/formats.md.
CircleFormat detect(const TextTable& table) {
  const std::string suffix = std::filesystem::path(table.name()).extension().string();
  for (const auto& [name, format] :
       {std::pair{".circles", CircleFormat::circles}, std::pair{".json", CircleFormat::json},
        std::pair{".pck", CircleFormat::pck}, std::pair{".pac", CircleFormat::pac},
        std::pair{".xyr", CircleFormat::xyr}}) {
    if (same_word(suffix, name)) return format;
  }
  if (is_json(table)) return CircleFormat::json;
  if (find_marker(table, "CONTAINER") != nullptr) return CircleFormat::pac;
  if (table.empty()) table.fail(0, "is empty: a packing is needed");
  const int fields = table.field_count(0);
  if (fields == 1) return CircleFormat::circles;
  if (fields == 4 || (fields == 3 && is_indexed(table))) return CircleFormat::packomania;
  if (fields == 3) return CircleFormat::xyr;
  table.fail(
      table.line(0),
      fmt::format("the line has {} fields: a count (CIRCLES), 'index x y' (Packomania), 'x y r' or a line "
                  "#CONTAINER (.pac) is needed",
                  fields));
}

void move_origin(std::vector<Circle>& circles, double x, double y) {
  for (Circle& circle : circles) {
    circle.x -= x;
    circle.y -= y;
  }
}

/// Takes the claim from the comments, or encloses the circles as tightly as possible.
void enclose(PackingFile& file, const TextTable& table) {
  Packing& packing = file.packing;
  for (const char* key : {"enclosing-radius", "enclosing-centre"}) {
    const auto is_key = [&](const Comment& comment) { return comment.key == key; };
    const auto& comments = table.comments();
    const auto first = std::find_if(comments.begin(), comments.end(), is_key);
    const auto second = first == comments.end() ? first : std::find_if(first + 1, comments.end(), is_key);
    if (second != comments.end())
      table.fail(second->line, fmt::format("comment '{}' is given a second time", key));
  }
  const Comment* radius = table.find_comment("enclosing-radius");
  if (radius == nullptr) {
    const Circle enclosing = smallest_enclosing_circle(packing.circles);
    move_origin(packing.circles, enclosing.x, enclosing.y);
    packing.enclosing_radius = enclosing_radius_about_origin(packing.circles);
    return;
  }
  file.claimed = true;
  packing.enclosing_radius = table.comment_number(*radius, NumberRule::positive);
  const Comment* centre = table.find_comment("enclosing-centre");
  if (centre == nullptr) return;
  const TextTable parts(table.name(), std::string(centre->value));
  const auto x = parts.row_count() == 1 && parts.field_count(0) == 2
                     ? io::parse_number<double>(parts.field(0, 0, "x"))
                     : std::nullopt;
  const auto y = x ? io::parse_number<double>(parts.field(0, 1, "y")) : std::nullopt;
  if (!y || !std::isfinite(*x) || !std::isfinite(*y)) {
    table.fail(centre->line, "comment 'enclosing-centre' is " + io::quoted(centre->value) +
                                 ": two finite numbers are needed");
  }
  move_origin(packing.circles, *x, *y);
}

void take_annotations(PackingFile& file, const TextTable& table) {
  for (const Comment& comment : table.comments()) {
    if (comment.key.empty() || comment.key == "enclosing-radius" || comment.key == "enclosing-centre")
      continue;
    file.annotations[std::string(comment.key)] = std::string(comment.value);
  }
}

void require_some(const TextTable& table, int count) {
  if (count == 0) table.fail(0, "is empty: it holds no circles");
  if (count > circle_count_limit)
    table.fail(0, fmt::format("holds {} circles: at most {} are supported", count, circle_count_limit));
}

Circle radius_first(const TextTable& table, int row) {
  table.require_field_count(row, 3, "r x y");
  return {table.number(row, 0, "r", NumberRule::positive), table.number(row, 1, "x"),
          table.number(row, 2, "y")};
}

Circle radius_last(const TextTable& table, int row) {
  table.require_field_count(row, 3, "x y r");
  return {table.number(row, 2, "r", NumberRule::positive), table.number(row, 0, "x"),
          table.number(row, 1, "y")};
}

/// CIRCLES, and plain `x y r`.
PackingFile read_plain(TextTable table, CircleFormat format) {
  PackingFile file;
  require_some(table, format == CircleFormat::circles ? table.take_count("circles") : table.row_count());
  const auto circle_of = format == CircleFormat::circles ? radius_first : radius_last;
  for (int row = 0; row < table.row_count(); ++row) file.packing.circles.push_back(circle_of(table, row));
  take_annotations(file, table);
  enclose(file, table);
  return file;
}

PackingFile read_packomania(const TextTable& table, const Problem* problem) {
  PackingFile file;
  file.claimed = true;
  require_some(table, table.row_count());
  const bool with_radii = table.field_count(0) == 4;
  std::vector<Circle> circles;
  for (int row = 0; row < table.row_count(); ++row) {
    table.require_field_count(row, with_radii ? 4 : 3, with_radii ? "index x y r" : "index x y");
    if (static_cast<int>(table.integer(row, 0, "index", 1, circle_count_limit)) != row + 1) {
      table.fail(table.line(row), fmt::format("field 1 (index) is {}: {} is needed",
                                              io::quoted(table.field(row, 0, "index")), row + 1));
    }
    const double radius = with_radii ? table.number(row, 3, "r", NumberRule::positive) : 0.0;
    circles.push_back({radius, table.number(row, 1, "x"), table.number(row, 2, "y")});
  }
  file.packing = with_radii ? packing_from_unit_circles(circles, problem, table.name())
                            : packing_from_points(circles, problem, table.name());
  return file;
}

/// Whether a record of a .pck file is a centre rather than names: two or more numbers.
bool is_centre(const TextTable& table, int row) {
  if (table.field_count(row) < 2) return false;
  for (int field = 0; field < table.field_count(row); ++field)
    if (!io::parse_number<double>(table.field(row, field, "number"))) return false;
  return true;
}

/// The radius of the largest circles, a line of names, which may be missing, and `x y` or `x y r`.
PackingFile read_pck(const TextTable& table, const Problem* problem) {
  PackingFile file;
  file.claimed = true;
  if (table.empty()) table.fail(0, "is empty: a .pck file begins with the radius of the largest circles");
  table.require_field_count(0, 1, "the radius of the largest circles");
  const double largest = table.number(0, 0, "radius", NumberRule::positive);
  const int first = table.row_count() > 1 && !is_centre(table, 1) ? 2 : 1;
  require_some(table, table.row_count() - first);
  const bool with_radii = table.field_count(first) == 3;
  std::vector<Circle> circles;
  double largest_given = 0;
  for (int row = first; row < table.row_count(); ++row) {
    table.require_field_count(row, with_radii ? 3 : 2, with_radii ? "x y r" : "x y");
    const double radius = with_radii ? table.number(row, 2, "r", NumberRule::positive) : largest;
    circles.push_back({radius, table.number(row, 0, "x"), table.number(row, 1, "y")});
    largest_given = std::max(largest_given, radius);
  }
  constexpr double printed_digits = 1e-6;  // Relative error of the first line, which people may shorten.
  if (std::abs(largest_given - largest) > printed_digits * largest) {
    table.fail(table.line(0),
               fmt::format("the radius is {}, but the largest one below is {}: they must be the same",
                           io::number_text(largest), io::number_text(largest_given)));
  }
  const bool points = !with_radii && problem != nullptr && problem->radii.front() < problem->radii.back();
  for (Circle& circle : circles)
    if (points) circle.radius = 0;
  file.packing = points ? packing_from_points(circles, problem, table.name())
                        : packing_from_unit_circles(circles, problem, table.name());
  return file;
}

/// A `.pac` file's shape name; only circles are known.
void require_circle_word(const TextTable& table, int row) {
  table.require_field_count(row, 1, "the kind of shape");
  const std::string_view word = table.field(row, 0, "shape");
  if (!same_word(word, "Circle") && !same_word(word, "Disk")) {
    table.fail(table.line(row),
               "field 1 (shape) is " + io::quoted(word) + ": only 'Circle' or 'Disk' can be read");
  }
}

PackingFile read_pac(const TextTable& table) {
  const Comment* container = find_marker(table, "CONTAINER");
  const Comment* content = find_marker(table, "CONTENT");
  if (container == nullptr || content == nullptr || content->line < container->line) {
    table.fail(0, "a .pac file needs a line #CONTAINER and after it a line #CONTENT");
  }
  // #CONTAINER: shape, count 1, `R x y`.
  int row = 0;
  const auto expect = [&](int limit, const char* what) {
    if (row >= table.row_count() || table.line(row) >= limit)
      table.fail(0, fmt::format("the file ends before {}: it is truncated", what));
  };
  while (row < table.row_count() && table.line(row) < container->line) ++row;
  expect(content->line, "the container's shape");
  require_circle_word(table, row++);
  expect(content->line, "the container's count");
  (void)table.integer(row++, 0, "count", 1, 1);
  expect(content->line, "the container's 'R x y'");
  const Circle enclosing = radius_first(table, row++);

  // #CONTENT: blocks of shape, count, and as many lines `r x y`.
  PackingFile file;
  file.claimed = true;
  while (row < table.row_count() && table.line(row) < content->line) ++row;
  constexpr int no_limit = std::numeric_limits<int>::max();
  expect(no_limit, "the content's shape");
  while (row < table.row_count()) {
    require_circle_word(table, row++);
    expect(no_limit, "the count of circles");
    table.require_field_count(row, 1, "the count of circles");
    const int count_line = table.line(row);
    const auto count = static_cast<int>(table.integer(row++, 0, "count", 1, circle_count_limit));
    if (table.row_count() - row < count) {
      table.fail(
          count_line,
          fmt::format("announces {} circles, but the file holds {}: it is truncated, or the count is wrong",
                      count, table.row_count() - row));
    }
    for (int k = 0; k < count; ++k) file.packing.circles.push_back(radius_first(table, row++));
  }
  require_some(table, file.packing.count());
  move_origin(file.packing.circles, enclosing.x, enclosing.y);
  file.packing.enclosing_radius = enclosing.radius;
  return file;
}

PackingFile read_table(const TextTable& table, const Problem* problem, CircleFormat format) {
  PackingFile file;
  switch (format) {
    case CircleFormat::packomania: file = read_packomania(table, problem); break;
    case CircleFormat::pck: file = read_pck(table, problem); break;
    case CircleFormat::pac: file = read_pac(table); break;
    default: file = read_plain(table, format); break;
  }
  file.format = format;
  // Sums and squares of finite numbers may still exceed the range of a double.
  const Packing& packing = file.packing;
  bool finite = std::isfinite(packing.enclosing_radius) &&
                std::isfinite(enclosing_radius_about_origin(packing.circles));
  for (const Circle& circle : packing.circles)
    finite = finite && std::isfinite(circle.radius) && circle.radius > 0;
  if (!finite)
    table.fail(0, "the numbers are too large or too small to compute with: choose another unit of length");
  return file;
}

/// The JSON object of packing_json; fields that follow from the circles are not read.
PackingFile read_json(std::string_view text, const std::string& name) {
  const io::JsonNode root = io::JsonNode::parse(text, name);
  root.require_schema(circles_schema);
  PackingFile result;
  result.format = CircleFormat::json;
  result.claimed = true;
  result.packing.enclosing_radius = root.at("enclosing_radius").positive_number();

  const io::JsonNode list = root.at("circles");
  const std::vector<io::JsonNode> circles = list.items();
  if (circles.empty()) list.fail("the list is empty");
  if (circles.size() > circle_count_limit)
    list.fail(fmt::format("{} entries, at most {} are supported", circles.size(), circle_count_limit));
  if (const auto n = root.find("n");
      n && !(n->is_number() && n->number() == static_cast<double>(circles.size())))
    n->fail(fmt::format("announces {} circles, the list holds {}", n->word(), circles.size()));
  result.packing.circles.reserve(circles.size());
  for (const io::JsonNode& circle : circles)
    result.packing.circles.push_back(
        {circle.at("radius").positive_number(), circle.at("x").number(), circle.at("y").number()});
  if (const auto annotations = root.find("annotations"))
    for (const auto& [key, value] : annotations->members()) result.annotations[key] = value.any_text();
  return result;
}

}  // namespace

const char* format_name(CircleFormat format) {
  constexpr const char* names[] = {"automatic", "CIRCLES", "Packomania", ".pck", ".pac", "x y r", "JSON"};
  return names[static_cast<int>(format)];
}

PackingFile parse_packing(std::string_view text, const std::string& name, const Problem* problem,
                          CircleFormat format) {
  const TextTable table(name, std::string(text));
  if (format == CircleFormat::automatic) format = detect(table);
  return format == CircleFormat::json ? read_json(text, name) : read_table(table, problem, format);
}

PackingFile read_packing_file(const std::filesystem::path& file, const Problem* problem,
                              CircleFormat format) {
  return parse_packing(io::read_file(file), file.string(), problem,
                       format);  // Read once: a pipe cannot be read again.
}

Packing read_packing(const std::filesystem::path& file, const Problem* problem, CircleFormat format) {
  return read_packing_file(file, problem, format).packing;
}

}  // namespace jam::circles
