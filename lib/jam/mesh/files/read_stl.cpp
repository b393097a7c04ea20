// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>

#include "jam/mesh/files/mesh_cursor.hpp"
#include "jam/mesh/files/part_list.hpp"
#include "jam/mesh/merged_vertices.hpp"

namespace jam::mesh {
namespace {

constexpr std::size_t header_bytes = 80;
constexpr std::size_t triangle_bytes = 50;

std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower;
}

/// Whether the length is that of a binary file, whatever its first word is: 84 bytes and 50 for each
/// triangle.
bool has_binary_length(std::string_view bytes) {
  if (bytes.size() < header_bytes + 4) return false;
  MeshCursor cursor(nameless, bytes);
  cursor.skip(header_bytes);
  return bytes.size() ==
         header_bytes + 4 + triangle_bytes * static_cast<std::size_t>(cursor.binary<std::uint32_t>(false));
}

bool is_text(std::string_view bytes) {
  if (has_binary_length(bytes)) return false;
  constexpr std::size_t begin = 4096;
  const std::string head = lower_case(bytes.substr(0, begin));
  const std::size_t first = head.find_first_not_of(" \t\r\n");
  return first != std::string::npos && head.compare(first, 5, "solid") == 0 &&
         (head.find("facet") != std::string::npos || head.find("endsolid") != std::string::npos);
}

PolygonSoup read_text(const std::string& name, std::string_view bytes) {
  MeshCursor cursor(name, bytes);
  MergedVertices corners;
  PolygonSoup soup;
  PartList parts(soup);
  std::vector<std::size_t> triangle;
  bool in_solid = false;
  bool in_facet = false;
  while (!cursor.at_end()) {
    const std::string word = lower_case(cursor.word());
    if (!in_facet && word == "solid") {
      in_solid = true;
      parts.begin(cursor.rest_of_line());
      cursor.skip_line();
    } else if (!in_facet && word == "endsolid") {
      in_solid = false;
      cursor.skip_line();
    } else if (!in_facet && word == "facet") {
      in_facet = true;
    } else if (word == "vertex" && in_facet) {
      triangle.push_back(corners.number(cursor.vertex()));
    } else if (word == "endfacet") {
      if (triangle.size() != 3)
        cursor.fail("a facet has " + std::to_string(triangle.size()) + " vertices; three are needed");
      soup.polygons.push_back(std::move(triangle));
      triangle.clear();
      in_facet = false;
    }
  }
  if (in_solid || in_facet)
    cursor.fail("the file ends within a solid: it may be truncated; export the mesh again");
  soup.vertices = corners.take();
  parts.end();
  return soup;
}

}  // namespace

bool looks_like_stl(std::string_view bytes) { return has_binary_length(bytes) || is_text(bytes); }

PolygonSoup read_stl(const std::string& name, std::string_view bytes) {
  if (is_text(bytes)) return read_text(name, bytes);
  MeshCursor cursor(name, bytes);
  cursor.begin_binary();
  if (bytes.size() < header_bytes + 4)
    cursor.fail_file("is not a valid STL file, or truncated; export the mesh again");
  cursor.skip(header_bytes);
  const std::size_t count = cursor.binary<std::uint32_t>(false);
  if (count > (bytes.size() - header_bytes - 4) / triangle_bytes)
    cursor.fail_file("is not a valid STL file, or truncated: it announces " + std::to_string(count) +
                     " triangles, more than it holds; export the mesh again");
  MergedVertices corners;
  PolygonSoup soup;
  soup.polygons.reserve(count);
  for (std::size_t k = 0; k < count; ++k) {
    cursor.skip(12);  // The normal.
    std::vector<std::size_t> triangle;
    for (int corner = 0; corner < 3; ++corner) {
      Vec3d v;
      for (double* x : {&v.x, &v.y, &v.z}) *x = static_cast<double>(cursor.binary<float>(false));
      if (!std::isfinite(v.x) || !std::isfinite(v.y) || !std::isfinite(v.z))
        cursor.fail("triangle " + std::to_string(k) +
                    " has a coordinate that is not finite; every vertex needs three finite numbers");
      triangle.push_back(corners.number(v));
    }
    soup.polygons.push_back(std::move(triangle));
    cursor.skip(2);
  }
  soup.vertices = corners.take();
  return soup;
}

}  // namespace jam::mesh
