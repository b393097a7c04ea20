// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Benchmark of the annealing: boxes against time, from a legal packing.
//   bench_annealing MESH START.box [seconds [threads [seed [device [OUT.box]]]]]     default: 300 s, all threads, seed 1, auto
// Prints a CSV line every ten seconds and for each better packing: seconds, boxes, rounds, attempts (relaxations of packings with one box
// more), attempts/s, steps, depth [mm] of the penetration of the attempt that came nearest. OUT.box gets the best packing.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

#include "jam/core/error.hpp"
#include "jam/mesh/read_container.hpp"
#include "jam/mesh/surface_sample.hpp"
#include "jam/mesh/verify_boxes.hpp"
#include "jam/trunk/annealing/annealing.hpp"
#include "jam/trunk/io/box_files.hpp"

int main(int argument_count, char** arguments) {
  using namespace jam;
  using namespace jam::trunk;
  if (argument_count < 3) {
    std::fprintf(stderr, "usage: bench_annealing MESH START.box [seconds [threads [seed [device [OUT.box]]]]]\n");
    return 2;
  }
  try {
    const Container container = mesh::read_container(arguments[1]);
    const BoxPacking start = read_boxes(arguments[2]);
    AnnealingOptions options;
    const double limit = argument_count > 3 ? std::atof(arguments[3]) : 300.0;
    options.thread_count = argument_count > 4 ? std::atoi(arguments[4]) : 0;
    options.seed = argument_count > 5 ? std::strtoull(arguments[5], nullptr, 10) : 1;
    const Device device = choose_device(argument_count > 6 ? arguments[6] : "auto", options.thread_count);
    const auto verify = [&](const BoxPacking& packing) { return mesh::verify_boxes(packing, container, 0, options.thread_count).legal; };
    if (!verify(start)) throw InputError(std::string(arguments[2]) + ": not legal in " + arguments[1]);
    std::fprintf(stderr, "%s, %d boxes\n", device.description.c_str(), start.count());
    const PointGrid grid(mesh::sample_surface(container.surface, 6, 1000000));
    StopToken stop;
    stop.set_time_limit(limit);
    Annealing annealing(container, grid, options, device, verify);
    annealing.offer(start);
    std::printf("seconds,boxes,rounds,attempts,attempts_per_s,steps,least_depth\n");
    double next = 0;
    int count = start.count();
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
      if (argument_count > 7) write_boxes(arguments[7], annealing.best());
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_annealing: %s\n", error.what());
    return 1;
  }
  return 0;
}
