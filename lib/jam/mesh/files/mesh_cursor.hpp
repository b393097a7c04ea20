// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A place in the bytes of a mesh file, from which words, numbers and binary values are read. Lines end with
// LF, CR LF or, as on old Macintoshes, CR: as the first one does. A file may hold anything. Unexpected
// content ends in an InputError that names the file and the line, or the byte of a binary file. A count is
// accepted only if the rest of the file can hold that number of items, so that no count takes more memory
// than a few times the file's size. Inside jam_mesh only.
#pragma once

#include <bit>
#include <cstddef>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "jam/mesh/mesh_file.hpp"

namespace jam::mesh {

/// The name of bytes of which no errors are reported.
inline const std::string nameless;

class MeshCursor {
 public:
  /// `name` is the name of the file in messages; both must outlive the cursor. `comment` begins a comment
  /// that reaches to the end of the line; '\0': there are none.
  MeshCursor(const std::string& name, std::string_view bytes, char comment = '\0');

  /// The next word on this or a later line; fails at the end of the file.
  [[nodiscard]] std::string_view word();
  /// The next word on this line; empty at the end of the line.
  [[nodiscard]] std::string_view word_on_line();
  /// The rest of this line, which may be empty, without blanks around it and without a comment.
  [[nodiscard]] std::string_view rest_of_line();
  /// Goes back by `count` bytes of the last word.
  void step_back(std::size_t count) { at_ -= count; }
  /// Goes to the begin of the next line.
  void skip_line();
  /// Whether nothing but blanks and comments follows.
  [[nodiscard]] bool at_end();

  /// Reads a word as a number, as strtod does: values too small become zero, values too large infinite.
  /// Returns NaN if the word is not a number.
  [[nodiscard]] static double number_of(std::string_view word);
  /// The next word as a number of the coordinate of a vertex: finite.
  [[nodiscard]] double coordinate() { return coordinate_in(word()); }
  [[nodiscard]] double coordinate_in(std::string_view word) const;
  [[nodiscard]] Vec3d vertex();
  /// Throws unless the coordinates of vertex `number` are finite.
  void require_finite(Vec3d vertex, std::size_t number) const;

  /// The next word as a whole number >= 0, which is a `what`.
  [[nodiscard]] std::size_t whole(const char* what) { return whole_in(word(), what); }
  [[nodiscard]] std::size_t whole_in(std::string_view text, const char* what) const;

  /// Takes note of a corner of a face, the vertex `index` counted from `first`, which may come later in the
  /// file.
  void note_corner(std::size_t index, std::size_t first = 0) {
    if (largest_corner_ && index <= *largest_corner_) return;
    largest_corner_ = index;
    first_vertex_ = first;
    corner_place_ = place();
  }
  /// Throws unless all these corners are among the first `vertex_count` vertices.
  void require_corners(std::size_t vertex_count) const;

  /// Throws unless `count` things named `what`, of at least `least_bytes` each, fit into the rest of the
  /// file.
  void require_count(std::size_t count, std::size_t least_bytes, const char* what) const;

  /// The following data is binary.
  void begin_binary() { binary_ = true; }
  /// The next bytes as a value in this byte order.
  template <class Value>
  [[nodiscard]] Value binary(bool big_endian) {
    char raw[sizeof(Value)];
    take(raw, sizeof(Value));
    if (big_endian != (std::endian::native == std::endian::big))
      for (std::size_t k = 0; k < sizeof(Value) / 2; ++k) std::swap(raw[k], raw[sizeof(Value) - 1 - k]);
    Value value;
    std::memcpy(&value, raw, sizeof(Value));
    return value;
  }
  void skip(std::size_t count);
  /// The next `count` bytes as they are.
  [[nodiscard]] std::string_view raw(std::size_t count);

  /// Throws an InputError about the place, or about the whole file.
  [[noreturn]] void fail(const std::string& what) const { fail_at(place(), what); }
  [[noreturn]] void fail_file(const std::string& what) const;

 private:
  /// A place in the file: in text the line of the last word, counted from 1; in binary data the byte after
  /// the last value, counted from 0.
  [[nodiscard]] std::size_t place() const { return binary_ ? at_ : line_; }
  [[noreturn]] void fail_at(std::size_t place, const std::string& what) const;
  void take(char* to, std::size_t count);
  void skip_blanks(bool over_lines);

  const std::string& name_;
  std::string_view bytes_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  char comment_;
  char line_end_;
  bool binary_ = false;
  std::optional<std::size_t> largest_corner_;
  std::size_t first_vertex_ = 0;
  std::size_t corner_place_ = 0;
};

// The readers of the formats. They are our own because those of CGAL trust what they read: a broken header or
// a wrong count ends them, or takes all memory. Every coordinate is finite; every index is that of a vertex.
// `name` is the name of the file in messages.

/// OFF of Geomview, text and binary, also with texture coordinates, colours, normals or a fourth coordinate
/// ([ST][C][N][4]OFF), which are dropped or divided by.
[[nodiscard]] PolygonSoup read_off(const std::string& name, std::string_view bytes);

/// OBJ of Wavefront: vertices and faces; indices may be relative. Names of objects and groups (`o`, `g`) are
/// parts; a name that comes again continues its part.
[[nodiscard]] PolygonSoup read_obj(const std::string& name, std::string_view bytes);

/// PLY (G. Turk, 1994), text and binary of both byte orders: faces, and strips of triangles (tristrips).
/// Coordinates in text whose type is float are rounded to float.
[[nodiscard]] PolygonSoup read_ply(const std::string& name, std::string_view bytes);

/// STL, text and binary. Equal corners become one vertex. The solids of a text are parts.
[[nodiscard]] PolygonSoup read_stl(const std::string& name, std::string_view bytes);

/// Whether bytes begin like a file of the format; of binary STL, whether the count of triangles fits the
/// length.
[[nodiscard]] bool looks_like_off(std::string_view bytes);
[[nodiscard]] bool looks_like_obj(std::string_view bytes);
[[nodiscard]] bool looks_like_ply(std::string_view bytes);
[[nodiscard]] bool looks_like_stl(std::string_view bytes);

}  // namespace jam::mesh
