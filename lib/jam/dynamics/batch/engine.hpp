// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The engine that takes steps of many small scenes (step.hpp), in the one shape of jam/core/batch_engine.hpp.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "jam/core/batch_engine.hpp"
#include "jam/core/device.hpp"
#include "jam/dynamics/batch/scene.hpp"
#include "jam/dynamics/solvers/solver.hpp"

namespace jam::dynamics {

/// Scenes and the steps that they take; all arrays are in host memory. Every scene that is running takes
/// steps until it has taken first + gravity.size() of them, blows up, or is full.
struct SmallBatch {
  SmallModel model;
  SmallRules rules;
  SolverSettings solver;
  SmallCapacity capacity;  ///< Capacity of a step; its contacts are at most those that the scenes hold.
  SmallScenes scenes;
  int scene_count = 0;
  int first = 0;                    ///< Number of the first step.
  std::span<const Vec3d> gravity;   ///< Gravity in each step [m/s^2].
  std::span<const WallStep> walls;  ///< Moving walls in each step, step after step.
  int wall_count = 0;

  [[nodiscard]] int count() const { return scene_count; }
  [[nodiscard]] int last() const { return first + static_cast<int>(gravity.size()); }
};

/// The steps of a batch, with the walls where they are.
[[nodiscard]] inline std::vector<SmallStep> steps_of(const SmallBatch& batch, const WallStep* walls) {
  std::vector<SmallStep> steps;
  for (const Vec3d g : batch.gravity) {
    const double number = batch.first + static_cast<double>(steps.size());
    steps.push_back({number * batch.rules.h, g, walls, batch.wall_count});
    walls += batch.wall_count;
  }
  return steps;
}

using SmallEngine = BatchEngine<SmallBatch>;

/// A scene a thread, on at most `thread_count` threads (0: all).
[[nodiscard]] std::unique_ptr<SmallEngine> make_cpu_small_engine(int thread_count);

/// The engine on the CUDA device with ordinal `index`: one block per scene. Throws DeviceError if there is no
/// such device; begin() throws OverflowError if require_device_memory() does.
[[nodiscard]] std::unique_ptr<SmallEngine> make_cuda_small_engine(int index);

/// The engine of `scenes` scenes for a device, or for several GPUs; on a CPU with at most `thread_count`
/// threads (0: all).
[[nodiscard]] std::unique_ptr<SmallEngine> make_small_engine(const Device& device, int thread_count,
                                                             int scenes);

/// Memory that a thread or a block needs to take a step [bytes], a multiple of 128.
[[nodiscard]] std::size_t step_bytes(const SmallBatch& batch);

/// Throws OverflowError, with the bytes, unless `scenes` scenes of the batch, with memory for `blocks` steps
/// at a time, take at most `available` bytes of a GPU.
void require_device_memory(const SmallBatch& batch, int scenes, int blocks, std::size_t available);

}  // namespace jam::dynamics
