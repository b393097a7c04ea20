// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <cstdint>
#include <optional>

#include <fmt/format.h>

#include "jam/io/text_table.hpp"
#include "jam/mesh/files/mesh_cursor.hpp"

namespace jam::mesh {
namespace {

/// Values of a vertex, as the keyword states them.
struct Layout {
  bool dimension = false;  ///< The dimension of space comes before the counts: 3.
  bool fourth = false;     ///< A fourth coordinate, by which the others are divided.
  std::size_t extras = 0;  ///< Numbers that follow: normal, colour, texture.
};

bool take_prefix(std::string_view& word, std::string_view prefix) {
  if (!word.starts_with(prefix)) return false;
  word.remove_prefix(prefix.size());
  return true;
}

/// Nothing if the word is not one of the format. Some writers glue the first count to it, `OFF8`: `word`
/// loses these digits.
std::optional<Layout> layout_of(std::string_view& word) {
  Layout layout;
  const std::size_t digits = word.size() - (word.find_last_not_of("0123456789") + 1);
  word.remove_suffix(digits);
  std::string_view rest = word;
  if (take_prefix(rest, "ST")) layout.extras += 2;
  if (take_prefix(rest, "C")) layout.extras += 4;
  if (take_prefix(rest, "N")) layout.extras += 3;
  layout.fourth = take_prefix(rest, "4");
  layout.dimension = take_prefix(rest, "n");
  return rest == "OFF" ? std::optional(layout) : std::nullopt;
}

/// Skips the count of edges in a text file; nothing needs it. It is after the count of faces, or alone
/// on the next line (where a vertex would have three numbers), or is left out.
void skip_edge_count(MeshCursor& cursor) {
  if (cursor.word_on_line().empty()) {
    MeshCursor next = cursor;
    const std::string_view first = next.at_end() ? std::string_view{} : next.word();
    if (first.empty() || !next.word_on_line().empty()) return;
    static_cast<void>(cursor.word());
  }
  if (const std::string_view more = cursor.word_on_line(); !more.empty())
    cursor.fail("the counts of vertices, faces and edges are followed by " + io::quoted(more) +
                "; a vertex begins on a line of its own");
}

/// Goes to the next line of a text after a `what`, which up to `extras` words may follow; `needed` more lines
/// have to come. If a line holds more words than that and too few lines come, the rest of the line would have
/// been needed.
void end_line(MeshCursor& cursor, std::size_t extras, std::size_t needed, const char* what,
              bool& enough_lines) {
  MeshCursor next = cursor;
  cursor.skip_line();
  if (enough_lines) return;
  for (std::size_t k = 0; k <= extras; ++k)
    if (next.word_on_line().empty()) return;
  MeshCursor rest = cursor;
  std::size_t count = 0;
  for (; !rest.at_end() && count < needed; rest.skip_line()) ++count;
  enough_lines = count == needed;
  if (!enough_lines)
    next.fail(
        fmt::format("more than one {} is on this line, or the file is truncated: {} lines follow and {} are "
                    "needed; each vertex and "
                    "each face begins on a line of its own",
                    what, count, needed));
}

}  // namespace

bool looks_like_off(std::string_view bytes) {
  MeshCursor cursor(nameless, bytes, '#');
  if (cursor.at_end()) return false;
  std::string_view keyword = cursor.word();
  return layout_of(keyword).has_value();
}

PolygonSoup read_off(const std::string& name, std::string_view bytes) {
  MeshCursor text(name, bytes, '#');
  const std::string_view first = text.word();
  std::string_view keyword = first;
  const std::optional<Layout> found = layout_of(keyword);
  if (!found) text.fail("is no OFF file; its first word is " + io::quoted(first));
  const Layout layout = *found;
  text.step_back(first.size() - keyword.size());
  MeshCursor ahead = text;
  const bool binary = ahead.word_on_line() == "BINARY";
  MeshCursor& cursor = binary ? ahead : text;
  if (binary) {
    cursor.skip_line();
    cursor.begin_binary();
  }
  const auto whole = [&](const char* what) {
    if (!binary) return cursor.whole(what);
    const auto value = cursor.binary<std::int32_t>(true);
    if (value < 0)
      cursor.fail(std::string(what) + " is " + std::to_string(value) +
                  "; a whole number of at least 0 is needed");
    return static_cast<std::size_t>(value);
  };
  const auto coordinate = [&] {
    return binary ? static_cast<double>(cursor.binary<float>(true)) : cursor.coordinate();
  };

  if (const std::size_t dimension = layout.dimension ? whole("the dimension") : 3; dimension != 3)
    cursor.fail("holds a mesh of " + std::to_string(dimension) + " dimensions; three are needed");
  const std::size_t vertex_count = whole("the count of vertices");
  const std::size_t face_count = whole("the count of faces");
  binary ? cursor.skip(4) : skip_edge_count(cursor);
  const std::size_t numbers = 3 + (layout.fourth ? 1 : 0) + layout.extras;
  cursor.require_count(vertex_count, binary ? 4 * numbers : 6, "vertices");  // "0 0 0\n"
  PolygonSoup soup;
  soup.vertices.reserve(vertex_count);
  bool enough_lines = false;  // Found to follow.
  for (std::size_t i = 0; i < vertex_count; ++i) {
    Vec3d v;
    for (double* x : {&v.x, &v.y, &v.z}) *x = coordinate();
    soup.vertices.push_back(v / (layout.fourth ? coordinate() : 1));
    cursor.require_finite(soup.vertices.back(), i);
    binary ? cursor.skip(4 * layout.extras)
           : end_line(cursor, layout.extras, vertex_count - i - 1 + face_count, "vertex", enough_lines);
  }
  cursor.require_count(face_count, binary ? 8 : 2, "faces");  // "0\n"
  soup.polygons.resize(face_count);
  enough_lines = false;
  for (std::size_t i = 0; i < face_count; ++i) {
    std::vector<std::size_t>& polygon = soup.polygons[i];
    const std::size_t corners = whole("the count of corners");
    cursor.require_count(corners, binary ? 4 : 2, "corners");
    polygon.reserve(corners);
    for (std::size_t k = 0; k < corners; ++k) {
      polygon.push_back(whole("the index of a vertex"));
      cursor.note_corner(polygon.back());
      cursor.require_corners(vertex_count);
    }
    binary ? cursor.skip(4 * whole("the count of colours"))
           : end_line(cursor, 0, face_count - i - 1, "face", enough_lines);
  }
  return soup;
}

}  // namespace jam::mesh
