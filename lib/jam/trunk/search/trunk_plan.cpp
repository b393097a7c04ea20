// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/search/trunk_plan.hpp"

#include <algorithm>
#include <string>
#include <tuple>

#include <fmt/format.h>

#include "jam/core/error.hpp"
#include "jam/trunk/io/load_report.hpp"
#include "jam/trunk/search/trunk_start.hpp"

namespace jam::trunk {
namespace {

constexpr double volume_rounding = 1e-12;  ///< A relative difference of volumes that is rounding of their sums.

/// What all ranks must have the same of; plain data.
struct Agreement {
  std::uint64_t seed;
  std::int64_t island_count;
};

int saved_island_count(const TrunkSearchOptions& options, const SearchRun& run, std::string_view tag) {
  io::StateReader state(run.checkpoint->resume_state());
  const int saved = read_trunk_head(state, tag);
  if (options.island_count > 0 && options.island_count != saved) {
    throw InputError(
        fmt::format("the checkpoint has {} islands, --islands is {}: give the same number, or leave it out", saved, options.island_count));
  }
  return saved;
}

}  // namespace

TrunkImprovement LoadKind::nothing() const {
  TrunkImprovement improvement;
  improvement.rows = fixed_;
  improvement.litres = litres_of(fixed_);
  improvement.round = -1;
  return improvement;
}

bool LoadKind::precedes(const Improvement& a, const Improvement& b) {
  if (a.litres > b.litres * (1 + volume_rounding)) return true;
  if (b.litres > a.litres * (1 + volume_rounding)) return false;
  return std::tie(a.round, a.island) < std::tie(b.round, b.island);
}

bool LoadKind::gains(const Improvement& improvement, const Progress& progress) {
  return improvement.litres > progress.best_litres * (1 + volume_rounding);
}

void LoadKind::show(const Improvement& improvement, Progress& progress) {
  progress.best_count = static_cast<int>(improvement.rows.size());
  progress.best_litres = improvement.litres;
}

void LoadKind::write(io::StateWriter& state, const Improvement& improvement) {
  state.write(improvement.phase);
  state.write(improvement.round);
  state.write(improvement.island);
  state.write(improvement.rows);
}

TrunkImprovement LoadKind::read(io::StateReader& state) const {
  Improvement improvement;
  improvement.phase = state.read<SearchPhase>();
  improvement.round = state.read<long long>();
  improvement.island = state.read<int>();
  improvement.rows = state.read_vector<BoxRow>();
  const std::vector<BoxRow>& rows = improvement.rows;
  if (rows.size() < fixed_.size() || !std::equal(fixed_.begin(), fixed_.end(), rows.begin())) {
    io::fail_state("its fixed boxes are different");
  }
  improvement.litres = litres_of(rows);
  return improvement;
}

void LoadKind::write_display(io::StateWriter& state, const Progress& progress) {
  state.write(progress.phase);
  state.write(progress.present_count);
  state.write(progress.least_depth);
  state.write(progress.best_count);
  state.write(progress.best_litres);
}

void LoadKind::read_display(io::StateReader& state, Progress& progress) {
  progress.phase = state.read<SearchPhase>();
  progress.present_count = state.read<int>();
  progress.least_depth = state.read<double>();
  progress.best_count = state.read<int>();
  progress.best_litres = state.read<double>();
}

std::vector<BoxRow> LoadIncumbent::legal(std::vector<BoxRow> boxes) const {
  return legal_part(kind().fixed(), std::move(boxes), kind().verify(), &stop());
}

void LoadIncumbent::offer(const std::vector<BoxRow>& boxes, SearchPhase phase, long long round, int island) {
  TrunkImprovement improvement;
  improvement.phase = phase;
  improvement.rows = kind().fixed();
  improvement.rows.insert(improvement.rows.end(), boxes.begin(), boxes.end());
  improvement.litres = litres_of(improvement.rows);
  improvement.round = round;
  improvement.island = island;
  Incumbent::offer(std::move(improvement));
}

TrunkResult LoadIncumbent::result() {
  report_end();
  return {{progress, stop().reason()}, rows()};
}

TrunkPlan::TrunkPlan(const TrunkSearchOptions& options, const SearchRun& run, std::string_view tag)
    : options_(options), run_(run), tag_(tag) {
  if (run.resumes()) {
    options_.island_count = saved_island_count(options, run, tag);
  } else if (options.island_count == 0) {
    options_.island_count = run.rank_count();
  }
  if (run.rank_count() > 1) {
    link_.emplace(*run.exchange);
    io::StateWriter writer;
    writer.write(Agreement{options_.seed, options_.island_count});
    const std::string of_rank_0 = link_->agree(writer.finish(), run.stop);
    const auto agreement = io::StateReader(of_rank_0).read<Agreement>();
    options_.seed = agreement.seed;
    options_.island_count = static_cast<int>(agreement.island_count);
  }
  require_island_for_each_rank(options_.island_count, run.rank_count());
}

ArchipelagoPlan TrunkPlan::archipelago_plan() const {
  io::StateWriter head;
  io::write_tag(head, tag_);
  head.write(options_.island_count);
  return {options_.island_count, std::max(1, options_.exchange_interval), head.finish()};
}

int read_trunk_head(io::StateReader& state, std::string_view tag) {
  read_tag(state, tag);
  const int island_count = state.read<int>();
  if (island_count < 1) io::fail_state("it has no islands");
  return island_count;
}

}  // namespace jam::trunk
