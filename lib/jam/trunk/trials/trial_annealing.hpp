// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Annealing whose rounds stay on a device (trial_round.hpp): from legal packings to one box more. Lengths in mm.
//
// The device anneals many packings with one box more than the best legal one, for a batch of rounds at a time. Of each, the best one since
// its start is kept if it is nearly legal; after a batch the most promising of these are polished on the host, in double against the
// triangles of the wall (box_polish.hpp), while the device makes the next batch. What becomes legal is verified by the caller's exact test.
//
// Seed, options and kind of device decide the sequence of packings; the number of threads and the clock decide only how far it gets.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "jam/core/device.hpp"
#include "jam/core/parallel.hpp"
#include "jam/core/pool.hpp"
#include "jam/core/stop.hpp"
#include "jam/trunk/annealing/annealing.hpp"
#include "jam/trunk/annealing/box_elites.hpp"
#include "jam/trunk/polish/box_polish.hpp"
#include "jam/trunk/trials/trial_engine.hpp"

namespace jam::trunk {

class TrialAnnealing final : public AnnealingSearch {
 public:
  /// Sizes; 0: the default of the device.
  struct Shape {
    int trials = 0;    ///< Of an instance in a round.
    int rounds = 0;    ///< Of a batch.
    int polished = 0;  ///< Packings that are polished after a batch.
  };

  /// As Annealing.
  TrialAnnealing(const Container& container, AnnealingOptions options, const Device& device, Verify verify, Shape shape,
                 const TrialRules& rules);

  void offer(const BoxPacking& packing) override;
  /// One batch of rounds.
  bool advance(StopToken& stop) override;
  [[nodiscard]] const BoxPacking& best() const override { return elites_.best(); }
  [[nodiscard]] const AnnealingProgress& progress() const override { return progress_; }
  void write(io::StateWriter& state) const override;
  void read(io::StateReader& state) override;

  /// Time in which the devices made trials, in the mean, and of all batches [s].
  [[nodiscard]] double busy_seconds() const;
  [[nodiscard]] double seconds() const { return seconds_; }
  /// Of all instances.
  [[nodiscard]] std::vector<InstanceState> states() const;
  [[nodiscard]] long long valid_trials() const;
  [[nodiscard]] int polished() const { return polished_; }

 private:
  /// A packing to be polished.
  struct Candidate {
    int instance;
    int count;  ///< Boxes, fixed ones included.
    int energy;
    BoxPacking packing;  ///< The fixed boxes last.
    PolishResult result;
  };

  /// An engine and its instances; of several GPUs each has one.
  struct Part {
    IndexRange range;
    std::unique_ptr<TrialEngine> engine;
  };

  void set_elites();
  void select();
  void count_work();
  [[nodiscard]] std::vector<float> snapshot(int k) const;
  void polish(StopToken& stop);

  AnnealingOptions options_;
  Verify verify_;
  WallTriangles walls_;
  InnerCells cells_;
  Shape shape_;
  TrialSceneData data_;
  std::vector<Part> parts_;
  Pool<BoxPolish> polishes_;
  BoxElites elites_;
  bool elites_changed_ = false;
  std::vector<std::uint32_t> seen_;  ///< Of each instance: number of the last snapshot that was polished.
  std::vector<Candidate> candidates_;
  AnnealingProgress progress_;
  long long earlier_attempts_ = 0;  ///< Of the run whose state was read.
  long long earlier_steps_ = 0;
  double seconds_ = 0;
  int polished_ = 0;
};

/// The annealing for a kind of device: TrialAnnealing on GPUs; Annealing on a CPU, and on GPUs for containers made from points and for
/// those that hold more than 60 000 boxes.
[[nodiscard]] std::unique_ptr<AnnealingSearch> make_annealing(const Container& container, const PointGrid& grid, AnnealingOptions options,
                                                              const Device& device, AnnealingSearch::Verify verify);

}  // namespace jam::trunk
