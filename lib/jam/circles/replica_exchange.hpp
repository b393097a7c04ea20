// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Replica exchange of soft circles (R. Swendsen, J.-S. Wang 1986; K. Hukushima, K. Nemoto 1996): a ladder holds a packing at each of 16
// temperatures, from one at which it flows to one at which it is almost at rest. After every few sweeps neighbours on the ladder exchange
// their temperatures with probability min(1, exp((1/T - 1/T') (E - E'))): what froze badly melts again, and the coldest packings are ever
// new ones. At rest they are the starts that a search goes on from.
//
// The enclosing circle has the target radius, which lies somewhat below the best radius known to the search and follows it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "jam/circles/cpu_sweep.hpp"
#include "jam/circles/packing.hpp"
#include "jam/circles/problem.hpp"
#include "jam/core/stop.hpp"
#include "jam/io/binary_state.hpp"

namespace jam::circles {

/// More circles make a sweep, which looks at all pairs, too slow to be of use.
inline constexpr int replica_circle_limit = 512;

class ReplicaExchange {
 public:
  /// `ladder_count` ladders, numbers first, first + stride, ... for their random numbers, of the problem's circles (2 ..
  /// replica_circle_limit of them) at random places in an enclosing circle of `target_radius`. `problem` must outlive it.
  ReplicaExchange(const Problem& problem, int ladder_count, std::uint64_t seed, int first, int stride, double target_radius);
  ~ReplicaExchange();

  [[nodiscard]] int ladder_count() const { return static_cast<int>(ladders_.size()); }
  [[nodiscard]] double target_radius() const { return target_radius_; }

  /// Packings keep their shape; changes below 1e-6 relative are left for later. A radius below the largest circle's is raised to just above
  /// it.
  void set_target_radius(double radius);

  /// At least `sweep_count` more sweeps of every ladder, in blocks of a fixed number of them. Returns the coldest packings of every ladder,
  /// ladder by ladder, as they stood after every 128th block: centres in the unit of the
  /// radii, with the overlaps that their temperature leaves; enclosing_radius is what encloses them. Where the search is told to stop
  /// meanwhile, what was done is not to be used.
  [[nodiscard]] std::vector<Packing> advance(long long sweep_count, int thread_count, StopToken& stop);

  /// Everything that the next sweeps depend on and that the constructor does not get; InputError for another number of circles. Ladders
  /// that are more than there were begin afresh.
  void put_state(io::StateWriter& state) const;
  void restore(io::StateReader& state);

 private:
  struct Ladder;
  struct Tables;

  void advance(Ladder& ladder, long long block_count, StopToken& stop) const;
  void exchange(Ladder& ladder) const;
  void sample(Ladder& ladder) const;
  void rescale();  ///< Radii and temperatures in units of the target radius.

  const Problem& problem_;
  std::uint64_t seed_;
  CpuSweep sweep_;
  double target_radius_;
  std::unique_ptr<Tables> tables_;
  std::array<double, replica_count> temperatures_{};  ///< By rung, ascending.
  std::vector<std::unique_ptr<Ladder>> ladders_;
};

}  // namespace jam::circles
