// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Following and ending long work on a mesh.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "jam/core/stop.hpp"

namespace jam::mesh {

/// Ends work on a mesh and receives its progress.
struct Watch {
  StopToken* stop = nullptr;  ///< Asked all the time; null: the work is not ended.
  /// "cutting the mesh, 2 s, 35 %, ETA 4 s", once a second.
  std::function<void(const std::string& text)> progress;
  std::size_t memory_limit = 0;  ///< Memory limit [bytes]; 0: nine tenths of available_memory_bytes().
};

/// A stage of the work, and how long it is expected to take, as far as that is known.
struct Stage {
  std::string text;    ///< "wrapping with alpha = 24 mm".
  double seconds = 0;  ///< Whole duration [s].
  double later = 0;    ///< Duration of the stages that follow [s].
};

/// Receives each stage when it begins.
using Report = std::function<void(const Stage& stage)>;

/// Reports to Watch::progress once a second. `watch` must outlive it.
class ProgressClock {
 public:
  explicit ProgressClock(const Watch& watch) : watch_(watch) {}

  /// Another stage begins.
  void begin(Stage stage) {
    stage_ = std::move(stage);
    stage_began_ = now();
  }
  [[nodiscard]] const Stage& stage() const { return stage_; }
  /// This share of the stage is done.
  void reach(double share) { stage_.seconds = share > 0 ? (now() - stage_began_) / share : 0; }

  void report() {
    const double seconds = now();
    if (!watch_.progress || seconds < reported_ + 1) return;
    reported_ = seconds;
    std::string text = fmt::format("{}, {:.0f} s", stage_.text, seconds);
    const double expected = stage_.seconds + stage_.later;
    // What takes longer than expected is never quite done.
    constexpr double least_rest = 0.05;
    const double rest =
        stage_.later + std::max(stage_.seconds - (seconds - stage_began_), least_rest * seconds);
    if (expected > 0) text += fmt::format(", {:.0f} %, ETA {:.0f} s", 100 * seconds / (seconds + rest), rest);
    watch_.progress(text);
  }

 private:
  [[nodiscard]] double now() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

  const Watch& watch_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  Stage stage_;
  double stage_began_ = 0;  ///< [s]
  double reported_ = 0;     ///< [s]
};

}  // namespace jam::mesh
