// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The kinds of changes that a trial makes. Lengths in mm.
//
//   insert    an absent box at a vacancy; up to three boxes around are placed again
//   relocate  a box with the largest penetrations, or a neighbour of it, goes to a vacancy
//   rebuild   one to four boxes there are placed again near their places
//   rotate    a box there gets another rotation
//   shake     the boxes of the region are moved and turned a little
//   cluster   boxes that fill a cuboid (clusters.hpp), there or anywhere, are rotated as one; nothing changes
//             if none do
#pragma once

#include "jam/core/vec.hpp"
#include "jam/trunk/annealing/memory.hpp"

namespace jam::trunk {

/// Lengths of moves [mm, for litre boxes].
struct MoveLengths {
  static constexpr float least_region = 120;      ///< Least radius of the region around the focus.
  static constexpr float region_range = 120;      ///< Range of that radius above its least value.
  static constexpr float least_shift = 3;         ///< Least scale of the shifts of `shake`.
  static constexpr float shift_range = 17;        ///< Range of that scale above its least value.
  static constexpr float cluster_stray = 60;      ///< Deviation of the place of `cluster` from the focus.
  static constexpr float rebuild_stray = 50;      ///< Deviation of the place of `rebuild` from the focus.
  static constexpr float rotate_stray = 40;       ///< Deviation of the place of `rotate` from the focus.
  static constexpr float insert_region = 200;     ///< Radius of the region around the vacancy of `insert`.
  static constexpr float left_region = 110;       ///< Radius of the region that `relocate` leaves.
  static constexpr float rotate_spread = 8;       ///< Deviation of a rotated box from its place.
  static constexpr float vacancy_spread = 20;     ///< Deviation of a box from its vacancy.
  static constexpr float anew_spread = 35;        ///< Deviation of other boxes that are placed anew.
  static constexpr float vacancy_half_edge = 38;  ///< Half edge of the cube whose free space is compared.
  /// Boxes nearer than this to the new place of a box count [mm].
  static constexpr float pose_margin = 25;
  static constexpr float wall_distance = 90;  ///< Deviation of the cell whose triangle gives a normal.
};

/// Shares and angles of moves.
struct MoveShares {
  static constexpr float squeezed_box = 0.6F;    ///< `relocate` takes the box at the focus, not a neighbour.
  static constexpr float any_cluster = 0.3F;     ///< `cluster` begins with any box, not with the nearest.
  static constexpr float vacancy_reach = 1.8F;   ///< Reach around a vacancy, over vacancy_half_edge.
  static constexpr float cluster_reach = 2.2F;   ///< Reach of a cluster, over the radius of its box.
  static constexpr float free_rotation = 0.92F;  ///< Draws above this give any rotation.
  static constexpr float flat_on_wall = 0.6F;    ///< Draws between this and free_rotation: flat on a wall.
  static constexpr float precise = 0.3F;         ///< Draws below this: nearly along another box.
  static constexpr float flat_turn = 0.01F;      ///< Deviation of a box flat on a wall [rad].
  static constexpr float precise_turn = 0.004F;  ///< Deviation of a box nearly along another one [rad].
  static constexpr float rough_turn = 0.03F;     ///< Deviation of a box roughly along another one [rad].
  /// Distance of the tested points of a pose from the centre, over the half edges [-].
  static constexpr float tested_corner = 0.92F;
};

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
