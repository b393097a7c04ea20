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
#include "jam/mesh/files/library_readers.hpp"
#include "jam/mesh/files/mesh_cursor.hpp"

namespace jam::mesh {
namespace {

enum class Library { none, cad, scene };

struct Format {
  std::string_view name;
  std::array<std::string_view, 2> extensions;
  PolygonSoup (*read)(const std::string& name, std::string_view bytes);
  /// Recognises the format by the first word, or by the length; the text formats come last.
  bool (*recognise)(std::string_view bytes);
  Library library = Library::none;
};

/// What XML files name near their begin.
bool names_collada(std::string_view bytes) {
  return bytes.starts_with('<') && bytes.substr(0, 4096).find("<COLLADA") != std::string_view::npos;
}

/// The first line of an IGES file has the letter S in column 73.
bool looks_like_iges(std::string_view bytes) {
  return bytes.size() > 80 && bytes[72] == 'S' && bytes.substr(0, 72).find('\n') == std::string_view::npos;
}

constexpr std::array<Format, 10> formats = {
    {{"PLY", {".ply"}, read_ply, looks_like_ply},
     {"STEP",
      {".step", ".stp"},
      read_step,
      [](std::string_view bytes) { return bytes.starts_with("ISO-10303-21"); },
      Library::cad},
     {"IGES", {".iges", ".igs"}, read_iges, looks_like_iges, Library::cad},
     {"glTF",
      {".gltf", ".glb"},
      read_gltf,
      [](std::string_view bytes) { return bytes.starts_with("glTF") || bytes.starts_with('{'); },
      Library::scene},
     {"3MF",
      {".3mf"},
      read_3mf,
      [](std::string_view bytes) { return bytes.starts_with("PK\x03\x04"); },
      Library::scene},
     {"DAE", {".dae"}, read_dae, names_collada, Library::scene},
     {"FBX",
      {".fbx"},
      read_fbx,
      [](std::string_view bytes) { return bytes.starts_with("Kaydara FBX Binary"); },
      Library::scene},
     {"STL", {".stl"}, read_stl, looks_like_stl},
     {"OFF", {".off"}, read_off, looks_like_off},
     {"OBJ", {".obj"}, read_obj, looks_like_obj}}};

/// The names of the formats of a library: "STEP, IGES".
std::string names_of(Library library) {
  std::string names;
  for (const Format& format : formats)
    if (format.library == library) names += (names.empty() ? "" : ", ") + std::string(format.name);
  return names;
}

/// All formats, and how to get those that this build lacks.
std::string accepted_formats() {
  std::string text = "meshes are read from " + names_of(Library::none) + ", " + names_of(Library::cad) +
                     ", " + names_of(Library::scene) + " files";
  if (!reads_cad) text += "; " + names_of(Library::cad) + " need OpenCASCADE, which this build lacks";
  if (!reads_scenes) text += "; " + names_of(Library::scene) + " need assimp, which this build lacks";
  if (!reads_cad || !reads_scenes) text += ": run scripts/setup --cad and build again";
  return text;
}

std::string extension_of(const std::filesystem::path& file) {
  std::string extension = file.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  return extension;
}

/// Null if no format has the extension.
const Format* format_with(std::string_view extension) {
  for (const Format& format : formats)
    if (!extension.empty() && std::ranges::find(format.extensions, extension) != format.extensions.end())
      return &format;
  return nullptr;
}

const Format& format_of(const std::filesystem::path& file, std::string_view bytes) {
  const std::string extension = extension_of(file);
  if (const Format* format = format_with(extension)) return *format;
  // A pipe has no extension.
  if (extension.empty())
    for (const Format& format : formats)
      if (format.recognise(bytes)) return format;
  throw InputError(fmt::format(
      "{}: {}; {}", file.string(),
      extension.empty() ? "there is no extension, and the format is not recognised by the content"
                        : "the extension " + io::quoted(file.extension().string()) + " is not known",
      accepted_formats()));
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

bool is_mesh_file(const std::filesystem::path& file) { return format_with(extension_of(file)) != nullptr; }

bool read_by_library(const std::filesystem::path& file) {
  const Format* format = format_with(extension_of(file));
  return format == nullptr || format->library != Library::none;
}

}  // namespace jam::mesh
