// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/io/utf8_text.hpp"

#include <cstddef>
#include <cstdint>

#include "jam/core/error.hpp"

namespace jam::io {
namespace {

void append(std::string& text, std::uint32_t code) {
  const auto byte = [&](std::uint32_t value) { text += static_cast<char>(value); };
  const auto tail = [&](int shift) { byte(0x80 | ((code >> shift) & 0x3F)); };
  if (code < 0x80) {
    byte(code);
  } else if (code < 0x800) {
    byte(0xC0 | (code >> 6)), tail(0);
  } else if (code < 0x10000) {
    byte(0xE0 | (code >> 12)), tail(6), tail(0);
  } else {
    byte(0xF0 | (code >> 18)), tail(12), tail(6), tail(0);
  }
}

}  // namespace

bool is_utf8(std::string_view text) {
  // UTF-16 or UTF-32 without a mark begins with an ASCII character: every other byte is 0.
  return !text.starts_with("\xFF\xFE") && !text.starts_with("\xFE\xFF") &&
         !(text.size() >= 2 && (text[0] == 0) != (text[1] == 0));
}

std::string utf8_text(std::string text, const std::string& name) {
  if (is_utf8(text)) return text;
  const bool little = text.starts_with("\xFF\xFE");
  if (!little && !text.starts_with("\xFE\xFF"))
    throw InputError(
        name + ": is UTF-16 or UTF-32 without a byte order mark: UTF-8 is accepted, and UTF-16 with a mark");
  const auto fail = [&] {
    throw InputError(name + ": begins as UTF-16, but is none: UTF-8 and UTF-16 are accepted");
  };
  if (text.size() % 2 != 0) fail();
  const auto unit = [&](std::size_t at) {
    const auto first = static_cast<unsigned char>(text[at]),
               second = static_cast<unsigned char>(text[at + 1]);
    return static_cast<std::uint32_t>(little ? second << 8 | first : first << 8 | second);
  };
  std::string result;
  result.reserve(text.size() / 2);
  for (std::size_t at = 2; at < text.size(); at += 2) {
    std::uint32_t code = unit(at);
    if (code >= 0xD800 && code < 0xE000) {
      // A pair of surrogates is one character.
      const std::uint32_t low = at + 2 < text.size() ? unit(at + 2) : 0;
      if (code >= 0xDC00 || low < 0xDC00 || low >= 0xE000) fail();
      code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
      at += 2;
    }
    if (code == 0) fail();
    append(result, code);
  }
  return result;
}

}  // namespace jam::io
