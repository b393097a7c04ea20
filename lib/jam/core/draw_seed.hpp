// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Seeds that one search draws for another.
#pragma once

#include <cstdint>

#include "jam/core/philox.hpp"

namespace jam {

/// A seed of 64 random bits; two draws.
[[nodiscard]] inline std::uint64_t draw_seed(RandomStream& random) {
  const std::uint64_t high = random.next_u32();
  return high << 32 | random.next_u32();
}

}  // namespace jam
