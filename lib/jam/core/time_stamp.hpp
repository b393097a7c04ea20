// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Points in time as text that sorts, and that means the same everywhere: ISO 8601 in UTC.
#pragma once

#include <chrono>
#include <string>

namespace jam {

using TimePoint = std::chrono::system_clock::time_point;

/// To the second, rounded down: `2026-01-31T12:00:00Z`.
[[nodiscard]] std::string utc_text(TimePoint time);

/// The present moment.
[[nodiscard]] inline std::string utc_now() { return utc_text(std::chrono::system_clock::now()); }

}  // namespace jam
