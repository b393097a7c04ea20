// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Benchmark of replica exchange: how many displacements per second, over all replicas, ladders make with the
// swaps and jumps that belong to them, and how near that is to what the GPU could issue.
//   bench_ladders [--device D] [--seconds S] [--threads T] [--ghz F]     seconds per line
// Prints one CSV line per case: circles, ladders, displacements per second, visits of other circles per
// second, share of the GPU's issue slots that the necessary instructions take.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

#include "scenes/circles/sample_ladders.hpp"
#include "support/bench_run.hpp"

namespace {

using namespace jam;
using namespace jam::circles;

// Least instructions of a visit, a multiplication and an addition in one counted once: a move of one circle
// loads a centre and a pair (2), works out what two distances leave of the reach (8), cuts both off (2) and
// adds the difference of their squares (3). An exchange of two circles loads one pair more (3), has four such
// rests of two distances (12), cuts them off (4), adds two differences (6) and leaves out the two themselves
// (4). A try has its random numbers, rim and decision.
constexpr double place_visit_instructions = 15;
constexpr double swap_visit_instructions = 29;
constexpr double try_instructions = 60;

double seconds_of_blocks(LadderEngine& engine, std::span<Ladder> ladders, const LadderSetting& setting,
                         long long blocks) {
  const auto begin = std::chrono::steady_clock::now();
  engine.run({ladders, setting, blocks});
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

void run_case(int n, int ladder_count, const test::BenchRun& run) {
  const test::SweepSetting sweeps(n);
  const LadderSetting setting = sweeps.ladders(1e5, 1.17);
  std::vector<Ladder> ladders = test::random_ladders(ladder_count, n);
  StopToken stop;
  const std::unique_ptr<LadderEngine> engine =
      make_ladder_engine(run.device, run.threads, ladder_count, n, stop);
  seconds_of_blocks(*engine, ladders, setting, 1);
  const double pilot = seconds_of_blocks(*engine, ladders, setting, 4) / 4;
  const auto blocks = static_cast<long long>(std::clamp(run.seconds / pilot, 4.0, 1e5));
  const double elapsed = seconds_of_blocks(*engine, ladders, setting, blocks);

  const double steps = static_cast<double>(blocks) * sweeps_per_block * n * ladder_count;
  const double places = 1 + 1.0 / sweep_jump_interval;
  const double swaps = 1.0 / sweep_swap_interval;
  const double visits = (places + swaps) * (n - 1);
  // A warp has 32 lanes, two for each replica. What a try has is counted once, also where several warps do
  // it.
  const double warp_instructions =
      (places * place_visit_instructions + swaps * swap_visit_instructions) * (n - 1) * replica_count / 32 +
      (places + swaps) * try_instructions;
  std::printf("%d,%d,%.4g,%.4g,%.3f\n", n, ladder_count, steps * replica_count / elapsed,
              steps * replica_count * visits / elapsed,
              run.multiprocessors > 0 ? steps * warp_instructions / elapsed / run.issue_rate() : 0.0);
  std::fflush(stdout);
}

}  // namespace

int main(int argument_count, char** arguments) {
  const test::BenchDefaults defaults = {"replica exchange", "auto", 0.4};
  return test::bench_main(argument_count, arguments, defaults, [](const test::BenchRun& run) {
    std::printf("circles,ladders,displacements_per_s,visits_per_s,share_of_issue\n");
    for (const int n : run.quick ? std::vector{10} : std::vector{24, 50, 128, 300}) {
      if (run.quick || run.device.kind == DeviceKind::cpu) {
        run_case(n, 2 * std::max(1, run.threads), run);
        continue;
      }
      for (const int ladders : {132, 528, 1056, 2112, 4224}) run_case(n, ladders, run);
    }
  });
}
