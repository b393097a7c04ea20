// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

#include "jam/io/text_table.hpp"
#include "jam/mesh/files/mesh_cursor.hpp"
#include "jam/mesh/files/part_list.hpp"

namespace jam::mesh {
namespace {

/// Other words at the begin of a line: they do not bound a container. A damaged `v` or `f` is none of these.
constexpr std::array<std::string_view, 47> ignored = {
    "vt",       "vn",     "vp",       "bevel",  "lod",        "ctech",  "c_interp",  "usemap",
    "usemtl",   "stech",  "d_interp", "mtllib", "shadow_obj", "maplib", "trace_obj", "s",
    "mg",       "l",      "p",        "cstype", "deg",        "step",   "bmat",      "con",
    "curv",     "curv2",  "surf",     "parm",   "trim",       "hole",   "scrv",      "sp",
    "end",      "surf_1", "surf_2",   "q0_1",   "q0_2",       "q1_1",   "q1_2",      "curv2d_1",
    "curv2d_2", "bsp",    "bzp",      "cdc",    "cdp",        "res",    "call"};

/// `7`, `7/1`, `7/1/2`, `7//2`: the first number. Negative ones count from the last vertex so far.
std::size_t corner_of(std::string_view word, std::size_t vertex_count, MeshCursor& cursor) {
  const std::string_view text = word.substr(0, word.find('/'));
  long long index = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
  const bool usable = error == std::errc() && end == text.data() + text.size() && index != 0;
  if (!usable || (index < 0 && static_cast<std::size_t>(-(index + 1)) >= vertex_count))
    cursor.fail("a face has the corner " + io::quoted(word) +
                "; the number of a vertex, from 1, or from -1 backwards, is needed");
  if (index < 0) return vertex_count - static_cast<std::size_t>(-index);
  cursor.note_corner(static_cast<std::size_t>(index) - 1, 1);
  return static_cast<std::size_t>(index) - 1;
}

/// The next word of a statement; empty at its end. A `\` at the end of a line, also directly after a word,
/// continues the statement on the next line.
std::string_view next_word(MeshCursor& cursor) {
  std::string_view word = cursor.word_on_line();
  for (; word == "\\"; word = cursor.word_on_line()) {
    if (const std::string_view more = cursor.word_on_line(); !more.empty())
      cursor.fail("'\\' is followed by " + io::quoted(more) +
                  "; it continues a statement at the end of a line only");
    cursor.skip_line();
  }
  if (!word.ends_with('\\')) return word;
  cursor.step_back(1);
  return word.substr(0, word.size() - 1);
}

}  // namespace

bool looks_like_obj(std::string_view bytes) {
  MeshCursor cursor(nameless, bytes, '#');
  if (cursor.at_end()) return false;
  const std::string_view keyword = cursor.word();
  return keyword == "v" || keyword == "f" || keyword == "o" || keyword == "g" ||
         std::find(ignored.begin(), ignored.end(), keyword) != ignored.end();
}

PolygonSoup read_obj(const std::string& name, std::string_view bytes) {
  MeshCursor cursor(name, bytes, '#');
  PolygonSoup soup;
  PartList parts(soup);
  for (; !cursor.at_end(); cursor.skip_line()) {
    const std::string_view keyword = cursor.word_on_line();
    if (keyword == "v") {
      Vec3d v;
      for (double* x : {&v.x, &v.y, &v.z}) *x = cursor.coordinate_in(next_word(cursor));
      soup.vertices.push_back(v);
    } else if (keyword == "f") {
      std::vector<std::size_t>& polygon = soup.polygons.emplace_back();
      for (std::string_view word = next_word(cursor); !word.empty(); word = next_word(cursor))
        polygon.push_back(corner_of(word, soup.vertices.size(), cursor));
    } else if (keyword == "o" || keyword == "g") {
      parts.begin_or_continue(cursor.rest_of_line());
    } else if (std::find(ignored.begin(), ignored.end(), keyword) == ignored.end()) {
      cursor.fail("is not a valid OBJ file: the line begins with " + io::quoted(keyword) +
                  ", no keyword of the format");
    }
  }
  cursor.require_corners(soup.vertices.size());
  parts.end();
  return soup;
}

}  // namespace jam::mesh
