// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Standard sets of boxes by which the volume of a trunk is measured.
//   din, iso3832   DIN 70020 part 1 and ISO 3832: as many 200 x 100 x 50 mm boxes as go in, a litre each.
//   sae-j1100      SAE J1100, volume V1: pieces of luggage A to G, of each at most as many as the set has; then boxes H, but only after no
//                  larger piece fits. The result is the volume of all pieces.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "jam/core/vec.hpp"

namespace jam::trunk {

/// A kind of box in a set.
struct Piece {
  std::string name;   ///< "A".
  Vec3d edge;         ///< Full edge lengths [mm].
  int count = 0;      ///< At most so many; 0: as many as fit.
  bool last = false;  ///< Only after no other piece fits.
};

struct BoxSet {
  std::string name;  ///< As --set names it.
  std::vector<Piece> pieces;

  /// One kind of box, as many as fit: the search for a count.
  [[nodiscard]] bool uniform() const { return pieces.size() == 1 && pieces.front().count == 0; }
};

/// Names of all sets.
[[nodiscard]] std::span<const char* const> box_set_names();

/// The set with this name; InputError for another.
[[nodiscard]] BoxSet box_set(std::string_view name);

/// Volume of a piece [mm^3].
[[nodiscard]] inline double volume_of(const Piece& piece) { return piece.edge.x * piece.edge.y * piece.edge.z; }

}  // namespace jam::trunk
