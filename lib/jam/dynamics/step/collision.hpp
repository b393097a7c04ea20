// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Collision detection as a simulation asks for it.
#pragma once

#include "jam/dynamics/step/simulation.hpp"

namespace jam::dynamics {

/// Detection by a Collider (collide/collider.hpp), whose memory is kept from step to step; walls do not collide with each other. A copy
/// shares the memory, so one simulation at a time may use it.
[[nodiscard]] Simulation::Detect collider_detection();

}  // namespace jam::dynamics
