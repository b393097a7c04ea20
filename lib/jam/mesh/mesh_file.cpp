// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/mesh/mesh_file.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include <fmt/format.h>

#include "jam/core/error.hpp"
#include "jam/io/read_file.hpp"
#include "jam/io/text_table.hpp"
#include "jam/mesh/mesh_cursor.hpp"

namespace jam::mesh {
namespace {

struct Format {
  std::string_view extension;
  PolygonSoup (*read)(const std::string& name, std::string_view bytes);
  /// Recognises the format by the first word, or by the length; the text formats come last.
  bool (*recognise)(std::string_view bytes);
};

constexpr std::array<Format, 4> formats = {{{".ply", read_ply, looks_like_ply},
                                            {".stl", read_stl, looks_like_stl},
                                            {".off", read_off, looks_like_off},
                                            {".obj", read_obj, looks_like_obj}}};

const Format& format_of(const std::filesystem::path& file, std::string_view bytes) {
  std::string extension = file.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  for (const Format& format : formats)
    if (extension == format.extension) return format;
  // A pipe has no extension.
  if (extension.empty())
    for (const Format& format : formats)
      if (format.recognise(bytes)) return format;
  throw InputError(fmt::format(
      "{}: {}; meshes are read from OFF, OBJ, PLY, STL files", file.string(),
      extension.empty() ? "there is no extension, and the format is not recognised by the content"
                        : "the extension " + io::quoted(file.extension().string()) + " is not known"));
}

}  // namespace

PolygonSoup read_mesh_file(const std::filesystem::path& file) {
  const std::string name = file.string();
  const std::string content = io::read_file(file, io::mesh_byte_limit);
  std::string_view bytes = content;
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);  // The byte order mark of UTF-8.
  if (std::all_of(bytes.begin(), bytes.end(), [](unsigned char c) { return std::isspace(c); }))
    throw InputError(name + ": is empty; expected a mesh");
  PolygonSoup soup = format_of(file, bytes).read(name, bytes);
  if (soup.polygons.empty()) throw InputError(name + ": holds no triangles; a container needs a surface");
  return soup;
}

}  // namespace jam::mesh
