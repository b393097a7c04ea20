// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/mesh/read_container.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <CGAL/exceptions.h>
#include <fmt/format.h>

#include "jam/core/error.hpp"
#include "jam/core/memory_plan.hpp"
#include "jam/core/words.hpp"
#include "jam/io/binary_state.hpp"
#include "jam/io/number_text.hpp"
#include "jam/io/text_table.hpp"
#include "jam/mesh/mesh_bytes.hpp"
#include "jam/mesh/read_steps.hpp"
#include "jam/mesh/rooms/clean_triangles.hpp"
#include "jam/mesh/rooms/measure_text.hpp"
#include "jam/mesh/rooms/named_parts.hpp"
#include "jam/mesh/rooms/obstacles.hpp"
#include "jam/trunk/io/box_files.hpp"

namespace jam::mesh {
namespace {

using trunk::Container;

/// Smaller ones are 0 [mm]. Any two that differ do so by 1e-46 then, and determinants of differences do not
/// underflow.
constexpr double least_coordinate = 1e-30;
constexpr double litre_box_diagonal = 229.2;  ///< Diagonal of 200 x 100 x 50 mm, rounded up.
constexpr double largest_trunk = 2e4;         ///< Diagonal above which the unit may be wrong [mm].
/// Diagonal of a mesh above which its unit is wrong [mm]; lattices and points would take minutes to tell.
constexpr double largest_diagonal = 1e5;
/// Widest gap between sheets that is closed in their planes [mm]. No box passes it.
constexpr double largest_gap = 12;
/// A line through a mesh crosses at least this number of sheets if a wrap around all of it would hide rooms.
constexpr int crowded_crossings = 7;
/// Sheets with more edges are not prolonged: cutting the strips takes seconds per 1000 edges.
constexpr std::size_t border_edge_limit = 1000;

/// Units in which a mesh may be, the likeliest mistakes first.
constexpr std::array<LengthUnit, 4> units = {LengthUnit::millimetre, LengthUnit::metre,
                                             LengthUnit::centimetre, LengthUnit::inch};

const char* name_of(LengthUnit unit) { return word_of(unit, length_unit_words); }

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

/// The unit in which a mesh of this diagonal [mm], read in `unit`, would be a trunk.
std::optional<LengthUnit> unit_of_trunk(double diagonal, LengthUnit unit) {
  for (const LengthUnit other : units) {
    const double size = diagonal / millimetres_of(unit) * millimetres_of(other);
    if (size >= 500 && size <= largest_trunk) return other;
  }
  return {};
}

bool is_likely_size(double diagonal) { return diagonal >= litre_box_diagonal && diagonal <= largest_trunk; }

/// "the mesh measures ... in the unit ...", and what to do about it: the unit in which it would be a trunk.
std::string size_text(double diagonal, LengthUnit unit, const char* otherwise) {
  const std::string text = "the mesh measures " + length_text(diagonal) +
                           " from corner to corner in the unit " + name_of(unit) + "; ";
  if (const std::optional<LengthUnit> other = unit_of_trunk(diagonal, unit))
    return text + "if it is in " + name_of(*other) + ", use --unit " + name_of(*other);
  return text + otherwise;
}

std::string too_large_text(double diagonal, LengthUnit unit) {
  return size_text(diagonal, unit,
                   "check --unit (mm, cm, m, inch), and the file for parts that lie far away") +
         "; at most " + length_text(largest_diagonal) + " can be packed";
}

/// size_text() where not even a litre box is so small, or no trunk so large; empty otherwise.
std::string doubt_of_size(double diagonal, LengthUnit unit) {
  return is_likely_size(diagonal) ? "" : size_text(diagonal, unit, "check --unit (mm, cm, m, inch)");
}

constexpr double least_wrap = 1e-3;   ///< [mm]
constexpr double largest_wrap = 1e5;  ///< [mm]

bool usable_wrap_length(double length) { return length >= least_wrap && length <= largest_wrap; }

}  // namespace

void check_wrap(const WrapOptions& options) {
  for (const double length : {options.alpha, options.offset})
    if (length != 0 && !usable_wrap_length(length))
      throw InputError("the wrap's alpha and offset must be from 0.001 to 100000 mm");
}

std::optional<LengthUnit> likelier_unit(double diagonal, LengthUnit unit) {
  return is_likely_size(diagonal) ? std::nullopt : unit_of_trunk(diagonal, unit);
}

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

/// The obstacles among the parts, and the boxes to be kept free, with their notes.
Obstacles clean_obstacles(std::vector<PolygonSoup> soups, const ReadOptions& options, const FileFrame& frame,
                          const std::string& name, std::vector<std::string>& notes) {
  Obstacles obstacles;
  for (std::size_t k = 0; k < soups.size(); ++k) {
    const std::string part = "obstacle " + io::quoted(options.named.obstacles[k]);
    std::vector<std::string> repairs;
    obstacles.add(part, clean_triangles(std::move(soups[k]), name, repairs));
    for (const std::string& repair : repairs) notes.push_back(part + ": " + repair);
  }
  for (const KeepOut& keep_out : options.keep_outs)
    obstacles.add("keep-out " + keep_out.text, surface_of(keep_out, frame.unit, frame.up));
  notes.insert(notes.end(), obstacles.notes().begin(), obstacles.notes().end());
  return obstacles;
}

}  // namespace

AskedMesh read_asked(const std::filesystem::path& file, const ReadOptions& options, const PolygonLook& look) {
  AskedMesh asked;
  asked.name = file.string();
  const std::string& name = asked.name;
  Container& told = asked.told;
  PolygonSoup soup = read_mesh_file(file);
  const FileFrame frame = asked.frame = frame_of(soup, options.unit, options.up);
  for (Vec3d& vertex : soup.vertices) {
    vertex = from_file(vertex, frame.unit, frame.up);
    if (!(std::max({std::abs(vertex.x), std::abs(vertex.y), std::abs(vertex.z)}) <= trunk::coordinate_limit))
      throw InputError(fmt::format(
          "{}: vertex {} (counted from 0) has a coordinate beyond 1e9 mm; check the file and --unit", name,
          &vertex - soup.vertices.data()));
    for (double* x : {&vertex.x, &vertex.y, &vertex.z})
      if (std::abs(*x) < least_coordinate) *x = 0;
  }
  std::vector<std::string> part_notes;
  NamedParts parts;
  try {
    parts = take_named_parts(std::move(soup), options.named, part_notes);
  } catch (const InputError& error) {
    throw InputError(name + ": " + error.what());
  }
  soup = std::move(parts.container);
  const double diagonal = used_diagonal(soup);
  if (diagonal > largest_diagonal) throw InputError(name + ": " + too_large_text(diagonal, frame.unit));
  told.file_unit = name_of(frame.unit);
  told.file_up = *word_of(frame.up, up_axis_words);
  told.notes = file_notes(soup, frame);
  if (const std::string doubt = doubt_of_size(diagonal, frame.unit); !doubt.empty())
    told.warnings.push_back("suspicious size: " + doubt);
  told.notes.insert(told.notes.end(), part_notes.begin(), part_notes.end());
  if (look) look(soup, frame);
  asked.mesh = clean_triangles(std::move(soup), name, told.notes);
  asked.obstacles = clean_obstacles(std::move(parts.obstacles), options, frame, name, told.notes);
  asked.text = [frame](const Vec3d& point) {
    const Vec3d p = to_file(point, frame.unit, frame.up);
    return fmt::format("{:.6g},{:.6g},{:.6g}", p.x, p.y, p.z);
  };
  RoomQuestion& question = asked.question;
  question.all = options.all_parts;
  question.any_size = !told.warnings.empty();
  question.least_depth = options.least_depth;
  for (const Vec3d& point : options.inside) question.points.push_back(from_file(point, frame.unit, frame.up));
  for (const CapPlane& cap : options.caps) asked.caps.push_back(from_file(cap, frame.unit, frame.up));
  return asked;
}

namespace {

bool closes_rim(const AskedMesh& asked, const ReadOptions& options) {
  return options.close_rim && asked.caps.empty() && !options.always_wrap;
}

}  // namespace

FoundRooms close_asked(const AskedMesh& asked, const ReadOptions& options, const Report& report) {
  // Planes are cut in a second arrangement; a room around a point may need wraps.
  constexpr int wrap_factor = 4;
  const double once = cutting_seconds(asked.mesh);
  report({"cutting the mesh", asked.caps.empty() ? once : 2 * once,
          asked.question.points.empty() ? 0 : wrap_factor * once});
  return {ClosedMesh(asked.mesh, asked.caps, closes_rim(asked, options), {}, asked.obstacles), {}, {}, 0, {}};
}

void choose_asked(const AskedMesh& asked, const ReadOptions& options, const Report& report,
                  FoundRooms& found) {
  auto& [closed, choice, notes, known_volume, part] = found;
  choice = choose_rooms(closed, asked.question, asked.text, notes);
  if (options.always_wrap && choice) {
    for (const int room : choice->chosen)
      for (const int cell : choice->rooms[room].cells) closed.surface.solid[cell] = false;
    known_volume = choice->volume;
    choice.reset();
  }
  if (choice && !asked.question.points.empty())
    part = reachable_part(closed, *choice, asked.question.points, asked.question.least_depth, report);
  if (part) choice->may_be_divided = true;
  const std::size_t free_edges = closed.arrangement->free_edges().size();
  const std::size_t creases = choice && !part ? 0 : closed.arrangement->creases().size();
  for (const Gaps gaps : {Gaps{largest_gap / 2, false}, {largest_gap, false}, {largest_gap / 2, true}}) {
    const std::size_t edges = gaps.solids ? creases : free_edges;
    if (options.always_wrap || edges == 0 || edges > border_edge_limit || (choice && !choice->may_be_divided))
      continue;
    const std::string width = io::fixed_text(gaps.width, 0) + " mm";
    constexpr double seconds_of_edge = 2e-3;
    report({"closing gaps of " + width,
            2 * cutting_seconds(asked.mesh) + seconds_of_edge * static_cast<double>(edges)});
    ClosedMesh prolonged(asked.mesh, asked.caps, closes_rim(asked, options), gaps, asked.obstacles);
    std::vector<std::string> more;
    std::optional<RoomChoice> better;
    try {
      better = choose_rooms(prolonged, asked.question, asked.text, more);
    } catch (const InputError&) {
      found = {std::move(prolonged), {}, {}, 0, {}};
      throw;
    }
    if (!better || (choice && better->volume > same_room_share * choice->volume)) continue;
    closed = std::move(prolonged);
    choice = std::move(better);
    notes = std::move(more);
    notes.push_back("closed gaps of up to " + width +
                    ": sheets prolonged beyond their edges, in their planes");
    break;
  }
  if (choice && part && part->volume <= same_room_share * choice->volume) {
    notes.push_back(
        fmt::format("the closed room around the point of --inside has {}, but walls stand in it whose gaps "
                    "no box passes: "
                    "packs the {} that a ball of {} reaches from the point",
                    litres_text(choice->volume), litres_text(part->volume), length_text(2 * part->alpha)));
    // What stands in the closed room is an obstacle, but not the room itself.
    for (const int room : choice->chosen)
      for (const int cell : choice->rooms[room].cells) closed.surface.solid[cell] = false;
    choice.reset();
  } else {
    part.reset();
  }
  if (choice || !asked.question.points.empty() || options.always_wrap) return;
  if (!asked.caps.empty())
    throw InputError("is not closed by the planes of --cap; take a point in the room by --inside X,Y,Z");
  if (closed.arrangement->usual_crossings() >= crowded_crossings)
    throw InputError(
        "many sheets lie one behind another, and no closed room is the largest: it is not clear which room "
        "is "
        "meant; take a point in it by --inside X,Y,Z, and close it by planes (--cap z<=HEIGHT) if it is "
        "open");
}

Container finish_asked(AskedMesh& asked, const ReadOptions& options, const Report& report,
                       FoundRooms& found) {
  const auto& [closed, choice, notes, known_volume, part] = found;
  Container& told = asked.told;
  OpenSurface& surface = found.closed.surface;
  surface.name = asked.name;
  if (!told.warnings.empty()) surface.doubt = told.warnings.front();
  const std::vector<Vec3d>& points = asked.question.points;
  Container container = choice ? container_of_rooms(*closed.arrangement, surface.mesh, surface.first_added,
                                                    choice->rooms, choice->chosen)
                        : points.empty()
                            ? wrapped_container(surface, *closed.arrangement, options.wrap, report)
                            : room_container(surface, *closed.arrangement,
                                             part ? *part : grow_room(surface, points, options.wrap, report));
  // A wrap gives an estimate only, which must not be less than what boxes can fill.
  if (known_volume > container.volume)
    container.volume = std::min(known_volume, trunk::volume_of(container.surface));
  told.notes.insert(told.notes.end(), closed.notes.begin(), closed.notes.end());
  told.notes.insert(told.notes.end(), notes.begin(), notes.end());
  container.notes.insert(container.notes.begin(), told.notes.begin(), told.notes.end());
  container.closing_planes = closing_planes(asked, found.closed, trunk::bounds_of(container.surface));
  container.warnings = told.warnings;
  if (choice && !choice->doubt.empty()) container.warnings.push_back(choice->doubt);
  container.file_unit = told.file_unit;
  container.file_up = told.file_up;
  return container;
}

std::string bytes_of(const Container& container) {
  io::StateWriter writer;
  write_mesh(writer, container.surface);
  write_mesh(writer, container.original);
  writer.write(std::array{container.wrap_alpha, container.wrap_offset, container.volume});
  writer.write(container.wrapped);
  writer.write(container.closing_planes.size());
  for (const auto& [point, outward, text] : container.closing_planes) {
    writer.write(std::array{point, outward});
    writer.write(text);
  }
  writer.write(container.file_unit);
  writer.write(container.file_up);
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
  for (auto count = reader.read<std::size_t>(); count > 0; --count) {
    const auto [point, outward] = reader.read<std::array<Vec3d, 2>>();
    container.closing_planes.push_back({point, outward, reader.read_text()});
  }
  container.file_unit = reader.read_text();
  container.file_up = reader.read<char>();
  for (auto* lines : {&container.notes, &container.warnings}) {
    for (auto count = reader.read<std::size_t>(); count > 0; --count) lines->push_back(reader.read_text());
  }
  reader.finish();
  return container;
}

std::string with_clear_failures(const std::filesystem::path& file, const std::function<std::string()>& work) {
  try {
    return work();
  } catch (const CGAL::Failure_exception& error) {
    throw InputError(file.string() + ": the mesh is too badly broken for its repair or wrap (" +
                     io::printable(error.expression()) +
                     "); repair it in a program for meshes, or try another --wrap");
  }
}

namespace {

Container make_container(const std::filesystem::path& file, const ReadOptions& options,
                         const Report& report) {
  AskedMesh asked = read_asked(file, options);
  FoundRooms found = close_asked(asked, options, report);
  try {
    choose_asked(asked, options, report, found);
  } catch (const InputError& error) {
    throw InputError(asked.name + ": " + error.what());
  }
  return finish_asked(asked, options, report, found);
}

}  // namespace

Container read_container(const std::filesystem::path& file, const ReadOptions& options, const Watch& watch) {
  check_wrap(options.wrap);
  return container_of(call_guarded(file.string(), watch, [&](const Report& report) {
    return with_clear_failures(file, [&] { return bytes_of(make_container(file, options, report)); });
  }));
}

}  // namespace jam::mesh
