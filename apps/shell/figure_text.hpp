// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Numbers and lines as the programs print them on a screen. Files hold all digits.
#pragma once

#include <string>
#include <string_view>

namespace jam::app {

/// Six significant figures: `22.0002`, `1e-09`.
[[nodiscard]] std::string figures(double value);

/// A count with a unit prefix: `950`, `12.3k`, `4.56M`, `7.89G`.
[[nodiscard]] std::string count_text(double count);

/// A time as a clock shows it: `0:07`, `12:34`, `1:02:03`.
[[nodiscard]] std::string clock_text(double seconds);

/// A count with its noun: `1 box`, `0 boxes`.
[[nodiscard]] std::string counted(long long count, const char* one, const char* many);

/// A line of a result or of a plan: the name, the text in a column of its own, a line break.
[[nodiscard]] std::string fact(std::string_view name, std::string_view text);

}  // namespace jam::app
