// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Reader of all our text formats (docs/formats.md): records of numbers, one per line, separated by blanks or
// tabs. '#' starts a comment anywhere in a line; empty lines are skipped; line ends may be LF or CRLF. A
// comment `# key: value` is kept as an annotation. Formats that announce the count of their records do so in
// a line of its own, the first (take_count).
//
// Every error is an InputError of one line, `FILE:LINE: field K (NAME) is 'TEXT': what is needed`. Fields
// keep their text, so that exact verification can take the decimals as written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace jam::io {

/// Largest number of fields in a file: 2 million circles have 6 million. Each takes up to 16 bytes.
inline constexpr std::size_t field_limit = 30'000'000;

/// A comment: the text after '#', without blanks around it. In `key: value`, key is one word of letters,
/// digits, '-' and '_'.
struct Comment {
  int line = 0;            ///< Counted from 1.
  std::string_view key;    ///< Empty if the comment is not of the form `key: value`.
  std::string_view value;  ///< The value, or the whole text if there is no key.
};

/// Which numbers a field may hold; `positive` are finite and above 0.
enum class NumberRule { finite, positive };

/// The records of a text. Copies share the text, which all views returned point into: they live as long as
/// any copy of the table.
class TextTable {
 public:
  /// Reads `file`. Throws InputError if it is missing, a folder, unreadable, larger than 512 MiB (2
  /// million circles take 120 MB), or has more fields than field_limit.
  [[nodiscard]] static TextTable read(const std::filesystem::path& file);

  /// Splits `text`; `name` stands for the file in errors.
  TextTable(std::string name, std::string text);

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] int row_count() const { return static_cast<int>(rows_.size()); }
  [[nodiscard]] bool empty() const { return rows_.empty(); }

  /// Number of fields of record `row` (from 0).
  [[nodiscard]] int field_count(int row) const;

  /// Text of field `index` (from 0) of record `row`; throws InputError where the record has fewer fields,
  /// naming the missing one.
  [[nodiscard]] std::string_view field(int row, int index, std::string_view field_name) const;

  /// The line of a record, counted from 1.
  [[nodiscard]] int line(int row) const { return rows_[row].line; }

  /// Field `index` of record `row` as a number. Throws InputError if the field is missing, no decimal
  /// number, out of range of a double, or against `rule`.
  [[nodiscard]] double number(int row, int index, std::string_view field_name,
                              NumberRule rule = NumberRule::finite) const;

  /// Field `index` of record `row` as a whole number from `lowest` to `highest`. Throws the errors of
  /// number().
  [[nodiscard]] long long integer(int row, int index, std::string_view field_name, long long lowest,
                                  long long highest) const;

  /// Throws InputError unless record `row` has exactly `count` fields; `layout` says what they are, for
  /// example "r x y".
  void require_field_count(int row, int count, std::string_view layout) const;

  /// Takes the first record, which announces the count of the others, off the table and checks it; `noun`
  /// names the records ("circles"). Throws InputError for an empty file, no whole number >= 1, or a file that
  /// holds more or fewer records (truncated).
  int take_count(std::string_view noun);

  /// All comments in the order of the file.
  [[nodiscard]] const std::vector<Comment>& comments() const { return comments_; }

  /// The last annotation with this key, null if there is none. Valid while the table is neither changed
  /// nor destroyed.
  [[nodiscard]] const Comment* find_comment(std::string_view key) const;

  /// Its value as a number; throws InputError with the comment's line for anything else.
  [[nodiscard]] double comment_number(const Comment& comment, NumberRule rule = NumberRule::finite) const;

  /// Throws InputError `NAME:LINE: message` (`NAME: message` for line 0).
  [[noreturn]] void fail(int line, const std::string& message) const;

 private:
  // Files have less than 2^32 bytes.
  struct Field {
    std::uint32_t begin;
    std::uint32_t size;
  };
  struct Row {
    std::uint32_t first_field;
    int line;
  };

  [[nodiscard]] double checked_number(std::string_view text, int line, const std::string& what,
                                      NumberRule rule) const;
  void split();
  void add_comment(std::string_view text, int line);

  std::string name_;
  std::shared_ptr<const std::string> text_;
  std::vector<Row> rows_;
  std::vector<Field> fields_;  ///< Fields of all records, one after the other.
  std::vector<Comment> comments_;
};

/// A number as Fortran writes it, `1.5D-03`, with an `e` in its exponent.
[[nodiscard]] std::string without_fortran_exponent(std::string_view text);

/// `text` for a message, whatever its bytes are: anything unprintable as '?'.
[[nodiscard]] std::string printable(std::string_view text);

/// `text` in quotes for a message: at most 40 characters, anything unprintable as '?'. Call it as io::quoted:
/// for a std::string, the bare name would also find std::quoted.
[[nodiscard]] std::string quoted(std::string_view text);

}  // namespace jam::io
