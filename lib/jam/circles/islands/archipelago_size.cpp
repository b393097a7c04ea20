// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Default numbers of instances, islands and ladders.
#include "jam/circles/islands/archipelago_size.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "jam/circles/tempering/replica_exchange.hpp"
#include "jam/core/error.hpp"
#include "jam/core/memory_plan.hpp"
#include "jam/core/parallel.hpp"
#include "jam/search/archipelago.hpp"

namespace jam::circles {
namespace {

/// Numbers of instances. Only a few packings become good ones, so a CPU searches one per core, but at least
/// four; a GPU one per block, with eight blocks per multiprocessor of the largest GPUs, which have 132.
constexpr int least_instance_count_cpu = 4;
constexpr int default_instance_count_cuda = 1056;

/// If there are more instances, a CPU searches only the most promising ones after the first round: one per
/// core, but at least this number at a time. It replaces a meta-stable one by the next.
constexpr int least_active_count_cpu = 8;

/// Islands of a rank. On a GPU two: the host works on one while the rounds of the other run.
constexpr int default_island_count_cpu = 1;
constexpr int default_island_count_cuda = 2;

/// Ladders of a rank: one per core, but at least two; on a GPU eight blocks per multiprocessor, as for
/// instances. Fewer for more circles, whose ladders find similar packings, so that the progress of each
/// matters more; at least one per multiprocessor.
constexpr int least_ladder_count_cpu = 2;
constexpr int most_ladder_count_cuda = 1056;
constexpr int least_ladder_count_cuda = 132;
constexpr double most_ladders_circles = 100;
constexpr double ladder_count_power = -1.5;

/// Packings of fewer circles are soon searched completely without ladders. On a GPU the tabu search alone
/// found the best packings of 24, 26 and 30 circles sooner: of 30 after 1.1 s instead of 3.6 s (ten seeds;
/// tests/bench/results/h200.md).
constexpr int least_ladder_circles_cpu = 8;
constexpr int least_ladder_circles_cuda = 31;

/// Largest number of circles of a ladder in 64 KiB of shared memory per block.
constexpr int most_ladder_circles_cuda = 480;

int default_ladder_count_cuda(int n) {
  const double count =
      most_ladder_count_cuda * std::pow(std::max(1.0, n / most_ladders_circles), ladder_count_power);
  return std::max(least_ladder_count_cuda, static_cast<int>(count));
}

/// Limit of the memory of a rank's ladders [bytes]: no machine is fast enough to use more of them.
constexpr std::size_t ladder_memory_limit = std::size_t{1} << 30;

void require_ladder_memory(int ladder_count, int n) {
  const std::size_t bytes = sizeof(Ladder) + 2 * sizeof(Lanes) * static_cast<std::size_t>(n);
  const std::size_t most = ladder_memory_limit / bytes;
  if (static_cast<std::size_t>(ladder_count) <= most) return;
  throw InputError(fmt::format(
      "--ladders {}: ladders of {} circles take {} each, {} in all: at most {} of them, {}, are supported",
      ladder_count, n, format_bytes(bytes), format_bytes(bytes * ladder_count), most,
      format_bytes(ladder_memory_limit)));
}

}  // namespace

SearchSize SearchSize::share(const IslandPlace& place) const {
  const auto part = [&](int all) { return static_cast<std::int32_t>(place.share(all)); };
  return {part(instance_count), std::max(1, part(active_limit)), 1, part(ladder_count)};
}

SearchSize archipelago_size(const Problem& problem, const SearchOptions& options, const Device& device,
                            int rank_count) {
  const bool cuda = device.kind == DeviceKind::cuda;
  const int gpu_count = static_cast<int>(std::max<std::size_t>(1, device.indices.size()));
  const int instances = cuda ? default_instance_count_cuda * gpu_count
                             : std::max(least_instance_count_cpu, available_threads());
  // Compression has no ladders, searches all instances, and leaves its islands no work for the host while
  // rounds of others run.
  const bool compress = options.strategy == Strategy::compress;
  SearchSize size;
  size.instance_count = options.instance_count > 0 ? options.instance_count : instances * rank_count;
  size.active_limit = options.active_count > 0 ? options.active_count
                      : cuda || compress       ? size.instance_count
                                         : std::max(least_active_count_cpu, available_threads()) * rank_count;
  const int islands = (cuda && !compress ? default_island_count_cuda : default_island_count_cpu) * rank_count;
  size.island_count =
      std::min(options.island_count > 0 ? options.island_count : islands, size.instance_count);
  // Ladders have only the energy law: with the contact law there are none by default.
  const bool suited = !compress && options.relaxation == Relaxation::energy &&
                      problem.count() >= (cuda ? least_ladder_circles_cuda : least_ladder_circles_cpu) &&
                      problem.count() <= (cuda ? most_ladder_circles_cuda : replica_circle_limit);
  const int ladders = cuda ? default_ladder_count_cuda(problem.count()) * gpu_count
                           : std::max(least_ladder_count_cpu, available_threads());
  size.ladder_count = options.ladder_count >= 0 ? options.ladder_count : suited ? ladders * rank_count : 0;
  if (size.ladder_count > 0 && (problem.count() < 2 || problem.count() > replica_circle_limit)) {
    throw InputError(fmt::format(
        "--ladders {}: replica exchange takes 2 to {} circles, these are {}: leave the option out",
        size.ladder_count, replica_circle_limit, problem.count()));
  }
  require_ladder_memory(size.ladder_count / rank_count, problem.count());
  require_island_for_each_rank(size.island_count, rank_count);
  return size;
}

}  // namespace jam::circles
