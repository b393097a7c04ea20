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

TrunkSearchOptions agreed_options(const TrunkSearchOptions& options, const SearchRun& run, std::string_view tag,
                                  std::optional<ranks::RankLink>& link) {
  TrunkSearchOptions agreed = options;
  if (run.resumes()) {
    agreed.island_count = saved_island_count(options, run, tag);
  } else if (options.island_count == 0) {
    agreed.island_count = run.rank_count();
  }
  if (run.rank_count() > 1) {
    link.emplace(*run.exchange);
    io::StateWriter writer;
    writer.write(Agreement{agreed.seed, agreed.island_count});
    const std::string of_rank_0 = link->agree(writer.finish(), run.stop);
    io::StateReader reader(of_rank_0);
    const auto agreement = reader.read<Agreement>();
    agreed.seed = agreement.seed;
    agreed.island_count = static_cast<int>(agreement.island_count);
  }
  require_island_for_each_rank(agreed.island_count, run.rank_count());
  return agreed;
}

ArchipelagoPlan trunk_plan(const TrunkSearchOptions& options, std::string_view tag) {
  io::StateWriter head;
  write_tag(head, tag);
  head.write(options.island_count);
  return {options.island_count, std::max(1, options.exchange_interval), head.finish()};
}

int read_trunk_head(io::StateReader& state, std::string_view tag) {
  read_tag(state, tag);
  const int island_count = state.read<int>();
  if (island_count < 1) io::fail_state("it has no islands");
  return island_count;
}

}  // namespace jam::trunk
