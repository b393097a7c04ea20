// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Frames of a simulation for a page that plays it: poses of whatever moves, and the figures of the step.
// Poses are kept as floats. Where frames become too many, every other one is dropped, and from then on every
// other one is taken.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "jam/dynamics/model/bodies.hpp"
#include "jam/dynamics/step/simulation.hpp"
#include "jam/io/binary_state.hpp"

namespace jam::dynamics {

/// Largest number of shapes that a page shows.
inline constexpr int page_shape_limit = 200'000;

/// The figures of a frame: the figures of the step that ended there.
struct FrameFigures {
  double time = 0;                                                                  ///< [s]
  double kinetic = 0, potential = 0, wall_work = 0, penetration = 0, residual = 0;  ///< See StepReport.
  // Without gaps, since they are written as bytes:
  std::int64_t step = 0, bodies = 0, contacts = 0;
  std::int32_t iterations = 0;
  SolveStatus status = SolveStatus::solved;
};

class Recording {
 public:
  /// A recording of a world whose bodies, shapes and walls stay the same. `byte_limit` bounds what all frames
  /// take in a page. Throws InputError for a world of more shapes than page_shape_limit; the message begins
  /// with `option`, by which the page was asked for.
  explicit Recording(const World& world, const std::string& option = "--html",
                     std::size_t byte_limit = 24'000'000);

  /// Offers the state at the time of the next frame, or at the first step after it.
  void offer(const World& world, const StepReport& report);
  /// Takes the state at the end, unless it is the last frame already.
  void finish(const World& world, const StepReport& report);

  /// Whatever moves, comes or goes, by its number in the world: first `turning_count()` whose rotations can
  /// be seen, then balls, which have none.
  [[nodiscard]] const std::vector<int>& tracks() const { return tracks_; }
  [[nodiscard]] int turning_count() const { return turning_; }
  [[nodiscard]] int frame_count() const { return static_cast<int>(figures_.size()); }
  [[nodiscard]] const std::vector<FrameFigures>& figures() const { return figures_; }
  /// Positions [m] by frame, track, coordinate; NaN for a body that is not in the scene.
  [[nodiscard]] const std::vector<float>& positions() const { return positions_; }
  /// Unit quaternions w, x, y, z by frame, track below turning_count(), component.
  [[nodiscard]] const std::vector<float>& rotations() const { return rotations_; }

  /// The frames after a step alone.
  [[nodiscard]] Recording after(std::int64_t step) const;

  /// For checkpoints.
  void write(io::StateWriter& state) const;
  void read(io::StateReader& state);

 private:
  Recording() = default;
  void add(const World& world, const StepReport& report);
  /// Drops every other frame.
  void thin();

  std::vector<int> tracks_;
  int turning_ = 0;
  int frame_limit_ = 2;
  std::int64_t offered_ = 0, stride_ = 1;  ///< Number of frames offered so far; one in `stride_` is taken.
  std::vector<FrameFigures> figures_;
  std::vector<float> positions_, rotations_;
};

}  // namespace jam::dynamics
