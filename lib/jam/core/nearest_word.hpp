// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace jam {

/// The word of `candidates` nearest to `word` by edit distance (insert, delete, replace, exchange
/// neighbours), where it is near enough to be meant: at most a third of the letters, but at least one, may
/// differ. Else empty.
[[nodiscard]] std::string nearest_word(std::string_view word, std::span<const std::string> candidates);

}  // namespace jam
