// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Benchmark of the annealing: boxes against time, from a legal packing.
//   bench_annealing [MESH [START.box...]] [--device D] [--seconds S] [--threads T] [--seed K] [--out FILE.box]
// Without START.box it begins with what a lattice search finds first. Prints a CSV line every ten seconds and for each better packing:
// seconds, boxes, rounds, attempts (relaxations of packings with one box more), attempts/s, steps, depth [mm] of the penetration of the
// attempt that came nearest. FILE.box gets the best packing.
#include <cstdio>

#include "bench/annealing_start.hpp"
#include "jam/mesh/read_container.hpp"
#include "jam/mesh/surface_sample.hpp"
#include "jam/mesh/verify_boxes.hpp"
#include "jam/trunk/annealing/annealing.hpp"
#include "support/bench_run.hpp"

namespace {

using namespace jam;
using namespace jam::trunk;

void run_annealing(const test::BenchRun& run) {
  const Container container = mesh::read_container(run.files.at(0));
  AnnealingOptions options;
  options.thread_count = run.threads;
  options.seed = run.seed;
  if (run.quick) options.instance_count = 2;
  const auto verify = [&](const BoxPacking& packing) { return mesh::verify_boxes(packing, container, 0, options.thread_count).legal; };
  const PointGrid grid(mesh::sample_surface(container.surface, 6, 1000000));
  Annealing annealing(container, grid, options, run.device, verify);
  test::take_start_packings(container, run, verify, [&](const BoxPacking& start) { annealing.offer(start); });
  StopToken stop;
  stop.set_time_limit(run.seconds);
  std::printf("seconds,boxes,rounds,attempts,attempts_per_s,steps,least_depth\n");
  double next = 0;
  int count = annealing.best().count();
  std::fprintf(stderr, "%d boxes\n", count);
  bool open = true;
  while (open) {
    open = annealing.advance(stop);
    const AnnealingProgress& at = annealing.progress();
    if (open && at.best_count == count && stop.elapsed() < next) continue;
    next = stop.elapsed() + 10;
    count = at.best_count;
    std::printf("%.1f,%d,%lld,%lld,%.1f,%lld,%.3f\n", stop.elapsed(), count, at.rounds, at.attempts,
                static_cast<double>(at.attempts) / stop.elapsed(), at.steps, at.least_depth);
    std::fflush(stdout);
    if (!run.out.empty()) write_boxes(run.out, annealing.best());
  }
}

}  // namespace

int main(int argument_count, char** arguments) {
  const test::BenchDefaults defaults = {"boxes against time, annealing", "auto", 300, 1, {"meshes/roadster.off"}};
  return test::bench_main(argument_count, arguments, defaults, run_annealing);
}
