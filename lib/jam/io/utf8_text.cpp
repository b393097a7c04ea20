// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/io/utf8_text.hpp"

#include <boost/locale/encoding_utf.hpp>
#include <cstddef>

#include "jam/core/error.hpp"

namespace jam::io {

bool is_utf8(std::string_view text) {
  // UTF-16 or UTF-32 without a mark begins with an ASCII character: every other byte is 0.
  return !text.starts_with("\xFF\xFE") && !text.starts_with("\xFE\xFF") &&
         !(text.size() >= 2 && (text[0] == 0) != (text[1] == 0));
}

std::string utf8_text(std::string text, const std::string& name) {
  namespace conv = boost::locale::conv;
  if (is_utf8(text)) return text;
  const bool little = text.starts_with("\xFF\xFE");
  if (!little && !text.starts_with("\xFE\xFF"))
    throw InputError(
        name + ": is UTF-16 or UTF-32 without a byte order mark: UTF-8 is accepted, and UTF-16 with a mark");
  std::u16string units;
  units.reserve(text.size() / 2);
  for (std::size_t at = 2; at + 1 < text.size(); at += 2) {
    const auto first = static_cast<unsigned char>(text[at]),
               second = static_cast<unsigned char>(text[at + 1]);
    units += static_cast<char16_t>(little ? second << 8 | first : first << 8 | second);
  }
  try {
    if (text.size() % 2 == 0 && units.find(u'\0') == std::u16string::npos)
      return conv::utf_to_utf<char>(units, conv::stop);
  } catch (const conv::conversion_error&) {
  }
  throw InputError(name + ": begins as UTF-16, but is none: UTF-8 and UTF-16 are accepted");
}

}  // namespace jam::io
