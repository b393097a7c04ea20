// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Collision detection as a simulation asks for it.
#pragma once

#include <cstdint>
#include <vector>

#include "jam/dynamics/step/simulation.hpp"

namespace jam::dynamics {

/// For each body what it does not collide with (BodyFlag, collide/bounds.hpp): walls not with each other,
/// inactive ones with nothing.
[[nodiscard]] std::vector<std::uint8_t> body_flags(const Bodies& bodies);

/// Detection by a Collider (collide/collider.hpp), whose memory is kept from step to step; walls do not
/// collide with each other. A copy shares the memory, so one simulation at a time may use it.
[[nodiscard]] Simulation::Detect collider_detection();

}  // namespace jam::dynamics
