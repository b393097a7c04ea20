// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "shell/figure_text.hpp"

#include <algorithm>
#include <cstdio>
#include <iterator>

namespace jam::app {
namespace {

std::string printed(const char* format, double value) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, format, value);
  return buffer;
}

}  // namespace

std::string figures(double value) { return printed("%.6g", value); }

std::string count_text(double count) {
  constexpr const char* prefixes[] = {"", "k", "M", "G", "T"};
  std::size_t k = 0;
  // 999.5 would be printed as 1e+03.
  for (; count >= 999.5 && k + 1 < std::size(prefixes); ++k) count /= 1000;
  return printed(count < 999.5 ? "%.3g" : "%.0f", count) + prefixes[k];
}

std::string clock_text(double seconds) {
  const auto whole = static_cast<long long>(std::max(0.0, seconds));
  char buffer[64];
  if (whole >= 3600) {
    std::snprintf(buffer, sizeof buffer, "%lld:%02lld:%02lld", whole / 3600, whole / 60 % 60, whole % 60);
  } else {
    std::snprintf(buffer, sizeof buffer, "%lld:%02lld", whole / 60, whole % 60);
  }
  return buffer;
}

std::string counted(long long count, const char* one, const char* many) { return std::to_string(count) + " " + (count == 1 ? one : many); }

std::string padded(std::string text, std::size_t width) {
  if (text.size() < width) text.insert(0, width - text.size(), ' ');
  return text;
}

std::string fact(const char* name, const std::string& text, std::size_t column) {
  std::string line = name;
  line.resize(std::max(line.size() + 1, column), ' ');
  return line + text + "\n";
}

}  // namespace jam::app
