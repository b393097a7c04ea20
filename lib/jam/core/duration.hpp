// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Durations as people write them: `60s`, `10m`, `1h30m`, `500ms`, `1.5h`, `2d`; a plain number means seconds.
#pragma once

#include <string>
#include <string_view>

namespace jam {

/// Seconds. Units d, h, m (or min), s, ms, each at most once and in this order, without blanks; fractions are
/// allowed. Throws InputError for anything else: empty, negative, not finite, unknown unit. `0` gives 0; what
/// that means is up to the option.
[[nodiscard]] double parse_duration(std::string_view text);

/// About three figures, in a form that parse_duration reads: `0s`, `250ms`, `1.5s`, `42s`, `2m5s`, `1h30m`,
/// `3d4h`. Infinity: `unlimited`.
[[nodiscard]] std::string format_duration(double seconds);

}  // namespace jam
