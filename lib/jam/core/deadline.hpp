// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

#include "jam/core/stop_query.hpp"

namespace jam {

/// A moment from which on work is to be given up. Nothing that must be repeatable may depend on one.
class Deadline {
 public:
  /// `seconds` from now.
  explicit Deadline(double seconds)
      : end_(Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds))) {}

  /// Whether it has passed, as something to ask while this lives.
  [[nodiscard]] StopQuery query() {
    return {[](void* deadline) { return Clock::now() >= static_cast<Deadline*>(deadline)->end_; }, this};
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point end_;
};

}  // namespace jam
