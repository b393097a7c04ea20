// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/constraints/colouring.hpp"

#include <bit>
#include <cstdint>

namespace jam::dynamics {
namespace {

/// Sorts groups by their colours; group g of the list holds the contacts begin[g] .. begin[g + 1] - 1.
Colouring sorted(std::span<const int> begin, std::span<const int> colour, int colour_count) {
  const auto groups = static_cast<int>(colour.size());
  Colouring result;
  result.first.assign(colour_count + 1, 0);
  for (const int c : colour) ++result.first[c + 1];
  for (int c = 0; c < colour_count; ++c) result.first[c + 1] += result.first[c];
  std::vector<int> next(result.first.begin(), result.first.end() - 1), order(groups);
  for (int g = 0; g < groups; ++g) order[next[colour[g]]++] = g;
  result.contacts.reserve(begin[groups]);
  result.group.reserve(groups + 1);
  result.group.push_back(0);
  for (const int g : order) {
    for (int i = begin[g]; i < begin[g + 1]; ++i) result.contacts.push_back(i);
    result.group.push_back(static_cast<int>(result.contacts.size()));
  }
  return result;
}

constexpr std::uint64_t all_used = ~std::uint64_t{0};

/// The colours that each body, or a contact's row, has met, as bits. Few have more than 64.
class ColourSets {
 public:
  explicit ColourSets(int count) : low_(count, 0) {}

  void insert(int set, int colour) {
    if (set < 0) return;
    if (colour < 64) {
      low_[set] |= std::uint64_t{1} << colour;
      return;
    }
    if (high_.empty()) high_.resize(low_.size());
    const std::size_t word = colour / 64 - 1;
    if (high_[set].size() <= word) high_[set].resize(word + 1);
    high_[set][word] |= std::uint64_t{1} << (colour % 64);
  }

  /// The smallest colour in neither of two sets; -1 as a set: none.
  [[nodiscard]] int smallest_free(int a, int b) const {
    for (int word = 0;; ++word) {
      const std::uint64_t used = bits(a, word) | bits(b, word);
      if (used != all_used) return 64 * word + std::countr_one(used);
    }
  }

  void clear(int set) {
    low_[set] = 0;
    if (!high_.empty()) high_[set].clear();
  }

 private:
  [[nodiscard]] std::uint64_t bits(int set, int word) const {
    if (set < 0) return 0;
    if (word == 0) return low_[set];
    return high_.empty() || high_[set].size() < static_cast<std::size_t>(word) ? 0 : high_[set][word - 1];
  }
  std::vector<std::uint64_t> low_;
  std::vector<std::vector<std::uint64_t>> high_;  ///< Colours from 64 on.
};

}  // namespace

Colouring colours_by_bodies(std::span<const BodyPair> contacts, int body_count) {
  ColourSets used(body_count);
  std::vector<int> begin, colour;
  int count = 0;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const BodyPair& pair = contacts[i];
    if (i > 0 && pair.a == contacts[i - 1].a && pair.b == contacts[i - 1].b) continue;
    begin.push_back(static_cast<int>(i));
    const int free = used.smallest_free(pair.a, pair.b);
    used.insert(pair.a, free);
    used.insert(pair.b, free);
    colour.push_back(free);
    if (free >= count) count = free + 1;
  }
  begin.push_back(static_cast<int>(contacts.size()));
  return sorted(begin, colour, count);
}

Colouring colours_by_rows(std::span<const int> start, std::span<const int> column) {
  const int contacts = static_cast<int>(start.size()) - 1;
  std::vector<int> begin(contacts + 1), colour(contacts, -1);
  ColourSets used(1);
  int count = 0;
  for (int i = 0; i < contacts; ++i) {
    begin[i] = i;
    used.clear(0);
    for (int k = start[i]; k < start[i + 1]; ++k) {
      if (column[k] < i) used.insert(0, colour[column[k]]);
    }
    colour[i] = used.smallest_free(0, -1);
    if (colour[i] >= count) count = colour[i] + 1;
  }
  begin[contacts] = contacts;
  return sorted(begin, colour, count);
}

}  // namespace jam::dynamics
