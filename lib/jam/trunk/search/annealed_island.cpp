// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/search/annealed_island.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "jam/core/draw_seed.hpp"
#include "jam/core/philox.hpp"
#include "jam/core/streams.hpp"
#include "jam/trunk/annealing/box_annealing.hpp"
#include "jam/trunk/model/box_bytes.hpp"

namespace jam::trunk {

void AnnealedIsland::begin() {
  for (const std::vector<BoxRow>& start : scene_.options.starts) {
    started_ = true;
    phase_ = SearchPhase::start;
    const std::vector<BoxRow> kept = best_.within_rules(start);
    if (kept.empty()) continue;
    found(kept, SearchPhase::start);
    take_start(kept);
  }
}

std::string AnnealedIsland::migrant() const {
  if (island_best_.empty()) return {};
  io::StateWriter writer;
  writer.write(island_best_);
  return writer.finish();
}

void AnnealedIsland::accept(const std::string& migrant) {
  io::StateReader reader(migrant);
  const std::vector<BoxRow> rows = reader.read_vector<BoxRow>();
  reader.finish();
  require_boxes(rows);
  assert(!rows.empty());
  const bool better = worth_of(rows) > best_worth();
  if (!better && annealings_.begun()) return annealings_.keep(rows);
  if (better) island_best_ = rows;
  take_start(rows);
}

void AnnealedIsland::accept_from_user(const std::string& migrant) {
  io::StateReader reader(migrant);
  const std::vector<BoxRow> rows = best_.within_rules(scene_.allowance.packed(reader.read_vector<BoxRow>()));
  if (rows.empty()) return;
  best_.offer(rows, SearchPhase::start, turns_, place_.number);
  if (worth_of(rows) > best_worth()) island_best_ = rows;
  take_start(rows);
}

int AnnealedIsland::annealed_in(const std::string& bytes) { return io::StateReader(bytes).read<int>(); }

void AnnealedIsland::found(const std::vector<BoxRow>& legal, SearchPhase phase) {
  best_.progress.phase = phase;
  count();
  if (worth_of(legal) > best_worth())
    island_best_ = legal, least_depth_ = -1;  // Nothing is known yet about a better one.
  best_.offer(legal, phase, phase == SearchPhase::start ? 0 : turns_ + 1, place_.number);
}

bool AnnealedIsland::note_annealing() {
  phase_ = SearchPhase::annealing;
  if (dropped()) return false;
  const AnnealingProgress& annealing = annealings_.present().progress();
  annealing_rounds_ = annealing.rounds;
  steps_ = annealing.steps;
  present_count_ = annealing.best_count + fixed_count();
  least_depth_ = annealing.least_depth;
  return true;
}

void AnnealedIsland::take_start(const std::vector<BoxRow>& legal, int uses) {
  if (!annealings_.begun()) {
    std::unique_ptr<AnnealingSearch> annealing = make_annealing_of(wanted_instances());
    if (annealing == nullptr) return;
    annealings_.begin(std::move(annealing));
  }
  annealings_.offer(legal, uses);
  annealing_open_ = true;
}

std::uint64_t AnnealedIsland::seed() const {
  const std::uint64_t seed = scene_.options.seed;
  if (place_.number == 0) return seed;
  RandomStream random(seed, StreamId::island_seed, static_cast<std::uint32_t>(place_.number), 0);
  return draw_seed(random);
}

std::vector<PlacedBox> AnnealedIsland::fixed_boxes() const {
  return packing_of(scene_.problem.fixed, scene_.problem.corner_radius).boxes;
}

void AnnealedIsland::write_annealing(io::StateWriter& state) const {
  state.write(annealings_.begun() ? annealings_.present().progress().instance_count : 0);
  io::write_all(state, phase_, present_count_, least_depth_, island_best_, started_, annealing_open_);
  annealings_.write(state);
}

void AnnealedIsland::read_annealing(io::StateReader& state) {
  const int annealed = state.read<int>();
  io::read_all(state, phase_, present_count_, least_depth_, island_best_, started_, annealing_open_);
  require_boxes(island_best_);
  if (phase_ < SearchPhase::start || phase_ > last_phase) io::fail_state("it has no phase");
  const int instances = scene_.options.instance_count > 0 ? wanted_instances() : annealed;
  std::unique_ptr<AnnealingSearch> annealing = annealed > 0 ? make_annealing_of(instances) : nullptr;
  if (annealed > 0 && annealing == nullptr) io::fail_state("it anneals more boxes than there is room for");
  annealings_.read(state, std::move(annealing));
  if (annealing_open_ && !annealings_.begun()) io::fail_state("its annealing has no packings");
}

int AnnealedIsland::wanted_instances() const {
  const int all = scene_.options.instance_count;
  return all > 0 ? std::max(1, static_cast<int>(place_.share(all))) : 0;
}

std::unique_ptr<AnnealingSearch> AnnealedIsland::make_annealing_of(int instance_count) const {
  const TrunkProblem& problem = scene_.problem;
  const bool against_points = scene_.options.walls == WallKind::points;
  const auto longest = [](const Piece& piece) { return sorted_edges(piece.edge).back(); };
  AnnealingOptions options{.edge = std::ranges::max_element(problem.set.pieces, {}, longest)->edge,
                           .set = problem.set.uniform() ? nullptr : &problem.set,
                           .corner_radius = problem.corner_radius,
                           .seed = seed(),
                           .thread_count = scene_.run.thread_count,
                           .instance_count = instance_count,
                           .fixed = fixed_boxes(),
                           .points = against_points ? problem.grid.get() : nullptr};
  const auto verify = [this](const BoxPacking& packing) { return best_.is_legal(rows_of(packing)); };
  return make_annealing(problem.container, std::move(options), scene_.run.device, verify);
}

}  // namespace jam::trunk
