// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Loads of boxes that no force but gravity moves: how they come to rest, and which boxes stand. SI units.
#pragma once

#include <vector>

#include "jam/core/stop_query.hpp"
#include "jam/dynamics/scenes/load_world.hpp"

namespace jam::dynamics {

/// Poses of all boxes after a second under gravity with friction, from rest. Long steps and few iterations:
/// boxes overlap by up to a few mm and have to be parted (trunk/polish). 5 s for 400 boxes. The
/// number of threads (0: all) changes no bit. After a stop, the poses of that time. Empty if boxes overlap
/// walls or each other at the start.
[[nodiscard]] std::vector<Pose> settle(const Load& load, int thread_count, const StopQuery& stop = {});

/// One value for each box: 1 if it stands, which means that no corner moves by more than 5 mm within a
/// quarter of a second. What nothing bears falls by that in 32 ms. Fixed boxes stand. Empty as settle(). 4 s
/// for 400 boxes.
[[nodiscard]] std::vector<char> standing(const Load& load, int thread_count, const StopQuery& stop = {});

}  // namespace jam::dynamics
