// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Which circles of a polished packing touch, and which are free to move. Lengths are in the unit of the radii.
#pragma once

#include <vector>

#include "jam/circles/model/packing.hpp"

namespace jam::circles {

/// The touching pairs and rattlers of a polished packing.
struct ContactGraph {
  struct Contact {
    int first;   ///< Index of a circle.
    int second;  ///< Index of a circle > first, or -1 for the enclosing circle.
  };
  std::vector<Contact> contacts;  ///< Gaps below tolerance * R, ordered by (first, second).
  /// Per circle: 1 if it is not held. A circle is held when the directions to its contacts do not all lie in one open half plane (three
  /// contacts around it, or two that face each other). Contacts with rattlers hold nothing, so this is applied until nothing changes.
  std::vector<char> rattler;
};

/// Contacts with gap below `tolerance` * R [-]; overlaps are contacts. O(n log n).
[[nodiscard]] ContactGraph contact_graph(const Packing& packing, double tolerance = 1e-10);

}  // namespace jam::circles
