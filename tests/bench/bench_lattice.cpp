// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Benchmark of the lattice search: boxes against time.
//   bench_lattice MESH.off [seconds [threads [seed [device [OUT.box]]]]]     default: 300 s, all threads, seed 1, cpu
// Device: auto, cpu, cuda or cuda:i. Rounds per second at the end: of a processor, or of the device.
// Prints a CSV line for each better packing: seconds, those of all processors together, rounds, boxes, cup, tight, pitch x y z [mm],
// quaternion of the frame. OUT.box gets the best packing (BOX 0.0.2), for an independent checker. MESH.off is read as triangles in mm,
// without any repair.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <string>

#include "jam/core/error.hpp"
#include "jam/trunk/lattice/lattice_search.hpp"
#include "scenes/trunk/off_triangles.hpp"

namespace {

using namespace jam;
using namespace jam::trunk;

void write_boxes(const std::string& path, const BoxPacking& packing) {
  std::FILE* file = std::fopen(path.c_str(), "w");
  if (file == nullptr) throw InputError(path + ": cannot be written");
  std::fprintf(file, "# box 0.0.2\n%d\n", packing.count());
  for (const PlacedBox& box : packing.boxes) {
    const Mat3<double> m = rotation_matrix(box.rotation);
    std::fprintf(file, "%.17g %.17g %.17g  %.17g %.17g %.17g  %.17g %.17g %.17g  0 0\n", box.centre.x, box.centre.y, box.centre.z,
                 m.column[0].x, m.column[0].y, m.column[0].z, m.column[1].x, m.column[1].y, m.column[1].z);
  }
  std::fclose(file);
}

/// Of all threads.
double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

}  // namespace

int main(int argument_count, char** arguments) {
  if (argument_count < 2) {
    std::fprintf(stderr, "usage: bench_lattice MESH.off [seconds [threads [seed [device [OUT.box]]]]]\n");
    return 2;
  }
  try {
    const TriangleMesh mesh = jam::test::read_off_triangles(arguments[1]);
    LatticeOptions options;
    StopToken stop;
    stop.set_time_limit(argument_count > 2 ? std::atof(arguments[2]) : 300.0);
    options.thread_count = argument_count > 3 ? std::atoi(arguments[3]) : 0;
    options.seed = argument_count > 4 ? std::strtoull(arguments[4], nullptr, 10) : 1;
    options.device = choose_device(argument_count > 5 ? arguments[5] : "cpu", options.thread_count);
    std::fprintf(stderr, "%s\n", options.device.description.c_str());
    std::printf("seconds,processor_seconds,rounds,boxes,cup,tight,pitch_x,pitch_y,pitch_z,w,x,y,z\n");
    const LatticeProgress* progress = nullptr;
    const auto report = [&](const LatticePacking& better) {
      const Lattice& lattice = better.frame.lattice;
      std::printf("%.1f,%.1f,%lld,%d,%d,%d,%.3f,%.3f,%.3f,%.5f,%.5f,%.5f,%.5f\n", stop.elapsed(), processor_seconds(), progress->rounds,
                  better.packing.count(), progress->cup, lattice.clearance < 0 ? 1 : 0, lattice.pitch.x, lattice.pitch.y, lattice.pitch.z,
                  lattice.rotation.w, lattice.rotation.x, lattice.rotation.y, lattice.rotation.z);
      std::fflush(stdout);
    };
    LatticeSearch search(mesh, options, report);
    progress = &search.progress();
    int cup = 0;
    double frames_seconds = 0;
    while (search.advance(stop)) {
      if (cup == 0) frames_seconds = options.device.kind == DeviceKind::cuda ? stop.elapsed() : processor_seconds();
      if (progress->cup == cup) continue;
      cup = progress->cup;
      std::fprintf(stderr, "%.1f s: cup %d, %d turns examined, %lld rounds\n", stop.elapsed(), cup, progress->turns_examined,
                   progress->rounds);
    }
    std::fprintf(stderr, "%d boxes of at most %d, %.1f s (%.1f s of processors), %lld rounds, %.0f rounds/s\n",
                 search.best().packing.count(), search.bound(), stop.elapsed(), processor_seconds(), progress->rounds,
                 static_cast<double>(progress->rounds) /
                     std::max(1e-9, (options.device.kind == DeviceKind::cuda ? stop.elapsed() : processor_seconds()) - frames_seconds));
    for (const LatticePacking& kept : search.kept())
      std::fprintf(stderr, "kept: %d boxes, %lld legal placements\n", kept.packing.count(), kept.frame.legal);
    if (argument_count > 6) write_boxes(arguments[6], search.best().packing);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_lattice: %s\n", error.what());
    return 1;
  }
  return 0;
}
