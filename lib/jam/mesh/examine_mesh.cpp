// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/mesh/examine_mesh.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "jam/core/error.hpp"
#include "jam/core/words.hpp"
#include "jam/io/binary_state.hpp"
#include "jam/mesh/mesh_bytes.hpp"
#include "jam/mesh/mesh_parts.hpp"
#include "jam/mesh/read_steps.hpp"

namespace jam::mesh {
namespace {

/// Parts without names, openings and rooms in a report.
constexpr std::size_t list_limit = 20;
/// An opening is proposed for --cap if no corner is further from its plane, as a share of its width [-].
constexpr double cap_share = 0.01;
/// And if it is at least as wide as this share of the mesh [-].
constexpr double cap_width_share = 0.1;

constexpr std::pair<const char*, OpeningKind> kind_words[] = {{"crack", OpeningKind::crack},
                                                              {"hole", OpeningKind::hole},
                                                              {"rim", OpeningKind::rim},
                                                              {"sheet", OpeningKind::sheet}};

double diagonal_of_bounds(const trunk::Bounds& bounds) { return length(bounds.high - bounds.low); }

std::string room_text(std::size_t index, const RoomReport& room) {
  return fmt::format("room {}, {:.1f} l", index + 1, room.volume / 1e6);
}

/// The plane of an opening as --cap takes it; empty if the opening is not even.
std::string cap_text(const AskedMesh& asked, const Opening& opening, Vec3d centre) {
  const std::optional<trunk::ClosingPlane> plane = plane_of(asked, opening, centre, cap_share);
  return plane ? plane->text : std::string();
}

void list_openings(const AskedMesh& asked, const ClosedOpenings& openings, MeshReport& report) {
  const Vec3d centre = 0.5 * (report.bounds.low + report.bounds.high);
  for (const std::vector<Opening>* const list : {&openings.closed, &openings.left})
    for (const Opening& opening : *list)
      report.openings.push_back({opening.rim, opening.middle, asked.text(opening.middle),
                                 cap_text(asked, opening, centre), word_of(opening.kind, kind_words),
                                 opening.width, list == &openings.closed});
  std::ranges::stable_sort(report.openings, [](const auto& a, const auto& b) { return a.width > b.width; });
  report.opening_count = report.openings.size();
  if (report.openings.size() > list_limit) report.openings.resize(list_limit);
}

void list_rooms(const AskedMesh& asked, const FoundRooms& found, MeshReport& report) {
  std::vector<Room> rooms = found.choice ? found.choice->rooms : rooms_of(found.closed, asked.question);
  report.room_count = rooms.size();
  for (std::size_t k = 0; k < rooms.size() && report.rooms.size() < list_limit; ++k) {
    Room& room = rooms[k];
    const bool packed = found.choice && std::ranges::find(found.choice->chosen, static_cast<int>(k)) !=
                                            found.choice->chosen.end();
    if (!packed && room.volume < listed_share * rooms.front().volume) continue;
    const Vec3d point = found.closed.arrangement->point_in(room.cells.front());
    const bool deep = is_deep(*found.closed.arrangement, room, asked.question.least_depth);
    report.rooms.push_back({room.volume, room.depth->ball, deep, room.bounds.high - room.bounds.low, point,
                            asked.text(point), packed});
  }
}

/// Why these rooms would be packed.
std::string reason_of(const AskedMesh& asked, const MeshReport& report, const FoundRooms& found) {
  const std::optional<RoomChoice>& choice = found.choice;
  if (found.part) return "what a box reaches from the points of --inside would be packed";
  if (!choice)
    return asked.question.points.empty()
               ? "the mesh is open and encloses no room: a wrap around it would be packed"
               : "no closed room lies around the points of --inside: what a ball reaches from there would be "
                 "packed";
  if (!asked.question.points.empty()) return "--inside names it";
  if (asked.question.all) return "--all-parts takes all rooms that are not the inside of walls";
  if (choice->rooms.size() == 1) return "it is the only room";
  if (std::ranges::count_if(report.rooms, &RoomReport::deep) <= 1)
    return "it is the only room that is not the inside of walls";
  return "it is the largest room, all others have less than half of its volume, and less than 100 l";
}

/// Options that make it clear what is packed.
std::vector<NextOption> next_options(const AskedMesh& asked, const ReadOptions& options,
                                     const FoundRooms& found, const MeshReport& report) {
  std::vector<NextOption> next;
  if (const auto unit = likelier_unit(diagonal_of_bounds(report.bounds), asked.frame.unit)) {
    const std::string word = word_of(*unit, length_unit_words);
    next.push_back({"unit", word, "reads lengths in " + word});
  }
  if (report.packs && found.choice) return next;
  std::size_t deep_count = 0;
  if (asked.question.points.empty() && !asked.question.all)
    for (std::size_t k = 0; k < report.rooms.size(); ++k) {
      if (!report.rooms[k].deep) continue;
      ++deep_count;
      next.push_back({"inside", report.rooms[k].place, "packs " + room_text(k, report.rooms[k])});
    }
  if (deep_count > 1 && !report.packs) next.push_back({"all-parts", "", "packs all rooms together"});
  if (!options.caps.empty()) return next;
  for (const Opening& opening : found.closed.openings.left) {
    if (opening.width < cap_width_share * diagonal_of_bounds(report.bounds) || next.size() >= list_limit)
      break;
    const auto listed = std::ranges::find_if(report.openings, [&](const OpeningReport& one) {
      return !one.closed && one.rim.size() == opening.rim.size() && one.place == asked.text(opening.middle);
    });
    if (listed == report.openings.end() || listed->cap.empty()) continue;
    next.push_back(
        {"cap", listed->cap, fmt::format("closes opening {}", listed - report.openings.begin() + 1)});
  }
  return next;
}

MeshReport make_report(const std::filesystem::path& file, const ReadOptions& options,
                       const Report& progress) {
  MeshReport report;
  FoundParts parts;
  AskedMesh asked = read_asked(file, options, [&](const PolygonSoup& soup, const FileFrame& /*frame*/) {
    parts = find_parts(soup, list_limit);
    report.unit_stated = soup.unit.has_value();
    report.up_stated = soup.up.has_value();
  });
  report.unit = asked.told.file_unit;
  report.up = asked.told.file_up;
  report.mesh = asked.mesh;
  report.bounds = trunk::bounds_of(asked.mesh);
  report.parts = std::move(parts.parts);
  report.part_count = parts.count;
  report.doubled_count = parts.doubled_count;

  FoundRooms found = close_asked(asked, options, progress);
  report.container = asked.told;
  try {
    choose_asked(asked, options, progress, found);
    report.container = finish_asked(asked, options, progress, found);
    report.packs = true;
  } catch (const InputError& error) {
    report.reason = error.what();
    const std::string name = asked.name + ": ";
    if (report.reason.starts_with(name)) report.reason.erase(0, name.size());
  }
  report.crossing_count = found.closed.misfits.crossing;
  report.touching_count = found.closed.misfits.touching;
  list_openings(asked, found.closed.openings, report);
  list_rooms(asked, found, report);
  if (report.packs) report.reason = reason_of(asked, report, found);
  report.next = next_options(asked, options, found, report);
  return report;
}

void write_report(io::StateWriter& writer, const MeshReport& report) {
  write_mesh(writer, report.mesh);
  writer.write(report.unit);
  io::write_all(writer, report.up, report.unit_stated, report.up_stated, report.bounds, report.part_count,
                report.doubled_count, report.crossing_count, report.touching_count, report.opening_count,
                report.room_count, report.packs);
  writer.write(report.parts.size());
  for (const PartReport& part : report.parts) {
    writer.write(part.name);
    io::write_all(writer, part.triangle_count, part.closed, part.volume.has_value(), part.volume.value_or(0),
                  part.bounds);
  }
  writer.write(report.openings.size());
  for (const OpeningReport& opening : report.openings) {
    writer.write(opening.place);
    writer.write(opening.cap);
    writer.write(opening.kind);
    io::write_all(writer, opening.rim, opening.middle, opening.width, opening.closed);
  }
  writer.write(report.rooms.size());
  for (const RoomReport& room : report.rooms) {
    writer.write(room.place);
    io::write_all(writer, room.volume, room.depth, room.deep, room.size, room.point, room.packed);
  }
  writer.write(report.next.size());
  for (const NextOption& next : report.next)
    for (const std::string* const text : {&next.option, &next.value, &next.effect}) writer.write(*text);
  writer.write(report.reason);
  writer.write(bytes_of(report.container));
}

MeshReport read_report(std::string_view bytes) {
  io::StateReader reader(bytes);
  MeshReport report;
  report.mesh = read_mesh(reader);
  report.unit = reader.read_text();
  io::read_all(reader, report.up, report.unit_stated, report.up_stated, report.bounds, report.part_count,
               report.doubled_count, report.crossing_count, report.touching_count, report.opening_count,
               report.room_count, report.packs);
  report.parts.resize(reader.read_count(1));
  for (PartReport& part : report.parts) {
    part.name = reader.read_text();
    reader.read_into(part.triangle_count);
    reader.read_into(part.closed);
    const bool has_volume = reader.read<bool>();
    const auto volume = reader.read<double>();
    if (has_volume) part.volume = volume;
    reader.read_into(part.bounds);
  }
  report.openings.resize(reader.read_count(1));
  for (OpeningReport& opening : report.openings) {
    opening.place = reader.read_text();
    opening.cap = reader.read_text();
    opening.kind = reader.read_text();
    io::read_all(reader, opening.rim, opening.middle, opening.width, opening.closed);
  }
  report.rooms.resize(reader.read_count(1));
  for (RoomReport& room : report.rooms) {
    room.place = reader.read_text();
    io::read_all(reader, room.volume, room.depth, room.deep, room.size, room.point, room.packed);
  }
  report.next.resize(reader.read_count(1));
  for (NextOption& next : report.next)
    for (std::string* const text : {&next.option, &next.value, &next.effect}) *text = reader.read_text();
  report.reason = reader.read_text();
  report.container = container_of(reader.read_text());
  reader.finish();
  return report;
}

}  // namespace

MeshReport examine_mesh(const std::filesystem::path& file, const ReadOptions& options, const Watch& watch) {
  check_wrap(options.wrap);
  return read_report(call_guarded(file.string(), watch, [&](const Report& progress) {
    return with_clear_failures(file, [&] {
      io::StateWriter writer;
      write_report(writer, make_report(file, options, progress));
      return writer.finish();
    });
  }));
}

}  // namespace jam::mesh
