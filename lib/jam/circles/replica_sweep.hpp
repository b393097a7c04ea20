// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Monte Carlo of soft circles in a fixed enclosing circle, one replica of the packing per lane, each at a temperature of its own. One
// source for CPU and GPU, written over a Real that holds the same circle of all replicas (jam/core/simd.hpp). Lengths are in units of the
// enclosing radius, which is therefore 1; energies and temperatures in its square.
//
//   E = sum (max(0, s_ij^2 - d_ij^2) / 2 s_ij)^2 + sum (max(0, |c_i|^2 - (1 - r_i)^2) / 2 (1 - r_i))^2,   s_ij = r_i + r_j
// which for small overlaps is the energy of relaxation.hpp without its square roots, and is zero for the same packings. The moves, each
// accepted with probability min(1, exp(-dE / T)) (N. Metropolis et al. 1953): a circle is displaced; two circles near in size change
// places, which makes dense mixtures flow that otherwise would be a glass (A. Ninarello, L. Berthier, D. Coslovich, Phys. Rev. X 7, 021039,
// 2017); a circle jumps to any place. All replicas try the same move of the same circle at a time, by random numbers that each shifts by an
// offset of its own.
//
// A Team works on them: one thread for the replicas of a Real (SoleReplicaTeam), or several that each look at a part of the other circles
// of a move (cuda_ladders.cu). What it has to offer:
//   Real                             lanes as in jam/core/simd.hpp
//   part(), part_count               this thread's part of the circles: part(), part() + part_count, ...
//   sum(v)                           the sum of v over the parts, the same in all of them
//   sync()                           what all threads wrote before, all see behind it
//   words(number, index)             block `index` of the random numbers of step `number` of this ladder
#pragma once

#include "jam/core/philox.hpp"
#include "jam/core/simd.hpp"

namespace jam::circles {

/// What does not change during sweeps. Radii ascend.
struct SweepTables {
  int count = 0;                        ///< Circles n, >= 2.
  const float* radius = nullptr;        ///< [n]
  const float* reach_square = nullptr;  ///< [n * n] s_ij^2
  const float* weight = nullptr;        ///< [n * n] 1 / (4 s_ij^2)
  const float* room_square = nullptr;   ///< [n] (1 - r_i)^2
  const float* room_weight = nullptr;   ///< [n] 1 / (4 (1 - r_i)^2)
};

/// Some of the replicas of a ladder, one per lane of a Real.
template <class Real>
struct ReplicaView {
  float* x;  ///< Centres: those of circle i in these replicas begin at element i * stride.
  float* y;
  int stride;
  Real cold;     ///< 1 / temperature.
  Real step;     ///< Displacements are up to so much in x and in y.
  Real shift_x;  ///< Offsets of the random numbers, in [0, 1).
  Real shift_y;
  Real shift_accept;

  [[nodiscard]] JAM_HD_INLINE Real& x_of(int i) const { return *reinterpret_cast<Real*>(x + i * stride); }
  [[nodiscard]] JAM_HD_INLINE Real& y_of(int i) const { return *reinterpret_cast<Real*>(y + i * stride); }
};

/// The random numbers of a step.
JAM_HD_INLINE PhiloxBlock replica_words(std::uint64_t seed, std::uint32_t ladder, std::uint64_t number, std::uint32_t index) {
  return RandomStream(seed, StreamId::replica_step, ladder, number).block(index);
}

/// One thread, which sees to all circles.
template <class R>
class SoleReplicaTeam {
 public:
  using Real = R;
  static constexpr int part_count = 1;

  JAM_HD_INLINE SoleReplicaTeam(std::uint64_t seed, std::uint32_t ladder) : seed_(seed), ladder_(ladder) {}

  [[nodiscard]] static constexpr JAM_HD_INLINE int part() { return 0; }
  [[nodiscard]] JAM_HD_INLINE Real sum(const Real& value) const { return value; }
  JAM_HD_INLINE void sync() const {}
  [[nodiscard]] JAM_HD_INLINE PhiloxBlock words(std::uint64_t number, std::uint32_t index) const {
    return replica_words(seed_, ladder_, number, index);
  }

 private:
  std::uint64_t seed_;
  std::uint32_t ladder_;
};

/// Of every so many displacements, one is followed by an exchange of two circles, and one by a jump.
inline constexpr int sweep_swap_interval = 2;
inline constexpr int sweep_jump_interval = 3;

/// Circles that change places stand at most so far apart in the order of radii.
inline constexpr std::uint32_t sweep_swap_distance = 4;

namespace sweep_detail {

/// Visits this thread's part of the circles first .. end - 1.
template <class Team, class Visit>
JAM_HD_INLINE void for_part(const Team& team, int first, int end, const Visit& visit) {
  for (int k = first + team.part(); k < end; k += Team::part_count) visit(k);
}

/// `value` for the first part, nothing for the others.
template <class Team, class Real>
JAM_HD_INLINE Real for_first(const Team& team, const Real& value) {
  return team.part() == 0 ? value : Real(0.0F);
}

/// The fractional part of a + b for a, b in [0, 1).
template <class Real>
JAM_HD_INLINE Real shifted(float a, const Real& b) {
  const Real sum = Real(a) + b;
  return select(sum < Real(1.0F), sum, sum - Real(1.0F));
}

/// exp(-x) as (1 - x / 1024)^1024: its relative error is below x^2 / 2048; infinity where it is too large.
template <class Real>
JAM_HD_INLINE Real boltzmann(const Real& x) {
  Real y = larger(Real(1.0F) - x * Real(1.0F / 1024.0F), Real(0.0F));
  for (int k = 0; k < 10; ++k) y = y * y;
  return y;
}

template <class Real>
JAM_HD_INLINE Real overlap_energy(const Real& square, float reach_square, float weight) {
  const Real t = larger(Real(reach_square) - square, Real(0.0F));
  return t * t * Real(weight);
}

template <class Real>
JAM_HD_INLINE Real rim_energy(const SweepTables& tables, int i, const Real& x, const Real& y) {
  const Real t = larger(x * x + y * y - Real(tables.room_square[i]), Real(0.0F));
  return t * t * Real(tables.room_weight[i]);
}

template <class Real>
JAM_HD_INLINE Real square_distance(const Real& x, const Real& y, const Real& u, const Real& v) {
  const Real dx = x - u;
  const Real dy = y - v;
  return dx * dx + dy * dy;
}

/// Moves circle i to (x, y) in the replicas that accept; returns 1 for those, 0 for others.
template <class Team, class Real = typename Team::Real>
JAM_HD_INLINE Real try_place(const Team& team, const SweepTables& tables, const ReplicaView<Real>& view, int i, const Real& x,
                             const Real& y, const Real& threshold) {
  const float* reach_square = tables.reach_square + i * tables.count;
  const float* weight = tables.weight + i * tables.count;
  const Real old_x = view.x_of(i);
  const Real old_y = view.y_of(i);
  Real before = for_first(team, rim_energy(tables, i, old_x, old_y));
  Real after = for_first(team, rim_energy(tables, i, x, y));
  const auto add = [&](int j) {
    const Real xj = view.x_of(j);
    const Real yj = view.y_of(j);
    before += overlap_energy(square_distance(old_x, old_y, xj, yj), reach_square[j], weight[j]);
    after += overlap_energy(square_distance(x, y, xj, yj), reach_square[j], weight[j]);
  };
  for_part(team, 0, i, add);
  for_part(team, i + 1, tables.count, add);
  const auto accepted = threshold < boltzmann((team.sum(after) - team.sum(before)) * view.cold);
  team.sync();
  if (team.part() == 0) {
    view.x_of(i) = select(accepted, x, old_x);
    view.y_of(i) = select(accepted, y, old_y);
  }
  team.sync();
  return select(accepted, Real(1.0F), Real(0.0F));
}

/// Circles i < j change places in the replicas that accept.
template <class Team, class Real = typename Team::Real>
JAM_HD_INLINE void try_swap(const Team& team, const SweepTables& tables, const ReplicaView<Real>& view, int i, int j,
                            const Real& threshold) {
  const int n = tables.count;
  const float* reach_i = tables.reach_square + i * n;
  const float* reach_j = tables.reach_square + j * n;
  const float* weight_i = tables.weight + i * n;
  const float* weight_j = tables.weight + j * n;
  const Real xi = view.x_of(i);
  const Real yi = view.y_of(i);
  const Real xj = view.x_of(j);
  const Real yj = view.y_of(j);
  Real before = for_first(team, rim_energy(tables, i, xi, yi) + rim_energy(tables, j, xj, yj));
  Real after = for_first(team, rim_energy(tables, i, xj, yj) + rim_energy(tables, j, xi, yi));
  const auto add = [&](int k) {
    const Real at_i = square_distance(xi, yi, view.x_of(k), view.y_of(k));
    const Real at_j = square_distance(xj, yj, view.x_of(k), view.y_of(k));
    before += overlap_energy(at_i, reach_i[k], weight_i[k]) + overlap_energy(at_j, reach_j[k], weight_j[k]);
    after += overlap_energy(at_j, reach_i[k], weight_i[k]) + overlap_energy(at_i, reach_j[k], weight_j[k]);
  };
  for_part(team, 0, i, add);
  for_part(team, i + 1, j, add);
  for_part(team, j + 1, n, add);
  const auto accepted = threshold < boltzmann((team.sum(after) - team.sum(before)) * view.cold);
  team.sync();
  if (team.part() == 0) {
    view.x_of(i) = select(accepted, xj, xi);
    view.y_of(i) = select(accepted, yj, yi);
    view.x_of(j) = select(accepted, xi, xj);
    view.y_of(j) = select(accepted, yi, yj);
  }
  team.sync();
}

/// floor(n u) for the number u in [0, 1) of a word.
JAM_HD_INLINE std::uint32_t part_of(std::uint32_t word, std::uint32_t n) {
  return static_cast<std::uint32_t>((static_cast<std::uint64_t>(word) * n) >> 32);
}

}  // namespace sweep_detail

/// Makes `step_count` displacements, numbers `first_step` and following, with the swaps and jumps that belong to them. Returns how many
/// displacements each replica accepted.
template <class Team, class Real = typename Team::Real>
JAM_HD_INLINE Real sweep_replicas(Team& team, const SweepTables& tables, const ReplicaView<Real>& view, std::uint64_t first_step,
                                  int step_count) {
  using namespace sweep_detail;
  const auto n = static_cast<std::uint32_t>(tables.count);
  Real accepted(0.0F);
  for (int s = 0; s < step_count; ++s) {
    const std::uint64_t number = first_step + static_cast<std::uint64_t>(s);
    {
      const PhiloxBlock words = team.words(number, 0);
      const int i = static_cast<int>(part_of(words.x, n));
      const Real across = shifted(uniform_float(words.y), view.shift_x) - Real(0.5F);
      const Real along = shifted(uniform_float(words.z), view.shift_y) - Real(0.5F);
      const Real reach = view.step + view.step;
      accepted += try_place(team, tables, view, i, view.x_of(i) + reach * across, view.y_of(i) + reach * along,
                            shifted(uniform_float(words.w), view.shift_accept));
    }
    if (number % sweep_swap_interval == 0) {
      const PhiloxBlock words = team.words(number, 1);
      const std::uint32_t i = part_of(words.x, n);
      const std::uint32_t j = i + 1 + part_of(words.y, sweep_swap_distance);
      if (j < n && tables.radius[i] != tables.radius[j]) {
        try_swap(team, tables, view, static_cast<int>(i), static_cast<int>(j), shifted(uniform_float(words.z), view.shift_accept));
      }
    }
    if (number % sweep_jump_interval == 0) {
      const PhiloxBlock words = team.words(number, 2);
      const int i = static_cast<int>(part_of(words.x, n));
      const Real width(2.0F * (1.0F - tables.radius[i]));
      const Real x = width * (shifted(uniform_float(words.y), view.shift_x) - Real(0.5F));
      const Real y = width * (shifted(uniform_float(words.z), view.shift_y) - Real(0.5F));
      static_cast<void>(try_place(team, tables, view, i, x, y, shifted(uniform_float(words.w), view.shift_accept)));
    }
  }
  return accepted;
}

/// E of every replica.
template <class Team, class Real = typename Team::Real>
JAM_HD_INLINE Real replica_energies(const Team& team, const SweepTables& tables, const ReplicaView<Real>& view) {
  using namespace sweep_detail;
  const int n = tables.count;
  Real energy(0.0F);
  for (int i = 0; i < n; ++i) {
    energy += for_first(team, rim_energy(tables, i, view.x_of(i), view.y_of(i)));
    for_part(team, 0, i, [&](int j) {
      energy += overlap_energy(square_distance(view.x_of(i), view.y_of(i), view.x_of(j), view.y_of(j)), tables.reach_square[i * n + j],
                               tables.weight[i * n + j]);
    });
  }
  return team.sum(energy);
}

}  // namespace jam::circles
