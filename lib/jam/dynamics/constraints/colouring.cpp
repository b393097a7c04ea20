// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/constraints/colouring.hpp"

#include <cstdint>

namespace jam::dynamics {
namespace {

/// Sorts contacts by their colours.
Colouring sorted(const std::vector<int>& colour, int colour_count) {
  Colouring result;
  result.first.assign(colour_count + 1, 0);
  for (const int c : colour) ++result.first[c + 1];
  for (int c = 0; c < colour_count; ++c) result.first[c + 1] += result.first[c];
  result.contacts.resize(colour.size());
  std::vector<int> next(result.first.begin(), result.first.end() - 1);
  for (int i = 0; i < static_cast<int>(colour.size()); ++i) result.contacts[next[colour[i]]++] = i;
  return result;
}

/// The colours that the contacts of a body have, as bits.
using ColourSet = std::vector<std::uint64_t>;

void insert(ColourSet& set, int colour) {
  const std::size_t word = colour / 64;
  if (set.size() <= word) set.resize(word + 1);
  set[word] |= std::uint64_t{1} << (colour % 64);
}

/// The smallest colour in neither of two sets.
int smallest_free(const ColourSet* a, const ColourSet* b) {
  for (std::size_t word = 0;; ++word) {
    const std::uint64_t used = (a != nullptr && word < a->size() ? (*a)[word] : 0) | (b != nullptr && word < b->size() ? (*b)[word] : 0);
    if (used != ~std::uint64_t{0}) return static_cast<int>(64 * word) + __builtin_ctzll(~used);
  }
}

}  // namespace

Colouring colours_by_bodies(std::span<const BodyPair> contacts, int body_count) {
  std::vector<ColourSet> used(body_count);
  std::vector<int> colour;
  int count = 0;
  for (const BodyPair& pair : contacts) {
    ColourSet* a = pair.a >= 0 ? &used[pair.a] : nullptr;
    ColourSet* b = pair.b >= 0 ? &used[pair.b] : nullptr;
    const int free = smallest_free(a, b);
    if (a != nullptr) insert(*a, free);
    if (b != nullptr) insert(*b, free);
    colour.push_back(free);
    if (free >= count) count = free + 1;
  }
  return sorted(colour, count);
}

Colouring colours_by_rows(std::span<const int> start, std::span<const int> column) {
  const int contacts = static_cast<int>(start.size()) - 1;
  std::vector<int> colour(contacts, -1);
  int count = 0;
  for (int i = 0; i < contacts; ++i) {
    ColourSet used;
    for (int k = start[i]; k < start[i + 1]; ++k) {
      if (column[k] < i) insert(used, colour[column[k]]);
    }
    colour[i] = smallest_free(&used, nullptr);
    if (colour[i] >= count) count = colour[i] + 1;
  }
  return sorted(colour, count);
}

}  // namespace jam::dynamics
