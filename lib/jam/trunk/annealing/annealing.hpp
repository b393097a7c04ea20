// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The search beyond the lattice: from legal packings to one box more, with free positions and rotations. Lengths in mm.
//
// Many instances (annealing_instance.hpp) each hold a packing with one box more than the best legal one and change it where it is squeezed.
// The ways to put in the box that starts an instance, and its moves (screens.hpp), are tried by hundreds or thousands side by side in the
// contact simulation, on CPU threads or on a GPU; the best one of each instance is accepted or rejected. Near legal, in
// double against the triangles of the wall (box_polish.hpp). What becomes legal is verified by the caller's exact test, is the packing from
// which all instances start next, and is kept beside others of equal count (box_elites.hpp).
//
// Work goes in rounds: one move of each instance, then, in the order of the instances, what they found. Seed, options and kind of device
// decide the sequence of packings, the number of threads and the clock only how far it gets; without instance_count the kind of device
// decides their number, too.
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
  int thread_count = 0;          ///< 0: all that there are. Enters no result.
  int instance_count = 0;        ///< Packings side by side; 0: default of the device.
  std::vector<PlacedBox> fixed;  ///< Boxes that are in the container and stay there; never part of a result.
};

struct AnnealingProgress {
  int instance_count = 0;
  int best_count = 0;
  long long rounds = 0;
  long long attempts = 0;  ///< Packings with one box more that were relaxed.
  long long steps = 0;     ///< Of the contact simulation and of the polish, over all packings.
  double least_depth = 0;  ///< Deepest penetration of the packing with one box more that came nearest to legal [mm].
};

class Annealing {
 public:
  /// Exact verification from outside; true where the packing (without the fixed boxes) is legal.
  using Verify = std::function<bool(const BoxPacking&)>;

  /// `grid` holds points of the container's surface, a few mm apart, and must outlive the annealing. InputError for
  /// edges that are not positive, DeviceError for a GPU that is not there.
  Annealing(const Container& container, const PointGrid& grid, AnnealingOptions options, const Device& device, Verify verify);
  Annealing(const Annealing&) = delete;  // The scene refers to the walls.
  Annealing& operator=(const Annealing&) = delete;

  /// A legal packing to go on from; the best different ones are kept.
  void offer(const BoxPacking& packing);

  /// One round: about a second on two cores. False when a stop was requested, which drops what the round has found, or where no packing was
  /// offered yet.
  bool advance(StopToken& stop);

  /// The best verified packing so far, of those found here and those offered.
  [[nodiscard]] const BoxPacking& best() const { return elites_.best(); }

  [[nodiscard]] const AnnealingProgress& progress() const { return progress_; }

  /// Everything that the next rounds depend on and that the constructor's arguments do not give. Instances may be more than they were;
  /// those added get fresh starts. InputError for fewer, and for what does not fit.
  void write(io::StateWriter& state) const;
  void read(io::StateReader& state);

 private:
  /// How much is tried at once: not a matter of the number of threads, so that all machines of a kind have the same results.
  struct Width {
    int instances;
    int moves;    ///< That are looked at for each that is decided.
    int inserts;  ///< Ways to put in a box that are looked at for each start.
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
