// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/search/box_island.hpp"

#include <algorithm>
#include <future>
#include <optional>
#include <utility>

#include "jam/trunk/search/fit_proof.hpp"

namespace jam::trunk {

std::array<PhaseRow, 3> BoxIsland::phases() const {
  constexpr int patience = 400;  // Turns. A generation of the longest populations has about 80.
  const bool gains = turns_ - lattice_gain_turn_ <= patience;
  const bool first_population = lattice_open_ && !started_ && !lattice_.explored();
  const int lattice_share = gains && lattice_.squeezes() ? 5 : 1;
  const int annealing_share = !gains ? 7 : lattice_.squeezes() ? 1 : 2;
  return {{
      {SearchPhase::lattice, lattice_open_, lattice_share},
      {SearchPhase::annealing, annealing_open_ && (beside() || !first_population), annealing_share},
      {SearchPhase::pose, true, 0},
  }};
}

bool BoxIsland::finish_round() {
  const SearchPhase phase = phase_of_turn(phases(), turns_);
  const bool both = beside() && lattice_open_ && annealing_open_;
  const bool lattice = both || phase == SearchPhase::lattice;
  const bool annealing = both || phase == SearchPhase::annealing;
  if (!annealing) phase_ = phase;
  // One step of lattices: with two steps on fourteen cores, a GPU would wait for a fifth of the time.
  const auto search_lattices = [this, needed = !annealing && has_nothing(), reached = island_best_.size()] {
    return lattice_.advance(1, needed, static_cast<int>(reached), stop_);
  };
  std::future<bool> lattices_go_on;
  if (lattice)
    lattices_go_on = std::async(both ? std::launch::async : std::launch::deferred, search_lattices);
  if (annealing) annealing_open_ = annealings_.advance(stop_);
  if (lattice) lattice_open_ = lattices_go_on.get();
  // The annealing's results are taken first, whatever ended first.
  if (annealing) take_annealed();
  if (lattice) take_lattices();
  if (!annealing && lattice && !dropped()) present_count_ = lattice_.best_count() + fixed_count();
  if (!annealing && !lattice) pose_turn();
  const bool complete = !stop_.stop_requested();
  if (complete && !halfway()) ++turns_;
  count();
  return complete;
}

bool BoxIsland::finished() const {
  return turns_used_up() || (!lattice_open_ && !annealing_open_ && !poses_open_);
}

std::vector<std::vector<BoxRow>> BoxIsland::nearly_legal() const {
  std::vector<BoxPacking> packings = lattice_.nearly_legal();
  if (annealings_.begun()) {
    for (BoxPacking& packing : annealings_.present().nearly_legal()) packings.push_back(std::move(packing));
  }
  std::vector<std::vector<BoxRow>> loads;
  for (const BoxPacking& packing : packings) {
    if (packing.count() == std::ssize(island_best_) + 1) loads.push_back(rows_of(packing));
  }
  return loads;
}

void BoxIsland::write(io::StateWriter& state) const {
  write_annealing(state);
  io::write_all(state, lattice_gain_turn_, lattice_open_, poses_open_);
  lattice_.write(state);
}

void BoxIsland::read(io::StateReader& state, const Best::Counters& counters) {
  read_annealing(state);
  io::read_all(state, lattice_gain_turn_, lattice_open_, poses_open_);
  if (!io::is_count(lattice_gain_turn_)) io::fail_state("it has no phase");
  lattice_.read(state);
  restore(counters);
}

void BoxIsland::take_lattices() {
  constexpr int squeezed_uses = 3;  // Annealings grow further from packings with room: the turn of others
                                    // comes late, and is long then.
  if (dropped()) return;
  lattice_rounds_ = lattice_.rounds();
  for (const LatticeFind& find : lattice_.found()) {
    // On a tight lattice boxes touch to the last digit; a box that rounding made illegal is left out.
    const std::vector<BoxRow> legal = best_.legal(rows_of(find.packing));
    if (dropped()) return;
    if (legal.empty()) continue;
    if (legal.size() >= island_best_.size()) lattice_gain_turn_ = turns_;
    found(legal, find.phase);
    if (!stop_.stop_requested() && !halfway()) take_start(legal, find.squeezed() ? squeezed_uses : 0);
  }
  if (lattice_open_ || annealing_open_ || !island_best_.empty() || stop_.stop_requested()) return;
  poses_open_ = why_no_box_fits(scene_.allowance.provable(), stop_.query()).empty();
}

void BoxIsland::pose_turn() {
  if (poses_ == nullptr)
    poses_ = std::make_unique<PoseSearch>(scene_.problem, seed(), scene_.run.thread_count);
  const auto legal = [this](const PlacedBox& box) { return best_.is_legal({row_of(box)}); };
  const std::optional<PlacedBox> box = poses_->run(turns_, legal, stop_);
  if (!box) return;
  found({row_of(*box)}, SearchPhase::pose);
  if (!stop_.stop_requested()) take_start({row_of(*box)});
}

void BoxIsland::take_annealed() {
  if (!note_annealing()) return;
  const BoxPacking& packing = annealings_.present().best();
  if (packing.count() > std::ssize(island_best_)) {
    const std::vector<BoxRow> legal = best_.legal(rows_of(packing));
    if (dropped()) return;
    found(legal, SearchPhase::annealing);
  }
  annealings_.end_turn(best_worth());
}

LatticeOptions BoxIsland::lattice_options() const {
  return {.edge = edge(), .seed = seed(), .thread_count = scene_.run.thread_count, .fixed = fixed_boxes()};
}

}  // namespace jam::trunk
