// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The seven programs of the source (de Reus 2010, appendix A) in one place, with what has replaced them:
// products on the CPU (P1) and on a GPU (P2, P3), the inner products of a step of Gauss-Seidel on the CPU
// (P4, P5) and on a GPU (P7), and sums on a GPU (P6). Data are random numbers in [0, 1) of a fixed seed, in
// single precision; every result is compared with one in double precision, or in integers.
//
// Operations are counted as the source does: a product of n cells 2 n^2, a step of Gauss-Seidel 8 n + 6, a
// sum of n numbers n.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "jam/elastic/cuda/measured.hpp"

namespace jam::elastic {

struct SourceSettings {
  int nx = 64, ny = 64;
  TileSize tile;      ///< Tile of P2 and P3.
  int rows = 1;       ///< Rows of inputs in a block of P7.
  int numbers = 512;  ///< Numbers that P6 sums, a power of two from 2 to 1024.
  int repeats = 5;    ///< Repetitions of a timed product; sums are repeated 1000 times more.
  int gpu = -1;       ///< Ordinal of the CUDA device; -1: only what runs on the CPU.
  int thread_count = 0;
};

/// One line of a table. What was not run, as its conditions do not hold or it would take too much memory, is
/// NaN, as in the source.
struct SourceLine {
  std::string program;  ///< `P1`; empty: not of the source.
  std::string what;
  double seconds = std::numeric_limits<double>::quiet_NaN();  ///< Time of one product, step or sum [s]; on a
                                                              ///< GPU, of its kernels.
  double whole_seconds = std::numeric_limits<double>::quiet_NaN();  ///< With the copy to the host, as in the
                                                                    ///< source [s]; GPU only.
  double error = std::numeric_limits<double>::quiet_NaN();  ///< Relative error in the Euclidean norm [-].
  double operations = 0;                                    ///< Operations as the source counts them.
  double published = 0;  ///< Best rate that the source reports [Mflop/s]; 0: none.

  [[nodiscard]] double mflops() const { return 1e-6 * operations / seconds; }
  [[nodiscard]] double whole_mflops() const { return 1e-6 * operations / whole_seconds; }
};

[[nodiscard]] std::vector<SourceLine> product_programs(const SourceSettings& settings);
[[nodiscard]] std::vector<SourceLine> dot_programs(const SourceSettings& settings);
[[nodiscard]] std::vector<SourceLine> reduction_programs(const SourceSettings& settings);

}  // namespace jam::elastic
