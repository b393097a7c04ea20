// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// PLY of Greg Turk (The PLY Polygon File Format, 1994): a header that lists elements with their properties,
// then the values of all of them, one after the other.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>

#include "jam/io/number_text.hpp"
#include "jam/io/text_table.hpp"
#include "jam/mesh/files/mesh_cursor.hpp"

namespace jam::mesh {
namespace {

enum class Encoding { text, little_endian, big_endian };

/// The next value, exactly: a double holds each.
template <class Number>
double binary_value(MeshCursor& cursor, bool big_endian) {
  return static_cast<double>(cursor.binary<Number>(big_endian));
}

struct Type {
  std::string_view name;
  std::string_view other_name;
  std::size_t bytes;
  bool whole;
  double (*read)(MeshCursor& cursor, bool big_endian);
};
constexpr std::array<Type, 8> types = {{{"char", "int8", 1, true, binary_value<std::int8_t>},
                                        {"uchar", "uint8", 1, true, binary_value<std::uint8_t>},
                                        {"short", "int16", 2, true, binary_value<std::int16_t>},
                                        {"ushort", "uint16", 2, true, binary_value<std::uint16_t>},
                                        {"int", "int32", 4, true, binary_value<std::int32_t>},
                                        {"uint", "uint32", 4, true, binary_value<std::uint32_t>},
                                        {"float", "float32", 4, false, binary_value<float>},
                                        {"double", "float64", 8, false, binary_value<double>}}};
constexpr const Type* float32 = &types[6];
constexpr double largest_whole = 4294967295;  ///< The largest uint.

struct Property {
  std::string_view name;
  const Type* type = float32;        ///< Type of the value, or of each value of a list.
  const Type* count_type = nullptr;  ///< Type of the count of a list; null: no list.
};

struct Element {
  std::string_view name;
  std::size_t count = 0;
  std::vector<Property> properties;
};

struct Header {
  Encoding encoding = Encoding::text;
  std::vector<Element> elements;
};

const Type* type_in(std::string_view word, const MeshCursor& cursor) {
  for (const Type& type : types)
    if (word == type.name || word == type.other_name) return &type;
  cursor.fail("the type " + io::quoted(word) +
              " is not known; char, uchar, short, ushort, int, uint, float, double are");
}

Encoding encoding_in(std::string_view word, const MeshCursor& cursor) {
  if (word == "ascii") return Encoding::text;
  if (word == "binary_little_endian") return Encoding::little_endian;
  if (word == "binary_big_endian") return Encoding::big_endian;
  cursor.fail("the format " + io::quoted(word) +
              " is not known; ascii, binary_little_endian and binary_big_endian are");
}

Property property_in(MeshCursor& cursor) {
  Property property;
  std::string_view word = cursor.word_on_line();
  if (word == "list") {
    property.count_type = type_in(cursor.word_on_line(), cursor);
    if (!property.count_type->whole)
      cursor.fail("the length of a list is of type " + std::string(property.count_type->name) +
                  "; a whole number is needed");
    word = cursor.word_on_line();
  }
  property.type = type_in(word, cursor);
  property.name = cursor.word_on_line();
  if (property.name.empty()) cursor.fail("a property has no name");
  return property;
}

/// The name of an element and the count that some writers glue to it: `vertex8`.
std::pair<std::string_view, std::string_view> without_count(std::string_view word) {
  const std::size_t end = word.find_last_not_of("0123456789") + 1;
  return {word.substr(0, end), word.substr(end)};
}

Header read_header(MeshCursor& cursor) {
  if (const std::string_view word = cursor.word(); word != "ply")
    cursor.fail("is no PLY file; its first word is " + io::quoted(word));
  Header header;
  bool format_known = false;
  for (;;) {
    cursor.skip_line();
    const std::string_view keyword = cursor.word();
    if (keyword == "end_header") break;
    if (keyword == "format") {
      header.encoding = encoding_in(cursor.word_on_line(), cursor);
      format_known = true;
    } else if (keyword == "element") {
      Element& element = header.elements.emplace_back();
      element.name = cursor.word_on_line();
      if (element.name.empty()) cursor.fail("an element has no name");
      std::string_view count = cursor.word_on_line();
      if (count.empty()) std::tie(element.name, count) = without_count(element.name);
      element.count = cursor.whole_in(count, "the count of an element");
    } else if (keyword == "property") {
      if (header.elements.empty())
        cursor.fail("a property comes before the first element; it belongs after one");
      header.elements.back().properties.push_back(property_in(cursor));
    } else if (keyword != "comment" && keyword != "obj_info") {
      cursor.fail("is not a valid PLY file: " + io::quoted(keyword) + " is no keyword of its header");
    }
  }
  if (!format_known) cursor.fail("is not a valid PLY file: its header names no format");
  cursor.skip_line();
  return header;
}

/// The values of the elements.
class Body {
 public:
  Body(MeshCursor& cursor, Encoding encoding) : cursor_(cursor), encoding_(encoding) {}

  /// Throws unless the file can hold all of `element`.
  void require(const Element& element) const {
    std::size_t least = 0;
    for (const Property& property : element.properties)
      least += least_bytes(property.count_type != nullptr ? property.count_type : property.type);
    if (least > 0)
      cursor_.require_count(element.count, least, std::string(element.name.substr(0, 40)).c_str());
  }

  /// The next value, a coordinate of this type. A float in text is rounded to float: a file gives
  /// the same mesh in text and in binary.
  double coordinate(const Type* type) {
    if (is_binary()) return type->read(cursor_, encoding_ == Encoding::big_endian);
    const double value = cursor_.coordinate();
    return type == float32 ? static_cast<double>(static_cast<float>(value)) : value;
  }

  /// The next value, which is a `what`.
  std::size_t whole(const Type* type, const char* what) { return checked(next(type), what); }

  /// The next value, an index in a strip; nothing for -1, which ends a strip.
  std::optional<std::size_t> strip_index(const Type* type) {
    const Value value = next(type);
    if (value.number == -1) return std::nullopt;
    return checked(value, "the index of a vertex");
  }

  /// The length of the next list.
  std::size_t length(const Property& list) {
    const std::size_t length = whole(list.count_type, "the length of a list");
    cursor_.require_count(length, least_bytes(list.type), "values of a list");
    return length;
  }

  void skip(const Property& property) {
    for (std::size_t count = property.count_type != nullptr ? length(property) : 1; count > 0; --count) {
      if (is_binary()) cursor_.skip(property.type->bytes);
      else static_cast<void>(cursor_.word());
    }
  }

 private:
  struct Value {
    double number;
    std::string_view word;  ///< Its text; empty in binary data.
  };
  Value next(const Type* type) {
    if (is_binary()) return {type->read(cursor_, encoding_ == Encoding::big_endian), {}};
    const std::string_view word = cursor_.word();
    return {MeshCursor::number_of(word), word};
  }
  std::size_t checked(const Value& value, const char* what) const {
    const double number = value.number;
    if (!(number >= 0 && number <= largest_whole) || number != std::floor(number))
      cursor_.fail(std::string(what) + " is " +
                   (is_binary() ? io::number_text(number) : io::quoted(value.word)) +
                   "; a whole number of at least 0 is needed");
    return static_cast<std::size_t>(number);
  }
  [[nodiscard]] bool is_binary() const { return encoding_ != Encoding::text; }
  /// Bytes of the shortest value; in text a digit and a blank.
  [[nodiscard]] std::size_t least_bytes(const Type* type) const { return is_binary() ? type->bytes : 2; }

  MeshCursor& cursor_;
  Encoding encoding_;
};

std::size_t find_property(const Element& element, std::string_view name) {
  const auto found = std::find_if(element.properties.begin(), element.properties.end(),
                                  [&](const Property& p) { return p.name == name; });
  return static_cast<std::size_t>(found - element.properties.begin());
}

void read_vertices(const Element& element, Body& body, const MeshCursor& cursor, PolygonSoup& soup) {
  std::array<std::size_t, 3> axis{};
  for (std::size_t k = 0; k < 3; ++k) {
    axis[k] = find_property(element, std::string_view("xyz").substr(k, 1));
    if (axis[k] == element.properties.size() || element.properties[axis[k]].count_type != nullptr)
      cursor.fail_file(std::string("the vertices have no property ") + "xyz"[k] + "; x, y and z are needed");
  }
  soup.vertices.reserve(soup.vertices.size() + element.count);
  for (std::size_t i = 0; i < element.count; ++i) {
    std::array<double, 3> place{};
    for (std::size_t p = 0; p < element.properties.size(); ++p) {
      const std::size_t k = std::find(axis.begin(), axis.end(), p) - axis.begin();
      if (k == axis.size()) body.skip(element.properties[p]);
      else place[k] = body.coordinate(element.properties[p].type);
    }
    soup.vertices.push_back({place[0], place[1], place[2]});
    cursor.require_finite(soup.vertices.back(), soup.vertices.size() - 1);
  }
}

void read_polygon(const Property& corners, Body& body, MeshCursor& cursor,
                  std::vector<std::size_t>& polygon) {
  const std::size_t length = body.length(corners);
  polygon.reserve(length);
  for (std::size_t k = 0; k < length; ++k) {
    polygon.push_back(body.whole(corners.type, "the index of a vertex"));
    cursor.note_corner(polygon.back());
  }
}

void read_faces(const Element& element, Body& body, MeshCursor& cursor, PolygonSoup& soup) {
  std::size_t corners = find_property(element, "vertex_indices");
  if (corners == element.properties.size()) corners = find_property(element, "vertex_index");
  if (corners == element.properties.size() || element.properties[corners].count_type == nullptr)
    cursor.fail_file("the faces have no list vertex_indices; it is needed");
  soup.polygons.reserve(soup.polygons.size() + element.count);
  for (std::size_t i = 0; i < element.count; ++i) {
    for (std::size_t p = 0; p < element.properties.size(); ++p) {
      if (p == corners) read_polygon(element.properties[p], body, cursor, soup.polygons.emplace_back());
      else body.skip(element.properties[p]);
    }
  }
}

/// Each corner of a strip from the third on makes a triangle with the two before it; every second one is
/// turned round. Triangles without area, by which strips are joined, are left out.
void read_strips(const Element& element, Body& body, MeshCursor& cursor, PolygonSoup& soup) {
  const std::size_t corners = find_property(element, "vertex_indices");
  if (corners == element.properties.size() || element.properties[corners].count_type == nullptr)
    cursor.fail_file("the strips have no list vertex_indices; it is needed");
  for (std::size_t i = 0; i < element.count; ++i) {
    for (std::size_t p = 0; p < element.properties.size(); ++p) {
      if (p != corners) {
        body.skip(element.properties[p]);
        continue;
      }
      std::array<std::size_t, 2> last{};
      std::size_t in_strip = 0;
      for (std::size_t left = body.length(element.properties[p]); left > 0; --left) {
        const std::optional<std::size_t> corner = body.strip_index(element.properties[p].type);
        in_strip = corner ? in_strip + 1 : 0;
        if (!corner) continue;
        cursor.note_corner(*corner);
        const auto [a, b] = last;
        if (in_strip > 2 && a != b && b != *corner && a != *corner)
          soup.polygons.push_back(in_strip % 2 == 1 ? std::vector{a, b, *corner}
                                                    : std::vector{b, a, *corner});
        last = {b, *corner};
      }
    }
  }
}

}  // namespace

bool looks_like_ply(std::string_view bytes) {
  return bytes.starts_with("ply\n") || bytes.starts_with("ply\r");
}

PolygonSoup read_ply(const std::string& name, std::string_view bytes) {
  MeshCursor cursor(name, bytes);
  const Header header = read_header(cursor);
  if (header.encoding != Encoding::text) cursor.begin_binary();
  Body body(cursor, header.encoding);
  PolygonSoup soup;
  for (const Element& element : header.elements) {
    body.require(element);
    if (element.name == "vertex" || element.name == "vertices") {
      read_vertices(element, body, cursor, soup);
    } else if (element.name == "face" || element.name == "faces") {
      read_faces(element, body, cursor, soup);
    } else if (element.name == "tristrips") {
      read_strips(element, body, cursor, soup);
    } else {
      for (std::size_t i = 0; !element.properties.empty() && i < element.count; ++i)
        for (const Property& property : element.properties) body.skip(property);
    }
  }
  cursor.require_corners(soup.vertices.size());
  return soup;
}

}  // namespace jam::mesh
