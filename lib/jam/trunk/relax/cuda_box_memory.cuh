// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What a block of GPU threads needs to relax a packing of boxes: shared memory for what every step reads, scratch memory on the device for
// neighbour lists and contacts, which stays in the cache.
#pragma once

#include <cstdint>

#include "jam/core/macros.hpp"
#include "jam/trunk/relax/box_physics.hpp"

namespace jam::trunk {

/// Near partners that the list of a box holds.
inline constexpr int row_limit = 64;
/// Capacity per box of the lists of near pairs (each is listed once) and near points, shared by all boxes of a packing.
inline constexpr int pairs_per_box = 24;
inline constexpr int points_per_box = 160;

/// Scratch memory of a block on the device; `capacity` boxes.
struct BoxScratch {
  float* listed_pose;      ///< [pose_array_count][capacity]
  std::uint16_t* partner;  ///< [capacity][row_limit], ascending
  std::uint8_t* back;      ///< [capacity][row_limit]: for a partner below, the place of this box among the partners above of that one.
  std::uint32_t* pair;     ///< [pairs_per_box capacity]: lower | higher << 16
  float4* contact;      ///< [3][pairs_per_box capacity]: normal and depth; point and inverse_mass of the lower; inverse_mass of the higher.
  WallContact* wall;    ///< [capacity][face_count]
  std::int32_t* point;  ///< [points_per_box capacity]
};

/// Where things are in the shared memory of a block [bytes].
struct BoxLayout {
  int capacity;
  unsigned pose;         ///< float [pose_array_count][capacity]
  unsigned axes;         ///< float [9][capacity]
  unsigned correction;   ///< float [6][capacity]
  unsigned contacts;     ///< int [capacity]
  unsigned pair_begin;   ///< int [capacity]: -1 where the pairs with higher partners are not listed.
  unsigned point_begin;  ///< int [capacity]
  unsigned point_count;  ///< int [capacity]: -1 where the points are not listed.
  unsigned row;          ///< unsigned [capacity]: partners below | partners << 16.
  unsigned sizes;        ///< BoxSize [size count]
  unsigned kind;         ///< uint8 [capacity]
  unsigned words;        ///< BlockWords
};

/// Words that the threads of a block share.
struct BlockWords {
  long long energy;
  int deepest;  ///< The bits of a float >= 0, which are ordered as the float is.
  int pair_count;
  int wall_count;
  int pair_total;   ///< Listed pairs.
  int point_total;  ///< Listed points.
};

}  // namespace jam::trunk
