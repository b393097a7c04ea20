// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/mesh/rooms/named_parts.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "jam/core/error.hpp"
#include "jam/core/nearest_word.hpp"
#include "jam/io/text_table.hpp"

namespace jam::mesh {
namespace {

/// In lower case, if the letters are ASCII.
std::string lower_case(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

/// "'floor', 'hull', and 3 more": at most 20 different names.
std::string list_of_names(const std::vector<std::string>& names) {
  constexpr std::size_t listed = 20;
  const std::set<std::string> different(names.begin(), names.end());
  std::string text;
  std::size_t count = 0;
  for (const std::string& name : different) {
    if (count == listed) return text + fmt::format(", and {} more", different.size() - listed);
    text += (count > 0 ? ", " : "") + io::quoted(name);
    ++count;
  }
  return text;
}

[[noreturn]] void fail_unknown(const std::string& name, const char* option,
                               const std::vector<std::string>& names) {
  std::vector<std::string> lower;
  for (const std::string& other : names) lower.push_back(lower_case(other));
  const std::string nearest = nearest_word(lower_case(name), lower);
  std::string meant;
  if (!nearest.empty())
    meant = "; the nearest is " + io::quoted(names[std::ranges::find(lower, nearest) - lower.begin()]);
  throw InputError(fmt::format("{} {}: no part of the file has this name{}; there are {}", option,
                               io::quoted(name), meant, list_of_names(names)));
}

/// Parts that are meant by a name.
std::vector<std::size_t> parts_of_name(const std::string& name, const char* option,
                                       const std::vector<std::string>& names) {
  std::vector<std::size_t> exact, similar;
  for (std::size_t part = 0; part < names.size(); ++part) {
    if (names[part] == name) exact.push_back(part);
    if (lower_case(names[part]) == lower_case(name)) similar.push_back(part);
  }
  if (similar.empty()) fail_unknown(name, option, names);
  return exact.empty() ? similar : exact;
}

/// Some of the polygons, with the vertices that they use.
PolygonSoup soup_of(const std::vector<Vec3d>& vertices, std::vector<std::vector<std::size_t>> polygons) {
  PolygonSoup soup;
  constexpr std::size_t none = -1;
  std::vector<std::size_t> number(vertices.size(), none);
  for (std::vector<std::size_t>& polygon : polygons)
    for (std::size_t& vertex : polygon) {
      if (number[vertex] == none) {
        number[vertex] = soup.vertices.size();
        soup.vertices.push_back(vertices[vertex]);
      }
      vertex = number[vertex];
    }
  soup.polygons = std::move(polygons);
  return soup;
}

}  // namespace

NamedParts take_named_parts(PolygonSoup soup, const PartNames& names, std::vector<std::string>& notes) {
  NamedParts parts;
  if (names.container.empty() && names.obstacles.empty()) {
    parts.container = std::move(soup);
    return parts;
  }
  if (std::ranges::all_of(soup.part_names, [](const std::string& name) { return name.empty(); }))
    throw InputError("the file has no names of parts, which --part and --obstacle need");
  // Whose polygons those of a part are: 0 the container's, k the k-th obstacle's, nobody's.
  constexpr int nobody = -1;
  std::vector<int> owners(soup.part_names.size(), names.container.empty() ? 0 : nobody);
  std::vector<bool> named(owners.size(), false);
  const auto give = [&](const std::string& name, const char* option, int owner) {
    for (const std::size_t part : parts_of_name(name, option, soup.part_names)) {
      if (named[part] && owners[part] != owner)
        throw InputError(
            fmt::format("{} {}: another --part or --obstacle names the same part", option, io::quoted(name)));
      named[part] = true;
      owners[part] = owner;
    }
  };
  for (const std::string& name : names.container) give(name, "--part", 0);
  for (std::size_t k = 0; k < names.obstacles.size(); ++k)
    give(names.obstacles[k], "--obstacle", static_cast<int>(k) + 1);

  std::vector<std::vector<std::vector<std::size_t>>> polygons(names.obstacles.size() + 1);
  for (std::size_t polygon = 0; polygon < soup.polygons.size(); ++polygon) {
    const int owner = owners[soup.part_of.empty() ? 0 : soup.part_of[polygon]];
    if (owner != nobody) polygons[owner].push_back(std::move(soup.polygons[polygon]));
  }
  if (polygons[0].empty()) throw InputError("all parts are obstacles: none is left that makes the container");
  for (std::size_t k = 1; k < polygons.size(); ++k)
    parts.obstacles.push_back(soup_of(soup.vertices, std::move(polygons[k])));
  PolygonSoup container = soup_of(soup.vertices, std::move(polygons[0]));
  soup.vertices = std::move(container.vertices);
  soup.polygons = std::move(container.polygons);
  soup.part_of.clear();
  parts.container = std::move(soup);
  if (const auto dropped = std::ranges::count(owners, nobody))
    notes.push_back(
        fmt::format("dropped {} {} that --part does not name", dropped, dropped == 1 ? "part" : "parts"));
  return parts;
}

}  // namespace jam::mesh
