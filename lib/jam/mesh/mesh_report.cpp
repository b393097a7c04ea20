// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/mesh/mesh_report.hpp"

#include <array>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "jam/io/json_writer.hpp"
#include "jam/io/stage_page.hpp"

namespace jam::mesh {
namespace {

double micrometres(double value) { return std::round(value * 1000) / 1000; }

Vec3d to_micrometres(Vec3d v) { return {micrometres(v.x), micrometres(v.y), micrometres(v.z)}; }

double litres_of_volume(double volume) { return micrometres(volume / 1e6); }

/// Coordinates without brackets: a page gets one long list.
io::JsonText flat(Vec3d v) {
  const Vec3d r = to_micrometres(v);
  return {io::number_text(r.x) + "," + io::number_text(r.y) + "," + io::number_text(r.z)};
}

io::JsonObject part_json(const PartReport& part) {
  return io::JsonObject("name", io::json_if(!part.name.empty(), part.name))
      .add("triangles", part.triangle_count, "closed", part.closed)
      .add("litres", part.volume ? std::optional(litres_of_volume(*part.volume)) : std::nullopt)
      .add("size_mm", to_micrometres(part.bounds.high - part.bounds.low));
}

io::JsonObject opening_json(const OpeningReport& opening) {
  return io::JsonObject("place", opening.place, "kind", opening.kind, "width_mm", micrometres(opening.width))
      .add("corners", opening.rim.size(), "closed", opening.closed)
      .add("cap", io::json_if(!opening.cap.empty(), opening.cap));
}

io::JsonObject room_json(const RoomReport& room) {
  return io::JsonObject("litres", litres_of_volume(room.volume), "size_mm", to_micrometres(room.size))
      .add("depth_mm", micrometres(room.depth), "inside", room.place, "packed", room.packed);
}

}  // namespace

std::string mesh_report_json(const std::string& file, const MeshReport& report,
                             const std::vector<std::string>& commands) {
  std::vector<io::JsonObject> next;
  for (std::size_t k = 0; k < report.next.size(); ++k)
    next.emplace_back("command", commands[k], "effect", report.next[k].effect);
  const trunk::Container& container = report.container;
  const io::JsonObject packed("litres", litres_of_volume(container.volume), "wrapped",
                              container.wrap_alpha > 0);
  return io::JsonObject::document()
      .add("schema", "jampack/mesh-check/1", "file", file)
      .add("unit", report.unit, "unit_stated", report.unit_stated)
      .add("up", std::string(1, report.up), "up_stated", report.up_stated)
      .add("size_mm", to_micrometres(report.bounds.high - report.bounds.low))
      .add("triangles", report.mesh.triangles.size())
      .add("part_count", report.part_count, "parts", io::json_lines(report.parts, part_json))
      .add("doubled_faces", report.doubled_count, "crossing_triangles", report.crossing_count)
      .add("touching_triangles", report.touching_count)
      .add("opening_count", report.opening_count, "openings", io::json_lines(report.openings, opening_json))
      .add("room_count", report.room_count, "rooms", io::json_lines(report.rooms, room_json))
      .add("packed", io::json_if(report.packs, packed), "reason", report.reason)
      .add("next", io::json_lines(next))
      .add("warnings", io::json_lines(container.warnings), "notes", io::json_lines(container.notes))
      .text();
}

io::JsonObject mesh_shape(const trunk::TriangleMesh& mesh) {
  const auto corners = [](const std::array<int, 3>& t) {
    return io::JsonText{fmt::format("{},{},{}", t[0], t[1], t[2])};
  };
  return io::JsonObject("vertices_mm", io::json_array(mesh.vertices, flat))
      .add("triangles", io::json_array(mesh.triangles, corners))
      .add("points_mm", std::vector<double>{});
}

io::JsonObject mesh_report_view(const MeshReport& report) {
  const auto rim = [](const OpeningReport& opening) { return io::json_array(opening.rim, to_micrometres); };
  const auto middle = [](const OpeningReport& opening) { return to_micrometres(opening.middle); };
  const auto point = [](const RoomReport& room) { return to_micrometres(room.point); };
  return io::JsonObject("packed", mesh_shape(report.container.surface))
      .add("rims_mm", io::json_array(report.openings, rim))
      .add("middles_mm", io::json_array(report.openings, middle))
      .add("rooms_mm", io::json_array(report.rooms, point));
}

std::string mesh_report_page(const std::string& file, const MeshReport& report,
                             const std::vector<std::string>& commands) {
  const io::JsonObject view =
      io::JsonObject("mesh", mesh_shape(report.mesh)).add_members(mesh_report_view(report));
  const std::string name = std::filesystem::path(file).filename().string();
  return io::stage_page(
      name + ": check",
      io::JsonObject("schema", "jampack/view/1", "kind", "mesh", "name", name)
          .add("check", io::JsonText{mesh_report_json(file, report, commands)}, "view", view)
          .text());
}

}  // namespace jam::mesh
