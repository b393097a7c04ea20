// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Packings on lattices for tests: made in a few frames, changed by rounds.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "jam/trunk/lattice/instance.hpp"
#include "jam/trunk/lattice/pitches.hpp"
#include "scenes/trunk/lattice_meshes.hpp"

namespace jam::trunk::test {

using Packings = std::vector<std::unique_ptr<LatticeInstance>>;

/// Cells of lattices: cubes, or fine along one axis as lattice/pitches.hpp makes them.
enum class Cells { cubes, fine };

/// `count` packings in a few frames of a container, numbered from 0.
inline Packings start(const TriangleMesh& mesh, Vec3d edge, int count, int frame_count,
                      Cells kind = Cells::cubes) {
  const double pitch = suitable_pitch(edge, 10);
  FrameTask task{mesh, {}, edge, {pitch, pitch, pitch}};
  if (kind == Cells::fine) {
    const double block = block_edge(edge);
    const BlockParts parts = first_parts(edge, block);
    task.pitch = parts.pitch(block);
    task.window_words = parts.window_words(edge, block);
  }
  std::vector<Frame> frames;
  for (const Quaterniond& turn :
       {Quaterniond{}, from_axis_angle(Vec3d{0, 0, 1}, 0.3), from_axis_angle(Vec3d{1, 2, 3}, 1.0),
        from_axis_angle(Vec3d{0, 1, 0}, 0.7)}) {
    if (static_cast<int>(frames.size()) < frame_count)
      frames.push_back(best_phases(task, turn, {2, 2, 2}, 1).front());
  }
  std::vector<ContainerCells> cells;
  for (const Frame& frame : frames) cells.push_back(container_cells(task, frame.lattice));
  Packings packings;
  for (int i = 0; i < count; ++i) {
    const std::size_t k = static_cast<std::size_t>(i) % frames.size();
    packings.push_back(
        std::make_unique<LatticeInstance>(task, frames[k], static_cast<std::uint32_t>(i), cells[k]));
  }
  return packings;
}

/// A small sloped container of about 60 litres, of no round measures.
inline TriangleMesh small_trunk() {
  return hexahedron({{{0, 0, 0},
                      {523, 0, 0},
                      {0, 437, 0},
                      {523, 437, 0},
                      {60, 20, 333},
                      {430, 20, 333},
                      {60, 410, 333},
                      {430, 410, 333}}});
}

/// Runs rounds of a packing.
inline void run_rounds_of(LatticeInstance& packing, long long rounds) {
  StopToken stop;
  packing.run(lattice_rounds.best(), {.seed = 5}, rounds, *std::make_unique<RoundScratch>(), stop);
}

}  // namespace jam::trunk::test
