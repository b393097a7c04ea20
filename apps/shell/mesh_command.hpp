// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The command line of trunkpack that reads a mesh with some options.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "jam/mesh/mesh_report.hpp"
#include "shell/mesh_rows.hpp"

namespace jam::app {

/// All rows that decide which container is made of a mesh.
[[nodiscard]] inline std::vector<OptionRow> container_rows(mesh::ReadOptions& read, Modes modes) {
  std::vector<OptionRow> rows = room_rows(read, modes);
  rows.push_back(unit_row(read.unit, modes));
  rows.push_back(up_row(read.up, modes));
  rows.push_back(wrap_row(read, modes));
  return rows;
}

/// "trunkpack car.obj --inside 600,0,250", quoted for a shell.
[[nodiscard]] inline std::string mesh_command(const std::filesystem::path& file, mesh::ReadOptions read) {
  OptionTable table;
  table.add("", container_rows(read, all_modes));
  std::vector<io::CheckpointOption> list;
  for (const OptionRow& row : table.rows)
    for (const std::string& text : row.value.texts()) list.push_back({row.name, text, true});
  const std::string options = command_text(table, list);
  return "trunkpack " + shell_word(file.string()) + (options.empty() ? "" : " ") + options;
}

/// The command lines that a report proposes, with the options of this one.
[[nodiscard]] inline std::vector<std::string> next_commands(const std::filesystem::path& file,
                                                            const mesh::ReadOptions& read,
                                                            const mesh::MeshReport& report) {
  std::vector<std::string> commands;
  for (const mesh::NextOption& next : report.next) {
    mesh::ReadOptions changed = read;
    for (const OptionRow& row : container_rows(changed, all_modes))
      if (row.name == next.option) row.value.set(next.value);
    commands.push_back(mesh_command(file, changed));
  }
  return commands;
}

}  // namespace jam::app
