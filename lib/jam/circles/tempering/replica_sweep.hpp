// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Monte Carlo of soft circles in a fixed enclosing circle, one replica of the packing per lane, each at a
// temperature of its own. One source for CPU and GPU, written over a Real that holds the same circle of all
// replicas (jam/core/simd.hpp). Lengths are in units of the enclosing radius, which is therefore 1; energies
// and temperatures in its square.
//
//   E = sum (max(0, s_ij^2 - d_ij^2) / 2 s_ij)^2 + sum (max(0, |c_i|^2 - (1 - r_i)^2) / 2 (1 - r_i))^2,
//   s_ij = r_i + r_j,
// which for small overlaps is the energy of relaxation.hpp without its square roots, and is zero for the same
// packings. The moves, each accepted with probability min(1, exp(-dE / T)) (N. Metropolis et al. 1953): a
// circle is displaced; two circles near in size change places, which makes dense mixtures flow that otherwise
// would be a glass (A. Ninarello, L. Berthier, D. Coslovich, Phys. Rev. X 7, 021039, 2017); a circle jumps to
// any place. All replicas try the same move of the same circle at a time, by random numbers that each shifts
// by an offset of its own.
//
// Threads do the work (ReplicaThreads): one for the replicas of a Real (SingleReplicaThread), or several that
// each examine a part of the other circles of a move (cuda_ladder_threads.cuh). Centres hold the centres of
// these replicas: centre(i), and place(i, centre), which one of the threads calls. Tables give the energy
// terms of pairs and of the rim: as arrays (SweepTables), or computed from the radii each time
// (cuda_ladder_threads.cuh).
#pragma once

#include <concepts>
#include <cstdint>

#include "jam/core/philox.hpp"
#include "jam/core/simd.hpp"
#include "jam/core/workers.hpp"

namespace jam::circles {

/// The energy of a pair: (max(0, reach_square - d^2))^2 weight.
struct alignas(8) PairTerm {
  float reach_square;  ///< s_ij^2; 0 of a circle and itself.
  float weight;        ///< 1 / (4 s_ij^2)
};

/// The energy of a circle at the rim: (max(0, |c|^2 - clearance_square))^2 weight.
struct alignas(8) RimTerm {
  float clearance_square;  ///< (1 - r_i)^2
  float weight;            ///< 1 / (4 (1 - r_i)^2)
};

/// Data that do not change during sweeps. Radii ascend.
struct SweepTables {
  int count = 0;                   ///< Number of circles n, >= 2.
  const float* radius = nullptr;   ///< [n]
  const PairTerm* pair = nullptr;  ///< [n * n]
  const RimTerm* rim = nullptr;    ///< [n]

  [[nodiscard]] JAM_HD_INLINE float radius_of(int i) const { return radius[i]; }
  [[nodiscard]] JAM_HD_INLINE RimTerm rim_of(int i) const { return rim[i]; }
  /// The terms of circle i, by the number of the other circle.
  [[nodiscard]] JAM_HD_INLINE const PairTerm* pairs_of(int i) const { return pair + i * count; }
};

template <class Real>
struct ReplicaCentre {
  Real x;
  Real y;
};

/// Centres of replicas, one per lane of a Real, as two arrays: centres of circle i begin at i * stride.
template <class Real>
class ReplicaCentres {
 public:
  JAM_HD_INLINE ReplicaCentres(float* x, float* y, int stride) : x_(x), y_(y), stride_(stride) {}

  [[nodiscard]] JAM_HD_INLINE ReplicaCentre<Real> centre(int i) const {
    return {*reinterpret_cast<const Real*>(x_ + i * stride_),
            *reinterpret_cast<const Real*>(y_ + i * stride_)};
  }
  JAM_HD_INLINE void place(int i, const ReplicaCentre<Real>& centre) const {
    *reinterpret_cast<Real*>(x_ + i * stride_) = centre.x;
    *reinterpret_cast<Real*>(y_ + i * stride_) = centre.y;
  }

 private:
  float* x_;
  float* y_;
  int stride_;
};

/// How the replicas of a Real move.
template <class Real>
struct ReplicaMotion {
  Real beta;     ///< 1 / temperature.
  Real step;     ///< Largest displacement in x and in y.
  Real shift_x;  ///< Offsets of the random numbers, in [0, 1).
  Real shift_y;
  Real shift_accept;
};

/// The random numbers of a step.
JAM_HD_INLINE PhiloxBlock replica_words(std::uint64_t seed, std::uint32_t ladder, std::uint64_t number,
                                        std::uint32_t index) {
  return RandomStream(seed, StreamId::replica_step, ladder, number).block(index);
}

/// The threads that work on the replicas of a Real (lanes as in jam/core/simd.hpp): that of rank k examines
/// circles k, k + size(), ...
template <class T>
concept ReplicaThreads = Workers<T> &&
    requires(T threads, const typename T::Real value, std::uint64_t number, std::uint32_t index) {
  {
    threads.sum(value)
    } -> std::same_as<typename T::Real>;  // The same for all threads; after it, no thread reads earlier data.
                                          // Between two sums there is a sync().
  {
    threads.words(number, index)
    } -> std::same_as<PhiloxBlock>;  // Block `index` of the random numbers of step `number`.
};

/// One thread, which examines all circles.
template <class R>
class SingleReplicaThread : public OneThread {
 public:
  using Real = R;

  JAM_HD_INLINE SingleReplicaThread(std::uint64_t seed, std::uint32_t ladder)
      : seed_(seed), ladder_(ladder) {}

  [[nodiscard]] JAM_HD_INLINE Real sum(const Real& value) const { return value; }
  [[nodiscard]] JAM_HD_INLINE PhiloxBlock words(std::uint64_t number, std::uint32_t index) const {
    return replica_words(seed_, ladder_, number, index);
  }

 private:
  std::uint64_t seed_;
  std::uint32_t ladder_;
};

/// Every sweep_swap_interval-th displacement is followed by an exchange of two circles, every
/// sweep_jump_interval-th by a jump.
inline constexpr int sweep_swap_interval = 2;
inline constexpr int sweep_jump_interval = 3;

/// Circles that change places are at most this far apart in the order of radii.
inline constexpr std::uint32_t sweep_swap_distance = 4;

namespace sweep_detail {

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

/// max(0, s^2 - |a - b|^2)
template <class Real>
JAM_HD_INLINE Real overlap(const PairTerm& pair, const ReplicaCentre<Real>& a, const ReplicaCentre<Real>& b) {
  const Real dx = a.x - b.x;
  const Real dy = a.y - b.y;
  return larger(Real(pair.reach_square) - dx * dx - dy * dy, Real(0.0F));
}

template <class Real>
JAM_HD_INLINE Real rim_energy(const RimTerm& rim, const ReplicaCentre<Real>& at) {
  const Real t = larger(at.x * at.x + at.y * at.y - Real(rim.clearance_square), Real(0.0F));
  return t * t * Real(rim.weight);
}

/// Moves circle i to `to` in the replicas that accept; returns 1 for a replica that accepts, else 0.
template <ReplicaThreads Threads, class Tables, class Centres, class Real = typename Threads::Real>
JAM_HD_INLINE Real try_place(const Threads& threads, const Tables& tables, const Centres& centres, int i,
                             const ReplicaCentre<Real>& to, const Real& beta, const Real& threshold) {
  const auto pairs = tables.pairs_of(i);
  const RimTerm rim = tables.rim_of(i);
  const ReplicaCentre<Real> from = centres.centre(i);
  Real gain(0.0F);
  // A circle and itself: the reach is 0, and so is what this adds.
  JAM_UNROLL(4, 8)
  for (int k = threads.rank(); k < tables.count; k += threads.size()) {
    const PairTerm pair = pairs[k];
    const ReplicaCentre<Real> at = centres.centre(k);
    const Real before = overlap(pair, from, at);
    const Real after = overlap(pair, to, at);
    gain += (after * after - before * before) * Real(pair.weight);
  }
  gain = threads.sum(gain) + (rim_energy(rim, to) - rim_energy(rim, from));
  const auto accepted = threshold < boltzmann(gain * beta);
  if (threads.rank() == 0) centres.place(i, {select(accepted, to.x, from.x), select(accepted, to.y, from.y)});
  threads.sync();
  return select(accepted, Real(1.0F), Real(0.0F));
}

/// Circles i and j change places in the replicas that accept.
template <ReplicaThreads Threads, class Tables, class Centres, class Real = typename Threads::Real>
JAM_HD_INLINE void try_swap(const Threads& threads, const Tables& tables, const Centres& centres, int i,
                            int j, const Real& beta, const Real& threshold) {
  const auto pairs_i = tables.pairs_of(i);
  const auto pairs_j = tables.pairs_of(j);
  const RimTerm rim_i = tables.rim_of(i);
  const RimTerm rim_j = tables.rim_of(j);
  const ReplicaCentre<Real> ci = centres.centre(i);
  const ReplicaCentre<Real> cj = centres.centre(j);
  Real gain(0.0F);
  JAM_UNROLL(4, 8)
  for (int k = threads.rank(); k < tables.count; k += threads.size()) {
    const PairTerm pair_i = pairs_i[k];
    const PairTerm pair_j = pairs_j[k];
    const ReplicaCentre<Real> at = centres.centre(k);
    const Real before_i = overlap(pair_i, ci, at);
    const Real after_i = overlap(pair_i, cj, at);
    const Real before_j = overlap(pair_j, cj, at);
    const Real after_j = overlap(pair_j, ci, at);
    // The distance of i and j does not change.
    const bool other = k != i && k != j;
    gain += (after_i * after_i - before_i * before_i) * Real(other ? pair_i.weight : 0.0F) +
            (after_j * after_j - before_j * before_j) * Real(other ? pair_j.weight : 0.0F);
  }
  gain = threads.sum(gain) +
         ((rim_energy(rim_i, cj) - rim_energy(rim_i, ci)) + (rim_energy(rim_j, ci) - rim_energy(rim_j, cj)));
  const auto accepted = threshold < boltzmann(gain * beta);
  if (threads.rank() == 0) {
    centres.place(i, {select(accepted, cj.x, ci.x), select(accepted, cj.y, ci.y)});
    centres.place(j, {select(accepted, ci.x, cj.x), select(accepted, ci.y, cj.y)});
  }
  threads.sync();
}

/// floor(n u) for the number u in [0, 1) of a word.
JAM_HD_INLINE std::uint32_t part_of(std::uint32_t word, std::uint32_t n) {
  return static_cast<std::uint32_t>((static_cast<std::uint64_t>(word) * n) >> 32);
}

}  // namespace sweep_detail

/// Makes `step_count` displacements, numbers `first_step` and following, with the swaps and jumps that belong
/// to them. Returns how many displacements each replica accepted.
template <ReplicaThreads Threads, class Tables, class Centres, class Real = typename Threads::Real>
JAM_HD_INLINE Real sweep_replicas(Threads& threads, const Tables& tables, const Centres& centres,
                                  const ReplicaMotion<Real>& motion, std::uint64_t first_step,
                                  int step_count) {
  using namespace sweep_detail;
  const auto n = static_cast<std::uint32_t>(tables.count);
  Real accepted(0.0F);
  for (int s = 0; s < step_count; ++s) {
    const std::uint64_t number = first_step + static_cast<std::uint64_t>(s);
    {
      const PhiloxBlock words = threads.words(number, 0);
      const int i = static_cast<int>(part_of(words.x, n));
      const ReplicaCentre<Real> from = centres.centre(i);
      const Real across = shifted(uniform_float(words.y), motion.shift_x) - Real(0.5F);
      const Real along = shifted(uniform_float(words.z), motion.shift_y) - Real(0.5F);
      const Real reach = motion.step + motion.step;
      accepted += try_place(threads, tables, centres, i, {from.x + reach * across, from.y + reach * along},
                            motion.beta, shifted(uniform_float(words.w), motion.shift_accept));
    }
    if (number % sweep_swap_interval == 0) {
      const PhiloxBlock words = threads.words(number, 1);
      const std::uint32_t i = part_of(words.x, n);
      const std::uint32_t j = i + 1 + part_of(words.y, sweep_swap_distance);
      if (j < n && tables.radius_of(static_cast<int>(i)) != tables.radius_of(static_cast<int>(j))) {
        try_swap(threads, tables, centres, static_cast<int>(i), static_cast<int>(j), motion.beta,
                 shifted(uniform_float(words.z), motion.shift_accept));
      }
    }
    if (number % sweep_jump_interval == 0) {
      const PhiloxBlock words = threads.words(number, 2);
      const int i = static_cast<int>(part_of(words.x, n));
      const Real width(2.0F * (1.0F - tables.radius_of(i)));
      const Real x = width * (shifted(uniform_float(words.y), motion.shift_x) - Real(0.5F));
      const Real y = width * (shifted(uniform_float(words.z), motion.shift_y) - Real(0.5F));
      static_cast<void>(try_place(threads, tables, centres, i, {x, y}, motion.beta,
                                  shifted(uniform_float(words.w), motion.shift_accept)));
    }
  }
  return accepted;
}

/// E of every replica.
template <ReplicaThreads Threads, class Tables, class Centres, class Real = typename Threads::Real>
JAM_HD_INLINE Real replica_energies(const Threads& threads, const Tables& tables, const Centres& centres) {
  using namespace sweep_detail;
  Real overlaps(0.0F);
  Real rim(0.0F);
  for (int i = 0; i < tables.count; ++i) {
    const ReplicaCentre<Real> at = centres.centre(i);
    const auto pairs = tables.pairs_of(i);
    rim += rim_energy(tables.rim_of(i), at);
    for (int k = threads.rank(); k < i; k += threads.size()) {
      const PairTerm pair = pairs[k];
      const Real t = overlap(pair, at, centres.centre(k));
      overlaps += t * t * Real(pair.weight);
    }
  }
  return threads.sum(overlaps) + rim;
}

}  // namespace jam::circles
