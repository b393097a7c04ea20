// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "shell/figure_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace jam::app {

std::string figures(double value) { return fmt::format("{:.6g}", value); }

std::string count_text(double count) {
  constexpr const char* prefixes[] = {"", "k", "M", "G", "T"};
  std::size_t k = 0;
  // {:.3g} prints 999.5 as 1e+03.
  for (; count >= 999.5 && k + 1 < std::size(prefixes); ++k) count /= 1000;
  return (count < 999.5 ? fmt::format("{:.3g}", count) : fmt::format("{:.0f}", count)) + prefixes[k];
}

std::string clock_text(double seconds) {
  const auto whole = static_cast<long long>(std::max(0.0, seconds));
  return whole >= 3600 ? fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60)
                       : fmt::format("{}:{:02}", whole / 60, whole % 60);
}

std::string counted(long long count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string fact(std::string_view name, std::string_view text) {
  return fmt::format("{:<13} {}\n", name, text);
}

}  // namespace jam::app
