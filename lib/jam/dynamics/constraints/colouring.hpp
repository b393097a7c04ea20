// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Colours of contacts, for sweeps that process contacts at the same time. Neighbouring contacts between the
// same two bodies, as those of two faces are, make a group, which is swept in its order; groups of one colour
// share no body that forces move. Greedy, in the order of the groups: each takes the smallest colour that
// none of its neighbours has, which depends on nothing but the list.
#pragma once

#include <span>
#include <vector>

namespace jam::dynamics {

/// Contacts sorted by colour, within a colour in ascending order.
struct Colouring {
  std::vector<int> contacts;
  /// Group g holds contacts[group[g]] .. contacts[group[g + 1] - 1], neighbours of each other.
  std::vector<int> group;
  std::vector<int> first;  ///< Colour c holds the groups first[c] .. first[c + 1] - 1.

  [[nodiscard]] int count() const { return first.empty() ? 0 : static_cast<int>(first.size()) - 1; }
};

/// The two bodies of a contact; -1: none.
struct BodyPair {
  int a = -1, b = -1;
};

/// Groups that share a body get different colours.
[[nodiscard]] Colouring colours_by_bodies(std::span<const BodyPair> contacts, int body_count);

/// Contacts i and j get different colours where j is in the row of i: column[start[i]] .. column[start[i + 1]
/// - 1]. Every contact is a group.
[[nodiscard]] Colouring colours_by_rows(std::span<const int> start, std::span<const int> column);

}  // namespace jam::dynamics
