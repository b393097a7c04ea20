// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// CGAL's readers, between checks of what they would not tell.
#include "jam/mesh/mesh_file.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/IO/OBJ.h>
#include <CGAL/IO/OFF.h>
#include <CGAL/IO/PLY.h>
#include <CGAL/IO/STL.h>

#include "jam/core/error.hpp"
#include "jam/io/text_table.hpp"

namespace jam::mesh {
namespace {

using Point = CGAL::Exact_predicates_inexact_constructions_kernel::Point_3;

std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

enum class Format { off, obj, ply, stl };

std::optional<Format> format_of(const std::filesystem::path& file) {
  const std::string extension = lower_case(file.extension().string());
  if (extension == ".off") return Format::off;
  if (extension == ".obj") return Format::obj;
  if (extension == ".ply") return Format::ply;
  if (extension == ".stl") return Format::stl;
  return std::nullopt;
}

constexpr std::array<const char*, 4> format_names = {"OFF", "OBJ", "PLY", "STL"};

/// The next blank-separated word of `line`, taken off it; empty at its end.
std::string_view take_word(std::string_view& line) {
  constexpr std::string_view blanks = " \t\r\v\f";
  const std::size_t begin = std::min(line.find_first_not_of(blanks), line.size());
  const std::size_t end = std::min(line.find_first_of(blanks, begin), line.size());
  const std::string_view word = line.substr(begin, end - begin);
  line.remove_prefix(end);
  return word;
}

/// Spelled like something that is no finite number: nan, -inf, Infinity, nan(ind), 1.#QNAN, ...
bool spells_not_finite(std::string_view word) {
  if (!word.empty() && (word[0] == '-' || word[0] == '+')) word.remove_prefix(1);
  const std::string text = lower_case(std::string(word.substr(0, 16)));
  return text == "inf" || text == "infinity" || text == "nan" || text.starts_with("nan(") || text.starts_with("1.#");
}

/// Number of triangles of a binary STL file, which has 84 bytes and 50 more for each, whatever its first word is; 0 for a text.
std::size_t binary_stl_count(const std::string& bytes) {
  std::uint32_t count = 0;
  if (bytes.size() < 84) return 0;
  std::memcpy(&count, bytes.data() + 80, sizeof count);
  return bytes.size() == 84 + 50 * static_cast<std::size_t>(count) ? count : 0;
}

/// The same as refuse_not_finite for binary STL, where CGAL would take a vertex that is not a number for one it has seen.
void refuse_not_finite_bytes(const std::string& name, const std::string& bytes) {
  for (std::size_t triangle = 0; triangle < binary_stl_count(bytes); ++triangle) {
    std::array<float, 9> coordinates;
    std::memcpy(coordinates.data(), bytes.data() + 84 + 50 * triangle + 12, sizeof coordinates);
    for (const float x : coordinates)
      if (!std::isfinite(x))
        throw InputError(name + ": triangle " + std::to_string(triangle) +
                         " has a coordinate that is not finite; every vertex needs three finite numbers");
  }
}

/// Throws at the first coordinate of a text that is spelled as not finite. CGAL would call the whole file malformed.
void refuse_not_finite(const std::string& name, Format format, const std::string& text) {
  std::istringstream lines(text);
  std::string line;
  bool header = format == Format::ply;
  for (long long number = 1; std::getline(lines, line); ++number) {
    std::string_view rest = line;
    if (format == Format::off) rest = rest.substr(0, rest.find('#'));
    std::string_view word = take_word(rest);
    if (header) {
      if (word == "end_header") header = false;
      if (word == "format" && take_word(rest) != "ascii") return;
      continue;
    }
    if ((format == Format::obj && word != "v") || (format == Format::stl && word != "vertex")) continue;
    for (; !word.empty(); word = take_word(rest))
      if (spells_not_finite(word))
        throw InputError(name + ":" + std::to_string(number) + ": a coordinate is " + io::quoted(word) +
                         "; every vertex needs three finite numbers");
  }
}

/// Throws where an OFF file announces more than it can hold: CGAL would take the memory first.
void refuse_overstated_counts(const std::string& name, const std::string& text) {
  std::istringstream lines(text);
  std::string line;
  bool keyword = true;
  while (std::getline(lines, line)) {
    std::string_view rest = std::string_view(line).substr(0, line.find('#'));
    std::string_view word = take_word(rest);
    if (word.empty()) continue;
    if (std::exchange(keyword, false)) {
      if (!lower_case(std::string(word)).ends_with("off"))
        throw InputError(name + ": is no OFF file; its first word is " + io::quoted(word));
      word = take_word(rest);
      if (lower_case(std::string(word)) == "binary") return;
      if (word.empty()) continue;
    }
    // A vertex takes at least "0 0 0\n", a triangle "3 0 1 2\n".
    const double vertices = std::strtod(std::string(word).c_str(), nullptr);
    const double faces = std::strtod(std::string(take_word(rest)).c_str(), nullptr);
    if (6 * vertices + 8 * faces > 2.0 * static_cast<double>(text.size()) + 100)
      throw InputError(name + ": announces more vertices and faces than the file holds; it may be truncated");
    return;
  }
}

std::string contents_of(const std::filesystem::path& file) {
  const std::string name = file.string();
  std::error_code failure;
  if (!std::filesystem::exists(file, failure)) throw InputError(name + ": there is no such file; check the name");
  if (std::filesystem::is_directory(file, failure))
    throw InputError(name + ": is a folder; name a mesh file (" + known_mesh_formats() + ")");
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream contents;
  if (stream.peek() != std::ifstream::traits_type::eof()) contents << stream.rdbuf();
  if (!stream.is_open() || stream.bad() || contents.fail()) throw InputError(name + ": cannot be read; check its permissions");
  return std::move(contents).str();
}

bool parse(Format format, const std::string& text, std::vector<Point>& points, std::vector<std::vector<std::size_t>>& polygons) {
  const auto quiet = CGAL::parameters::verbose(false);
  std::istringstream stream(text);
  switch (format) {
    case Format::off: return CGAL::IO::read_OFF(stream, points, polygons, quiet);
    case Format::obj: return CGAL::IO::read_OBJ(stream, points, polygons, quiet);
    case Format::ply: return CGAL::IO::read_PLY(stream, points, polygons, quiet);
    case Format::stl: {
      std::vector<std::array<std::size_t, 3>> triangles;
      const bool read = CGAL::IO::read_STL(stream, points, triangles, quiet);
      for (const auto& t : triangles) polygons.push_back({t[0], t[1], t[2]});
      return read;
    }
  }
  return false;
}

}  // namespace

const std::string& known_mesh_formats() {
  static const std::string names = "OFF, OBJ, PLY, STL";
  return names;
}

PolygonSoup read_mesh_file(const std::filesystem::path& file) {
  const std::string name = file.string();
  const std::optional<Format> format = format_of(file);
  const std::string text = contents_of(file);
  if (!format)
    throw InputError(name + ": the extension " + io::quoted(file.extension().string()) + " is not known; meshes are read from " +
                     known_mesh_formats() + " files");
  const std::string format_name = format_names[static_cast<std::size_t>(*format)];
  if (std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isspace(c); }))
    throw InputError(name + ": is empty; expected a mesh in the format " + format_name);
  if (*format == Format::stl) refuse_not_finite_bytes(name, text);
  refuse_not_finite(name, *format, text);
  if (*format == Format::off) refuse_overstated_counts(name, text);

  std::vector<Point> points;
  PolygonSoup soup;
  bool read = false;
  try {
    read = parse(*format, text, points, soup.polygons);
  } catch (const std::exception&) {
    // Counts that no memory holds, or CGAL's complaint about what it read; the message below says the same to the user.
    read = false;
  }
  if (!read) throw InputError(name + ": is not a valid " + format_name + " file, or truncated; export the mesh again");
  if (soup.polygons.empty()) throw InputError(name + ": holds no triangles; a container needs a surface");

  soup.vertices.reserve(points.size());
  for (const Point& point : points) soup.vertices.push_back({point.x(), point.y(), point.z()});
  for (std::size_t i = 0; i < soup.vertices.size(); ++i) {
    const Vec3d& v = soup.vertices[i];
    if (!std::isfinite(v.x) || !std::isfinite(v.y) || !std::isfinite(v.z))
      throw InputError(name + ": vertex " + std::to_string(i) + " is not finite; every vertex needs three finite numbers");
  }
  for (std::size_t i = 0; i < soup.polygons.size(); ++i)
    for (const std::size_t index : soup.polygons[i])
      if (index >= soup.vertices.size())
        throw InputError(name + ": face " + std::to_string(i) + " names a vertex that is not there; the file has " +
                         std::to_string(soup.vertices.size()));
  return soup;
}

}  // namespace jam::mesh
