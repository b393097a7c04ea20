// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/annealing/annealing.hpp"

#include <algorithm>
#include <string>

#include "jam/core/error.hpp"
#include "jam/core/parallel.hpp"

namespace jam::trunk {
namespace {

constexpr int move_patience = 20;  ///< Moves without a better packing after which an instance starts from another legal packing.
/// Instances below this energy, for litre boxes, continue when others have reached their number of boxes [mm^2].
constexpr double promising = 30;

AnnealingOptions checked(AnnealingOptions options) {
  if (!(options.edge.x > 0 && options.edge.y > 0 && options.edge.z > 0)) throw InputError("the edges of a box must be above 0 mm");
  return options;
}

}  // namespace

Annealing::Annealing(const Container& container, const PointGrid& grid, AnnealingOptions options, const Device& device, Verify verify)
    : options_(checked(std::move(options))),
      verify_(std::move(verify)),
      walls_(container),
      cells_(walls_, static_cast<int>(container.surface.triangles.size()), inner_cell_size(options_.edge)),
      scene_{walls_, cells_, options_.edge, options_.fixed, options_.seed, options_.corner_radius},
      width_(device.kind == DeviceKind::cuda ? Width{128, 32, 64} : Width{16, 8, 32}),
      relaxer_(grid, device, options_.thread_count),
      elites_(box_scale(options_.edge)) {
  if (options_.instance_count > 0) width_.instances = options_.instance_count;
  for (int k = 0; k < width_.instances; ++k) instances_.emplace_back(scene_, static_cast<std::uint32_t>(k));
  legal_.resize(instances_.size());
  progress_.instance_count = width_.instances;
}

void Annealing::offer(const BoxPacking& packing) {
  elites_.add(packing);
  progress_.best_count = elites_.best().count();
}

void Annealing::forget() {
  elites_.clear();
  for (AnnealingInstance& instance : instances_) instance.finish();
  progress_.best_count = 0;
}

bool Annealing::advance(StopToken& stop) {
  if (stop.stop_requested() || elites_.empty()) return false;
  screen_starts(stop);
  moves_.resize(instances_.size());
  for_all(stop, &Annealing::propose);
  // After a stop, some moves may still be those of the previous round, for packings that were replaced since.
  if (stop.stop_requested()) return false;
  screen_moves(relaxer_, scene_, moves_, options_.thread_count, stop);
  for_all(stop, &Annealing::decide);
  // A round that was stopped halfway is dropped.
  if (stop.stop_requested()) return false;
  for (std::size_t k = 0; k < instances_.size(); ++k) harvest(k);
  ++progress_.rounds;
  count_work();
  return true;
}

void Annealing::write(io::StateWriter& state) const {
  elites_.write(state);
  io::write_all(state, progress_.rounds, relaxer_.steps(), relaxer_.attempts(), progress_.instance_count);
  for (const AnnealingInstance& instance : instances_) instance.write(state);
}

void Annealing::read(io::StateReader& state) {
  elites_.read(state);
  long long steps = 0;
  long long attempts = 0;
  int count = 0;
  io::read_all(state, progress_.rounds, steps, attempts, count);
  relaxer_.restore_counters(steps, attempts);
  if (count < 1 || count > progress_.instance_count)
    io::fail_state("it has " + std::to_string(count) + " instances, the search has " + std::to_string(progress_.instance_count));
  for (int k = 0; k < count; ++k) instances_[static_cast<std::size_t>(k)].read(state);
  progress_.best_count = elites_.best().count();
  count_work();
}

bool Annealing::needs_start(const AnnealingInstance& instance) const {
  if (!instance.started() || instance.stalled(move_patience)) return true;
  return instance.count() <= elites_.best().count() && instance.energy() > promising * scene_.scale() * scene_.scale();
}

/// Searches for packings with one box more for all instances that need a start, in one batch.
void Annealing::screen_starts(StopToken& stop) {
  requests_.clear();
  request_of_.assign(instances_.size(), -1);
  for (std::size_t k = 0; k < instances_.size(); ++k) {
    if (!needs_start(instances_[k])) continue;
    RandomStream random(options_.seed, StreamId::select_elite, static_cast<std::uint32_t>(k), static_cast<std::uint64_t>(progress_.rounds));
    request_of_[k] = static_cast<int>(requests_.size());
    requests_.push_back({&elites_.draw(random), instances_[k].start_stream(), {}});
  }
  screen_inserts(relaxer_, scene_, requests_, width_.inserts, options_.thread_count, stop);
}

void Annealing::for_all(StopToken& stop, Task task) {
  parallel_for(static_cast<int>(instances_.size()), options_.thread_count, [&](int k) {
    if (stop.stop_requested()) return;
    (this->*task)(static_cast<std::size_t>(k), *tools_.borrow(scene_));
  });
}

void Annealing::propose(std::size_t k, AnnealingTools& tools) {
  AnnealingInstance& instance = instances_[k];
  if (request_of_[k] >= 0) instance.start(std::move(requests_[static_cast<std::size_t>(request_of_[k])].best), tools);
  moves_[k] = {&instance, {}, {}};
  if (!instance.started() || instance.spread_due()) return;
  for (int move = 0; move < width_.moves; ++move) moves_[k].changes.push_back(instance.propose(tools));
}

void Annealing::decide(std::size_t k, AnnealingTools& tools) {
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

void Annealing::harvest(std::size_t k) {
  if (legal_[k] == 0) return;
  const BoxPacking found = instances_[k].packing();
  instances_[k].finish();
  if (found.count() >= elites_.best().count() && verify_(found)) offer(found);
}

void Annealing::count_work() {
  progress_.attempts = relaxer_.attempts();
  progress_.steps = relaxer_.steps();
  double least = 1e300;
  for (const AnnealingInstance& instance : instances_) {
    progress_.attempts += instance.counters().attempts;
    progress_.steps += instance.counters().steps;
    if (instance.started() && instance.count() == elites_.best().count() + 1) least = std::min(least, instance.least_depth());
  }
  progress_.least_depth = least < 1e300 ? least : -1;
}

}  // namespace jam::trunk
