// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Texts in the encodings that editors and shells of other systems write.
#pragma once

#include <string>
#include <string_view>

namespace jam::io {

/// False for a text that utf8_text() converts or refuses.
[[nodiscard]] bool is_utf8(std::string_view text);

/// `text` as UTF-8: one that begins with the mark of UTF-16, in either byte order, is converted. `name`
/// stands for the file in errors. Throws InputError for invalid UTF-16, and for UTF-16 or UTF-32 without a
/// mark that says so.
[[nodiscard]] std::string utf8_text(std::string text, const std::string& name);

}  // namespace jam::io
