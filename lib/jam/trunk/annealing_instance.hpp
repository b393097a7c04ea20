// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// One packing under annealing. It has one box more than a legal packing that it came from, and the overlaps that this costs: its energy is
// the sum of squared penetrations, at a local minimum of which it always is. Moves change a few boxes where it is most squeezed, or carry a
// box from there to where it is emptiest; the boxes around are relaxed; N. Metropolis et al. (1953) decide whether the result is kept. At
// energy 0 the packing is legal: one box has been won. An instance that does not get better starts anew from another legal packing.
//
// This is the grand-canonical annealing of F. Eisenbrand, S. Funke, A. Karrenbauer, J. Reichel, E. Schoemer (Packing a trunk: now with a
// twist, SPM 2005) with the number of boxes held at one more than is legal, where every move has a say.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "jam/core/philox.hpp"
#include "jam/trunk/box_moves.hpp"
#include "jam/trunk/box_polish.hpp"
#include "jam/trunk/vacancies.hpp"

namespace jam::trunk {

/// What all instances share.
struct AnnealingScene {
  const WallTriangles& walls;
  const InnerCells& cells;
  Vec3d edge;                        ///< Of a box that is created [mm].
  std::span<const PlacedBox> fixed;  ///< Boxes that stay.
  std::uint64_t seed = 1;
};

/// Scratch memory of a thread.
struct AnnealingTools {
  AnnealingTools(const WallTriangles& walls, const InnerCells& cells) : moves(walls, cells), polish(walls) {}
  BoxMoves moves;
  BoxPolish polish;
};

/// The kinds of moves, for statistics.
enum class MoveKind { insert, relocate, rebuild, turn, shake, spread };
inline constexpr int move_kind_count = 6;

/// Counters of an instance since it was made.
struct AnnealingCounters {
  long long attempts = 0;  ///< Relaxations.
  long long steps = 0;     ///< Of all relaxations.
  long long tried[move_kind_count] = {};
  long long taken[move_kind_count] = {};
  long long restarts = 0;
};

class AnnealingInstance {
 public:
  AnnealingInstance(const AnnealingScene& scene, std::uint32_t number) : scene_(&scene), number_(number) {}

  /// Starts from a legal packing. What is drawn depends on seed, number of the instance, and how many starts it had.
  void start(const BoxPacking& legal, AnnealingTools& tools);

  /// Starts from the best of packings with one box more, as InsertScreen makes them: the fixed boxes last. None: does not start.
  void start(std::span<std::vector<PlacedBox>> candidates, AnnealingTools& tools);

  /// The random numbers for a start that comes from outside.
  [[nodiscard]] RandomStream start_stream() const {
    return {scene_->seed, StreamId::start, number_, static_cast<std::uint64_t>(counters_.restarts) + 1};
  }

  /// Ends the work on this packing: the next thing is a start.
  void finish() { boxes_.clear(); }

  /// A move. True where the packing became legal.
  bool step(AnnealingTools& tools);

  /// It has not become better for more than so many moves.
  [[nodiscard]] bool stalled(int moves) const { return moves_since_best_ > moves; }
  [[nodiscard]] bool started() const { return !boxes_.empty(); }

  /// The packing without the fixed boxes.
  [[nodiscard]] BoxPacking packing() const;
  [[nodiscard]] double energy() const { return energy_; }
  /// Deepest penetration of the best packing since the start [mm].
  [[nodiscard]] double least_depth() const { return least_depth_; }
  [[nodiscard]] int count() const { return static_cast<int>(boxes_.size()) - static_cast<int>(scene_->fixed.size()); }
  [[nodiscard]] const AnnealingCounters& counters() const { return counters_; }

 private:
  struct Proposal {
    MoveKind kind = MoveKind::rebuild;
    std::vector<PlacedBox> boxes;
    std::vector<std::uint8_t> movable;
    double radius = 0;  ///< About `place`; boxes within are relaxed.
    Vec3d place;
    bool possible = true;
  };

  [[nodiscard]] int squeezed_box(RandomStream& random) const;
  [[nodiscard]] std::vector<int> nearest(const Vec3d& place, int k) const;
  void propose(RandomStream& random, AnnealingTools& tools);
  void relocate(RandomStream& random, AnnealingTools& tools);
  void rebuild(RandomStream& random, AnnealingTools& tools);
  void mark(const Vec3d& place, double radius);
  void update_squeeze(AnnealingTools& tools);
  void begin(AnnealingTools& tools);

  const AnnealingScene* scene_;
  std::uint32_t number_;
  std::vector<PlacedBox> boxes_;  ///< The fixed ones last.
  std::vector<double> squeeze_;   ///< Energy of each box.
  double energy_ = 0;
  double deepest_ = 0;
  double best_energy_ = 0;
  double least_depth_ = 1e300;
  int moves_since_best_ = 0;
  int moves_ = 0;  ///< Since the start.
  std::uint64_t trial_ = 0;
  Proposal proposal_;
  AnnealingCounters counters_;
};

}  // namespace jam::trunk
