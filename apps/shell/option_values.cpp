// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Values of options.
#include "shell/option_values.hpp"

#include <cmath>

#include "jam/core/error.hpp"
#include "jam/core/nearest_word.hpp"
#include "jam/io/number_text.hpp"
#include "jam/io/text_table.hpp"

namespace jam::app {
namespace {

[[noreturn]] void fail(std::string_view option, std::string_view text, const std::string& needed) {
  throw InputError("--" + std::string(option) + " is " + io::quoted(text) + ": " + needed);
}

}  // namespace

long long whole_number(std::string_view option, std::string_view text, long long lowest, long long highest, std::string_view remark) {
  const auto value = io::parse_number<long long>(text);
  if (value && *value >= lowest && *value <= highest) return *value;
  std::string needed = "a whole number from " + std::to_string(lowest) + " to " + std::to_string(highest) + " is needed";
  if (!remark.empty()) needed += " (" + std::string(remark) + ")";
  fail(option, text, needed);
}

std::uint64_t seed_number(std::string_view option, std::string_view text) {
  if (const auto value = io::parse_number<std::uint64_t>(text)) return *value;
  fail(option, text, "a whole number from 0 to 18446744073709551615 is needed");
}

double real_number(std::string_view option, std::string_view text, bool above_zero) {
  const auto value = io::parse_number<double>(text);
  if (value && std::isfinite(*value) && (above_zero ? *value > 0 : *value >= 0)) return *value;
  fail(option, text, above_zero ? "a finite number above 0 is needed" : "a finite number, 0 or larger, is needed");
}

void fail_choice(std::string_view option, std::string_view text, const std::vector<std::string>& words) {
  std::string list;
  for (std::size_t i = 0; i < words.size(); ++i) list += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + words[i];
  const std::string meant = nearest_word(text, words);
  fail(option, text, list + " is needed" + (meant.empty() ? "" : " (did you mean " + meant + "?)"));
}

}  // namespace jam::app
