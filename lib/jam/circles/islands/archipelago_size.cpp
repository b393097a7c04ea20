// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What a multistart search has of everything where the options leave it open.
#include "jam/circles/islands/archipelago_size.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "jam/circles/tempering/replica_exchange.hpp"
#include "jam/core/error.hpp"
#include "jam/core/parallel.hpp"
#include "jam/search/archipelago.hpp"

namespace jam::circles {
namespace {

/// Instances by default. Few packings get far, so a CPU searches one for each of its cores, but at least four; a GPU needs a block for
/// each, and eight blocks for each of the 132 multiprocessors of the largest ones.
constexpr int least_instance_count_cpu = 4;
constexpr int default_instance_count_cuda = 1056;

/// Where there are more instances, a CPU searches the most promising ones of the first round, at least so many and one per core at a time,
/// and gives the place of a meta-stable one to the next: spread thin, none would get anywhere.
constexpr int least_active_count_cpu = 8;

/// Islands of a rank by default. On a GPU two: the host works on one while the rounds of the other run.
constexpr int default_island_count_cpu = 1;
constexpr int default_island_count_cuda = 2;

/// Ladders of a rank by default: one for each core, but at least two; on a GPU eight blocks for each multiprocessor, as for instances. Of
/// more circles fewer: their ladders resemble each other, and what counts is how far each gets. At least one for each multiprocessor.
constexpr int least_ladder_count_cpu = 2;
constexpr int most_ladder_count_cuda = 1056;
constexpr int least_ladder_count_cuda = 132;
constexpr double most_ladders_circles = 100;
constexpr double ladder_count_power = -1.5;

/// Fewer circles are soon tried in all ways.
constexpr int least_ladder_circles = 8;

/// A GPU with 64 KiB of shared memory for a block has room for ladders of so many.
constexpr int most_ladder_circles_cuda = 480;

int default_ladder_count_cuda(int n) {
  const double count = most_ladder_count_cuda * std::pow(std::max(1.0, n / most_ladders_circles), ladder_count_power);
  return std::max(least_ladder_count_cuda, static_cast<int>(count));
}

}  // namespace

ArchipelagoSize archipelago_size(const Problem& problem, const SearchOptions& options, const Device& device, int rank_count) {
  const bool cuda = device.kind == DeviceKind::cuda;
  const int gpu_count = static_cast<int>(std::max<std::size_t>(1, device.indices.size()));
  const int instances = cuda ? default_instance_count_cuda * gpu_count : std::max(least_instance_count_cpu, available_threads());
  ArchipelagoSize size;
  size.instance_count = options.instance_count > 0 ? options.instance_count : instances * rank_count;
  size.active_limit = options.active_count > 0 ? options.active_count
                      : cuda                   ? size.instance_count
                                               : std::max(least_active_count_cpu, available_threads()) * rank_count;
  const int islands = (cuda ? default_island_count_cuda : default_island_count_cpu) * rank_count;
  size.island_count = std::min(options.island_count > 0 ? options.island_count : islands, size.instance_count);
  // Ladders know the energy law alone: whoever asks for the contact simulation gets it, and not what ladders found.
  const bool suited = options.relaxation == Relaxation::energy && problem.count() >= least_ladder_circles &&
                      problem.count() <= (cuda ? most_ladder_circles_cuda : replica_circle_limit);
  const int ladders = cuda ? default_ladder_count_cuda(problem.count()) * gpu_count : std::max(least_ladder_count_cpu, available_threads());
  size.ladder_count = options.ladder_count >= 0 ? options.ladder_count : suited ? ladders * rank_count : 0;
  if (size.ladder_count > 0 && (problem.count() < 2 || problem.count() > replica_circle_limit)) {
    throw InputError("--ladders " + std::to_string(size.ladder_count) + ": replica exchange takes 2 to " +
                     std::to_string(replica_circle_limit) + " circles, these are " + std::to_string(problem.count()) +
                     ": leave the option out");
  }
  require_island_for_each_rank(size.island_count, rank_count);
  return size;
}

}  // namespace jam::circles
