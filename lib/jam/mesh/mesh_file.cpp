// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/mesh/mesh_file.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "jam/core/error.hpp"
#include "jam/io/read_file.hpp"
#include "jam/io/text_table.hpp"
#include "jam/mesh/mesh_cursor.hpp"

namespace jam::mesh {
namespace {

struct Format {
  std::string_view extension;
  const char* name;
  PolygonSoup (*read)(const std::string& name, std::string_view bytes);
};

constexpr std::array<Format, 4> formats = {
    {{".off", "OFF", read_off}, {".obj", "OBJ", read_obj}, {".ply", "PLY", read_ply}, {".stl", "STL", read_stl}}};

const Format& format_of(const std::filesystem::path& file) {
  std::string extension = file.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(), [](unsigned char c) { return std::tolower(c); });
  for (const Format& format : formats)
    if (extension == format.extension) return format;
  throw InputError(file.string() + ": the extension " + io::quoted(file.extension().string()) +
                   " is not known; meshes are read from OFF, OBJ, PLY, STL files");
}

}  // namespace

PolygonSoup read_mesh_file(const std::filesystem::path& file) {
  const std::string name = file.string();
  const std::string bytes = io::read_file(file, io::mesh_byte_limit);
  const Format& format = format_of(file);
  if (std::all_of(bytes.begin(), bytes.end(), [](unsigned char c) { return std::isspace(c); }))
    throw InputError(name + ": is empty; expected a mesh in the format " + format.name);
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  PolygonSoup soup = format.read(name, std::string_view(bytes).substr(bytes.starts_with(byte_order_mark) ? byte_order_mark.size() : 0));
  if (soup.polygons.empty()) throw InputError(name + ": holds no triangles; a container needs a surface");
  for (std::size_t i = 0; i < soup.polygons.size(); ++i)
    for (const std::size_t index : soup.polygons[i])
      if (index >= soup.vertices.size())
        throw InputError(name + ": face " + std::to_string(i) + " names vertex " + std::to_string(index) +
                         " (counted from 0), which is not there; the file has " + std::to_string(soup.vertices.size()));
  return soup;
}

}  // namespace jam::mesh
