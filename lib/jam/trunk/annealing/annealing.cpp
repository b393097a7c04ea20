// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/annealing/annealing.hpp"

#include <algorithm>
#include <mutex>
#include <string>

#include "jam/core/error.hpp"
#include "jam/core/parallel.hpp"
#include "jam/trunk/annealing/annealing_instance.hpp"
#include "jam/trunk/annealing/box_elites.hpp"
#include "jam/trunk/annealing/insert_screen.hpp"
#include "jam/trunk/annealing/move_screen.hpp"
#include "jam/trunk/model/box_bytes.hpp"

namespace jam::trunk {
namespace {

constexpr double cell_size = 15;  ///< Of the grid in which vacancies are sought, for litre boxes [mm].
constexpr int patience = 20;      ///< Moves without a better packing after which an instance starts anew.
constexpr double promising =
    30;  ///< Instances below this energy, for litre boxes, go on when others have won the box that they are after [mm^2].

/// How much is tried at once: not a matter of the number of threads, so that all machines of a kind have the same results.
struct Width {
  int instances;
  int moves;    ///< That are looked at for each that is decided.
  int inserts;  ///< Ways to put in a box that are looked at for each start.
};
constexpr Width cpu_width{16, 8, 32};
constexpr Width cuda_width{128, 32, 64};

/// The centre of a box that touches the wall lies in a cell whose middle is inside, too.
double cell_size_for(const Vec3d& edge) { return std::min(cell_size * box_scale(edge), 0.3 * std::min({edge.x, edge.y, edge.z})); }

AnnealingOptions checked(AnnealingOptions options) {
  if (!(options.edge.x > 0 && options.edge.y > 0 && options.edge.z > 0)) throw InputError("the edges of a box must be positive");
  return options;
}

/// Scratch memory for as many threads as work at once.
class ToolPool {
 public:
  explicit ToolPool(const AnnealingScene& scene) : scene_(scene) {}

  std::unique_ptr<AnnealingTools> take() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) return std::make_unique<AnnealingTools>(scene_);
    auto tools = std::move(free_.back());
    free_.pop_back();
    return tools;
  }

  void give(std::unique_ptr<AnnealingTools> tools) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(tools));
  }

 private:
  const AnnealingScene& scene_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<AnnealingTools>> free_;
};

}  // namespace

class Annealing::Implementation {
 public:
  Implementation(const Container& container, const PointGrid& grid, AnnealingOptions options, const Device& device, Verify verify)
      : options_(checked(std::move(options))),
        verify_(std::move(verify)),
        walls_(container),
        cells_(walls_, static_cast<int>(container.surface.triangles.size()), cell_size_for(options_.edge)),
        scene_{walls_, cells_, options_.edge, options_.fixed, options_.seed, options_.corner_radius},
        tools_(scene_),
        width_(device.kind == DeviceKind::cuda ? cuda_width : cpu_width),
        relaxer_(grid, device, options_.thread_count) {
    if (options_.instance_count > 0) width_.instances = options_.instance_count;
    for (int k = 0; k < width_.instances; ++k) instances_.emplace_back(scene_, static_cast<std::uint32_t>(k));
    legal_.resize(instances_.size());
    progress_.instance_count = width_.instances;
  }

  void offer(const BoxPacking& packing) {
    elites_.add(packing);
    progress_.best_count = elites_.best().count();
  }

  bool advance(StopToken& stop) {
    if (stop.stop_requested() || elites_.empty()) return false;
    screen_starts(stop);
    moves_.resize(instances_.size());
    for_all(stop, [this](std::size_t k, AnnealingTools& tools) { propose(k, tools); });
    // Where proposals were cut short, what is left are moves of the last round, of packings that may be gone.
    if (stop.stop_requested()) return false;
    screen_moves(relaxer_, scene_, moves_, options_.thread_count, stop);
    for_all(stop, [this](std::size_t k, AnnealingTools& tools) { decide(k, tools); });
    // What a round has found when it is stopped halfway is none of the sequence.
    if (stop.stop_requested()) return false;
    for (std::size_t k = 0; k < instances_.size(); ++k) harvest(k);
    ++progress_.rounds;
    count_work();
    return true;
  }

  [[nodiscard]] const BoxPacking& best() const { return elites_.best(); }
  [[nodiscard]] const AnnealingProgress& progress() const { return progress_; }

  void write(io::StateWriter& state) const {
    elites_.write(state);
    state.write(progress_.rounds);
    state.write(relaxer_.steps());
    state.write(relaxer_.attempts());
    state.write(progress_.instance_count);
    for (const AnnealingInstance& instance : instances_) instance.write(state);
  }

  void read(io::StateReader& state) {
    elites_.read(state);
    progress_.rounds = state.read<long long>();
    const auto steps = state.read<long long>();
    relaxer_.restore_counters(steps, state.read<long long>());
    const int count = state.read<int>();
    if (count < 1 || count > progress_.instance_count)
      io::fail_state("it has " + std::to_string(count) + " instances, " + std::to_string(progress_.instance_count) + " are wanted");
    for (int k = 0; k < count; ++k) instances_[static_cast<std::size_t>(k)].read(state);
    progress_.best_count = elites_.best().count();
    count_work();
  }

 private:
  [[nodiscard]] bool starts_anew(const AnnealingInstance& instance) const {
    if (!instance.started() || instance.stalled(patience)) return true;
    return instance.count() <= elites_.best().count() && instance.energy() > promising * scene_.scale() * scene_.scale();
  }

  /// Packings with one box more for the instances that start anew, all of them looked for at once.
  void screen_starts(StopToken& stop) {
    requests_.clear();
    request_of_.assign(instances_.size(), -1);
    for (std::size_t k = 0; k < instances_.size(); ++k) {
      if (!starts_anew(instances_[k])) continue;
      RandomStream random(options_.seed, StreamId::select_elite, static_cast<std::uint32_t>(k),
                          static_cast<std::uint64_t>(progress_.rounds));
      request_of_[k] = static_cast<int>(requests_.size());
      requests_.push_back({&elites_.draw(random), instances_[k].start_stream(), {}});
    }
    screen_inserts(relaxer_, scene_, requests_, width_.inserts, options_.thread_count, stop);
  }

  template <class Task>
  void for_all(StopToken& stop, Task task) {
    parallel_for(static_cast<int>(instances_.size()), options_.thread_count, [&](int k) {
      if (stop.stop_requested()) return;
      auto tools = tools_.take();
      task(static_cast<std::size_t>(k), *tools);
      tools_.give(std::move(tools));
    });
  }

  void propose(std::size_t k, AnnealingTools& tools) {
    AnnealingInstance& instance = instances_[k];
    if (request_of_[k] >= 0) instance.start(std::move(requests_[static_cast<std::size_t>(request_of_[k])].best), tools);
    moves_[k] = {&instance, {}, {}};
    if (!instance.started() || instance.spread_due()) return;
    for (int move = 0; move < width_.moves; ++move) moves_[k].changes.push_back(instance.propose(tools));
  }

  void decide(std::size_t k, AnnealingTools& tools) {
    AnnealingInstance& instance = instances_[k];
    legal_[k] = 0;
    if (!instance.started()) return;
    if (instance.spread_due()) {
      legal_[k] = instance.decide(instance.propose_spread(), tools) ? 1 : 0;
    } else if (instance.far()) {
      instance.decide_roughly(moves_[k].best, tools);
    } else {
      legal_[k] = instance.decide(moves_[k].best, tools) ? 1 : 0;
    }
  }

  void harvest(std::size_t k) {
    if (legal_[k] == 0) return;
    const BoxPacking found = instances_[k].packing();
    instances_[k].finish();
    if (found.count() >= elites_.best().count() && verify_(found)) offer(found);
  }

  void count_work() {
    progress_.attempts = relaxer_.attempts();
    progress_.steps = relaxer_.steps();
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
  Width width_;
  PartRelaxer relaxer_;
  std::vector<InsertRequest> requests_;
  std::vector<int> request_of_;
  std::vector<MoveRequest> moves_;
  BoxElites elites_{box_scale(options_.edge)};
  std::vector<AnnealingInstance> instances_;
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
void Annealing::write(io::StateWriter& state) const { implementation_->write(state); }
void Annealing::read(io::StateReader& state) { implementation_->read(state); }

}  // namespace jam::trunk
