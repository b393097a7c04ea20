// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Annealing in rounds that stay on a device: what its kernels, or the threads of a CPU, read and write. Plain
// arrays; lengths in mm relative to the origin of the scene.
//
// Many packings, the instances, are annealed side by side. In a round each instance gets several trials
// (decision.hpp): a trial changes a few boxes, and the contact simulation relaxes the boxes around them,
// up to `movable_limit`, while all others stay fixed. One trial of an instance is accepted, or none. All sums
// over contacts are sums of integers: no result depends on the number of threads.
//
// A set of boxes of several kinds is annealed in packings that have a place for each of its boxes, those of a
// kind one after the other: a box that is not in the load is away, far from the container, where nothing
// touches it. Trials create, destroy and exchange boxes (sets/moves.hpp) at a price (price_of).
//
// Energies are sums of squared penetrations: one for each overlapping pair, and for each box the
// penetration of the deepest triangle or point under each of its six faces. Their unit is 2^-12 mm^2 for
// litre boxes; for others lengths are stated for litre boxes too, and multiplied by TrialScene::scale.
#pragma once

#include <cstdint>

#include "jam/contact/axis_preference.hpp"
#include "jam/contact/point_grid.hpp"
#include "jam/core/vec.hpp"
#include "jam/trunk/model/wall_kind.hpp"
#include "jam/trunk/relax/box_state.hpp"

namespace jam::trunk {

inline constexpr int movable_limit = 32;   ///< Largest number of movable boxes of a trial.
inline constexpr int part_box_limit = 96;  ///< Largest number of boxes of a trial.
inline constexpr int near_pair_limit = 384;
inline constexpr int near_element_limit = 1 << 16;
/// Entries of near elements of the wall, and of those that may be in a box.
inline constexpr std::size_t element_scratch = 2 * near_element_limit;
inline constexpr int touching_pair_limit = 128;
inline constexpr int candidate_limit = 1024;
inline constexpr int changed_limit = 16;  ///< Largest number of boxes to which a trial gives new poses.
inline constexpr int anew_limit = 4;      ///< Largest number of boxes that a trial places one by one.
static_assert(anew_limit <= changed_limit && changed_limit <= movable_limit &&
              movable_limit + changed_limit <= part_box_limit);
inline constexpr int faces_of_box = 6;
// An entry of the list of near elements of the wall (walls.hpp): the element, the version of the box's
// entries and the box.
inline constexpr int element_bits = 25;
inline constexpr int version_limit = 4;
inline constexpr int box_shift = 27;
static_assert(1 << (box_shift - element_bits) == version_limit && movable_limit <= 1 << (32 - box_shift));

inline constexpr float energy_unit = 0x1p-12F;  ///< [mm^2 for litre boxes]

/// Squared depth in energy units; the depth is that of litre boxes, depths count up to 32 mm.
[[nodiscard]] JAM_HD_INLINE int squeeze_of(float depth) {
  const float limited = depth < 32.0F ? depth : 32.0F;
  return static_cast<int>(limited * limited * (1.0F / energy_unit));
}

/// Triangles of the wall in uniform cells, as WallTriangles has them.
struct WallView : contact::ListGrid {
  const float* corner = nullptr;  ///< [9][count]: x, y, z of the three corners.
  const float* normal = nullptr;  ///< [3][count]; 0 for a triangle without area.
  /// [count]: the first cell under the triangle's bounds, 10 bits for each axis.
  const std::uint32_t* low_cell = nullptr;
  const std::int32_t* cell_triangle = nullptr;
  const std::uint32_t* entry_cell = nullptr;  ///< Cell of each entry of cell_triangle, 10 bits for each axis.
  int count = 0;

  [[nodiscard]] JAM_HD_INLINE Vec3f normal_of(int t) const {
    return {normal[t], normal[count + t], normal[2 * static_cast<std::int64_t>(count) + t]};
  }
};

/// Cells whose middle lies inside of the container, as InnerCells has them.
struct InnerView : contact::CellGrid {
  const std::uint8_t* inner = nullptr;  ///< [cell count]
  const std::int32_t* list = nullptr;   ///< The numbers of the inner cells.
  int list_count = 0;
  float edge = 1;

  [[nodiscard]] JAM_HD_INLINE bool contains(Vec3f p) const {
    const int cell = cell_of(p);
    return cell >= 0 && inner[cell] != 0;
  }
};

/// A kind of box in a set.
struct TrialKindOfBox {
  std::int32_t first = 0;    ///< Number of its first box in each packing.
  std::int32_t count = 0;    ///< Number of its boxes, those away included.
  std::int32_t worth = 0;    ///< Worth of a box: its value or litres, in units of the scene.
  std::int32_t last = 0;     ///< 1: used only when no other box fits (Piece::last).
  std::int32_t piece = 0;    ///< Number of its piece in the set.
  std::int32_t upright = 0;  ///< Bits of the edges that may be vertical; 0: any, and the box may tilt.
  float scale = 1;           ///< box_scale of the box.
};

/// Worth of the boxes of a packing that are not away.
struct TrialWorth {
  std::int32_t all = 0;
  std::int32_t main = 0;  ///< Without the boxes of kinds that are used last.
};

/// How trials and decisions are made; lengths and energies for litre boxes.
struct TrialRules {
  int step_limit = 48;      ///< Largest number of steps of the contact simulation.
  float tolerance = 0.02F;  ///< A part whose deepest penetration is at most this is relaxed [mm].
  float skin = 9;           ///< Boxes are listed again once they have moved half as far [mm].
  float drift = 30;         ///< Boxes nearer than this to one that moves are part of a trial [mm].
  float factor = 2.2F;      ///< Value of BoxRelaxation::factor.
  float momentum = 0.7F;    ///< Value of BoxRelaxation::momentum.
  float edge_share = static_cast<float>(contact::preference::edge_share);
  // Fractions of the trials by kind (moves.hpp) [-]. The other trials rotate clusters.
  float relocate = 0.15F;
  float rebuild = 0.3F;
  float rotate = 0.1F;
  float shake = 0.05F;
  // From step 8 on a trial is given up if its energy rises above the energy before it by more than a sum of
  // three parts.
  float give_up_floor = 6;         ///< First part, constant [mm^2].
  float give_up_temperatures = 3;  ///< Second part: this multiple of the temperature.
  float give_up_first = 700;       ///< Third part at first [mm^2].
  float give_up_share = 0.34F;     ///< Share to which the third part falls in every four steps.
  // A set: fractions of the trials by kind (sets/moves.hpp) [-]. The other trials are those above.
  float create = 0.15F;
  float destroy = 0.05F;
  float exchange = 0.35F;
  float swap = 0.1F;
  /// Price of a packing that is worth no more than the best one [mm^2], and of what it lacks, as a
  /// multiple of the mean worth of a box.
  float price_floor = 40;
  float price = 150;
  float coldest = 0.05F;  ///< Temperature of the first packing of a ladder [mm^2].
  float hottest = 5;      ///< Temperature of the last packing of a ladder [mm^2].
  int levels = 64;        ///< Largest number of packings of a ladder.
  /// The best packing of an instance is kept for the polish if its energy is below this [mm^2].
  float snapshot_energy = 20;
};

/// Data that all instances read.
struct TrialScene {
  WallView wall;  ///< Proposals lay boxes on these triangles, whatever contacts are found with.
  contact::PointGridView points;  ///< Empty if contacts are found with triangles.
  InnerView inner;
  const BoxSize* sizes = nullptr;
  std::uint64_t seed = 1;
  int first_instance = 0;  ///< Number of the first instance, for its random numbers.
  float scale = 1;  ///< Lengths for litre boxes are multiplied by this: box_scale of a box that is created.
  float inverse_scale = 1;    ///< 1 / scale; lengths are multiplied by it instead of a division by the scale.
  std::uint8_t new_kind = 0;  ///< BoxView::kind of a box that is created.
  int fixed_count = 0;        ///< The first boxes of each packing, which never move.
  const TrialKindOfBox* kinds = nullptr;  ///< Kinds of a set [kind_count], as `sizes`.
  int kind_count = 0;                     ///< 0: all boxes that are created have one size.
  float mean_worth = 1;                   ///< Mean worth of a box of the set.
  TrialRules rules;

  [[nodiscard]] JAM_HD_INLINE bool is_set() const { return kind_count > 0; }

  [[nodiscard]] JAM_HD_INLINE WallKind wall_kind() const {
    return points.point_count > 0 ? WallKind::points : WallKind::triangles;
  }
};

/// State of an instance without its boxes.
struct InstanceState {
  std::int32_t count = 0;    ///< Number of boxes, fixed and absent ones included; 0: not started.
  std::int32_t absent = 0;   ///< 1: the last box has no place yet; the next accepted trial inserts it.
  std::int32_t energy = 0;   ///< Energy of the packing.
  float temperature = 0;     ///< [energy units]
  std::uint32_t trials = 0;  ///< Number of trials of all starts: counter of random numbers.
  std::uint32_t starts = 0;
  /// Energy of the best snapshot since packings were last chosen for the polish.
  std::int32_t least_kept = 0x7fffffff;
  /// Counts snapshots. The last one stays until the next, over batches and starts:
  std::uint32_t snapshot_number = 0;
  std::int32_t snapshot_energy = 0;
  std::int32_t snapshot_count = 0;  ///< Number of boxes in the snapshot.
  // A set:
  TrialWorth worth;  ///< Worth of the packing.
  TrialWorth goal;   ///< A packing of at least this worth has no price.
  std::int32_t snapshot_worth = 0;
  std::int32_t price = 0;  ///< Price of the packing [energy units].
};

/// The instances; `capacity` boxes each.
struct InstancesView {
  InstanceState* state = nullptr;   ///< [count]
  float* pose = nullptr;            ///< [count][pose_array_count][capacity]
  std::uint8_t* kind = nullptr;     ///< [count][capacity]
  std::int32_t* squeeze = nullptr;  ///< [count][capacity]: energy of each box.
  float* snapshot = nullptr;        ///< [count][pose_array_count][capacity]
  int count = 0;
  int capacity = 0;

  [[nodiscard]] JAM_HD_INLINE BoxView boxes(int k, const BoxSize* sizes) const {
    const std::int64_t at = static_cast<std::int64_t>(k) * capacity;
    return {pose + at * pose_array_count, kind + at, sizes, capacity, state[k].count - state[k].absent};
  }
};

/// Legal packings that instances start from; all have the same number of boxes.
struct ElitesView {
  const float* pose = nullptr;         ///< [count][pose_array_count][capacity]
  const std::uint8_t* kind = nullptr;  ///< Kinds of the boxes [capacity], the same in all packings.
  int count = 0;
  int box_count = 0;       ///< Number of boxes of each packing, fixed ones included.
  std::int32_t worth = 0;  ///< Worth of each packing of a set.
};

/// A box of the packing with its new pose.
struct ChangedBox {
  int number = -1;
  Vec3f centre{};
  Quaternionf rotation{};
};

/// A trial: its proposal and its result.
struct TrialRecord {
  std::int32_t insert = 0;         ///< 1: it places the absent box.
  float shift = 0;                 ///< Scale of the random shifts of its boxes [mm].
  float gain = 0;                  ///< Fall of the price by its change [energy units]; 0 but for a set.
  TrialWorth worth_rise;           ///< Rise of the worth by its change.
  std::int32_t box_count = 0;      ///< Number of boxes of its part; 0: nothing is changed.
  std::int32_t movable_count = 0;  ///< Number of movable boxes of its part: the first ones.
  std::int32_t changed_count = 0;  ///< Number of boxes with new poses: the first of the movable ones.
  ChangedBox changed[changed_limit];
  std::uint16_t number[part_box_limit];  ///< Numbers of its boxes in the packing.
  std::int32_t valid = 0;
  std::int32_t rise = 0;  ///< Rise of the energy.
  std::int32_t steps = 0;
  std::int32_t squeeze_rise[part_box_limit];  ///< Rise of the energy of each box.
  float pose[pose_array_count][movable_limit];
};

}  // namespace jam::trunk
