// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "seed_list.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <optional>

#include "jam/core/error.hpp"
#include "jam/io/number_text.hpp"

namespace jam::app {
namespace {

constexpr std::size_t most_seeds = 100;

[[noreturn]] void refuse_seeds() {
  throw InputError(
      fmt::format("from 2 to {} different seeds are accepted, 1..4 or 1,5,9: a single search shows no spread",
                  most_seeds));
}

std::uint64_t seed_of(std::string_view text) {
  const std::optional<std::uint64_t> seed = io::parse_number<std::uint64_t>(text);
  if (!seed) refuse_seeds();
  return *seed;
}

}  // namespace

std::vector<std::uint64_t> parse_seeds(std::string_view text) {
  std::vector<std::uint64_t> seeds;
  if (const std::size_t dots = text.find(".."); dots != std::string_view::npos) {
    const std::uint64_t first = seed_of(text.substr(0, dots)), last = seed_of(text.substr(dots + 2));
    if (last < first || last - first >= most_seeds) refuse_seeds();
    for (std::uint64_t k = 0; k <= last - first; ++k) seeds.push_back(first + k);
  } else {
    for (;;) {
      const std::size_t comma = text.find(',');
      const std::uint64_t seed = seed_of(text.substr(0, comma));
      if (std::ranges::find(seeds, seed) != seeds.end()) refuse_seeds();
      seeds.push_back(seed);
      if (comma == std::string_view::npos) break;
      text.remove_prefix(comma + 1);
    }
  }
  if (seeds.size() < 2 || seeds.size() > most_seeds) refuse_seeds();
  return seeds;
}

std::string seeds_text(const std::vector<std::uint64_t>& seeds) {
  const bool is_range = seeds.back() - seeds.front() == seeds.size() - 1 && std::ranges::is_sorted(seeds);
  return is_range ? fmt::format("{}..{}", seeds.front(), seeds.back())
                  : fmt::format("{}", fmt::join(seeds, ","));
}

}  // namespace jam::app
