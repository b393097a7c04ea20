// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Annealing in trials (decision.hpp), by a GPU or the threads of a CPU: from legal packings to one box
// more; of a set, to a packing of more worth. Lengths in mm.
//
// The device anneals many packings with one box more than the best legal one, for a batch of rounds at a
// time; between batches they exchange their temperatures (ladders.hpp). The best packing of each instance in
// a batch is kept if it is nearly legal; the most promising of these are polished on the host, in double
// against the triangles of the wall, while a GPU goes on (candidate_polish.hpp). What becomes legal is
// verified by the caller's exact test. What does not, but has lost energy, goes on as the packing of its
// instance: the polish moves all boxes at once and spreads over rows of them what trials, which move a part,
// hardly can.
//
// Seed, options and kind of device decide the sequence of packings; the number of threads and the clock
// decide only how far it gets.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "jam/core/device.hpp"
#include "jam/core/parallel.hpp"
#include "jam/core/pool.hpp"
#include "jam/core/stop.hpp"
#include "jam/trunk/annealing/annealing.hpp"
#include "jam/trunk/annealing/box_elites.hpp"
#include "jam/trunk/annealing/candidate_polish.hpp"
#include "jam/trunk/annealing/energy.hpp"
#include "jam/trunk/annealing/engine.hpp"
#include "jam/trunk/polish/box_polish.hpp"

namespace jam::trunk {

class BoxAnnealing final : public AnnealingSearch {
 public:
  /// Sizes; 0: the default of the device.
  struct Shape {
    int trials = 0;        ///< Number of trials of an instance in a round.
    int rounds = 0;        ///< Number of rounds of a batch.
    int batches = 0;       ///< Number of batches of a turn.
    int polish_every = 0;  ///< Number of batches from one set of packings that are polished to the next set.
    int polished = 0;      ///< Number of packings of a set.
    int delay = 0;         ///< Number of sets added until one is taken back: see CandidatePolish.
    /// The delay of the second polish, of nearly legal packings. On a CPU there is none by default.
    int second_delay = 0;
  };

  /// Throws TrialSizeError if the instances do not fit (make_annealing), DeviceError if a GPU is missing.
  BoxAnnealing(const Container& container, AnnealingOptions options, const Device& device, Verify verify,
               Shape shape, const TrialRules& rules);
  ~BoxAnnealing() override;
  BoxAnnealing(const BoxAnnealing&) = delete;
  BoxAnnealing& operator=(const BoxAnnealing&) = delete;

  void offer(const BoxPacking& packing) override;
  void forget() override;
  /// Runs `Shape::batches` batches of rounds.
  bool advance(StopToken& stop) override;
  [[nodiscard]] const BoxPacking& best() const override { return elites_.best(); }
  [[nodiscard]] std::vector<BoxPacking> nearly_legal() const override;
  [[nodiscard]] const AnnealingProgress& progress() const override { return progress_; }
  /// 2.6 s of a GPU, 4 to 6 s of two cores: from good loads gains come faster at first
  /// (tests/bench/results/trunk.md).
  [[nodiscard]] int patience() const override { return 4; }
  void write(io::StateWriter& state) const override;
  void read(io::StateReader& state) override;

 private:
  /// Energy after the last polish of a nearly legal packing of an instance (PolishOptions::near_steps), and
  /// the number of rounds then. It holds for later packings of the instance, too.
  struct NearMiss {
    double energy = 1e300;  ///< [mm^2, for litre boxes]
    long long rounds = 0;
  };

  /// An engine and its instances. Each GPU has one.
  struct Part {
    IndexRange range;
    std::unique_ptr<TrialEngine> engine;
  };

  /// One batch; false when a stop was requested.
  [[nodiscard]] bool make_batch(StopToken& stop);
  void set_elites();
  /// States of all instances.
  [[nodiscard]] std::vector<InstanceState> states() const;
  [[nodiscard]] std::vector<Candidate> select(std::span<const InstanceState> states);
  void measure(Candidate& candidate);
  void take_polished(std::span<const Candidate> candidates, double& least_depth);
  void note_near_miss(const Candidate& candidate);
  [[nodiscard]] std::vector<Candidate> select_second(std::vector<Candidate> candidates);
  /// Whether boxes of a set are annealed.
  [[nodiscard]] bool is_set() const { return options_.set != nullptr; }
  [[nodiscard]] std::vector<PlacedBox> boxes_of_snapshot(const InstanceState& state, int k) const;
  [[nodiscard]] double energy_left(const Candidate& candidate) const;
  void put_back(std::span<const Candidate> candidates, std::vector<InstanceState>& states);
  void set_states(std::span<const InstanceState> states);
  void count_work();
  [[nodiscard]] std::uint64_t batch_number() const {
    return static_cast<std::uint64_t>(progress_.rounds / shape_.rounds);
  }
  [[nodiscard]] const Part& part_of(int k) const;

  AnnealingOptions options_;
  Verify verify_;
  WallTriangles walls_;
  InnerCells cells_;
  Shape shape_;
  TrialSceneData data_;
  double scale_;  ///< Scale of the boxes, of a set their mean one.
  std::vector<Part> parts_;
  Pool<TrialEnergy> energies_;
  BoxElites elites_;
  bool elites_changed_ = false;
  std::vector<std::uint32_t> seen_;    ///< Number of the last polished snapshot of each instance.
  std::vector<NearMiss> near_misses_;  ///< Last near miss of each instance.
  AnnealingProgress progress_;
  long long earlier_attempts_ = 0;  ///< Number of attempts of the run whose state was read.
  long long earlier_steps_ = 0;
  // The last members: their calls use walls_, data_, cells_ and energies_.
  std::unique_ptr<BackgroundCalls> polish_threads_;  ///< Null: there are none.
  std::unique_ptr<CandidatePolish> polish_, second_polish_;
};

/// BoxAnnealing with default sizes and rules; null if a limit is exceeded: for containers that hold more than
/// 60 000 boxes, for more than 33 million triangles or points, and for fixed boxes and kinds of more than 127
/// sizes.
[[nodiscard]] std::unique_ptr<AnnealingSearch> make_annealing(const Container& container,
                                                              AnnealingOptions options, const Device& device,
                                                              AnnealingSearch::Verify verify);

}  // namespace jam::trunk
