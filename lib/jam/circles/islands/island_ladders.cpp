// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The ladders of an island: their samples are polished, offered to the elites, and used as fresh starts of
// instances.
#include <algorithm>
#include <cmath>

#include "jam/circles/islands/island.hpp"
#include "jam/circles/polish/polish.hpp"
#include "jam/core/parallel.hpp"

namespace jam::circles {
namespace {

/// Sweeps per trial of the instances, summed over all ladders. For about 50 circles, ladders then take about
/// two thirds of the time. Up to `sweep_circles` circles, a sweep of a ladder costs about as much as a trial
/// on a CPU, and as two to three on a GPU; for more circles it costs more, because a sweep examines all
/// pairs, and there are fewer sweeps.
constexpr double sweeps_per_trial_cpu = 2.5;
constexpr double sweeps_per_trial_gpu = 0.5;
constexpr double sweep_circles = 50;

/// Largest number of sweeps of a ladder in a round. On a CPU the limit saves memory. On a GPU it holds for up
/// to `sweep_circles` circles and falls for more: few ladders do not fill a GPU, and rounds would wait for
/// them for more than a second. With the default number of ladders this limits ladders of more than 146
/// circles: with 200 circles to 0.45 of the sweeps that the trials allow, with 300 to 0.16.
constexpr double most_sweeps_cpu = 100'000;
constexpr double most_sweeps_gpu = 10'240;

/// Polishing of a packing takes milliseconds for 50 circles, and longer for more. So of each round at most
/// polished_circles / n samples, but at least least_polished, are polished: those with the lowest energies.
/// With radii 1..50 and 1..128, the best twelve samples were mostly among the lowest sixth.
constexpr int polished_circles = 6400;
constexpr int least_polished = 16;

/// How far below the best radius the target of the ladders lies [-]: 5e-4 for up to 50 circles, then more.
double ladder_target_distance(int n) { return 5e-4 * std::pow(std::clamp(n / 50.0, 1.0, 4.0), 1.5); }

}  // namespace

void PackingIsland::begin_ladders() {
  if (!ladders_) return;
  if (std::isfinite(least_radius_)) {
    ladders_->set_target_radius(least_radius_ * (1 - ladder_target_distance(problem_.count())));
  }
  const bool gpu = ladders_->device_bytes() > 0;
  const double scale = std::min(1.0, sweep_circles / problem_.count());
  const double most_sweeps = gpu ? most_sweeps_gpu * scale * scale : most_sweeps_cpu;
  const double trials = static_cast<double>(searched_count(size_.instance_count)) * parameters_.sweep_count *
                        parameters_.candidate_count;
  const double sweeps =
      (gpu ? sweeps_per_trial_gpu : sweeps_per_trial_cpu) * scale * trials / ladders_->ladder_count();
  ladders_->begin(static_cast<long long>(std::min(most_sweeps, sweeps + 1)));
}

bool PackingIsland::finish_ladders() {
  if (!ladders_) return true;
  const std::vector<LadderPacking> samples =
      ladders_->finish(std::max(least_polished, polished_circles / problem_.count()));
  if (stop_.stop_requested()) return false;

  std::vector<PolishResult> results(samples.size());
  parallel_for(static_cast<int>(samples.size()), thread_count_,
               [&](int i) { results[i] = polish(samples[i].packing, {.stop = stop_.query()}); });
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (results[i].cut) return false;
    take(results[i].packing, number_of(samples[i].ladder), MoveKind::replica_exchange);
    if (elites_.offer(results[i].packing)) ladder_samples_.offer(std::move(results[i].packing));
  }
  return true;
}

}  // namespace jam::circles
