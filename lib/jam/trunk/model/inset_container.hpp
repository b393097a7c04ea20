// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A container whose walls are moved into the room, for searches with a gap (search/allowance.hpp). Each
// vertex of the surface goes the shortest way that takes it at least `distance` behind the planes of all its
// triangles, so each triangle as a whole is that far from where it was. Where no such way is shorter than ten
// times the distance, at an edge as sharp as a knife, it goes that far: exact verification decides there.
// Sheets, which have no inside, get a copy on either side. Lengths in mm.
#pragma once

#include "jam/trunk/model/container.hpp"

namespace jam::trunk {

/// The container with its walls moved by `distance` > 0. Its volume is that of the container: an
/// upper bound, also where moved walls fold over.
[[nodiscard]] Container inset_container(const Container& container, double distance);

}  // namespace jam::trunk
