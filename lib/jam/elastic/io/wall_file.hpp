// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Walls with items pressed onto them, from files, and their pressures as files. Lengths in mm, forces in N,
// pressures in MPa.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "jam/elastic/packing/wall_patches.hpp"

namespace jam::elastic {

struct Wall {
  std::string name;
  Material material;
  Liner liner;
  Grid grid;
  std::vector<std::string> names;  ///< Names of the items.
  std::vector<WallItem> items;
};

/// Reads a file with the schema jampack/wall/1 (docs/contactpatch.md). Throws InputError that names the
/// place.
[[nodiscard]] Wall read_wall(const std::filesystem::path& file);

/// Schema jampack/wall-result/1: items, sums, and the pressures of all cells.
[[nodiscard]] std::string wall_json(const Wall& wall, const WallSolution& solution);

/// A line per item.
[[nodiscard]] std::string wall_csv(const Wall& wall, const WallSolution& solution);

/// A picture of the pressures with the names of the items.
[[nodiscard]] std::string wall_svg(const Wall& wall, const WallSolution& solution);

}  // namespace jam::elastic
