// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/annealing.hpp"

#include <algorithm>
#include <mutex>

#include "jam/core/error.hpp"
#include "jam/core/parallel.hpp"
#include "jam/trunk/annealing_instance.hpp"
#include "jam/trunk/box_elites.hpp"
#include "jam/trunk/insert_screen.hpp"

namespace jam::trunk {
namespace {

constexpr double cell_size = 15;   ///< Of the grid in which vacancies are sought [mm].
constexpr int cpu_instances = 16;  ///< Not the number of threads: the same results on every machine.
constexpr int cuda_instances = 256;
constexpr int moves_per_round = 2;
constexpr int cpu_patience = 60;   ///< Moves without a better packing after which an instance starts anew.
constexpr int cuda_patience = 20;  ///< Starts that a GPU screened are better, and cheap.
constexpr int screen_tries = 64;   ///< Ways to put in a box that a GPU relaxes for each start,
constexpr int screen_kept = 5;     ///< and how many of them are relaxed against the triangles.
constexpr double promising = 30;   ///< Instances below this energy go on when others have won the box that they are after [mm^2].

/// Scratch memory for as many threads as work at once.
class ToolPool {
 public:
  ToolPool(const WallTriangles& walls, const InnerCells& cells) : walls_(walls), cells_(cells) {}

  std::unique_ptr<AnnealingTools> take() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) return std::make_unique<AnnealingTools>(walls_, cells_);
    auto tools = std::move(free_.back());
    free_.pop_back();
    return tools;
  }

  void give(std::unique_ptr<AnnealingTools> tools) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(tools));
  }

 private:
  const WallTriangles& walls_;
  const InnerCells& cells_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<AnnealingTools>> free_;
};

}  // namespace

class Annealing::Implementation {
 public:
  Implementation(const Container& container, const PointGrid& grid, AnnealingOptions options, const Device& device, Verify verify)
      : options_(std::move(options)),
        verify_(std::move(verify)),
        walls_(container),
        cells_(walls_, static_cast<int>(container.surface.triangles.size()), cell_size),
        scene_{walls_, cells_, options_.edge, options_.fixed, options_.seed},
        tools_(walls_, cells_) {
    if (!(options_.edge.x > 0 && options_.edge.y > 0 && options_.edge.z > 0)) throw InputError("the edges of a box must be positive");
    int count = options_.instance_count;
    if (count <= 0) count = device.kind == DeviceKind::cuda ? cuda_instances : cpu_instances;
    for (int k = 0; k < count; ++k) instances_.emplace_back(scene_, static_cast<std::uint32_t>(k));
    legal_.resize(instances_.size());
    progress_.instance_count = count;
    if (device.kind == DeviceKind::cuda) screen_ = std::make_unique<InsertScreen>(grid, device, options_.thread_count);
  }

  void offer(const BoxPacking& packing) {
    elites_.add(packing);
    progress_.best_count = elites_.best().count();
  }

  bool advance(StopToken& stop) {
    if (stop.stop_requested() || elites_.empty()) return false;
    for (std::size_t k = 0; k < instances_.size(); ++k) choose_start(k);
    screen_starts();
    parallel_for(static_cast<int>(instances_.size()), options_.thread_count, [&](int k) {
      legal_[static_cast<std::size_t>(k)] = 0;
      if (!stop.stop_requested()) work(static_cast<std::size_t>(k));
    });
    for (std::size_t k = 0; k < instances_.size(); ++k) harvest(k);
    if (stop.stop_requested()) return false;
    ++progress_.rounds;
    count_work();
    return true;
  }

  [[nodiscard]] const BoxPacking& best() const { return elites_.best(); }
  [[nodiscard]] const AnnealingProgress& progress() const { return progress_; }

 private:
  /// Where instance k starts anew in this round, if it does.
  void choose_start(std::size_t k) {
    starts_.resize(instances_.size());
    starts_[k] = nullptr;
    const AnnealingInstance& instance = instances_[k];
    const bool late = instance.started() && instance.count() <= elites_.best().count() && instance.energy() > promising;
    if (instance.started() && !instance.stalled(screen_ != nullptr ? cuda_patience : cpu_patience) && !late) return;
    RandomStream random(options_.seed, StreamId::select_elite, static_cast<std::uint32_t>(k), static_cast<std::uint64_t>(progress_.rounds));
    starts_[k] = &elites_.draw(random);
  }

  /// Candidates for all starts of this round in one launch.
  void screen_starts() {
    if (screen_ == nullptr) return;
    requests_.clear();
    request_of_.assign(instances_.size(), -1);
    for (std::size_t k = 0; k < instances_.size(); ++k) {
      if (starts_[k] == nullptr) continue;
      request_of_[k] = static_cast<int>(requests_.size());
      requests_.push_back({starts_[k], instances_[k].start_stream(), {}});
    }
    screen_->run(scene_, requests_, screen_tries, screen_kept);
  }

  void work(std::size_t k) {
    auto tools = tools_.take();
    AnnealingInstance& instance = instances_[k];
    if (starts_[k] != nullptr && screen_ != nullptr) {
      instance.start(requests_[static_cast<std::size_t>(request_of_[k])].best, *tools);
    } else if (starts_[k] != nullptr) {
      instance.start(*starts_[k], *tools);
    }
    for (int move = 0; move < moves_per_round && instance.started() && legal_[k] == 0; ++move) {
      if (instance.step(*tools)) legal_[k] = 1;
    }
    tools_.give(std::move(tools));
  }

  void harvest(std::size_t k) {
    if (legal_[k] == 0) return;
    const BoxPacking found = instances_[k].packing();
    instances_[k].finish();
    if (found.count() >= elites_.best().count() && verify_(found)) offer(found);
  }

  void count_work() {
    progress_.attempts = screen_ != nullptr ? screen_->attempts() : 0;
    progress_.steps = screen_ != nullptr ? screen_->steps() : 0;
    double least = 1e300;
    for (const AnnealingInstance& instance : instances_) {
      progress_.attempts += instance.counters().attempts;
      progress_.steps += instance.counters().steps;
      if (instance.started() && instance.count() == elites_.best().count() + 1) least = std::min(least, instance.least_depth());
    }
    progress_.least_depth = least < 1e300 ? least : 0;
  }

  AnnealingOptions options_;
  Verify verify_;
  WallTriangles walls_;
  InnerCells cells_;
  AnnealingScene scene_;
  ToolPool tools_;
  std::unique_ptr<InsertScreen> screen_;  ///< On a GPU.
  std::vector<InsertScreen::Request> requests_;
  std::vector<int> request_of_;
  BoxElites elites_;
  std::vector<AnnealingInstance> instances_;
  std::vector<const BoxPacking*> starts_;
  std::vector<std::uint8_t> legal_;
  AnnealingProgress progress_;
};

Annealing::Annealing(const Container& container, const PointGrid& grid, AnnealingOptions options, const Device& device, Verify verify)
    : implementation_(std::make_unique<Implementation>(container, grid, std::move(options), device, std::move(verify))) {}

Annealing::~Annealing() = default;

void Annealing::offer(const BoxPacking& packing) { implementation_->offer(packing); }
bool Annealing::advance(StopToken& stop) { return implementation_->advance(stop); }
const BoxPacking& Annealing::best() const { return implementation_->best(); }
const AnnealingProgress& Annealing::progress() const { return implementation_->progress(); }

}  // namespace jam::trunk
