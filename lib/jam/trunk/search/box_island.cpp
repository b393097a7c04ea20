// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/search/box_island.hpp"

#include <algorithm>
#include <cassert>
#include <future>
#include <optional>
#include <utility>

#include "jam/core/draw_seed.hpp"
#include "jam/core/philox.hpp"
#include "jam/core/streams.hpp"
#include "jam/trunk/annealing/box_annealing.hpp"
#include "jam/trunk/search/fit_proof.hpp"

namespace jam::trunk {

void BoxIsland::begin() {
  for (const std::vector<BoxRow>& start : scene_.options.starts) {
    started_ = true;
    phase_ = SearchPhase::start;
    found(start, SearchPhase::start);
    take_start(start);
  }
}

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

std::string BoxIsland::migrant() const {
  if (island_best_.empty()) return {};
  io::StateWriter writer;
  writer.write(island_best_);
  return writer.finish();
}

void BoxIsland::accept(const std::string& migrant) {
  io::StateReader reader(migrant);
  const std::vector<BoxRow> rows = reader.read_vector<BoxRow>();
  reader.finish();
  require_boxes(rows);
  assert(!rows.empty());
  if (rows.size() <= island_best_.size() && annealings_.begun()) return annealings_.keep(rows);
  if (rows.size() > island_best_.size()) island_best_ = rows;
  take_start(rows);
}

void BoxIsland::accept_from_user(const std::string& migrant) {
  io::StateReader reader(migrant);
  const std::vector<BoxRow> rows = scene_.allowance.packed(reader.read_vector<BoxRow>());
  best_.offer(rows, SearchPhase::start, turns_, place_.number);
  if (rows.size() > island_best_.size()) island_best_ = rows;
  take_start(rows);
}

void BoxIsland::write(io::StateWriter& state) const {
  state.write(annealings_.begun() ? annealings_.present().progress().instance_count : 0);
  io::write_all(state, phase_, present_count_, least_depth_, island_best_, lattice_gain_turn_, started_,
                lattice_open_, annealing_open_, poses_open_);
  lattice_.write(state);
  annealings_.write(state);
}

int BoxIsland::annealed_in(const std::string& bytes) { return io::StateReader(bytes).read<int>(); }

void BoxIsland::read(io::StateReader& state, const Best::Counters& counters) {
  const int annealed = state.read<int>();
  io::read_all(state, phase_, present_count_, least_depth_, island_best_, lattice_gain_turn_, started_,
               lattice_open_, annealing_open_, poses_open_);
  require_boxes(island_best_);
  if (phase_ < SearchPhase::start || phase_ > SearchPhase::pose || !io::is_count(lattice_gain_turn_))
    io::fail_state("it has no phase");
  lattice_.read(state);
  const int instances = scene_.options.instance_count > 0 ? wanted_instances() : annealed;
  std::unique_ptr<AnnealingSearch> annealing = annealed > 0 ? make_annealing_of(instances) : nullptr;
  if (annealed > 0 && annealing == nullptr) io::fail_state("it anneals more boxes than there is room for");
  annealings_.read(state, std::move(annealing));
  if (annealing_open_ && !annealings_.begun()) io::fail_state("its annealing has no packings");
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
  phase_ = SearchPhase::annealing;
  if (dropped()) return;
  const AnnealingProgress& annealing = annealings_.present().progress();
  annealing_rounds_ = annealing.rounds;
  steps_ = annealing.steps;
  present_count_ = annealing.best_count + fixed_count();
  least_depth_ = annealing.least_depth;
  const BoxPacking& packing = annealings_.present().best();
  if (packing.count() > std::ssize(island_best_)) {
    const std::vector<BoxRow> legal = best_.legal(rows_of(packing));
    if (dropped()) return;
    found(legal, SearchPhase::annealing);
  }
  annealings_.end_turn(static_cast<int>(island_best_.size()));
}

void BoxIsland::found(const std::vector<BoxRow>& legal, SearchPhase phase) {
  best_.progress.phase = phase;
  count();
  if (legal.size() > island_best_.size())
    island_best_ = legal, least_depth_ = -1;  // Nothing is known yet about one box more.
  best_.offer(legal, phase, phase == SearchPhase::start ? 0 : turns_ + 1, place_.number);
}

void BoxIsland::take_start(const std::vector<BoxRow>& legal, int uses) {
  if (!annealings_.begun()) {
    std::unique_ptr<AnnealingSearch> annealing = make_annealing_of(wanted_instances());
    if (annealing == nullptr) return;
    annealings_.begin(std::move(annealing));
  }
  annealings_.offer(legal, uses);
  annealing_open_ = true;
}

std::uint64_t BoxIsland::seed() const {
  const std::uint64_t seed = scene_.options.seed;
  if (place_.number == 0) return seed;
  RandomStream random(seed, StreamId::island_seed, static_cast<std::uint32_t>(place_.number), 0);
  return draw_seed(random);
}

std::vector<PlacedBox> BoxIsland::fixed_boxes() const {
  return packing_of(scene_.problem.fixed, scene_.problem.corner_radius).boxes;
}

LatticeOptions BoxIsland::lattice_options() const {
  return {.edge = edge(), .seed = seed(), .thread_count = scene_.run.thread_count, .fixed = fixed_boxes()};
}

int BoxIsland::wanted_instances() const {
  const int all = scene_.options.instance_count;
  return all > 0 ? std::max(1, static_cast<int>(place_.share(all))) : 0;
}

std::unique_ptr<AnnealingSearch> BoxIsland::make_annealing_of(int instance_count) const {
  const bool against_points = scene_.options.walls == WallKind::points;
  AnnealingOptions options{.edge = edge(),
                           .corner_radius = scene_.problem.corner_radius,
                           .seed = seed(),
                           .thread_count = scene_.run.thread_count,
                           .instance_count = instance_count,
                           .fixed = fixed_boxes(),
                           .points = against_points ? scene_.problem.grid.get() : nullptr};
  const auto verify = [this](const BoxPacking& packing) { return best_.is_legal(rows_of(packing)); };
  return make_annealing(scene_.problem.container, std::move(options), scene_.run.device, verify);
}

}  // namespace jam::trunk
