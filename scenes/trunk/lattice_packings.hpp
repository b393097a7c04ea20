// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Packings on lattices for tests of the engines that run their rounds: made in a few frames, compared box by
// box.
#pragma once

#include <algorithm>
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

inline std::vector<LatticeInstance*> all_of(const Packings& packings) {
  std::vector<LatticeInstance*> all;
  for (const auto& packing : packings) all.push_back(packing.get());
  return all;
}

inline bool same(const std::vector<LatticeBox>& a, const std::vector<LatticeBox>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const LatticeBox& p, const LatticeBox& q) {
    return p.x == q.x && p.y == q.y && p.z == q.z && p.orientation == q.orientation;
  });
}

/// Packings of `a` that are not as those of `b`.
inline int differing(const Packings& a, const Packings& b) {
  int count = a.size() == b.size() ? 0 : 1'000'000;
  for (std::size_t k = 0; k < a.size() && k < b.size(); ++k) {
    const bool equal = same(a[k]->boxes(), b[k]->boxes()) && same(a[k]->best_boxes(), b[k]->best_boxes()) &&
                       a[k]->rounds() == b[k]->rounds() && a[k]->number() == b[k]->number();
    count += equal ? 0 : 1;
  }
  return count;
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

inline RoundParameters some_parameters(float loss = 0) {
  RoundParameters parameters;
  parameters.seed = 5;
  parameters.loss_probability = loss;
  return parameters;
}

}  // namespace jam::trunk::test
