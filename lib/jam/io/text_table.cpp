// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/io/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "jam/core/error.hpp"
#include "jam/io/number_text.hpp"
#include "jam/io/read_file.hpp"
#include "jam/io/utf8_text.hpp"

namespace jam::io {
namespace {

constexpr std::string_view blanks = " \t\r\v\f";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

bool is_key(std::string_view text) {
  const auto allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
  };
  return !text.empty() && std::all_of(text.begin(), text.end(), allowed);
}

std::string fields_text(int count) { return fmt::format("{} field{}", count, count == 1 ? "" : "s"); }

std::optional<double> number_in(std::string_view text, NumberRule rule) {
  const auto value = parse_number<double>(text);
  return value && std::isfinite(*value) && (rule != NumberRule::positive || *value > 0) ? value
                                                                                        : std::nullopt;
}

}  // namespace

std::string without_fortran_exponent(std::string_view text) {
  std::string result(text);
  std::replace_if(
      result.begin(), result.end(), [](char c) { return c == 'd' || c == 'D'; }, 'e');
  return result;
}

std::string printable(std::string_view text) {
  std::string result(text);
  std::replace_if(
      result.begin(), result.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return result;
}

std::string quoted(std::string_view text) {
  constexpr std::size_t length_limit = 40;
  return "'" + printable(text.substr(0, length_limit)) + (text.size() > length_limit ? "...'" : "'");
}

TextTable TextTable::read(const std::filesystem::path& file) {
  return TextTable(file.string(), read_file(file));
}

TextTable::TextTable(std::string name, std::string text)
    : name_(std::move(name)), text_(std::make_shared<const std::string>(utf8_text(std::move(text), name_))) {
  split();
}

void TextTable::split() {
  if (text_->size() > text_byte_limit) fail(0, "is too long for a text of numbers");
  std::string_view rest = *text_;
  if (rest.starts_with("\xEF\xBB\xBF")) rest.remove_prefix(3);  // The mark some editors put before UTF-8.
  for (int line = 1; !rest.empty(); ++line) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view content = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));

    const std::size_t hash = content.find('#');
    if (hash != std::string_view::npos) {
      add_comment(content.substr(hash + 1), line);
      content = content.substr(0, hash);
    }

    const std::size_t first_field = fields_.size();
    for (std::size_t begin = content.find_first_not_of(blanks); begin != std::string_view::npos;) {
      const std::size_t stop = std::min(content.find_first_of(blanks, begin), content.size());
      if (fields_.size() == field_limit)
        fail(line, fmt::format("holds more than {} million fields", field_limit / 1'000'000));
      fields_.push_back({static_cast<std::uint32_t>(content.data() + begin - text_->data()),
                         static_cast<std::uint32_t>(stop - begin)});
      begin = content.find_first_not_of(blanks, stop);
    }
    if (fields_.size() > first_field) rows_.push_back({static_cast<std::uint32_t>(first_field), line});
  }
}

void TextTable::add_comment(std::string_view text, int line) {
  text = trimmed(text);
  const std::size_t colon = text.find(':');
  if (colon != std::string_view::npos && is_key(text.substr(0, colon))) {
    comments_.push_back({line, text.substr(0, colon), trimmed(text.substr(colon + 1))});
  } else {
    comments_.push_back({line, {}, text});
  }
}

int TextTable::field_count(int row) const {
  const std::size_t index = row;
  const std::size_t end = index + 1 < rows_.size() ? rows_[index + 1].first_field : fields_.size();
  return static_cast<int>(end - rows_[index].first_field);
}

std::string_view TextTable::field(int row, int index, std::string_view field_name) const {
  if (index >= field_count(row)) {
    fail(line(row), fmt::format("field {} ({}) is missing: the line has {}", index + 1, field_name,
                                fields_text(field_count(row))));
  }
  const Field& found = fields_[rows_[row].first_field + static_cast<std::size_t>(index)];
  return std::string_view(*text_).substr(found.begin, found.size);
}

double TextTable::checked_number(std::string_view text, int line, const std::string& what,
                                 NumberRule rule) const {
  const auto value = number_in(text, rule);
  if (!value) {
    const bool fortran = text.find_first_of("dD") != std::string_view::npos &&
                         number_in(without_fortran_exponent(text), NumberRule::finite).has_value();
    fail(line, fmt::format("{} is {}: a finite number{}{} is needed", what, quoted(text),
                           rule == NumberRule::positive ? " above 0" : "",
                           fortran ? ", with e in place of Fortran's D," : ""));
  }
  return *value;
}

double TextTable::number(int row, int index, std::string_view field_name, NumberRule rule) const {
  const std::string_view text = field(row, index, field_name);
  // The usual case first: the name of the field is only put together for a message.
  if (const auto value = number_in(text, rule)) return *value;
  return checked_number(text, line(row), fmt::format("field {} ({})", index + 1, field_name), rule);
}

long long TextTable::integer(int row, int index, std::string_view field_name, long long lowest,
                             long long highest) const {
  const std::string_view text = field(row, index, field_name);
  const auto value = parse_number<long long>(text);
  if (!value || *value < lowest || *value > highest) {
    fail(line(row), fmt::format("field {} ({}) is {}: a whole number from {} to {} is needed", index + 1,
                                field_name, quoted(text), lowest, highest));
  }
  return *value;
}

void TextTable::require_field_count(int row, int count, std::string_view layout) const {
  if (field_count(row) == count) return;
  fail(line(row),
       fmt::format("the line has {}: {} are needed ({})", fields_text(field_count(row)), count, layout));
}

int TextTable::take_count(std::string_view noun) {
  if (rows_.empty()) fail(0, fmt::format("is empty: the count of {} is needed in the first line", noun));
  const int count_line = line(0);
  require_field_count(0, 1, fmt::format("the count of {}", noun));
  const std::string_view text = field(0, 0, "count");
  const auto count = parse_number<long long>(text);
  if (!count || *count < 1)
    fail(count_line, fmt::format("the count of {} is {}: a whole number >= 1 is needed", noun, quoted(text)));

  const int found = row_count() - 1;
  if (*count != found) {
    fail(count_line, fmt::format("announces {} {}, but the file holds {}: {}", *count, noun, found,
                                 found < *count ? "it is truncated, or the count is wrong"
                                                : "correct the count or remove lines"));
  }
  rows_.erase(rows_.begin());
  return found;
}

const Comment* TextTable::find_comment(std::string_view key) const {
  const auto same_key = [key](const Comment& comment) { return !comment.key.empty() && comment.key == key; };
  const auto found = std::find_if(comments_.rbegin(), comments_.rend(), same_key);
  return found == comments_.rend() ? nullptr : &*found;
}

double TextTable::comment_number(const Comment& comment, NumberRule rule) const {
  return checked_number(comment.value, comment.line, fmt::format("comment '{}'", comment.key), rule);
}

void TextTable::fail(int line, const std::string& message) const {
  throw InputError(fmt::format("{}:{} {}", name_, line > 0 ? fmt::format("{}:", line) : "", message));
}

}  // namespace jam::io
