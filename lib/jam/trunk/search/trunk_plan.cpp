// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/search/trunk_plan.hpp"

#include <algorithm>
#include <string>

#include "jam/core/error.hpp"

namespace jam::trunk {
namespace {

/// What all ranks must have the same of; plain data.
struct Agreement {
  std::uint64_t seed;
  std::int64_t island_count;
};

int saved_island_count(const TrunkSearchOptions& options, const SearchRun& run, std::string_view tag) {
  io::StateReader state(run.checkpoint->resume_state());
  const int saved = read_trunk_head(state, tag);
  if (options.island_count > 0 && options.island_count != saved) {
    throw InputError("the checkpoint has " + std::to_string(saved) + " islands, --islands is " + std::to_string(options.island_count) +
                     ": give the same number, or leave it out");
  }
  return saved;
}

}  // namespace

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
