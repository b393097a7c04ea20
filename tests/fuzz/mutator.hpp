// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Damages the bytes of sound files, by a seed.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace jam::fuzz {

/// One of the files of `corpus` with one to eight damages: bits and bytes that flip, numbers and words that
/// become hostile ones, parts that are cut off, left out, doubled or taken from another file, long runs of
/// one character. The same seed gives the same bytes.
[[nodiscard]] std::string mutated(const std::vector<std::string>& corpus, std::uint64_t seed);

}  // namespace jam::fuzz
