// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Colours of the contacts of a small scene, for sweeps of sor: the colours of colours_by_bodies()
// (constraints/colouring.hpp), found by one thread. There every group takes, in the order of the list, the
// smallest colour that no previous group with the same body has. So the first colour takes, along the list,
// each group that shares no body with a group that it has already; the second colour does so with the
// remaining groups, and so on. The bodies of a colour are a set of bits.
#pragma once

#include <cstdint>

#include "jam/dynamics/constraints/problem_arrays.hpp"

namespace jam::dynamics {

/// The colours of the contacts of a scene, as in Colouring.
struct SmallColours {
  int* contact = nullptr;  ///< Contacts in the order of their colours.
  int* group = nullptr;    ///< Place of the first contact of each group; last entry: the number of contacts.
  int* first = nullptr;    ///< Number of the first group of each colour; last entry: the number of groups.
  int* begin = nullptr;    ///< Scratch, of groups in the order of the list.
  int* left = nullptr;
  int count = 0;
};

/// A set of at most 128 bodies.
class BodySet {
 public:
  [[nodiscard]] JAM_HD_INLINE bool has(int body) const {
    return body >= 0 && ((body < 64 ? low_ : high_) >> (body & 63) & 1U) != 0;
  }
  JAM_HD_INLINE void insert(int body) {
    if (body < 0) return;
    if (body < 64) low_ |= std::uint64_t{1} << body;
    else high_ |= std::uint64_t{1} << (body - 64);
  }

 private:
  std::uint64_t low_ = 0, high_ = 0;
};

/// Finds the colours of at least one contact between these bodies, by one thread.
JAM_HD_INLINE void find_colours(const BodyIndices* body, int contacts, SmallColours& colours) {
  int left = 0;
  for (int i = 0; i < contacts; ++i) {
    if (i > 0 && body[i].a == body[i - 1].a && body[i].b == body[i - 1].b) continue;
    colours.begin[left] = i;
    colours.left[left] = left;
    ++left;
  }
  colours.begin[left] = contacts;
  int places = 0, groups = 0;
  for (colours.count = 0; left > 0; ++colours.count) {
    colours.first[colours.count] = groups;
    BodySet met;
    int kept = 0;
    for (int k = 0; k < left; ++k) {
      const int g = colours.left[k], first = colours.begin[g];
      const BodyIndices pair = body[first];
      if (met.has(pair.a) || met.has(pair.b)) {
        colours.left[kept++] = g;
        continue;
      }
      met.insert(pair.a);
      met.insert(pair.b);
      colours.group[groups++] = places;
      for (int i = first; i < colours.begin[g + 1]; ++i) colours.contact[places++] = i;
    }
    left = kept;
  }
  colours.first[colours.count] = groups;
  colours.group[groups] = places;
}

}  // namespace jam::dynamics
