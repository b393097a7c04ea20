// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Boxes as bytes, for the state of a search (io/binary_state.hpp). Lengths in mm.
#pragma once

#include <vector>

#include "jam/io/binary_state.hpp"
#include "jam/trunk/model/box_packing.hpp"

namespace jam::trunk {

/// Reading throws InputError for a box with a number that is not finite.
void write_boxes(io::StateWriter& state, const std::vector<PlacedBox>& boxes);
[[nodiscard]] std::vector<PlacedBox> read_boxes(io::StateReader& state);

}  // namespace jam::trunk
