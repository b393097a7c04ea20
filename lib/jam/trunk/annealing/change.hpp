// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The kinds of changes that a trial makes. Lengths in mm.
//
//   insert    an absent box at a vacancy; up to three boxes around are placed again
//   relocate  a box from where penetrations are largest, or from beside it, to a vacancy
//   rebuild   one to four boxes there are placed again near their places
//   rotate    a box there gets another rotation
//   shake     the boxes of the region are moved and turned a little
//   cluster   boxes that fill a cuboid (clusters.hpp), there or anywhere, are rotated as one; nothing changes
//             where none do
#pragma once

#include "jam/core/vec.hpp"
#include "jam/trunk/annealing/memory.hpp"

namespace jam::trunk {

enum class TrialKind { insert, relocate, rebuild, rotate, shake, cluster };

struct TrialChange {
  TrialKind kind = TrialKind::shake;
  bool possible = true;
  int changed_count = 0;
  ChangedBox changed[changed_limit];
  Vec3f place[2]{};          ///< Boxes whose centres are nearer to place[k] than radius[k] move, too.
  float radius[2] = {0, 0};  ///< Radii of the regions around the places [mm].
  float shift = 0;           ///< Scale of the random shifts of `shake` [mm].
};

}  // namespace jam::trunk
