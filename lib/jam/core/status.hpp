// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// How the work on one instance ended: a word of bits that each instance writes for itself, on host and
// device. One bad instance never stops the others; the host reads the words after the launch and leaves out
// the results of those that failed.
#pragma once

#include <cstdint>

#include "jam/core/macros.hpp"

namespace jam {

/// Bits of a status word. There is none for lists that are too small: engines make them larger, do without
/// them, or refuse the problem.
enum class StatusBit : std::uint32_t {
  converged = 1U << 0,   ///< The tolerance was met.
  step_limit = 1U << 1,  ///< The limit of steps was reached before the tolerance.
  non_finite = 1U << 2,  ///< A coordinate became inf or nan; the result of this instance is worthless.
};

/// The bits of one instance; no bit: not finished.
struct StatusWord {
  std::uint32_t bits = 0;

  JAM_HD_INLINE void set(StatusBit bit) { bits |= static_cast<std::uint32_t>(bit); }
  [[nodiscard]] JAM_HD_INLINE bool has(StatusBit bit) const {
    return (bits & static_cast<std::uint32_t>(bit)) != 0;
  }

  /// The result is not to be used.
  [[nodiscard]] JAM_HD_INLINE bool failed() const { return has(StatusBit::non_finite); }
};

}  // namespace jam
