// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include "jam/core/stop.hpp"
#include "jam/io/number_text.hpp"
#include "jam/io/text_table.hpp"
#include "jam/mesh/examine_mesh.hpp"
#include "jam/mesh/rooms/rooms.hpp"
#include "modes.hpp"
#include "shell/figure_text.hpp"
#include "shell/mesh_command.hpp"
#include "shell/output_faults.hpp"
#include "shell/outputs.hpp"
#include "shell/program.hpp"

namespace jam::app {
namespace {

/// More parts are counted, not printed.
constexpr std::size_t printed_parts = 20;

std::string extent_text(Vec3d size) {
  return fmt::format("{:.0f} x {:.0f} x {:.0f} mm", size.x, size.y, size.z);
}

std::string litres_of_mm3(double volume) { return io::fixed_text(volume / 1e6, 3) + " l"; }

/// A numbered line of a list.
std::string item(std::size_t index, const std::string& text) {
  return fact(fmt::format("  {}", index + 1), text);
}

std::string more_line(std::size_t count, std::size_t listed) {
  return count > listed ? fact("", fmt::format("and {} more", count - listed)) : std::string();
}

std::string part_text(const mesh::PartReport& part) {
  const std::string name = part.name.empty() ? "" : io::quoted(part.name) + ", ";
  const std::string state = part.volume   ? "closed, " + litres_of_mm3(*part.volume)
                            : part.closed ? "closed, but normals contradict each other"
                                          : "open";
  return fmt::format("{}{}, {}, {}", name,
                     counted(static_cast<long long>(part.triangle_count), "triangle", "triangles"), state,
                     extent_text(part.bounds.high - part.bounds.low));
}

std::string found_opening_text(const mesh::OpeningReport& opening) {
  return fmt::format("{}, {} mm wide, around {}: {}",
                     opening.kind == "sheet" ? "edge of a sheet" : opening.kind,
                     io::fixed_text(opening.width, opening.width < 10 ? 3 : 1), opening.place,
                     opening.closed ? "closed" : "open");
}

std::string room_text(const mesh::RoomReport& room) {
  return fmt::format("{:.1f} l, {}, around {}{}", room.volume / 1e6, extent_text(room.size), room.place,
                     room.packed  ? ": packed"
                     : !room.deep ? ": the inside of a wall"
                                  : "");
}

std::string unit_text(const mesh::MeshReport& report) {
  const auto from = [](bool stated) { return stated ? "stated by the file" : "not stated by the file"; };
  return fmt::format("{}, {}; {} is up, {}", report.unit, from(report.unit_stated), report.up,
                     from(report.up_stated));
}

std::string report_text(const std::string& file, const mesh::MeshReport& report,
                        const std::vector<std::string>& commands) {
  std::string text =
      fact("file", fmt::format("{}, {}, {}", file,
                               counted(std::ssize(report.mesh.triangles), "triangle", "triangles"),
                               extent_text(report.bounds.high - report.bounds.low)));
  text += fact("unit", unit_text(report));
  text += fact("parts", std::to_string(report.part_count));
  const std::size_t parts = std::min(report.parts.size(), printed_parts);
  for (std::size_t k = 0; k < parts; ++k) text += item(k, part_text(report.parts[k]));
  text += more_line(report.part_count, parts);
  text += fact("openings", std::to_string(report.opening_count));
  for (std::size_t k = 0; k < report.openings.size(); ++k)
    text += item(k, found_opening_text(report.openings[k]));
  text += more_line(report.opening_count, report.openings.size());
  text +=
      fact("misfits", fmt::format("triangles that cross others: {}, that touch others in edges or faces: {}; "
                                  "doubled faces: {}",
                                  report.crossing_count, report.touching_count, report.doubled_count));
  text += fact("rooms", std::to_string(report.room_count));
  for (std::size_t k = 0; k < report.rooms.size(); ++k) text += item(k, room_text(report.rooms[k]));
  text += more_line(report.room_count, report.rooms.size());
  for (const std::string& warning : report.container.warnings) text += fact("warning", warning);
  for (const std::string& note : report.container.notes) text += fact("note", note);
  text += report.packs ? fact("packed", litres_of_mm3(report.container.volume) + ": " + report.reason)
                       : fact("not clear", report.reason);
  for (std::size_t k = 0; k < commands.size(); ++k)
    text += fact("next", commands[k] + "  # " + report.next[k].effect);
  return text;
}

}  // namespace

ExitCode run_check(const Options& options) {
  require_writable(output_files(options));
  StopToken stop;
  const SignalGuard signals(stop);
  const mesh::MeshReport report = mesh::examine_mesh(options.mesh, options.read, {&stop, {}, 0});
  const std::string file = options.mesh.string();
  const std::vector<std::string> commands = next_commands(options.mesh, options.read, report);
  const std::string json = options.json.empty() ? "" : mesh::mesh_report_json(file, report, commands);
  OutputFaults faults;
  if (options.json == "-") print_result(json);
  else if (!json.empty()) faults.write("--json", options.json, json);
  if (!options.html.empty())
    faults.write("--html", options.html, mesh::mesh_report_page(file, report, commands));
  const std::string text = report_text(file, report, commands);
  if (options.json == "-") std::cerr << text << std::flush;
  else print_result(text);
  faults.require_none();
  return report.packs ? ExitCode::ok : ExitCode::usage;
}

}  // namespace jam::app
