// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The state of the searched packings and the parameters of a round. Plain data, the same on host and device;
// copied as whole arrays between rounds. Lengths are in units of the target radius of the round, energies in
// its square. Circles are sorted by radius; index = rank.
#pragma once

#include <cstdint>
#include <vector>

#include "jam/circles/model/move_rows.hpp"
#include "jam/circles/relax/relaxation.hpp"

namespace jam::circles {

/// Counters and energies of an instance.
struct InstanceState {
  float energy = 0;                ///< Energy of the current packing.
  float run_energy = 0;            ///< Lowest energy since the last perturbation.
  float best_energy = 0;           ///< Energy of the best packing since the instance restarted.
  float taken_energy = 0;          ///< Energy of the candidate that the last sweep took; 1e30: none.
  std::int32_t sweep = 0;          ///< Number of neighbourhoods taken; the clock of the tabu list.
  std::int32_t run_sweeps = 0;     ///< Number of sweeps since run_energy fell.
  std::int32_t best_move = 0;      ///< MoveKind that led to the best packing.
  std::int32_t perturbations = 0;  ///< Number of perturbations since the instance restarted.
  std::int32_t fresh = 1;          ///< 1: new centres, to be relaxed first, without a history.
  std::int32_t inactive = 0;       ///< 1: rounds skip this instance.
  std::int64_t trials = 0;         ///< Number of candidates evaluated so far; numbers the random draws.
  std::int64_t gain_trial = 0;     ///< `trials` when best_energy fell last.
  std::int64_t steps = 0;          ///< Relaxation steps over all candidates.
};

/// Parameters of a round, the same for all instances.
struct RoundParameters {
  int count = 0;             ///< Number of circles.
  int instance_first = 0;    ///< Number of the first of these instances, for its random numbers.
  int instance_stride = 1;   ///< Difference of the numbers of consecutive instances.
  int sweep_count = 1;       ///< Number of neighbourhoods per instance.
  int candidate_count = 16;  ///< Number of candidates per neighbourhood.
  /// Number of candidates of all instances together, if they share one base packing: instance k takes
  /// candidate_count of them from number k * candidate_count on. 0 if each instance has a base of its own.
  int shared_count = 0;
  int neighbour_swap_count = 0;  ///< Number of swaps (k, k+1): the first candidates of a neighbourhood.
  /// Number of insertions of circle 0, 1, ...: the next candidates; the others are drawn.
  int insert_count = 0;
  /// Cumulative shares of the kinds from number 1 on, ascending to at most 1; neighbour swaps take the rest.
  float shares[move_kind_count] = {};
  int small_count = 0;             ///< Number of circles with r <= r_max / 4.
  int depth = 50;                  ///< Number of sweeps without gain before a perturbation.
  int perturbation_limit = 4;      ///< Largest number of circles that a perturbation relocates.
  int perturbation_variants = 16;  ///< Perturbed packings tried; the lowest energy is taken.
  int tenure = 5;                  ///< A move stays tabu for tenure .. tenure + tenure_range - 1 sweeps.
  int tenure_range = 10;
  int sample_count = 32;  ///< Random points that are tried for a vacancy; a multiple of 32.
  int tabu = 1;  ///< 1: the best move that is not tabu is always taken. 0: only a better packing is taken.
  int drawn_must_gain = 0;  ///< 1: other moves than neighbour swaps must beat the run's lowest energy.
  int finish_begun = 0;     ///< 1: on a CPU a time limit waits for what was begun; a signal never does.
  int target_changed = 0;   ///< 1: relax the current and the best packing at the new target radius first.
  std::uint64_t seed = 0;
  RelaxationParameters relaxation;
};

/// All instances, flat: element instance * count + circle.
struct InstanceArrays {
  int instance_count = 0;
  int count = 0;
  std::vector<float> radius;             ///< Radii in ascending order: [count].
  std::vector<float> x, y;               ///< Current centres.
  std::vector<float> best_x, best_y;     ///< Best since the instance restarted.
  std::vector<std::int32_t> tabu_swap;   ///< Sweep until which swapping circle k upward is tabu.
  std::vector<std::int32_t> tabu_place;  ///< Sweep until which relocating circle k is tabu.
  std::vector<InstanceState> state;      ///< [instance_count].

  InstanceArrays() = default;
  /// Throws OverflowError, saying what is too much, for more circles than round_circle_limit and for more
  /// bytes than this machine has.
  InstanceArrays(int instances, int circles);
};

}  // namespace jam::circles
