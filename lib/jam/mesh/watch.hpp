// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Following and ending long work on a mesh.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>

#include "jam/core/stop.hpp"

namespace jam::mesh {

/// Ends work on a mesh and receives its progress.
struct Watch {
  StopToken* stop = nullptr;  ///< Asked all the time; null: the work is not ended.
  /// "repairing, 12 s", once a second, from the second second on.
  std::function<void(const std::string& text)> progress;
  std::size_t memory_limit = 0;  ///< Memory limit [bytes]; 0: nine tenths of available_memory_bytes().
};

/// Reports to Watch::progress once a second. `watch` must outlive it.
class ProgressClock {
 public:
  explicit ProgressClock(const Watch& watch) : watch_(watch) {}

  void report(const std::string& stage) {
    const auto seconds =
        std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - start_).count();
    if (!watch_.progress || seconds <= reported_) return;
    reported_ = seconds;
    watch_.progress(stage + ", " + std::to_string(seconds) + " s");
  }

 private:
  const Watch& watch_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  long long reported_ = 1;  ///< [s]
};

}  // namespace jam::mesh
