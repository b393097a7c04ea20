// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// From the text of one option to its value. Every error is an InputError of one line that names the option, what was given, and what is
// allowed: `--instances is 'many': a whole number from 0 to 1000000 is needed (0: chosen by the search)`.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jam::app {

/// A whole number from `lowest` to `highest`; `remark` is added to the error in brackets.
[[nodiscard]] long long whole_number(std::string_view option, std::string_view text, long long lowest, long long highest,
                                     std::string_view remark = {});

/// A whole number from 0 to 2^64 - 1.
[[nodiscard]] std::uint64_t seed_number(std::string_view option, std::string_view text);

/// A finite number >= 0, or > 0 where `above_zero`.
[[nodiscard]] double real_number(std::string_view option, std::string_view text, bool above_zero);

/// Throws the error for a text that is none of `words`.
[[noreturn]] void fail_choice(std::string_view option, std::string_view text, const std::vector<std::string>& words);

/// The value that `text` names in a table of (word, value).
template <class Value>
[[nodiscard]] Value chosen(std::string_view option, std::string_view text, std::span<const std::pair<const char*, Value>> table) {
  std::vector<std::string> words;
  for (const auto& [word, value] : table) {
    if (text == word) return value;
    words.emplace_back(word);
  }
  fail_choice(option, text, words);
}

/// The word for a value in a table of (word, value).
template <class Value>
[[nodiscard]] const char* word_of(Value value, std::span<const std::pair<const char*, Value>> table) {
  for (const auto& [word, entry] : table) {
    if (entry == value) return word;
  }
  return "?";
}

}  // namespace jam::app
