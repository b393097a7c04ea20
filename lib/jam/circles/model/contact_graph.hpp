// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The pairs of circles of a polished packing that touch, and the circles that are free to move. Lengths are
// in the unit of the radii.
#pragma once

#include <cstdint>
#include <span>
#include <string>
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
  /// Per circle: 1 if it is not held. A circle is held when the directions to its contacts do not all lie in
  /// one open half plane (three contacts around it, or two that face each other). Contacts with rattlers hold
  /// nothing, so this is applied until nothing changes.
  std::vector<char> rattler;
  /// Whether circles that are held hold the enclosing circle, too. If not, it can shrink: the packing is no
  /// local minimum of R, what holds a circle is not known yet, and rattlers are not determined.
  bool minimum = true;
};

/// The number of rattlers, or `not determined (no local minimum)`.
[[nodiscard]] std::string rattler_count(const ContactGraph& graph);

/// Contacts with gap below `tolerance` * R [-]; overlaps are contacts. O(n log n).
[[nodiscard]] ContactGraph contact_graph(const Packing& packing, double tolerance = 1e-10);

/// The finaliser of splitmix64 (G. L. Steele, D. Lea, C. H. Flood 2014): every bit depends on all.
[[nodiscard]] constexpr std::uint64_t mixed(std::uint64_t value) {
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9ULL;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebULL;
  return value ^ (value >> 31);
}

/// A hash of the contact graph of circles with centres (x, y) in a container of radius 1 about the origin,
/// all [n]; it is the same for packings that are rotated, mirrored, or have circles of equal radius
/// exchanged, and different graphs share it only by accident. Overlaps count as contacts: use it for packings
/// relaxed at a target radius a little too small, in which held circles overlap what holds them and rattlers
/// overlap nothing. Three rounds of colour refinement (B. Weisfeiler, A. Leman 1968) from the radii. O(n^2).
[[nodiscard]] std::uint64_t layout_hash(std::span<const float> radius, std::span<const float> x,
                                        std::span<const float> y);

}  // namespace jam::circles
