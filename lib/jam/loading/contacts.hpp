// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Contacts of the boxes of a load with each other and with walls, as far as they can bear. Boxes of a load
// touch nowhere exactly: a gap up to PlanRules::reach counts as closed. But not every near corner bears: what
// lies beside a box, however near, does not stop its fall. So a contact bears only if one of the two bodies
// meets the other when it moves straight down by at most the reach, and its point and normal are those of the
// moment when they meet. Contacts between nearly upright faces, which do not bear, have no friction, for no
// box is to hang between others; nor has a wall that overhangs a box.
//
// The times of meeting are exact (sweep.hpp). Lengths in mm, z up.
#pragma once

#include <span>
#include <vector>

#include "jam/contact/box.hpp"
#include "jam/core/vec.hpp"
#include "jam/trunk/io/loading_plan.hpp"
#include "jam/trunk/model/wall_triangles.hpp"

namespace jam::loading {

/// A point in which body b presses on body a.
struct Contact {
  int a = -1;           ///< Number of a box; -1: a wall.
  int b = 0;            ///< Number of a box.
  Vec3d arm_a;          ///< From the centre of a to the point [mm]; zero for a wall.
  Vec3d arm_b;          ///< From the centre of b to the point [mm].
  Vec3d normal;         ///< Unit vector from a to b.
  double friction = 0;  ///< Coefficient of friction [-].
};

/// All contacts of the full load; those of box b with boxes of lower numbers, then with walls.
[[nodiscard]] std::vector<Contact> find_contacts(const trunk::WallTriangles& walls,
                                                 std::span<const contact::Box<double>> boxes,
                                                 const trunk::PlanRules& rules);

}  // namespace jam::loading
