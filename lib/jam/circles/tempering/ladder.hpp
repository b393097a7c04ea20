// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A ladder of replicas: its state, and what happens between two blocks of sweeps, one source for CPU and GPU.
// Replicas stay at their places in the arrays and exchange temperatures, known by their index, the coldest
// first. Lengths are in units of the target radius, energies and temperatures in its square.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "jam/circles/tempering/replica_sweep.hpp"

namespace jam::circles {

inline constexpr int replica_count = 16;  ///< Number of replicas of a ladder: the lanes of a pack.

/// Sweeps between exchanges, exchanges between samples, and number of the coldest packings in a sample.
inline constexpr int sweeps_per_block = 20;
inline constexpr int sample_interval = 128;
inline constexpr int sample_size = 3;

/// One float of every replica, aligned as Floats are.
struct alignas(64) Lanes {
  std::array<float, replica_count> value{};
};

/// A copy of a replica.
struct LadderSample {
  float energy = 0;
  std::vector<float> x, y;  ///< [n]
};

struct Ladder {
  std::uint32_t number = 0;                               ///< Number of the ladder, for its random numbers.
  std::vector<Lanes> x, y;                                ///< [n]
  std::array<std::int32_t, replica_count> temperature{};  ///< Temperature index of each replica.
  std::array<float, replica_count> step{};                ///< Largest displacement, by temperature index.
  std::uint64_t block = 0;                                ///< Number of blocks done.
  std::vector<LadderSample> samples;  ///< Samples of the last blocks, `sample_size` at a time, coldest first.
};

/// Whether every temperature belongs to one replica.
[[nodiscard]] inline bool is_permutation(std::array<std::int32_t, replica_count> temperature) {
  std::sort(temperature.begin(), temperature.end());
  for (std::int32_t k = 0; k < replica_count; ++k)
    if (temperature[k] != k) return false;
  return true;
}

/// Offsets of a replica's random numbers during a block, in [0, 1).
struct ReplicaShift {
  float x;
  float y;
  float accept;
};

JAM_HD_INLINE ReplicaShift replica_shift(std::uint64_t seed, std::uint32_t ladder, std::uint64_t block,
                                         int replica) {
  const PhiloxBlock words =
      RandomStream(seed, StreamId::replica_shift, ladder, block).block(static_cast<std::uint32_t>(replica));
  return {uniform_float(words.x), uniform_float(words.y), uniform_float(words.z)};
}

/// The largest displacement at a temperature after a block in which `accepted` of `step_count` displacements
/// were accepted; it is adapted so that 0.4 of them are.
JAM_HD_INLINE float adapted_step(float reach, float accepted, int step_count) {
  constexpr float accepted_share = 0.4F;
  constexpr float adaptation = 1.05F;
  const bool often = accepted > accepted_share * static_cast<float>(step_count);
  return often ? smaller(1.0F, reach * adaptation) : reach / adaptation;
}

/// Neighbours on the ladder exchange their temperatures with probability min(1, exp((1/T - 1/T') (E - E'))),
/// the even and the odd pairs alternately. `beta` are the 1/T [replica_count] by temperature index; `energy`
/// and `temperature` (an index) those of each replica.
JAM_HD_INLINE void exchange_temperatures(std::uint64_t seed, std::uint32_t ladder, std::uint64_t block,
                                         const double* beta, const float* energy, std::int32_t* temperature) {
  int replica_of[replica_count];
  for (int replica = 0; replica < replica_count; ++replica) replica_of[temperature[replica]] = replica;
  const RandomStream random(seed, StreamId::replica_exchange, ladder, block);
  for (int lower = static_cast<int>(block % 2); lower + 1 < replica_count; lower += 2) {
    const int colder = replica_of[lower];
    const int hotter = replica_of[lower + 1];
    const double gain = (beta[lower] - beta[lower + 1]) *
                        (static_cast<double>(energy[colder]) - static_cast<double>(energy[hotter]));
    if (static_cast<double>(uniform_float(random.at(static_cast<std::uint64_t>(lower)))) < exp(gain)) {
      temperature[colder] = lower + 1;
      temperature[hotter] = lower;
    }
  }
}

}  // namespace jam::circles
