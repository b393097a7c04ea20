// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Command lines as text that a shell takes.
#pragma once

#include <string>
#include <string_view>

namespace jam::app {

/// `text` as one word of a POSIX shell: as it is where it holds nothing that a shell treats specially, else in single quotes.
[[nodiscard]] std::string shell_word(std::string_view text);

}  // namespace jam::app
