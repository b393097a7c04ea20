// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Pieces of JSON text (RFC 8259) for writers that choose their own layout. Numbers are the shortest decimals
// that read back as the same doubles, which a general JSON writer does not promise.
#pragma once

#include <string>
#include <string_view>

namespace jam::io {

/// A JSON string in quotes; bytes that are not UTF-8 become replacement characters.
[[nodiscard]] std::string json_string(std::string_view text);

/// A JSON number; `null` for what JSON has no number for (inf, nan).
[[nodiscard]] std::string json_number(double value);

/// Items joined by ", " in brackets, each formatted by `format`.
template <class Items, class Format>
[[nodiscard]] std::string json_array(const Items& items, Format&& format) {
  std::string text;
  for (const auto& item : items) text += (text.empty() ? "" : ", ") + format(item);
  return "[" + text + "]";
}

/// The same with each item on a line of its own, indented by `indent` blanks, the closing bracket by two
/// less.
template <class Items, class Format>
[[nodiscard]] std::string json_lines(const Items& items, int indent, Format&& format) {
  const std::string blanks(indent, ' ');
  std::string text;
  for (const auto& item : items) text += (text.empty() ? "\n" : ",\n") + blanks + format(item);
  return text.empty() ? "[]" : "[" + text + "\n" + blanks.substr(2) + "]";
}

}  // namespace jam::io
