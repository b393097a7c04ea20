// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Annealing, the search beyond the lattice: from legal packings to one box more, with free positions and rotations. What a search asks of
// one, and the one for containers that the annealing in trials (trial_annealing.hpp) has no room for. Lengths in mm.
//
// Each of many instances (annealing_instance.hpp) has a packing with one box more than the best legal one, and changes it where the
// overlaps are largest. Ways to insert the box that starts an instance, and moves of an instance (screens.hpp), are tried by the hundreds
// or thousands side by side in the contact simulation, on CPU threads or on a GPU; the best one of each instance is accepted or rejected.
// Near a legal packing it is polished first, in double against the triangles of the wall (box_polish.hpp). A packing that becomes legal
// is verified by the caller's exact test; all instances continue from it, and it is kept beside others of equal count (box_elites.hpp).
//
// A round is one move of every instance; their results are then processed in the order of the instances. Seed, options and kind of
// device decide the sequence of packings; the number of threads and the clock decide only how far the search gets. Without
// instance_count, the kind of device also decides the number of instances.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "jam/core/device.hpp"
#include "jam/core/pool.hpp"
#include "jam/trunk/annealing/box_elites.hpp"
#include "jam/trunk/annealing/screens.hpp"

namespace jam::trunk {

struct AnnealingOptions {
  Vec3d edge{200, 100, 50};  ///< Of the boxes that are created [mm].
  double corner_radius = 0;  ///< Of all boxes (PlacedBox) [mm].
  std::uint64_t seed = 1;
  int thread_count = 0;          ///< 0: all. Has no influence on results.
  int instance_count = 0;        ///< Packings side by side; 0: default of the device.
  std::vector<PlacedBox> fixed;  ///< Boxes that are in the container and stay there; never part of a result.
  /// Points on the walls with which trials find contacts; null: the triangles. Must outlive the annealing.
  const PointGrid* points = nullptr;
};

struct AnnealingProgress {
  int instance_count = 0;
  int best_count = 0;
  long long rounds = 0;
  long long attempts = 0;   ///< Packings with one box more that were relaxed.
  long long steps = 0;      ///< Of the contact simulation and of the polish, over all packings.
  double least_depth = -1;  ///< Deepest penetration of the packing with one box more that came nearest to legal [mm]; < 0: none tried.
};

/// What a search asks of an annealing: this one, or one whose rounds stay on a device (trial_annealing.hpp).
class AnnealingSearch {
 public:
  /// Exact verification from outside; true where the packing (without the fixed boxes) is legal.
  using Verify = std::function<bool(const BoxPacking&)>;

  AnnealingSearch() = default;
  virtual ~AnnealingSearch() = default;
  AnnealingSearch(const AnnealingSearch&) = delete;  // The scene refers to the walls.
  AnnealingSearch& operator=(const AnnealingSearch&) = delete;

  /// Adds a legal packing to continue from; the best packings that differ from each other are kept.
  virtual void offer(const BoxPacking& packing) = 0;

  /// Forgets all packings: the next turn begins with those that are offered from now on. Random numbers and counters go on.
  virtual void forget() = 0;

  /// One turn. False when a stop was requested, which discards the results of the turn, or where no packing was offered yet.
  virtual bool advance(StopToken& stop) = 0;

  /// The best verified packing so far, of those found here and those offered.
  [[nodiscard]] virtual const BoxPacking& best() const = 0;
  [[nodiscard]] virtual const AnnealingProgress& progress() const = 0;
  /// Turns without a gain after which an annealing gives way to one from another packing, the first time.
  [[nodiscard]] virtual int patience() const = 0;

  /// The state that the next turns depend on, apart from the constructor's arguments. There may be more instances than when it was
  /// written; the additional ones get fresh starts. InputError for fewer instances, and for a state that does not fit.
  virtual void write(io::StateWriter& state) const = 0;
  virtual void read(io::StateReader& state) = 0;
};

class Annealing final : public AnnealingSearch {
 public:
  /// `grid` holds points of the container's surface, a few mm apart, and must outlive the annealing. InputError for
  /// edges that are not positive, DeviceError for a GPU that is not there.
  Annealing(const Container& container, const PointGrid& grid, AnnealingOptions options, const Device& device, Verify verify);

  void offer(const BoxPacking& packing) override;
  void forget() override;
  /// One round: about a second on two cores.
  bool advance(StopToken& stop) override;
  [[nodiscard]] const BoxPacking& best() const override { return elites_.best(); }
  [[nodiscard]] const AnnealingProgress& progress() const override { return progress_; }
  /// About a minute of two cores; a packing whose gains come more slowly has twice the time at its next turn.
  [[nodiscard]] int patience() const override { return 60; }
  void write(io::StateWriter& state) const override;
  void read(io::StateReader& state) override;

 private:
  /// Sizes of batches. Independent of the number of threads, so that all machines with the same kind of device have the same results.
  struct Width {
    int instances;
    int moves;    ///< Moves screened for each one that is decided.
    int inserts;  ///< Insertions screened for each start.
  };

  [[nodiscard]] bool needs_start(const AnnealingInstance& instance) const;
  void screen_starts(StopToken& stop);
  using Task = void (Annealing::*)(std::size_t k, AnnealingTools& tools);
  void for_all(StopToken& stop, Task task);
  void propose(std::size_t k, AnnealingTools& tools);
  void decide(std::size_t k, AnnealingTools& tools);
  void harvest(std::size_t k);
  void count_work();

  AnnealingOptions options_;
  Verify verify_;
  WallTriangles walls_;
  InnerCells cells_;
  AnnealingScene scene_;
  Pool<AnnealingTools> tools_;
  Width width_;
  PartRelaxer relaxer_;
  BoxElites elites_;
  std::vector<AnnealingInstance> instances_;
  std::vector<InsertRequest> requests_;  ///< Of the instances that start in this round.
  std::vector<int> request_of_;          ///< Of each instance; -1: it does not start.
  std::vector<MoveRequest> moves_;       ///< Of each instance.
  std::vector<std::uint8_t> legal_;      ///< Whether the instance became legal in this round.
  AnnealingProgress progress_;
};

}  // namespace jam::trunk
