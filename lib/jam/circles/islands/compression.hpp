// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Compression of the outmost circles (J.-F. Goetzmann, Massively Parallel Contact Simulation, 2007, chapter
// 4): the circles that reach farthest move a step towards the origin, and the packing is relaxed, without an
// enclosing circle, until no circles overlap; repeated while the enclosing radius falls. The source moves
// only the outmost circle. Here all circles that reach beyond its new position move with it: otherwise the
// radius could fall only after as many relaxations as there are circles at the rim. If it did not fall, the
// packing is restored and the step halved. Many packings at once, on any engine for rounds. Lengths are in
// the unit of the radii.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "jam/circles/model/search.hpp"
#include "jam/circles/tabu/round_engine.hpp"
#include "jam/circles/tabu/scaled_instances.hpp"

namespace jam::circles {

/// Makes one random move of `packing`, whose circles are sorted by radius, and says which. Overlaps remain,
/// and enclosing_radius stays as it is. A gradual swap is a plain swap here, because compression relaxes
/// anyway.
MoveKind move_at_random(Packing& packing, const RoundParameters& parameters, const RandomStream& random);

/// The work of one compression.
struct CompressionWork {
  long long relaxations = 0;
  long long steps = 0;  ///< Number of steps of these relaxations.
};

class Compression {
 public:
  /// For up to `packing_count` packings at once; `problem` must outlive the compression.
  Compression(const Problem& problem, const SearchOptions& options, const SearchRun& run, int packing_count);

  /// Compresses the packings, which may overlap and hold the circles of the problem in any order, each about
  /// the origin. Afterwards their circles are sorted by radius and overlap by rounding errors of single
  /// precision at most; if relaxation reached its limit of steps first, they overlap by more, and the
  /// enclosing radius is infinite. Returns the work of each packing, or nothing, with the packings in any
  /// state, if the search was stopped.
  [[nodiscard]] std::optional<std::vector<CompressionWork>> run(std::vector<Packing>& packings);

  [[nodiscard]] std::size_t device_bytes() const { return engine_->device_bytes(); }

 private:
  /// The state of one packing between relaxations.
  struct Progress {
    Packing best;           ///< The smallest packing so far.
    double step = 0;        ///< Step, over the enclosing radius [-].
    bool relaxed = false;   ///< `best` has been relaxed.
    bool finished = false;  ///< The step is below the least one, or `best` stays illegal.
    bool legal = false;     ///< `best` has no overlap but rounding errors.
    CompressionWork work = {};
  };

  [[nodiscard]] bool relax(std::vector<Progress>& all);

  StopToken& stop_;
  int thread_count_;
  RoundParameters parameters_;
  ScaledInstances instances_;
  std::unique_ptr<RoundEngine> engine_;
};

}  // namespace jam::circles
