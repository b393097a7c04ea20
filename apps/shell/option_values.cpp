// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Values of options, and the word that was meant.
#include "shell/option_values.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "jam/core/error.hpp"
#include "jam/io/number_text.hpp"
#include "jam/io/text_table.hpp"

namespace jam::app {
namespace {

[[noreturn]] void fail(std::string_view option, std::string_view text, const std::string& needed) {
  throw InputError("--" + std::string(option) + " is " + io::quoted(text) + ": " + needed);
}

/// Insertions, deletions, exchanges and swaps of neighbours that lead from `a` to `b` (optimal string alignment).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), next(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    next[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      next[j] = std::min({last[j] + 1, next[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0u : 1u)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) next[j] = std::min(next[j], before[j - 2] + 1);
    }
    before.swap(last);
    last.swap(next);
  }
  return last[b.size()];
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

std::string nearest_word(std::string_view word, std::span<const std::string> candidates) {
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

void fail_choice(std::string_view option, std::string_view text, const std::vector<std::string>& words) {
  std::string list;
  for (std::size_t i = 0; i < words.size(); ++i) list += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + words[i];
  const std::string meant = nearest_word(text, words);
  fail(option, text, list + " is needed" + (meant.empty() ? "" : " (did you mean " + meant + "?)"));
}

}  // namespace jam::app
