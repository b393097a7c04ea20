// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/mesh/clouds/point_cloud_file.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <optional>

#include <fmt/format.h>

#include "jam/core/error.hpp"
#include "jam/io/read_file.hpp"
#include "jam/io/text_table.hpp"
#include "jam/mesh/files/mesh_cursor.hpp"

namespace jam::mesh {
namespace {

std::string cloud_extension(const std::filesystem::path& file) {
  std::string extension = file.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return extension;
}

std::vector<Vec3d> read_xyz(const std::string& name, std::string_view bytes) {
  MeshCursor cursor(name, bytes, '#');
  std::vector<Vec3d> points;
  std::optional<std::size_t> announced;
  std::size_t columns = 0;
  for (bool first = true; !cursor.at_end(); cursor.skip_line()) {
    std::vector<std::string_view> words;
    for (std::string_view word = cursor.word_on_line(); !word.empty(); word = cursor.word_on_line())
      words.push_back(word);
    if (words.front().starts_with("//")) continue;
    if (first && words.size() == 1 &&
        words.front().find_first_not_of("0123456789") == std::string_view::npos) {
      announced = cursor.whole_in(words.front(), "the count of points");
      cursor.require_count(*announced, 6, "points");  // Three digits and three blanks.
    } else {
      if (words.size() < 3)
        cursor.fail(fmt::format("the line begins with {}; x, y and z are needed, with blanks between them",
                                io::quoted(words.front())));
      if (columns != 0 && words.size() != columns)
        cursor.fail(fmt::format("the line has {} columns, the lines before have {}", words.size(), columns));
      columns = words.size();
      points.push_back(
          {cursor.coordinate_in(words[0]), cursor.coordinate_in(words[1]), cursor.coordinate_in(words[2])});
    }
    first = false;
  }
  if (announced && *announced != points.size())
    cursor.fail_file(fmt::format("announces {} points, but holds {}", *announced, points.size()));
  return points;
}

std::vector<Vec3d> read_format(const std::string& extension, const std::string& name,
                               std::string_view bytes) {
  if (extension == ".ply") return read_ply(name, bytes).vertices;
  return extension == ".pcd" ? read_pcd(name, bytes) : read_xyz(name, bytes);
}

}  // namespace

bool is_point_cloud_file(const std::filesystem::path& file) {
  const std::string extension = cloud_extension(file);
  return extension == ".ply" || extension == ".xyz" || extension == ".pcd";
}

std::vector<Vec3d> read_point_cloud(const std::filesystem::path& file) {
  const std::string name = file.string();
  const std::string content = io::read_file(file, io::mesh_byte_limit);
  std::string_view bytes = content;
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);  // The byte order mark of UTF-8.
  if (std::all_of(bytes.begin(), bytes.end(), [](unsigned char c) { return std::isspace(c); }))
    throw InputError(name + ": is empty; expected points");
  std::vector<Vec3d> points = read_format(cloud_extension(file), name, bytes);
  if (points.empty()) throw InputError(name + ": holds no points; at least one is needed");
  return points;
}

}  // namespace jam::mesh
