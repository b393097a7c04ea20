// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What benchmarks of a device are told: [device [seconds [threads [GHz]]]].
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>

#include "jam/core/device.hpp"

namespace jam::test {

struct BenchRun {
  Device device;
  double seconds = 0.4;   ///< Per case.
  int threads = 0;        ///< 0: all.
  double issue_rate = 0;  ///< Instructions per second that the GPU can issue: four per clock on each multiprocessor; 0 on a CPU.
};

/// Says on standard error which device it is.
inline BenchRun bench_run(int argument_count, char** arguments) {
  BenchRun run;
  if (argument_count > 2) run.seconds = std::atof(arguments[2]);
  if (argument_count > 3) run.threads = std::atoi(arguments[3]);
  const double gigahertz = argument_count > 4 ? std::atof(arguments[4]) : 1.98;
  run.device = choose_device(argument_count > 1 ? arguments[1] : "auto", run.threads);
  int multiprocessors = 0;
  if (run.device.kind == DeviceKind::cuda) std::sscanf(run.device.description.c_str(), "%*[^,], %d multiprocessors", &multiprocessors);
  run.issue_rate = 4e9 * multiprocessors * gigahertz;
  std::fprintf(stderr, "%s, %.1f s per case\n", run.device.description.c_str(), run.seconds);
  return run;
}

}  // namespace jam::test
