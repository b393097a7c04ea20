// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "shell/option_values.hpp"

#include <cmath>

#include "jam/core/duration.hpp"
#include "jam/core/nearest_word.hpp"

namespace jam::app {
namespace {

/// `1e6` instead of `1e+06`.
std::string short_number(double value) {
  std::string text = io::number_text(value);
  for (const char* part : {"e+0", "e+"}) {
    if (const auto at = text.find(part); at != std::string::npos)
      text.replace(at, std::string_view(part).size(), "e");
  }
  if (const auto at = text.find("e-0"); at != std::string::npos) text.erase(at + 2, 1);
  return text;
}

}  // namespace

bool within(double value, const Range& range) {
  return (value >= range.lowest && value <= range.highest) || (range.zero_too && value == 0);
}

std::string accepted(const Range& range) {
  return fmt::format("{} {}from {} to {}{} is accepted", range.what, range.zero_too ? "of 0 or " : "",
                     short_number(range.lowest), short_number(range.highest), range.unit);
}

double number_in(const Range& range, std::string_view text) {
  const auto value = io::parse_number<double>(text);
  if (!value || !within(*value, range)) throw InputError(accepted(range));
  return *value;
}

long long whole_number(std::string_view text, long long lowest, long long highest, std::string_view also) {
  const auto value = io::parse_number<long long>(text);
  if (value && *value >= lowest && *value <= highest) return *value;
  throw InputError(fmt::format("a whole number from {} to {}{} is accepted", lowest, highest, also));
}

void fail_choice(std::string_view text, const std::vector<std::string>& words) {
  const std::string meant = nearest_word(text, words);
  throw InputError(
      fmt::format("{} or {} is accepted", fmt::join(words.begin(), words.end() - 1, ", "), words.back()) +
      (meant.empty() ? "" : fmt::format(" (did you mean {}?)", meant)));
}

OptionValue neutral(OptionValue value, std::vector<std::string> texts) {
  value.neutral = std::move(texts);
  return value;
}

Vec3d edges_of(std::string_view text) {
  constexpr Range edges{1e-3, 1e6, "an edge"};
  double edge[3];
  std::size_t begin = 0;
  for (int axis = 0; axis < 3; ++axis) {
    const std::size_t end = axis < 2 ? text.find('x', begin) : text.size();
    const auto number = end == std::string_view::npos
                            ? std::nullopt
                            : io::parse_number<double>(text.substr(begin, end - begin));
    if (!number || !within(*number, edges)) {
      throw InputError("three edges, each from 0.001 to 1e6 mm, are accepted, for example 200x100x50");
    }
    edge[axis] = *number;
    begin = end + 1;
  }
  return {edge[0], edge[1], edge[2]};
}

OptionValue real(double& target, Range range, const char* shown) {
  return {shown, [=, &target](const std::string& text) { target = number_in(range, text); },
          [&target] { return std::vector{io::number_text(target)}; }};
}

OptionValue duration(double& seconds) {
  const auto set = [&seconds](const std::string& text) {
    double value = HUGE_VAL;
    try {
      value = parse_duration(text);
    } catch (const InputError&) {
    }
    if (value > duration_limit)
      throw InputError("a duration from 0 to 36500d is accepted, for example 90, 60s, 10m, 1h30m or 500ms");
    seconds = value;
  };
  return {"T", set, [&seconds] { return std::vector{io::number_text(seconds) + "s"}; }};
}

OptionValue toggle(bool& target) {
  return {"", [&target](const std::string&) { target = true; }, [&target] { return texts_if(target, ""); }};
}

OptionValue text_value(std::string& target, const char* shown, FileUse use) {
  return {shown, [&target](const std::string& text) { target = text; },
          [&target] { return texts_if(!target.empty(), target); }, use};
}

OptionValue with_endings(OptionValue value, std::vector<std::string> endings, std::string shown) {
  value.set = [take = std::move(value.set), endings = std::move(endings),
               shown = std::move(shown)](const std::string& text) {
    if (std::ranges::find(endings, std::filesystem::path(text).extension().string()) == endings.end())
      throw InputError(shown + " is accepted");
    take(text);
  };
  return value;
}

OptionValue file_list(std::vector<std::filesystem::path>& targets, FileUse use) {
  const auto set = [&targets](const std::string& text) {
    if (text.empty()) throw InputError("the name of a file is needed");
    targets.emplace_back(text);
  };
  const auto texts = [&targets] {
    std::vector<std::string> names;
    for (const auto& target : targets) names.push_back(target.string());
    return names;
  };
  return {"FILE", set, texts, use};
}

OptionValue with_companions(OptionValue value,
                            std::vector<std::string> (*companions)(const std::string& text)) {
  value.companions = companions;
  return value;
}

OptionValue file(std::filesystem::path& target, FileUse use, const char* shown) {
  const bool dash = std::string_view(shown).find("|-") != std::string_view::npos;
  const auto set = [&target, dash](const std::string& text) {
    if (text.empty()) throw InputError("the name of a file is needed");
    if (text == "-" && !dash) throw InputError("only --json can go to standard output; name a file");
    target = text;
  };
  return {shown, set, [&target] { return texts_if(!target.empty(), target.string()); }, use};
}

}  // namespace jam::app
