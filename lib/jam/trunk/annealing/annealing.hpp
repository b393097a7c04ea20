// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Annealing, the search beyond the lattice: from legal packings to one box more, or, of a set, to a
// packing of more worth, with free positions and rotations. This is what a search asks of one;
// box_annealing.hpp is the one there is. Lengths in mm.
//
// Seed, options and kind of device decide the sequence of packings; the number of threads and the clock
// decide only how far the search gets. Without instance_count, the kind of device also decides the number of
// instances.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "jam/core/stop.hpp"
#include "jam/io/binary_state.hpp"
#include "jam/trunk/model/box_packing.hpp"
#include "jam/trunk/model/box_sets.hpp"
#include "jam/trunk/model/point_grid.hpp"

namespace jam::trunk {

struct AnnealingOptions {
  Vec3d edge{200, 100, 50};  ///< Edges of the boxes that are created [mm].
  /// A set of boxes of several kinds, in place of `edge`; null: there is none. Must outlive the annealing.
  const BoxSet* set = nullptr;
  double corner_radius = 0;  ///< Corner radius of all boxes (PlacedBox) [mm].
  std::uint64_t seed = 1;
  int thread_count = 0;          ///< 0: all. Has no influence on results.
  int instance_count = 0;        ///< Number of packings side by side; 0: default of the device.
  std::vector<PlacedBox> fixed;  ///< Boxes that are in the container and stay there; never part of a result.
  /// Points on the walls with which contacts are found; null: the triangles. Must outlive the annealing.
  const PointGrid* points = nullptr;
};

struct AnnealingProgress {
  int instance_count = 0;
  int best_count = 0;
  long long rounds = 0;
  long long attempts = 0;   ///< Number of packings with one box more that were relaxed.
  long long steps = 0;      ///< Number of steps of the contact simulation, over all packings.
  double least_depth = -1;  ///< Deepest penetration of the packing with one box more that came nearest to
                            ///< legal [mm]; < 0: none tried.
};

/// Packings of one container that are annealed side by side.
class AnnealingSearch {
 public:
  /// Exact verification from outside; true if the packing (without the fixed boxes) is legal.
  using Verify = std::function<bool(const BoxPacking&)>;

  AnnealingSearch() = default;
  virtual ~AnnealingSearch() = default;
  AnnealingSearch(const AnnealingSearch&) = delete;
  AnnealingSearch& operator=(const AnnealingSearch&) = delete;

  /// Adds a legal packing to continue from; the best packings that differ from each other are kept.
  virtual void offer(const BoxPacking& packing) = 0;

  /// Forgets all packings: the next turn begins with those that are offered from now on. Random numbers and
  /// counters go on.
  virtual void forget() = 0;

  /// One turn. False when a stop was requested, which discards the results of the turn, or where no packing
  /// was offered yet.
  virtual bool advance(StopToken& stop) = 0;

  /// The best verified packing so far, of those found here and those offered.
  [[nodiscard]] virtual const BoxPacking& best() const = 0;
  /// The packings with one box more than the best one that came nearest to legal, of each instance that has
  /// one, without the fixed boxes. They are as the contact simulation left them.
  [[nodiscard]] virtual std::vector<BoxPacking> nearly_legal() const = 0;
  [[nodiscard]] virtual const AnnealingProgress& progress() const = 0;
  /// Turns without a gain after which an annealing gives way to one from another packing, the first time.
  [[nodiscard]] virtual int patience() const = 0;

  /// The state that the next turns depend on, apart from the constructor's arguments. There may be more
  /// instances than when it was written; the additional ones get fresh starts. InputError for fewer
  /// instances, and for a state that does not fit.
  virtual void write(io::StateWriter& state) const = 0;
  virtual void read(io::StateReader& state) = 0;
};

}  // namespace jam::trunk
