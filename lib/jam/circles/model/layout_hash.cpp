// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/circles/model/layout_hash.hpp"

#include <bit>
#include <cstddef>
#include <utility>
#include <vector>

namespace jam::circles {
namespace {

/// The finaliser of splitmix64 (G. L. Steele, D. Lea, C. H. Flood 2014): every bit depends on all.
std::uint64_t mixed(std::uint64_t value) {
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9ULL;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebULL;
  return value ^ (value >> 31);
}

}  // namespace

std::uint64_t layout_hash(std::span<const float> radius, std::span<const float> x, std::span<const float> y) {
  const std::size_t n = radius.size();
  std::vector<std::pair<std::size_t, std::size_t>> touching;
  std::vector<std::uint64_t> colour(n);
  for (std::size_t i = 0; i < n; ++i) {
    const float clearance = 1.0F - radius[i];
    const bool outmost = x[i] * x[i] + y[i] * y[i] > clearance * clearance;
    colour[i] = mixed(2ULL * std::bit_cast<std::uint32_t>(radius[i]) + (outmost ? 1 : 0));
    for (std::size_t j = i + 1; j < n; ++j) {
      const float dx = x[i] - x[j];
      const float dy = y[i] - y[j];
      const float reach = radius[i] + radius[j];
      if (dx * dx + dy * dy < reach * reach) touching.emplace_back(i, j);
    }
  }
  constexpr int refinement_count = 3;
  std::vector<std::uint64_t> around(n);
  for (int k = 0; k < refinement_count; ++k) {
    around.assign(n, 0);
    for (const auto& [i, j] : touching) {
      around[i] += mixed(colour[j]);
      around[j] += mixed(colour[i]);
    }
    for (std::size_t i = 0; i < n; ++i) colour[i] = mixed(colour[i] + 3 * around[i]);
  }
  std::uint64_t sum = 0;
  for (const std::uint64_t one : colour) sum += mixed(one);
  return sum;
}

}  // namespace jam::circles
