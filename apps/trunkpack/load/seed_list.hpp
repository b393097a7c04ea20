// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The seeds of searches that are compared: --seeds.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace jam::app {

/// Reads `1..4` or `1,5,9`: from 2 to 100 seeds, each once, in this order. Throws InputError that says what
/// is accepted.
[[nodiscard]] std::vector<std::uint64_t> parse_seeds(std::string_view text);

/// As parse_seeds() reads them.
[[nodiscard]] std::string seeds_text(const std::vector<std::uint64_t>& seeds);

}  // namespace jam::app
