// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/io/json_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

namespace jam::io {

void append_json_string(std::string& text, std::string_view value) {
  const auto plain = [](char c) { return c >= ' ' && c < 127 && c != '"' && c != '\\'; };
  if (std::ranges::all_of(value, plain)) {
    text += '"';
    text += value;
    text += '"';
  } else {
    text += nlohmann::json(value).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  }
}

std::string json_string(std::string_view value) {
  std::string text;
  append_json_string(text, value);
  return text;
}

void append_json_number(std::string& text, double value) {
  if (!std::isfinite(value)) {
    text += "null";
    return;
  }
  std::array<char, 32> digits;  // The longest has 24 characters.
  const auto result = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  text.append(digits.data(), result.ptr);
}

JsonText json_fixed(double value, int decimals) {
  return {std::isfinite(value) ? fixed_text(value, decimals) : "null"};
}

JsonText json_figures(double value) { return {fmt::format("{:.6g}", value)}; }

}  // namespace jam::io
