// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Replica exchange of soft circles (R. Swendsen, J.-S. Wang 1986; K. Hukushima, K. Nemoto 1996): a ladder
// holds a packing at each of 16 temperatures, from one at which it flows to one at which it is almost at
// rest. After every few sweeps neighbours on the ladder exchange their temperatures with probability min(1,
// exp((1/T - 1/T') (E - E'))), so that packings in poor minima melt again. The coldest packings, polished,
// are starts of a search.
//
// The enclosing circle has the target radius, which lies somewhat below the best radius known to the search
// and follows it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "jam/circles/model/packing.hpp"
#include "jam/circles/model/problem.hpp"
#include "jam/circles/tempering/ladder_engine.hpp"
#include "jam/core/stop_query.hpp"
#include "jam/io/binary_state.hpp"

namespace jam::circles {

/// A sweep examines all pairs: for more circles it is too slow to be useful.
inline constexpr int replica_circle_limit = 512;

/// A packing of a ladder at its temperature, with overlaps: centres in the unit of the radii, and the radius
/// that encloses them.
struct LadderPacking {
  Packing packing;
  int ladder = 0;    ///< 0 .. ladder_count() - 1
  float energy = 0;  ///< [square of the target radius]
};

class ReplicaExchange {
 public:
  /// `ladder_count` ladders, numbers first, first + stride, ... for their random numbers, of the problem's
  /// circles (2 .. replica_circle_limit of them) at random places in an enclosing circle of `target_radius`.
  /// `problem` must outlive the object. After a stop the object must not be used.
  ReplicaExchange(const Problem& problem, int ladder_count, std::uint64_t seed, int first, int stride,
                  double target_radius, std::unique_ptr<LadderEngine> engine, int thread_count = 1,
                  const StopQuery& stop = {});

  [[nodiscard]] int ladder_count() const { return static_cast<int>(ladders_.size()); }
  [[nodiscard]] double target_radius() const { return target_radius_; }

  /// Scales the packings; relative changes below 1e-6 are ignored. A radius below the largest circle's is
  /// raised to just above it.
  void set_target_radius(double radius);

  /// Begins at least `sweep_count` more sweeps of every ladder, in blocks of a fixed number of them. Until
  /// finish() only write() may be called, which writes the previous state; begin() and finish() alternate.
  void begin(long long sweep_count);
  /// Waits for the end. Returns samples, ladder by ladder: the coldest packings of every ladder after every
  /// 128th block, or those with the lowest energies if there are more than `limit`. Not to be used if the
  /// search was stopped meanwhile.
  [[nodiscard]] std::vector<LadderPacking> finish(std::size_t limit);

  /// In place of finish(): see BatchEngine.
  void abandon() { engine_->abandon(); }

  [[nodiscard]] std::size_t device_bytes() const { return engine_->device_bytes(); }

  /// The state that the next sweeps depend on, apart from the constructor's arguments; InputError for another
  /// number of circles. Additional ladders get fresh starts.
  void write(io::StateWriter& state) const;
  void read(io::StateReader& state);

 private:
  void rescale();  ///< Radii and temperatures in units of the target radius.

  const Problem& problem_;
  double target_radius_;
  std::vector<float> radius_;  ///< The tables of setting_.
  std::vector<PairTerm> pair_;
  std::vector<RimTerm> rim_;
  LadderSetting setting_;
  std::vector<Ladder> ladders_;
  std::unique_ptr<LadderEngine> engine_;
};

}  // namespace jam::circles
