// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The memory of one trial: the boxes of its part and their contacts. On a GPU the lanes of a warp share it. Lengths in mm.
#pragma once

#include "jam/trunk/trials/trial_state.hpp"
#include "jam/trunk/trials/trial_team.hpp"

namespace jam::trunk {

/// Two overlapping boxes.
struct TouchingPair {
  std::uint32_t boxes;  ///< a | b << 8 | axis << 16
  float depth;
};

/// A push of the wall against a box, in the world.
struct WallPush {
  std::uint32_t box;
  float depth;
  float normal[3];
  float point[3];
};

/// The memory of a trial; on a GPU it is shared by the lanes.
struct PartMemory {
  float pose[pose_array_count][part_box_limit];
  float axis[9][part_box_limit];
  float listed[pose_array_count][movable_limit];  ///< Poses for which the lists were made,
  float first[pose_array_count][movable_limit];   ///< and for which the part was.
  float kept[6][movable_limit];                   ///< Last corrections.
  int push[6][movable_limit];                     ///< Sums of this step.
  int contacts[movable_limit];
  int squeeze[part_box_limit];
  int triangle_begin[movable_limit + 1];
  union {
    int face[wall_group * faces_of_box][8];  ///< Of some boxes: depth, weight, normal and point times weight.
    int near_row[2][trial_lane_limit];       ///< Of some rows of cells of the wall: entries in those before, and the first entry.
  };
  std::uint16_t pair[near_pair_limit];  ///< a | b << 5
  std::uint16_t number[part_box_limit];
  std::uint8_t kind[part_box_limit];
  struct Touching {
    TouchingPair pair[touching_pair_limit];
    WallPush wall[wall_push_limit];
  };
  union {
    std::uint16_t candidate[candidate_limit];
    Touching touching;
  };
  int pair_total;
  int wall_total;
  struct {
    float pose[pose_array_count];
  } best;  ///< Of the poses tried for a box.
};

}  // namespace jam::trunk
