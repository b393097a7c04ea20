// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Kinds of values that options take: numbers with their ranges, words, files, durations. Each refers to a
// field of the program's options, whose initial value is the default. `set` throws an InputError that says
// what is accepted: `a whole number from 0 to 4096 is accepted`.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "jam/core/error.hpp"
#include "jam/core/vec.hpp"
#include "jam/core/words.hpp"
#include "jam/io/number_text.hpp"
#include "shell/option_table.hpp"

namespace jam::app {

/// A larger number of CPU threads, or of concurrent packings, is refused as a typing error.
inline constexpr long long thread_limit = 4096, instance_limit = 100'000'000;
/// Largest limit on trials, turns and other counts of a search: sums of a few such counts still fit.
inline constexpr long long count_limit = 1'000'000'000'000'000'000;
/// Longest duration [s]: a hundred years.
inline constexpr double duration_limit = 36500.0 * 86400;

/// The numbers that an option accepts.
struct Range {
  double lowest, highest;
  const char* what;       ///< Names the number in messages: `a frequency`.
  const char* unit = "";  ///< Unit in messages: ` mm`.
  bool zero_too = false;  ///< Whether 0 is accepted, too.
};

[[nodiscard]] bool within(double value, const Range& range);

/// Text for messages: `a frequency of 0 or from 1e-6 to 1e6 is accepted`.
[[nodiscard]] std::string accepted(const Range& range);

/// Reads `text` as a number in the range. Throws InputError.
[[nodiscard]] double number_in(const Range& range, std::string_view text);

/// Reads `text` as a whole number. Throws InputError; `also` names other accepted words: `, or auto,`.
[[nodiscard]] long long whole_number(std::string_view text, long long lowest, long long highest,
                                     std::string_view also = {});

/// Three edges in mm, `200x100x50`. Throws InputError.
[[nodiscard]] Vec3d edges_of(std::string_view text);

/// `text` if the option has a value, else nothing.
[[nodiscard]] inline std::vector<std::string> texts_if(bool has_value, const std::string& text) {
  return has_value ? std::vector{text} : std::vector<std::string>();
}

/// Throws the error for a text that is none of `words`.
[[noreturn]] void fail_choice(std::string_view text, const std::vector<std::string>& words);

/// `value`, for which `texts` ask for nothing (OptionValue::neutral).
[[nodiscard]] OptionValue neutral(OptionValue value, std::vector<std::string> texts);

/// A number.
[[nodiscard]] OptionValue real(double& target, Range range, const char* shown);

/// A whole number; a target below `lowest` has no value.
template <class Number>
[[nodiscard]] OptionValue whole(Number& target, long long lowest, long long highest,
                                const char* shown = "N") {
  return {
      shown,
      [=, &target](const std::string& text) {
        target = static_cast<Number>(whole_number(text, lowest, highest));
      },
      [=, &target] { return texts_if(static_cast<long long>(target) >= lowest, std::to_string(target)); }};
}

/// A count from `lowest`, below which a target means `auto`.
template <class Number>
[[nodiscard]] OptionValue count_or_auto(Number& target, long long highest, long long lowest = 1) {
  return {"N|auto",
          [=, &target](const std::string& text) {
            target = static_cast<Number>(
                text == "auto" ? lowest - 1
                               : whole_number(text, lowest, highest, ", or auto (chosen by the search),"));
          },
          [=, &target] { return std::vector{target < lowest ? "auto" : std::to_string(target)}; }};
}

/// A duration [s] up to duration_limit.
[[nodiscard]] OptionValue duration(double& seconds);

/// No value: given or not.
[[nodiscard]] OptionValue toggle(bool& target);

/// Any text, which the program checks when it uses it.
[[nodiscard]] OptionValue text_value(std::string& target, const char* shown, FileUse use = FileUse::none);

/// A file; "-" (standard output) is accepted if `shown` lists it.
[[nodiscard]] OptionValue file(std::filesystem::path& target, FileUse use, const char* shown = "FILE");

/// `value`, which names a file; other files are written next to that file (OptionValue::companions).
[[nodiscard]] OptionValue with_companions(OptionValue value,
                                          std::vector<std::string> (*companions)(const std::string& text));

/// `value`, which names a file; only files with these endings, as `shown` says, are accepted:
/// `a file that ends in .svg`.
[[nodiscard]] OptionValue with_endings(OptionValue value, std::vector<std::string> endings,
                                       std::string shown);

/// Files, one for each time that the option is given.
[[nodiscard]] OptionValue file_list(std::vector<std::filesystem::path>& targets, FileUse use);

/// A word of a table, which must be static: `set` takes its value, `texts` gives the present word.
template <class Value, std::size_t count>
[[nodiscard]] OptionValue word_value(const Words<Value> (&table)[count], std::function<void(Value)> set,
                                     std::function<std::vector<std::string>()> texts) {
  std::vector<std::string> words;
  for (const auto& [word, value] : table) words.emplace_back(word);
  const auto take = [&table, words, set = std::move(set)](const std::string& text) {
    const auto found = std::find(words.begin(), words.end(), text);
    if (found == words.end()) fail_choice(text, words);
    set(table[found - words.begin()].second);
  };
  return {fmt::format("{}", fmt::join(words, "|")), take, std::move(texts)};
}

/// One of the words of a table, which must be static.
template <class Value, std::size_t count>
[[nodiscard]] OptionValue choice(Value& target, const Words<Value> (&table)[count]) {
  return word_value<Value>(
      table, [&target](Value value) { target = value; },
      [&target, &table] { return std::vector<std::string>{word_of(target, table)}; });
}

/// The same; a target may have no value.
template <class Value, std::size_t count>
[[nodiscard]] OptionValue choice(std::optional<Value>& target, const Words<Value> (&table)[count]) {
  return word_value<Value>(
      table, [&target](Value value) { target = value; },
      [&target, &table] { return texts_if(target.has_value(), target ? word_of(*target, table) : ""); });
}

}  // namespace jam::app
