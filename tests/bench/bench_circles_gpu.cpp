// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Benchmark of the rounds of the search `multistart`: how many candidates and relaxation steps per second the
// engine makes, for numbers of instances and of warps per block, and how near that is to what the GPU could
// issue.
//   bench_circles [--device D] [--seconds S] [--threads T] [--ghz F]     seconds per line
// Prints one CSV line per case: circles, instances, warps per block (0 = the engine's choice), trials per
// second, the same without giving up hopeless ones, steps per second, visits of near circles per second,
// steps per trial, share of the GPU's issue slots that the necessary instructions take.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "jam/circles/model/search.hpp"
#include "jam/circles/tabu/round_engine.hpp"
#include "jam/circles/tabu/start.hpp"
#include "jam/core/device.hpp"
#include "scenes/circles/round_arrays.hpp"
#include "support/bench_run.hpp"

namespace {

using namespace jam;
using namespace jam::circles;

// Least instructions of a step: a visit of a near circle (3 loads, 3 to find it, 12 of arithmetic, 2 of the
// loop), a circle (loads and stores, the rim, the move), and the three sums with the step length.
constexpr double visit_instructions = 20;
constexpr double circle_instructions = 50;
constexpr double step_instructions = 60;

/// Ordered pairs of near circles, on average over the instances.
double mean_near_count(const InstanceArrays& arrays, float skin) {
  const std::size_t n = arrays.count;
  long long near = 0;
  for (int k = 0; k < arrays.instance_count; ++k) {
    const float* x = &arrays.x[static_cast<std::size_t>(k) * n];
    const float* y = &arrays.y[static_cast<std::size_t>(k) * n];
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        near += std::hypot(x[i] - x[j], y[i] - y[j]) < arrays.radius[i] + arrays.radius[j] + skin ? 2 : 0;
      }
    }
  }
  return static_cast<double>(near) / arrays.instance_count;
}

struct Counts {
  long long trials = 0;
  long long steps = 0;
};

Counts count(const InstanceArrays& arrays) {
  Counts counts;
  for (const InstanceState& state : arrays.state) {
    counts.trials += state.trials;
    counts.steps += state.steps;
  }
  return counts;
}

double seconds_of_run(RoundEngine& engine, InstanceArrays& arrays, const RoundParameters& parameters) {
  const auto begin = std::chrono::steady_clock::now();
  engine.run({arrays, parameters});
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

struct Case {
  int circles;
  int instances;
  int warps;
};

void run_case(const Case& c, const test::BenchRun& run) {
  const std::vector<float> radii = test::linear_radii(c.circles, 0.9);
  InstanceArrays arrays = test::random_instances(c.instances, radii);
  RoundParameters parameters = make_round_parameters(make_problem("linear", c.circles), SearchOptions());
  StopToken stop;
  if (c.warps > 0) setenv("JAM_CUDA_WARPS", std::to_string(c.warps).c_str(), 1);
  const std::unique_ptr<RoundEngine> engine =
      make_round_engine(run.device, run.threads, c.instances, c.circles, stop);
  // The first round settles; the second tells how many sweeps fill the time.
  parameters.sweep_count = 3;
  engine->run({arrays, parameters});
  const double pilot = seconds_of_run(*engine, arrays, parameters);
  parameters.sweep_count = static_cast<int>(std::clamp(3.0 * run.seconds / pilot, 3.0, 1e6));
  const Counts before = count(arrays);
  const double elapsed = seconds_of_run(*engine, arrays, parameters);
  const Counts after = count(arrays);

  // The same with every candidate carried to rest, also a hopeless one.
  parameters.relaxation.give_up_slope = 1e30F;
  const double elapsed_complete = seconds_of_run(*engine, arrays, parameters);
  const double complete = static_cast<double>(count(arrays).trials - after.trials);
  unsetenv("JAM_CUDA_WARPS");

  const double trials = static_cast<double>(after.trials - before.trials);
  const double steps = static_cast<double>(after.steps - before.steps);
  const double near = mean_near_count(arrays, parameters.relaxation.skin);
  const double instructions =
      (near * visit_instructions + c.circles * circle_instructions) / 32 + step_instructions;
  std::printf("%d,%d,%d,%.4g,%.4g,%.4g,%.4g,%.1f,%.3f\n", c.circles, c.instances, c.warps, trials / elapsed,
              complete / elapsed_complete, steps / elapsed, steps * near / elapsed, steps / trials,
              run.multiprocessors > 0 ? steps * instructions / elapsed / run.issue_rate() : 0.0);
  std::fflush(stdout);
}

}  // namespace

int main(int argument_count, char** arguments) {
  const test::BenchDefaults defaults = {"rounds of the search multistart", "auto", 0.4};
  return test::bench_main(argument_count, arguments, defaults, [](const test::BenchRun& run) {
    std::printf(
        "circles,instances,warps,trials_per_s,complete_per_s,steps_per_s,visits_per_s,steps_per_trial,share_"
        "of_issue\n");
    for (const int circles : run.quick ? std::vector{10} : std::vector{24, 50, 128, 300, 1000}) {
      if (run.quick || run.device.kind == DeviceKind::cpu) {
        run_case({circles, 16, 0}, run);
        continue;
      }
      // With more circles a round takes long, and a block is a team.
      if (circles > 128) {
        for (const int instances : {200, 1056}) run_case({circles, instances, 0}, run);
        continue;
      }
      for (const int instances : {200, 1056, 4224}) {
        for (const int warps : {0, 1, 2, 4, 8, 16}) run_case({circles, instances, warps}, run);
      }
    }
  });
}
