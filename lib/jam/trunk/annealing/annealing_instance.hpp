// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// One packing under annealing. It has one box more than the legal packing it was made from, so boxes overlap; its energy, the
// sum of squared penetrations, is always at a local minimum. A move changes a few boxes where overlaps are largest, or moves a
// box from there to a vacancy; the boxes around are relaxed, and the rule of N. Metropolis et al. (1953) accepts or rejects the
// result. At energy 0 the packing is legal: one box has been won. An instance that stagnates restarts from another legal
// packing.
//
// This is the grand-canonical annealing of F. Eisenbrand, S. Funke, A. Karrenbauer, J. Reichel, E. Schoemer (Packing a trunk: now
// with a twist, SPM 2005), but with a fixed number of boxes: one more than the best legal packing has.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "jam/core/philox.hpp"
#include "jam/io/binary_state.hpp"
#include "jam/trunk/annealing/box_moves.hpp"
#include "jam/trunk/annealing/vacancies.hpp"
#include "jam/trunk/polish/box_polish.hpp"

namespace jam::trunk {

/// What all instances share.
struct AnnealingScene {
  const WallTriangles& walls;
  const InnerCells& cells;
  Vec3d edge;                        ///< Of a box that is created [mm].
  std::span<const PlacedBox> fixed;  ///< Boxes that do not move.
  std::uint64_t seed = 1;
  double corner_radius = 0;  ///< Of all boxes [mm].

  /// Lengths of moves are stated for litre boxes; for others they are multiplied by this.
  [[nodiscard]] double scale() const { return box_scale(edge); }
};

/// Scratch memory of a thread.
struct AnnealingTools {
  explicit AnnealingTools(const AnnealingScene& scene) : moves(scene.walls, scene.cells, scene.corner_radius), polish(scene.walls) {}
  BoxMoves moves;
  BoxPolish polish;
};

/// The kinds of moves.
enum class MoveKind { relocate, rebuild, rotate, shake, spread };

/// Counters of an instance since it was made.
struct AnnealingCounters {
  long long attempts = 0;  ///< Relaxations by the polish.
  long long steps = 0;     ///< Of all relaxations.
  long long restarts = 0;
};

/// A move: the new poses of some boxes, and the region whose boxes are then relaxed.
struct BoxChange {
  struct Region {
    Vec3d place;
    double radius = 0;  ///< Boxes whose centres are within this distance of `place` are movable [mm].
  };
  MoveKind kind = MoveKind::rebuild;
  std::uint64_t trial = 0;       ///< Number of the move: part of the counter of random numbers.
  std::vector<int> numbers;      ///< Of the changed boxes, each once.
  std::vector<PlacedBox> boxes;  ///< Their new poses.
  std::vector<Region> regions;
  bool possible = true;
  double rise = 0;  ///< Of the energy, as the screening measured it [mm^2].

  void set(int number, const PlacedBox& box);
};

/// A whole packing, the fixed boxes last, and which of its boxes are movable.
struct LooseBoxes {
  std::vector<PlacedBox> boxes;
  std::vector<std::uint8_t> movable;
};

class AnnealingInstance {
 public:
  AnnealingInstance(const AnnealingScene& scene, std::uint32_t number) : scene_(&scene), number_(number) {}

  /// Starts from a packing with one box more, made by screen_inserts. An empty one does not start the instance.
  void start(LooseBoxes&& relaxed, AnnealingTools& tools);

  /// The random numbers for the next start: they depend on the seed, the number of the instance, and how many starts it had.
  [[nodiscard]] RandomStream start_stream() const {
    return {scene_->seed, StreamId::start, number_, static_cast<std::uint64_t>(counters_.restarts) + 1};
  }

  /// Ends the work on this packing; a start must follow.
  void finish() { boxes_.clear(); }

  /// Proposes a move of a part of the packing, one of many that are screened.
  [[nodiscard]] BoxChange propose(AnnealingTools& tools);

  /// Proposes a small random move of all boxes, which spreads the overlaps more evenly.
  [[nodiscard]] BoxChange propose_spread();

  /// Whether the next move has to be propose_spread().
  [[nodiscard]] bool spread_due() const;

  /// The packing after `change`, before the relaxation.
  [[nodiscard]] LooseBoxes changed(const BoxChange& change) const;

  /// Whether the packing is so far from legal that decide_roughly() is as good as decide().
  [[nodiscard]] bool far() const;

  /// Accepts or rejects a move with the poses that the contact simulation computed.
  void decide_roughly(const BoxChange& change, AnnealingTools& tools);

  /// Polishes the movable boxes of a move, and accepts or rejects the result. True where the packing became legal.
  bool decide(const BoxChange& change, AnnealingTools& tools);

  /// The current packing, the fixed boxes last.
  [[nodiscard]] std::span<const PlacedBox> boxes() const { return boxes_; }

  /// No improvement for more than `moves` moves.
  [[nodiscard]] bool stalled(int moves) const { return moves_since_best_ > moves; }
  [[nodiscard]] bool started() const { return !boxes_.empty(); }

  /// The packing without the fixed boxes.
  [[nodiscard]] BoxPacking packing() const;
  [[nodiscard]] double energy() const { return energy_; }
  /// Deepest penetration of the best packing since the start [mm].
  [[nodiscard]] double least_depth() const { return least_depth_; }
  [[nodiscard]] int count() const { return static_cast<int>(boxes_.size()) - static_cast<int>(scene_->fixed.size()); }
  [[nodiscard]] const AnnealingCounters& counters() const { return counters_; }

  /// The complete state. InputError for the state of a packing with other fixed boxes.
  void write(io::StateWriter& state) const;
  void read(io::StateReader& state);

 private:
  [[nodiscard]] int squeezed_box(RandomStream& random) const;
  [[nodiscard]] std::vector<int> nearest(const Vec3d& place, int k) const;
  [[nodiscard]] const Vacancies& vacancies();
  void relocate(RandomStream& random, AnnealingTools& tools, BoxChange& change);
  void rebuild(RandomStream& random, AnnealingTools& tools, BoxChange& change) const;
  void scatter(RandomStream& random, double shift, double turn, const BoxChange::Region& region, BoxChange& change) const;
  [[nodiscard]] PolishResult relax(LooseBoxes& loose, const PolishOptions& options, AnnealingTools& tools);
  /// Makes `boxes` the packing, and measures it.
  void adopt(std::vector<PlacedBox>&& boxes, AnnealingTools& tools);
  /// The Metropolis rule.
  [[nodiscard]] bool taken(double rise, std::uint64_t trial) const;
  void update_squeeze(AnnealingTools& tools);

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
  std::optional<Vacancies> vacancies_;  ///< Of boxes_; computed on demand.
  AnnealingCounters counters_;
};

}  // namespace jam::trunk
