// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/lattice/search.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "jam/core/error.hpp"
#include "jam/core/parallel.hpp"
#include "jam/trunk/lattice/pitches.hpp"

namespace jam::trunk {
namespace {

constexpr double wanted_pitch = 10;  ///< Cells have suitable_pitch(edge, wanted_pitch) [mm].

}  // namespace

LatticeSearch::LatticeSearch(const TriangleMesh& mesh, LatticeOptions options)
    : mesh_(mesh), options_(std::move(options)) {
  const Vec3d e = options_.edge;
  const double volume = e.x * e.y * e.z;
  if (!(e.x > 0 && e.y > 0 && e.z > 0 && std::isfinite(volume)))
    throw InputError("a box needs three positive edges [mm]");
  if (options_.frame_count < 1 || options_.first_rounds < 1)
    throw InputError("the lattice search needs at least one frame and one round");
  pitch_ = suitable_pitch(e, wanted_pitch);
  block_ = block_edge(e);
  double free = volume_of(mesh);
  for (const PlacedBox& box : options_.fixed) free -= box.edge.x * box.edge.y * box.edge.z;
  // By rounding, the volume of a cavity for exactly n boxes may be slightly below that of n boxes.
  bound_ = static_cast<int>(std::clamp(std::floor(free / volume * (1 + 1e-9)), 0.0, 1e9));
}

bool LatticeSearch::advance(StopToken& stop, bool needed) {
  needed_ = needed;
  // Build the cells even if no work remains, so that all instances have them.
  if (!stopped_ && !has_cells_ && !stop.stop_requested()) build_cells(stop);
  const bool done = best().packing.count() >= bound_ ||
                    (options_.round_budget > 0 && progress_.rounds >= options_.round_budget);
  if (done || stopped_) return false;
  const std::vector<LatticePacking> kept = kept_;
  const LatticeProgress progress = progress_;
  stopped_ = stop.stop_requested();
  if (!stopped_ && has_cells_) work(stop);
  // A step that was stopped halfway is dropped unless there is nothing else.
  stopped_ = stopped_ || stop.stop_requested();
  if (!stopped_ || best().packing.count() == 0) {
    publish();
  } else {
    kept_ = kept;
    progress_ = progress;
  }
  const bool frames_follow = has_only_grids() && grid_count() > 0 && grid_count() < bound_;
  return !stopped_ && (!frames_.empty() || frames_follow);
}

void LatticeSearch::work(StopToken& stop) {
  if (progress_.bracket == 0) {
    const bool first = !has_only_grids();
    if (first) find_grid(stop);
    // A first packing is shown at once.
    if (grid_count() >= bound_ || (first && grid_count() > 0)) return;
    find_frames(stop);
    if (!frames_.empty()) start_bracket(stop);
  } else if (step_done_ < step_rounds_) {
    run_step(stop);
  } else {
    const bool refined = !fine_.empty();
    if (!refined) {
      end_step(stop);
      if (step_done_ == 0) return;  // The better half continues.
      refine(stop);
      if (!fine_.empty()) return;
    }
    fine_.clear();
    start_bracket(stop);
  }
}

std::vector<ContainerCells> LatticeSearch::containers(const std::vector<Lattice>& lattices,
                                                      StopToken& stop) const {
  std::vector<std::size_t> first_of_kind;
  std::vector<std::size_t> kind;
  for (std::size_t i = 0; i < lattices.size(); ++i) {
    const auto known = std::find_if(first_of_kind.begin(), first_of_kind.end(), [&](std::size_t other) {
      return same_lattice(lattices[i], lattices[other]);
    });
    kind.push_back(static_cast<std::size_t>(known - first_of_kind.begin()));
    if (known == first_of_kind.end()) first_of_kind.push_back(i);
  }
  std::vector<ContainerCells> cells(first_of_kind.size());
  parallel_for(static_cast<int>(cells.size()), options_.thread_count, [&](int i) {
    // One container even after a stop, if a packing is needed.
    const StopQuery query = i == 0 && needed_ ? stop.late_query() : stop.query();
    if (query.stopped()) return;
    ContainerCells made = container_cells(task(query), lattices[first_of_kind[i]]);
    if (!query.stopped()) cells[i] = std::move(made);
  });
  std::vector<ContainerCells> result;
  result.reserve(lattices.size());
  for (const std::size_t k : kind) result.push_back(cells[k]);
  return result;
}

/// Calls make(k, number, cells) for each lattice until a stop; with `needed`, for the first one in any case.
template <class Make>
LatticeSearch::Instances LatticeSearch::make_instances(const std::vector<Lattice>& lattices, bool needed,
                                                       StopToken& stop, const Make& make) {
  const std::vector<ContainerCells> cells = containers(lattices, stop);
  Instances instances(lattices.size());
  parallel_for(static_cast<int>(lattices.size()), options_.thread_count, [&](int i) {
    const std::size_t k = i;
    if (cells[k] == nullptr || (!(i == 0 && needed) && stop.stop_requested())) return;
    instances[k] = make(k, next_number_ + static_cast<std::uint32_t>(i), cells[k]);
  });
  next_number_ += static_cast<std::uint32_t>(lattices.size());
  std::erase(instances, nullptr);
  return instances;
}

void LatticeSearch::start_bracket(StopToken& stop) {
  Instances survivors = std::move(instances_);
  instances_.clear();
  std::vector<Frame> frames = candidates(stop);
  std::erase_if(frames, [&](const Frame& frame) {
    return allowed_orientations(task({}), frame.lattice.rotation, frame.pitch, frame.window_words).empty();
  });
  ++progress_.bracket;
  const Generation now = generation();
  if (now.era > 0 && now.place == 0) end_era(survivors);
  std::vector<Lattice> lattices;
  lattices.reserve(frames.size());
  for (const Frame& frame : frames) lattices.push_back(frame.lattice);
  instances_ = make_instances(lattices, needed_, stop,
                              [&](std::size_t k, std::uint32_t number, const ContainerCells& cells) {
                                return std::make_unique<LatticeInstance>(task({}), frames[k], number, cells);
                              });
  for (auto& child : children(survivors, stop)) instances_.push_back(std::move(child));
  for (auto& survivor : survivors) instances_.push_back(std::move(survivor));
  if (now.era >= 0) join_elites();
  step_rounds_ = options_.first_rounds << doublings(progress_.bracket, now);
  step_done_ = 0;
}

void LatticeSearch::run_step(StopToken& stop) {
  const Instances& running = fine_.empty() ? instances_ : fine_;
  constexpr long long slice_rounds = 60'000;  // All packings together, between two reports.
  constexpr long long least_rounds = 500;     // Each packing.
  const long long slice = std::max(least_rounds, slice_rounds / std::max(1LL, 0LL + std::ssize(running)));
  const long long rounds = std::min(slice, step_rounds_ - step_done_);
  parallel_for(static_cast<int>(running.size()), options_.thread_count, [&](int i) {
    const auto scratch = scratch_.borrow();
    running[i]->run(run_rounds_, {.seed = options_.seed}, rounds, *scratch, stop);
  });
  step_done_ += rounds;
  progress_.rounds += rounds * static_cast<long long>(running.size());
  progress_.packings = static_cast<int>(running.size());
}

void LatticeSearch::end_step(StopToken& stop) {
  const bool breeding = generation().breeds();
  std::sort(instances_.begin(), instances_.end(),
            [&](const auto& a, const auto& b) { return better(*a, *b, breeding); });
  for (const auto& instance : instances_) {
    keep(*instance);
    for (Frame& frame : frames_) {
      if (same_place(frame, instance->frame())) frame.boxes = std::max(frame.boxes, instance->best_count());
    }
  }
  constexpr std::size_t survivor_count = bracket_survivors;
  if (options_.assess) assess_survivors(stop);
  if (instances_.size() <= survivor_count) return;
  if (breeding) {
    instances_.resize(survivor_count);
    return;
  }
  // Keep the better half, without those that have far fewer boxes than the best.
  const int least = instances_.front()->best_count() - hopeless_distance;
  std::size_t kept = survivor_count;
  while (kept < instances_.size() / 2 && instances_[kept]->best_count() >= least) ++kept;
  instances_.resize(kept);
  if (kept == survivor_count) return;
  step_rounds_ *= 2;
  step_done_ = 0;
}

void LatticeSearch::refine(StopToken& stop) {
  const Generation now = generation();
  if (now.era >= 0 && now.place + 1 < options_.era_generations) return;
  constexpr CellVector cuts[4] = {{2, 1, 1}, {1, 2, 1}, {1, 1, 2}, {2, 2, 2}};
  struct Cut {
    const LatticeInstance* parent;
    CellVector divide;
  };
  std::vector<Cut> wanted;
  std::vector<Lattice> lattices;
  for (const auto& parent : instances_) {
    // The second bracket tried other parts for lattices of blocks. Refined, they gained nothing beyond the
    // gain of more rounds.
    if (parent->frame().window_words > 1) continue;
    for (const CellVector& divide : cuts) {
      wanted.push_back({parent.get(), divide});
      lattices.push_back(refined(parent->frame().lattice, divide));
    }
  }
  if (wanted.empty()) return;
  fine_ = make_instances(lattices, false, stop,
                         [&](std::size_t k, std::uint32_t number, const ContainerCells& cells) {
                           return std::make_unique<LatticeInstance>(task({}), *wanted[k].parent,
                                                                    wanted[k].divide, number, cells);
                         });
  step_rounds_ = step_rounds_ / 4;
  step_done_ = 0;
}

const LatticeInstance* LatticeSearch::best_instance() const {
  const LatticeInstance* best = nullptr;
  for (const Instances* group : {&instances_, &fine_}) {
    for (const auto& instance : *group) {
      const int most = best == nullptr ? -1 : best->best_count();
      const int count = instance->best_count();
      if (count > most || (count == most && better(*instance, *best))) best = instance.get();
    }
  }
  return best;
}

void LatticeSearch::publish() {
  const LatticeInstance* best = best_instance();
  if (best == nullptr || best->best_count() <= best_.packing.count()) return;
  best_ = {best->best_packing(), best->frame()};
  progress_.best_count = best_.packing.count();
  keep(*best);
}

void LatticeSearch::keep(const LatticeInstance& instance) {
  const Lattice& lattice = instance.frame().lattice;
  // One packing per rotation and offset; a tight one, in which boxes touch, does not replace one with gaps.
  const auto same = std::find_if(kept_.begin(), kept_.end(), [&](const LatticePacking& k) {
    const Lattice& other = k.frame.lattice;
    return other.rotation == lattice.rotation && other.origin == lattice.origin &&
           (other.clearance < 0) == (lattice.clearance < 0);
  });
  if (same != kept_.end() && same->packing.count() >= instance.best_count()) return;
  if (same != kept_.end()) kept_.erase(same);
  const auto place = std::find_if(kept_.begin(), kept_.end(), [&](const LatticePacking& k) {
    return k.packing.count() < instance.best_count();
  });
  if (place == kept_.end() && static_cast<int>(kept_.size()) >= options_.kept_packings) return;
  kept_.insert(place, {instance.best_packing(), instance.frame()});
  if (static_cast<int>(kept_.size()) > options_.kept_packings) kept_.pop_back();
}

std::vector<LatticePacking> LatticeSearch::kept() const {
  std::vector<LatticePacking> packings = kept_;
  const int most = kept_.empty() ? best_.packing.count() : kept_.front().packing.count();
  if (grid_.packing.count() > most) packings.insert(packings.begin(), grid_);
  if (packings.empty() && best_.packing.count() > 0) packings.push_back(best_);
  return packings;
}

}  // namespace jam::trunk
