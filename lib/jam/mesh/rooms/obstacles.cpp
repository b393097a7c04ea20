// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/mesh/rooms/obstacles.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace jam::mesh {

void Obstacles::add(const std::string& name, trunk::TriangleMesh mesh) {
  cells_.push_back(std::make_unique<Arrangement>(mesh));
  meshes_.push_back(std::move(mesh));
  double volume = 0;
  for (const Cell& cell : cells_.back()->cells()) volume += cell.volume;
  notes_.push_back(volume > 0
                       ? fmt::format("{}: no box lies in the {:.3f} l that it encloses", name, volume / 1e6)
                       : fmt::format("{}: it is open, so its sheets are walls", name));
}

bool Obstacles::enclose(Vec3d point) const {
  return std::ranges::any_of(cells_, [&](const auto& cells) { return cells->cell_at(point) != 0; });
}

}  // namespace jam::mesh
