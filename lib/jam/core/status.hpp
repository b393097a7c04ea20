// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// How the work on one instance ended: a word of bits that each instance writes for itself, on host and device. One bad instance never stops
// the others; the host reads the words after the launch, turns what must not happen into an error, and counts the rest.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "jam/core/macros.hpp"

namespace jam {

/// Bits of a status word; several may be set.
enum class StatusBit : std::uint32_t {
  converged = 1U << 0,      ///< The tolerance was met.
  gave_up = 1U << 1,        ///< Stopped early because success was unlikely.
  step_limit = 1U << 2,     ///< The limit of steps was reached before the tolerance.
  non_finite = 1U << 3,     ///< A coordinate or energy became inf or nan; the result of this instance is worthless.
  list_overflow = 1U << 4,  ///< A list was too small; what it should have held is missing from the result.
};

/// The bits of one instance; no bit: not finished.
struct StatusWord {
  std::uint32_t bits = 0;

  JAM_HD_INLINE void set(StatusBit bit) { bits |= static_cast<std::uint32_t>(bit); }
  [[nodiscard]] JAM_HD_INLINE bool has(StatusBit bit) const { return (bits & static_cast<std::uint32_t>(bit)) != 0; }

  /// Something happened that a correct program with large enough lists never does.
  [[nodiscard]] JAM_HD_INLINE bool failed() const { return has(StatusBit::non_finite) || has(StatusBit::list_overflow); }
};

inline constexpr std::array<std::pair<StatusBit, std::string_view>, 5> status_names = {{{StatusBit::converged, "converged"},
                                                                                        {StatusBit::gave_up, "gave up"},
                                                                                        {StatusBit::step_limit, "step limit"},
                                                                                        {StatusBit::non_finite, "non-finite"},
                                                                                        {StatusBit::list_overflow, "list overflow"}}};

/// The names of the bits, for example "gave up, list overflow"; "unfinished" for none.
[[nodiscard]] inline std::string status_text(StatusWord status) {
  std::string text;
  for (const auto& [bit, name] : status_names) {
    if (status.has(bit)) text += (text.empty() ? "" : ", ") + std::string(name);
  }
  return text.empty() ? "unfinished" : text;
}

}  // namespace jam
