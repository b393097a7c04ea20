// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Benchmark of the lattice search: boxes against time.
//   bench_lattice [MESH.off] [--seconds S] [--threads T] [--seed K] [--out FILE.box]
// Rounds per second of a processor at the end.
// Prints a CSV line for each better packing: seconds, those of all processors together, rounds, boxes,
// bracket, tight, pitch x y z [mm], quaternion of the frame. FILE.box gets the best packing. MESH.off is read
// as triangles in mm, without any repair.
#include <algorithm>
#include <cstdio>
#include <ctime>

#include "jam/trunk/io/box_files.hpp"
#include "jam/trunk/lattice/search.hpp"
#include "scenes/trunk/off_triangles.hpp"
#include "support/bench_run.hpp"

namespace {

using namespace jam;
using namespace jam::trunk;

/// CPU time of all threads [s].
double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

void run_search(const test::BenchRun& run) {
  const TriangleMesh mesh = test::read_off_triangles(run.files.at(0));
  LatticeOptions options;
  StopToken stop;
  stop.set_time_limit(run.seconds);
  options.thread_count = run.threads;
  options.seed = run.seed;
  std::printf("seconds,processor_seconds,rounds,boxes,bracket,tight,pitch_x,pitch_y,pitch_z,w,x,y,z\n");
  LatticeSearch search(mesh, options);
  const LatticeProgress* const progress = &search.progress();
  int reported = 0;
  const auto report = [&] {
    const LatticePacking& better = search.best();
    if (better.packing.count() <= reported) return;
    reported = better.packing.count();
    const Lattice& lattice = better.frame.lattice;
    std::printf("%.1f,%.1f,%lld,%d,%d,%d,%.3f,%.3f,%.3f,%.5f,%.5f,%.5f,%.5f\n", stop.elapsed(),
                processor_seconds(), progress->rounds, better.packing.count(), progress->bracket,
                lattice.clearance < 0 ? 1 : 0, lattice.pitch.x, lattice.pitch.y, lattice.pitch.z,
                lattice.rotation.w, lattice.rotation.x, lattice.rotation.y, lattice.rotation.z);
    std::fflush(stdout);
  };
  int bracket = 0;
  double frames_seconds = 0;
  for (bool goes_on = true; goes_on;) {
    goes_on = search.advance(stop);
    report();
    if (!goes_on) break;
    if (bracket == 0) frames_seconds = processor_seconds();
    if (progress->bracket == bracket) continue;
    bracket = progress->bracket;
    std::fprintf(stderr, "%.1f s: bracket %d, %d rotations examined, %lld rounds\n", stop.elapsed(), bracket,
                 progress->rotations_examined, progress->rounds);
  }
  std::fprintf(stderr, "%d boxes of at most %d, %.1f s (%.1f s of processors), %lld rounds, %.0f rounds/s\n",
               search.best().packing.count(), search.bound(), stop.elapsed(), processor_seconds(),
               progress->rounds,
               static_cast<double>(progress->rounds) / std::max(1e-9, processor_seconds() - frames_seconds));
  for (const LatticePacking& kept : search.kept()) {
    std::fprintf(stderr, "kept: %d boxes, %lld legal placements\n", kept.packing.count(), kept.frame.legal);
  }
  if (!run.out.empty()) write_boxes(run.out, search.best().packing);
}

}  // namespace

int main(int argument_count, char** arguments) {
  const test::BenchDefaults defaults = {
      "boxes against time, lattice search", "cpu", 300, 0.2, {"meshes/roadster.off"}};
  return test::bench_main(argument_count, arguments, defaults, run_search);
}
