// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Working memory of trials: a few near boxes while a trial is proposed, and then the boxes of its part and
// their contacts. On a GPU both lie in shared memory. Lengths in mm.
#pragma once

#include "jam/contact/box.hpp"
#include "jam/trunk/annealing/crew.hpp"
#include "jam/trunk/annealing/state.hpp"

namespace jam::trunk {

/// Flag of a pair in PartMemory::candidate: the pair stays in the list.
inline constexpr std::uint16_t known_pair = 0x8000;

/// Boxes near a place, while a trial is proposed.
struct ProposalMemory {
  float centre[3][part_box_limit];
  float axis[9][part_box_limit];
  std::uint16_t number[part_box_limit];
  std::uint16_t candidate[candidate_limit];
  std::uint8_t kind[part_box_limit];
  float best[pose_array_count];  ///< The best of the poses tried for a box.
};

/// Two overlapping boxes.
struct TouchingPair {
  std::uint32_t boxes;  ///< a | b << 8 | axis << 16
  float depth;
};

/// Push of the wall on a face of a box: sums over the elements of the wall in it.
struct FaceSums {
  int depth;      ///< Largest depth, for litre boxes [2^-20 mm].
  int weight;     ///< Sum of all weights.
  int normal[3];  ///< Sum of normals in the frame of the box, times weight and 1024.
  int point[3];   ///< Sum of points in the frame of the box over its radius, times weight and 1024.
};

/// The next action for a part, after its contacts were found.
enum class PartAction : int { none, change, move, finish };

/// A part: its movable boxes come first.
struct PartMemory {
  float centre[3][part_box_limit];
  float axis[9][part_box_limit];
  float rotation[4][movable_limit];
  float listed[pose_array_count][movable_limit];  ///< Poses for which boxes were listed.
  float kept[6][movable_limit];                   ///< Last corrections [mm, rad].
  int squeeze[part_box_limit];                    ///< Energies of boxes [energy_unit].
  /// All 0 but from find_contacts() until the boxes move, or the part ends.
  FaceSums face[movable_limit][faces_of_box];
  int near_count[movable_limit];  ///< Near elements of the wall, for each box.
  struct Touching {
    TouchingPair pair[touching_pair_limit];
    int push[6][movable_limit];  ///< Sums of this step, in the units of contacts.hpp.
    int contacts[movable_limit];
    /// Faces that touch the wall: box * faces_of_box + face.
    std::uint8_t face[movable_limit * faces_of_box];
  };
  union {
    std::uint16_t candidate[candidate_limit];  ///< Used while pairs are listed.
    Touching touching;                         ///< Used from find_contacts() until the boxes move.
  };
  std::uint16_t pair[near_pair_limit];  ///< a | b << 5
  std::uint16_t number[part_box_limit];
  std::uint8_t kind[part_box_limit];
  std::uint8_t version[movable_limit];  ///< Version of the list of each box; elements with another version
                                        ///< are out of date.

  int trial;  ///< Number of the trial in the round; -1: none.
  int fresh;  ///< 1: the boxes are not here yet.
  int box_count;
  int movable_count;
  int step;        ///< -1: before the change.
  unsigned stale;  ///< Bits of movable boxes that have to be listed.
  int fits;        ///< 0: a list was too short.
  int pair_count;
  int listed_pair_count;  ///< While pairs are listed.
  int candidate_count;
  int next_stale;  ///< The next of the stale boxes whose elements are listed.
  int element_count;
  int possible_count;  ///< Number of elements that may touch their box.
  int touching_count;
  int face_count;
  int energy;         ///< [energy_unit]
  int deepest;        ///< [2^-20 mm for litre boxes]
  int energy_before;  ///< Energy before the change.
  float allowance;    ///< Allowed rise of the energy, added to the allowed energy itself [energy_unit].
  PartAction action;
};

template <class Memory>
[[nodiscard]] JAM_HD_INLINE Vec3f centre_of(const Memory& m, int i) {
  return {m.centre[0][i], m.centre[1][i], m.centre[2][i]};
}

[[nodiscard]] JAM_HD_INLINE Quaternionf rotation_of(const PartMemory& m, int i) {
  return {m.rotation[0][i], m.rotation[1][i], m.rotation[2][i], m.rotation[3][i]};
}

template <class Memory>
[[nodiscard]] JAM_HD_INLINE const BoxSize& size_of(const Memory& m, const TrialScene& scene, int i) {
  return scene.sizes[m.kind[i] & (fixed_box - 1)];
}

template <class Memory>
[[nodiscard]] JAM_HD_INLINE contact::Box<float> box_of(const Memory& m, const TrialScene& scene, int i) {
  const BoxSize& size = size_of(m, scene, i);
  return {centre_of(m, i),
          {{m.axis[0][i], m.axis[1][i], m.axis[2][i]},
           {m.axis[3][i], m.axis[4][i], m.axis[5][i]},
           {m.axis[6][i], m.axis[7][i], m.axis[8][i]}},
          size.half,
          size.margin};
}

/// The part of a rotation vector that a box of this kind may make: one that stands upright turns about the
/// vertical alone.
[[nodiscard]] JAM_HD_INLINE Vec3f allowed_turn(const TrialScene& scene, std::uint8_t kind, Vec3f turn) {
  if (!scene.is_set() || (kind & fixed_box) != 0 || scene.kinds[kind].upright == 0) return turn;
  return {0, 0, turn.z};
}

inline namespace JAM_SIMD_NAMESPACE {

/// Sets centre and axes of box i, and its rotation where it is a movable one of a part.
template <class Memory>
JAM_HD_CALL inline void set_box(Memory& m, int i, Vec3f centre, Quaternionf rotation) {
  m.centre[0][i] = centre.x;
  m.centre[1][i] = centre.y;
  m.centre[2][i] = centre.z;
  const Mat3<float> matrix = rotation_matrix(rotation);
#if defined(__CUDA_ARCH__)
#pragma unroll
#endif
  for (int k = 0; k < 3; ++k) {
    m.axis[3 * k][i] = matrix.column[k].x;
    m.axis[3 * k + 1][i] = matrix.column[k].y;
    m.axis[3 * k + 2][i] = matrix.column[k].z;
  }
  if constexpr (requires { m.rotation; }) {
    if (i >= movable_limit) return;
    m.rotation[0][i] = rotation.w;
    m.rotation[1][i] = rotation.x;
    m.rotation[2][i] = rotation.y;
    m.rotation[3][i] = rotation.z;
  }
}

}  // namespace JAM_SIMD_NAMESPACE

/// Bits of all movable boxes.
[[nodiscard]] JAM_HD_INLINE unsigned all_movable(const PartMemory& m) {
  return m.movable_count < 32 ? (1U << m.movable_count) - 1U : ~0U;
}

/// Where an absent box is before its change: near nothing [mm].
inline constexpr float far_away = 1e5F;

/// Makes it the part of a trial: boxes are placed next, and all are listed.
JAM_HD_INLINE void begin_part(PartMemory& m, int trial, int box_count, int movable_count) {
  m.trial = trial;
  m.box_count = box_count;
  m.movable_count = movable_count;
  m.step = -1;
  m.stale = all_movable(m);
  m.fits = 1;
  m.pair_count = m.element_count = 0;
  m.action = PartAction::none;
}

}  // namespace jam::trunk
