// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/mesh/parted_mesh.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "jam/core/error.hpp"
#include "jam/mesh/files/file_notes.hpp"
#include "jam/mesh/guarded_call.hpp"
#include "jam/mesh/merged_vertices.hpp"
#include "jam/mesh/mesh_bytes.hpp"
#include "jam/mesh/mesh_file.hpp"
#include "jam/mesh/read_triangles.hpp"
#include "jam/trunk/io/box_files.hpp"

namespace jam::mesh {
namespace {

/// The number of the name of each part; `names` gets the names.
std::vector<int> name_numbers(const PolygonSoup& soup, std::vector<std::string>& names) {
  std::map<std::string, int> known;
  std::vector<int> numbers;
  for (const std::string& name : soup.part_names) {
    const auto [at, is_new] = known.try_emplace(name, static_cast<int>(names.size()));
    if (is_new) names.push_back(name);
    numbers.push_back(at->second);
  }
  return numbers;
}

/// The triangles of a polygon; a fan if it is degenerate, or would take long.
std::vector<std::array<std::size_t, 3>> triangles_in(const std::vector<Vec3d>& vertices,
                                                     const std::vector<std::size_t>& polygon) {
  std::vector<std::array<std::size_t, 3>> triangles;
  if (polygon.size() > 3 && polygon.size() <= ear_corner_limit) triangles = clip_ears(vertices, polygon);
  if (!triangles.empty()) return triangles;
  for (std::size_t k = 2; k < polygon.size(); ++k)
    triangles.push_back({polygon[0], polygon[k - 1], polygon[k]});
  return triangles;
}

PartedMesh parts_of_file(const std::filesystem::path& file, std::optional<LengthUnit> unit,
                         std::optional<UpAxis> up) {
  const PolygonSoup soup = read_mesh_file(file);
  const FileFrame frame = frame_of(soup, unit, up);
  PartedMesh parted;
  parted.unit = frame.unit;
  parted.up = frame.up;
  MergedVertices merged;
  std::vector<std::size_t> number_of;
  for (const Vec3d vertex : soup.vertices) {
    const Vec3d v = from_file(vertex, frame.unit, frame.up);
    if (!(std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)}) <= trunk::coordinate_limit))
      throw InputError(file.string() + ": a coordinate lies beyond 1e9 mm; check the file and --unit");
    number_of.push_back(merged.number(v));
  }
  parted.mesh.vertices = merged.take();
  if (parted.mesh.vertices.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    throw InputError(file.string() + ": it has too many vertices: at most 2^31 - 1 are accepted");
  const std::vector<int> name_of = name_numbers(soup, parted.names);
  const bool named = std::ranges::any_of(parted.names, [](const std::string& name) { return !name.empty(); });
  if (!named) parted.names.clear();
  std::vector<std::vector<std::array<int, 3>>> lists(std::max<std::size_t>(1, parted.names.size()));
  for (std::size_t p = 0; p < soup.polygons.size(); ++p) {
    std::vector<std::size_t> corners;
    for (const std::size_t corner : soup.polygons[p])
      if (corners.empty() || corners.back() != number_of[corner]) corners.push_back(number_of[corner]);
    while (corners.size() > 1 && corners.back() == corners.front()) corners.pop_back();
    const int list = named ? name_of[soup.part_of.empty() ? 0 : soup.part_of[p]] : 0;
    for (const auto& t : triangles_in(parted.mesh.vertices, corners))
      lists[list].push_back({static_cast<int>(t[0]), static_cast<int>(t[1]), static_cast<int>(t[2])});
  }
  for (const auto& list : lists) {
    parted.counts.push_back(static_cast<int>(list.size()));
    parted.mesh.triangles.insert(parted.mesh.triangles.end(), list.begin(), list.end());
  }
  return parted;
}

}  // namespace

PartedMesh read_parted_mesh(const std::filesystem::path& file, std::optional<LengthUnit> unit,
                            std::optional<UpAxis> up, const Watch& watch) {
  const std::string bytes = call_guarded(file.string(), watch, [&](const Report&) {
    const PartedMesh parted = parts_of_file(file, unit, up);
    io::StateWriter writer;
    write_mesh(writer, parted.mesh);
    io::write_all(writer, parted.unit, parted.up, parted.counts, parted.names.size());
    for (const std::string& name : parted.names) writer.write(name);
    return writer.finish();
  });
  io::StateReader reader(bytes);
  PartedMesh parted;
  parted.mesh = read_mesh(reader);
  io::read_all(reader, parted.unit, parted.up, parted.counts);
  parted.names.resize(reader.read_count(1));
  for (std::string& name : parted.names) name = reader.read_text();
  reader.finish();
  return parted;
}

}  // namespace jam::mesh
