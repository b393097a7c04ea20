// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/mesh/read_container.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include <CGAL/exceptions.h>
#include <fmt/format.h>

#include "jam/core/error.hpp"
#include "jam/core/memory_plan.hpp"
#include "jam/io/binary_state.hpp"
#include "jam/io/number_text.hpp"
#include "jam/io/text_table.hpp"
#include "jam/mesh/guarded_call.hpp"
#include "jam/mesh/mesh_file.hpp"
#include "jam/mesh/nested_parts.hpp"
#include "jam/mesh/repair.hpp"
#include "jam/mesh/wrap.hpp"

namespace jam::mesh {
namespace {

using trunk::Container;

constexpr double coordinate_limit = 1e9;  ///< [mm]
/// Smaller ones are 0 [mm]. Any two that differ do so by 1e-46 then, and determinants of differences do not
/// underflow.
constexpr double least_coordinate = 1e-30;
constexpr double litre_box_diagonal = 229.2;  ///< Diagonal of 200 x 100 x 50 mm, rounded up.
constexpr double largest_trunk = 2e4;         ///< Diagonal above which the unit may be wrong [mm].
/// Diagonal of a mesh above which its unit is wrong [mm]; lattices and points would take minutes to tell.
constexpr double largest_diagonal = 1e5;
/// A wrap that encloses a smaller fraction of the convex hull is a sheet that encloses nothing [-].
constexpr double least_hull_share = 0.2;
constexpr double largest_alpha = 24;  ///< Largest alpha of the first wrap, unless the user gives one [mm].

/// Units in which a mesh may be, the likeliest mistakes first.
constexpr std::array<LengthUnit, 4> units = {LengthUnit::millimetre, LengthUnit::metre,
                                             LengthUnit::centimetre, LengthUnit::inch};

const char* name_of(LengthUnit unit) {
  return std::ranges::find(length_unit_words, unit, [](const auto& entry) { return entry.second; })->first;
}

std::string litres(double volume) { return io::fixed_text(volume / 1e6, 3) + " l"; }

/// A length with the digits that matter [mm].
std::string length_text(double length) {
  if (length >= 1e5) return io::fixed_text(length / 1000, 0) + " m";
  if (length < 0.1) return io::fixed_text(length, 4) + " mm";
  return io::fixed_text(length, length < 10 ? 2 : 0) + " mm";
}

double diagonal_of(const std::vector<Vec3d>& vertices) {
  const trunk::Bounds bounds = trunk::bounds_of({vertices, {}});
  return length(bounds.high - bounds.low);
}

/// Diagonal of the bounds of all vertices that a polygon uses.
double used_diagonal(const PolygonSoup& soup) {
  std::vector<Vec3d> used;
  for (const auto& polygon : soup.polygons)
    for (const std::size_t vertex : polygon) used.push_back(soup.vertices[vertex]);
  return used.empty() ? 0 : diagonal_of(used);
}

/// "the mesh measures ... in the unit ...", and what to do about it: the unit in which it would be a trunk.
std::string size_text(double diagonal, LengthUnit unit, const char* otherwise) {
  const std::string text = "the mesh measures " + length_text(diagonal) +
                           " from corner to corner in the unit " + name_of(unit) + "; ";
  for (const LengthUnit other : units) {
    const double size = diagonal / millimetres_of(unit) * millimetres_of(other);
    if (size >= 500 && size <= largest_trunk)
      return text + "if it is in " + name_of(other) + ", use --unit " + name_of(other);
  }
  return text + otherwise;
}

std::string too_large_text(double diagonal, LengthUnit unit) {
  return size_text(diagonal, unit,
                   "check --unit (mm, cm, m, inch), and the file for parts that lie far away") +
         "; at most " + length_text(largest_diagonal) + " can be packed";
}

/// size_text() where not even a litre box is so small, or no trunk so large; empty otherwise.
std::string doubt_of_size(double diagonal, LengthUnit unit) {
  const bool likely = diagonal >= litre_box_diagonal && diagonal <= largest_trunk;
  return likely ? "" : size_text(diagonal, unit, "check --unit (mm, cm, m, inch)");
}

/// The wrap that was asked for, or the first one, of growing alpha, into whose openings the outside does not
/// reach. `doubt` is a remark on the size of the mesh; it is part of the report and tells why a wrap may take
/// too long.
Wrap closing_wrap(const trunk::TriangleMesh& mesh, const WrapOptions& options, double diagonal,
                  const std::string& name, const std::string& doubt, std::vector<std::string>& notes,
                  const Report& report) {
  const double hull = hull_volume(mesh);
  if (!(hull > 1e-9 * diagonal * diagonal * diagonal))
    throw InputError(name + ": encloses no volume: all of it lies in a plane");
  const bool chosen = !(options.alpha > 0);
  for (double alpha = chosen ? std::min(diagonal / 60, largest_alpha) : options.alpha;; alpha *= 2) {
    const double offset = options.offset > 0 ? options.offset : alpha / 30;
    const std::string what =
        "a wrap with alpha = " + length_text(alpha) + ", offset = " + length_text(offset);
    report(doubt.empty() ? what : what + " (" + doubt + ")");
    if (const std::size_t free = available_memory_bytes(), needed = wrap_memory_bytes(mesh, alpha);
        free > 0 && needed > free)
      throw OverflowError(name + ": " + what + " needs about " + format_bytes(needed) + ", but only " +
                          format_bytes(free) + " are free: give a larger alpha");
    Wrap result = wrap(mesh, alpha, offset);
    if (result.solid_volume >= least_hull_share * hull) return result;
    const std::string found = "a wrap with alpha = " + length_text(alpha) + " encloses only " +
                              litres(result.volume) + ": the surface is open wider than " +
                              length_text(2 * alpha);
    if (!chosen) {
      notes.push_back(found + "; give a larger alpha, or close the surface");
      return result;
    }
    if (2 * alpha > diagonal / 4)
      throw InputError(name + ": encloses no volume: " + found +
                       "; close the surface (a cover plane is enough), or give --wrap ALPHA,OFFSET");
    notes.push_back(found);
  }
}

/// Leaves in repaired.closed_parts those that are obstacles within a wrap of the whole. A part that stands on
/// a wall, or leans against it, is one as long as a wrap of the walls alone encloses it; a part that gets
/// out of that, or meets other parts, is a wall.
void keep_obstacles(RepairedSurface& repaired, const Wrap& whole, std::vector<std::string>& notes) {
  std::vector<trunk::TriangleMesh>& parts = repaired.closed_parts;
  if (repaired.sound || parts.empty()) return;
  const std::vector<Meeting> meeting = meetings(repaired.walls, parts);
  std::vector<bool> is_wall(parts.size(), false);
  std::vector<std::size_t> leaning;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    is_wall[part] = meeting[part].parts;
    if (meeting[part].walls && !meeting[part].parts) leaning.push_back(part);
  }
  if (!leaning.empty()) {
    std::vector<trunk::TriangleMesh> those;
    for (const std::size_t part : leaning) those.push_back(parts[part]);
    const trunk::TriangleMesh around = wrap(repaired.walls, whole.alpha, whole.offset).mesh;
    const std::vector<Meeting> gets_out = meetings(around, those);
    const std::vector<PartPlace> places = part_places(around, those);
    for (std::size_t k = 0; k < those.size(); ++k)
      is_wall[leaning[k]] = gets_out[k].walls || places[k] == PartPlace::outside;
  }
  const std::vector<PartPlace> places = part_places(whole.mesh, parts, is_wall);
  for (std::string& note : place_notes(parts, places, whole.volume)) notes.push_back(std::move(note));
  std::vector<trunk::TriangleMesh> obstacles;
  for (std::size_t part = 0; part < parts.size(); ++part)
    if (places[part] == PartPlace::obstacle) obstacles.push_back(std::move(parts[part]));
  parts = std::move(obstacles);
}

constexpr double least_wrap = 1e-3;   ///< [mm]
constexpr double largest_wrap = 1e5;  ///< [mm]

bool usable_wrap_length(double length) { return length >= least_wrap && length <= largest_wrap; }

void check_wrap(const WrapOptions& options) {
  for (const double length : {options.alpha, options.offset})
    if (length != 0 && !usable_wrap_length(length))
      throw InputError("the wrap's alpha and offset must be from 0.001 to 100000 mm");
}

}  // namespace

WrapOptions parse_wrap(std::string_view text) {
  const std::size_t comma = text.find(',');
  const std::optional<double> alpha = io::parse_number<double>(text.substr(0, comma));
  const std::optional<double> offset =
      comma == std::string_view::npos ? 0 : io::parse_number<double>(text.substr(comma + 1));
  const bool offset_usable = comma == std::string_view::npos || (offset && usable_wrap_length(*offset));
  if (!alpha || !usable_wrap_length(*alpha) || !offset_usable)
    throw InputError("ALPHA,OFFSET in mm, both from 0.001 to 100000, is accepted, for example 24,0.8");
  return {*alpha, *offset};
}

namespace {

Container make_container(const std::filesystem::path& file, const ReadOptions& options,
                         const Report& report) {
  const std::string name = file.string();
  PolygonSoup soup = read_mesh_file(file);
  for (Vec3d& vertex : soup.vertices) {
    vertex = from_file(vertex, options.unit, options.up);
    if (!(std::max({std::abs(vertex.x), std::abs(vertex.y), std::abs(vertex.z)}) <= coordinate_limit))
      throw InputError(fmt::format(
          "{}: vertex {} (counted from 0) has a coordinate beyond 1e9 mm; check the file and --unit", name,
          &vertex - soup.vertices.data()));
    for (double* x : {&vertex.x, &vertex.y, &vertex.z})
      if (std::abs(*x) < least_coordinate) *x = 0;
  }
  const double diagonal = used_diagonal(soup);
  if (diagonal > largest_diagonal) throw InputError(name + ": " + too_large_text(diagonal, options.unit));
  Container container;
  const std::string doubt = doubt_of_size(diagonal, options.unit);
  if (!doubt.empty()) container.warnings.push_back("suspicious size: " + doubt);

  report("repairing the mesh");
  RepairedSurface repaired = repair(std::move(soup), name);
  container.notes.insert(container.notes.end(), repaired.notes.begin(), repaired.notes.end());
  container.warnings.insert(container.warnings.end(), repaired.warnings.begin(), repaired.warnings.end());
  const double size = diagonal_of(repaired.mesh.vertices);
  if (repaired.sound && !(repaired.volume > 1e-9 * size * size * size))
    throw InputError(name + ": encloses no volume: the surface is flat");
  if (repaired.sound && !options.always_wrap) {
    container.surface = std::move(repaired.mesh);
    add_obstacles(container.surface, repaired.closed_parts);
    container.original = container.surface;
    container.volume = repaired.volume;
    return container;
  }

  Wrap closed = closing_wrap(repaired.mesh, options.wrap, size, name, doubt, container.notes, report);
  container.notes.push_back(
      "closed by an alpha wrap: alpha = " + io::fixed_text(closed.alpha, 2) + " mm, " +
      io::fixed_text(closed.offset, 3) +
      " mm outside of the mesh; boxes are verified against the wrap and against the original triangles");
  keep_obstacles(repaired, closed, container.notes);
  if (closed.dropped_parts > 0)
    container.notes.push_back("the wrap has " + std::to_string(closed.dropped_parts + 1) +
                              " parts; kept the largest, " + litres(closed.volume));
  std::string volumes = "volume of the wrap: " + litres(closed.volume) + ", " + litres(closed.solid_volume) +
                        " without a layer of its offset";
  if (repaired.volume > 0) {
    const double change = closed.volume - repaired.volume;
    volumes += "; the mesh enclosed " + litres(repaired.volume) + " (" + (change < 0 ? "" : "+") +
               litres(change) + ")";
  } else {
    volumes += "; the mesh itself, being open, encloses none";
  }
  container.notes.push_back(volumes);
  container.surface = std::move(closed.mesh);
  container.original = std::move(repaired.mesh);
  add_obstacles(container.surface, repaired.closed_parts);
  if (repaired.sound) add_obstacles(container.original, repaired.closed_parts);
  container.wrapped = true;
  container.wrap_alpha = closed.alpha;
  container.wrap_offset = closed.offset;
  container.volume = trunk::volume_of(container.surface);
  return container;
}

void write(io::StateWriter& writer, const trunk::TriangleMesh& mesh) {
  writer.write(mesh.vertices);
  writer.write(mesh.triangles);
}

trunk::TriangleMesh read_mesh(io::StateReader& reader) {
  std::vector<Vec3d> vertices = reader.read_vector<Vec3d>();
  return {std::move(vertices), reader.read_vector<std::array<int, 3>>()};
}

std::string bytes_of(const Container& container) {
  io::StateWriter writer;
  write(writer, container.surface);
  write(writer, container.original);
  writer.write(std::array{container.wrap_alpha, container.wrap_offset, container.volume});
  writer.write(container.wrapped);
  for (const auto* lines : {&container.notes, &container.warnings}) {
    writer.write(lines->size());
    for (const std::string& line : *lines) writer.write(line);
  }
  return writer.finish();
}

Container container_of(std::string_view bytes) {
  io::StateReader reader(bytes);
  Container container;
  container.surface = read_mesh(reader);
  container.original = read_mesh(reader);
  const auto lengths = reader.read<std::array<double, 3>>();
  container.wrap_alpha = lengths[0];
  container.wrap_offset = lengths[1];
  container.volume = lengths[2];
  container.wrapped = reader.read<bool>();
  for (auto* lines : {&container.notes, &container.warnings}) {
    for (auto count = reader.read<std::size_t>(); count > 0; --count) lines->push_back(reader.read_text());
  }
  reader.finish();
  return container;
}

}  // namespace

Container read_container(const std::filesystem::path& file, const ReadOptions& options, const Watch& watch) {
  check_wrap(options.wrap);
  return container_of(call_guarded(file.string(), watch, [&](const Report& report) {
    try {
      return bytes_of(make_container(file, options, report));
    } catch (const CGAL::Failure_exception& error) {
      throw InputError(file.string() + ": the mesh is too badly broken for its repair or wrap (" +
                       io::printable(error.expression()) +
                       "); repair it in a program for meshes, or try another --wrap");
    }
  }));
}

}  // namespace jam::mesh
