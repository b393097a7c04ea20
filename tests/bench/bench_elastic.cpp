// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Benchmark of elastic contact on a CPU.
//   bench_elastic [--seconds S] [--threads T]     seconds of each measurement; all threads unless fewer are asked for
// Products: times of one product with the influence matrix of normal pressures, by the direct sum and by Fourier transforms; the first
// counts 2 n^2 operations for n cells, as the source does. NORM: the Hertz problem of the specification's acceptance tests, to 1e-6, by
// bound-cg with its preconditioner and its start on coarser grids, from zero, and by the source's active-set CG, of which only the
// iterations are counted where the direct product would take too long: its time is that of as many direct products.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <vector>

#include "jam/elastic/normal/normal.hpp"
#include "jam/elastic/product/line_transforms.hpp"
#include "support/bench_run.hpp"

namespace {

using namespace jam;
using namespace jam::elastic;

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

MaterialPair material() { return combine({568, 0.42}, {568, 0.42}); }

/// Seconds of a product: the best of at least one, for `seconds`.
double time_product(int nx, int ny, ProductKind kind, const test::BenchRun& run) {
  const InfluenceTable table = influence_table(Block::nn, material(), 1, 1, table_size(nx), table_size(ny));
  const auto product = make_product<double>(nx, ny, {1, 1, {&table}}, kind, run.threads);
  std::vector<double> in(static_cast<std::size_t>(nx) * ny, 1), out(in.size());
  double best = 1e300;
  const double end = now() + run.seconds;
  do {
    const double begin = now();
    product->apply(in.data(), out.data());
    best = std::min(best, now() - begin);
  } while (now() < end);
  return best;
}

NormalSolution solve(int n, const NormalSettings& settings) {
  const Grid grid = centred_grid(n, n, 2.5, 2.5);
  std::vector<double> gap;
  for (int iy = 0; iy < n; ++iy) {
    for (int ix = 0; ix < n; ++ix) gap.push_back(0.01 * (grid.x(ix) * grid.x(ix) + grid.y(iy) * grid.y(iy)));
  }
  return solve_normal(grid, material(), 0, gap, {false, 0.02}, settings);
}

void measure(const test::BenchRun& run) {
  const bool fft = *fft_library() != 0;
  std::printf("product      grid   direct [ms]   Mflop/s   %s [ms]   times faster\n", fft ? fft_library() : "no transforms");
  const std::vector<int> sizes = run.quick ? std::vector{16} : std::vector{8, 12, 16, 20, 24, 32, 64, 128, 256};
  for (const int n : sizes) {
    const double direct = time_product(n, n, ProductKind::direct, run), cells = static_cast<double>(n) * n;
    const double transforms = fft ? time_product(n, n, ProductKind::fft, run) : 0;
    std::printf("        %4d x %-4d %12.4f %9.0f %11.4f %14.2f\n", n, n, 1e3 * direct, 2e-6 * cells * cells / direct, 1e3 * transforms,
                fft ? direct / transforms : 0);
  }
  if (!fft) return;
  std::printf(
      "NORM     grid   bound-cg [s]  iterations  on coarser grids  from zero   active-set: iterations  rounds  with direct products [s]\n");
  for (const int n : run.quick ? std::vector{64} : std::vector{64, 128, 256, 512, 1024}) {
    NormalSettings settings;
    settings.thread_count = run.threads;
    double begin = now();
    const NormalSolution best = solve(n, settings);
    const double seconds = now() - begin;
    settings.coarse_start = false;
    const NormalSolution zero = solve(n, settings);
    std::printf("%4d x %-4d %16.4f %11d %17d %10d", n, n, seconds, best.iterations, best.coarse_iterations, zero.iterations);
    if (n <= 512) {
      settings.method = NormalMethod::active_set;
      const NormalSolution active = solve(n, settings);
      std::printf(" %24d %7d %26.1f", active.iterations, active.rounds,
                  (active.iterations + active.rounds) * time_product(n, n, ProductKind::direct, run));
    }
    std::printf("\n");
    std::fflush(stdout);
  }
}

}  // namespace

int main(int argc, char** argv) {
  return test::bench_main(argc, argv, {.about = "products and normal contact problems on a CPU", .device = "cpu", .seconds = 0.5}, measure);
}
