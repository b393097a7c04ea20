// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The command line that all benchmarks share, and their main function.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "jam/core/device.hpp"

namespace jam::test {

/// Arguments of a benchmark: [FILE...] [--device D] [--seconds S] [--threads T] [--seed K] [--ghz F] [--out
/// FILE] [--quick].
struct BenchRun {
  Device device;
  double seconds = 1;  ///< Duration of each measurement, or of the search [s].
  int threads = 0;     ///< CPU threads; 0: all.
  std::uint64_t seed = 1;
  double gigahertz = 1.98;    ///< Clock of the GPU [GHz], to which shares of its peak refer.
  int multiprocessors = 0;    ///< Multiprocessors of the GPU; 0 on a CPU.
  bool quick = false;         ///< Smallest cases only: whether the benchmark works, not how fast.
  std::filesystem::path out;  ///< File for the best packing, where there is one; empty: none.
  std::vector<std::string> files;

  /// Instructions per second that the GPU can issue: four per clock on each multiprocessor; 0 on a CPU.
  [[nodiscard]] double issue_rate() const { return 4e9 * multiprocessors * gigahertz; }
};

struct BenchDefaults {
  const char* about;  ///< One line for --help.
  const char* device = "auto";
  double seconds = 1;                   ///< [s]
  double quick_seconds = 0.01;          ///< Duration of a measurement with --quick [s].
  std::vector<std::string> files = {};  ///< Where none is given, below the root of the source tree.
};

/// Reads the command line, says on standard error which device is measured, and calls `measure`. Returns the
/// exit code of the program: 0, 1 after an exception, 2 after a wrong command line.
int bench_main(int argument_count, char** arguments, const BenchDefaults& defaults,
               const std::function<void(const BenchRun&)>& measure);

}  // namespace jam::test
