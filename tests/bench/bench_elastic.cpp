// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Benchmark of elastic contact on a CPU or on a GPU.
//   bench_elastic [--device D] [--seconds S] [--threads T]     seconds of each measurement; all threads
//                                                              unless fewer are asked for
// On a CPU: Products: times of one product with the influence matrix of normal pressures, by the direct sum
// and by Fourier transforms; the first counts 2 n^2 operations for n cells, as the source does. NORM: the
// Hertz problem of the specification's acceptance tests, to 1e-6, by bound-cg with its preconditioner and its
// start on coarser grids, from zero, and by the source's active-set CG, of which only the iterations are
// counted where the direct product would take too long: its time is that of as many direct products. On a
// GPU: direct products and those by Fourier transforms, kernels alone and with the copy of the result; whole
// NORM problems, from gaps in the host's memory to pressures there. On both: batches of small contacts, and
// TANG: Cattaneo's shift of a ball, whose pressures are found first, from gaps in the host's memory to
// tractions there.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory>
#include <vector>

#include "bench/source_programs/measured.hpp"
#include "jam/elastic/batch/contact.hpp"
#include "jam/elastic/normal/normal.hpp"
#include "jam/elastic/product/line_transforms.hpp"
#include "jam/elastic/tangential/frictional.hpp"
#include "support/bench_run.hpp"

namespace {

using namespace jam;
using namespace jam::test;

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

MaterialPair material() { return combine({568, 0.42}, {568, 0.42}); }

/// Seconds of a product: the best of at least one, for `seconds`.
double time_product(int nx, int ny, ProductKind kind, const test::BenchRun& run) {
  const InfluenceTable table = influence_table(Block::nn, material(), 1, 1, table_size(nx), table_size(ny));
  const auto product = make_product<double>(nx, ny, {1, {&table}}, kind, run.threads);
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

/// Seconds of a Hertz problem on n x n cells, and its solution.
double solve(int n, const NormalSettings& settings, NormalSolution& solution) {
  const Grid grid = centred_grid(n, n, 2.5, 2.5);
  std::vector<double> gap;
  for (int iy = 0; iy < n; ++iy) {
    for (int ix = 0; ix < n; ++ix) gap.push_back(0.01 * (grid.x(ix) * grid.x(ix) + grid.y(iy) * grid.y(iy)));
  }
  const double begin = now();
  solution = solve_normal(grid, material(), 0, gap, {false, 0.02}, settings);
  return now() - begin;
}

/// Hertz contacts of different forces, 24 x 24 cells on 1.25 times the patch.
void measure_batch(const test::BenchRun& run) {
  const int count = run.quick ? 10 : run.device.kind == DeviceKind::cuda ? 10'000 : 1'000;
  std::vector<SmallContact> contacts;
  for (int k = 0; k < count; ++k) {
    const double size = 1 + 1e-3 * (k % 1000), radius = std::cbrt(size);
    contacts.push_back({centred_grid(24, 24, 2.5 * radius, 2.5 * radius),
                        {0.01, 0.01},
                        material(),
                        0,
                        {k % 2 == 0, k % 2 == 0 ? 9.195402 * size : 0.02 * radius * radius}});
  }
  std::vector<SmallPressure> results(contacts.size());
  std::vector<double> pressures(contacts.size() * small_cells);
  const auto engine = make_small_engine(run.device, run.threads);
  std::printf(
      "contacts of 24 x 24 cells      [ms]   with all pressures [ms]   iterations   worst residual\n");
  double best = 1e300, best_with = 1e300;
  for (int repeat = 0; repeat < (run.quick ? 1 : 4); ++repeat) {
    double begin = now();
    engine->run({contacts, results, {}, 1e-6});
    best = std::min(best, now() - begin);
    begin = now();
    engine->run({contacts, results, pressures, 1e-6});
    best_with = std::min(best_with, now() - begin);
  }
  double iterations = 0, residual = 0;
  for (const SmallPressure& result : results) {
    iterations += result.iterations;
    residual = std::max(residual, result.end == SolveEnd::solved ? result.residual : 1e300);
  }
  std::printf("%25d %9.2f %25.2f %12.1f %16.2e\n", count, 1e3 * best, 1e3 * best_with, iterations / count,
              residual);
}

/// Cattaneo's shift of 0.005 mm with a friction of 0.4 on n x n cells, to 1e-8: seconds of the whole, with
/// pressures to 1e-6.
double solve_shift(int n, TangentialMethod method, const test::BenchRun& run, FrictionalContact& found) {
  Contact contact;
  contact.surface.curvature = {0.01, 0.01};
  contact.pair = material();
  contact.grid = centred_grid(n, n, 2.5, 2.5);
  contact.load = {true, 9.195402};
  FrictionalSettings settings;
  settings.normal.thread_count = settings.tangential.thread_count = run.threads;
  if (run.device.kind == DeviceKind::cuda) settings.normal.gpu = run.device.index;
  settings.tangential.method = method;
  const double begin = now();
  found = press_with_friction(contact, {contact.load}, {0.4, Motion::shift, {-0.005, 0}, 0}, settings);
  return now() - begin;
}

void measure_shifts(const test::BenchRun& run) {
  std::printf("NORM and TANG   grid   [ms]   iterations   stick   slip   force / limit\n");
  for (const auto method : {TangentialMethod::tang_cg, TangentialMethod::convex_gs}) {
    const bool conjugate = method == TangentialMethod::tang_cg;
    // A GPU has tang-cg only.
    if (!conjugate && run.device.kind == DeviceKind::cuda) continue;
    for (const int n : run.quick   ? std::vector{32}
                       : conjugate ? std::vector{64, 128, 256, 512, 1024}
                                   : std::vector{32, 64}) {
      double best = 1e300;
      FrictionalContact found;
      for (int repeat = 0; repeat < (run.quick || run.device.kind == DeviceKind::cpu ? 1 : 3); ++repeat)
        best = std::min(best, solve_shift(n, method, run, found));
      std::printf("%-10s %4d x %-4d %8.1f %11d %9d %8d %12.6f%s\n", name_of(method), n, n, 1e3 * best,
                  found.iterations, found.adhesion_cells, found.slip_cells,
                  found.force.x / (0.4 * found.pressed.normal.force), found.solved ? "" : "   not solved");
      std::fflush(stdout);
    }
  }
}

/// Products on a GPU, by D1 or by Fourier transforms.
template <class Real>
MeasuredTime time_on_gpu(int n, bool direct, const test::BenchRun& run) {
  const std::vector<Real> in(static_cast<std::size_t>(n) * n, Real(1));
  const int repeats = run.quick ? 1 : 20;
  std::vector<Real> out;
  if (!direct)
    return measure_fourier<Real>(run.device.index, n, n, InfluenceKernel{material(), 1, 1}, in, repeats, out);
  const Kernel<Real> kernel(n, n, [](int kx, int ky) { return 1.0 / (1 + kx * kx + ky * ky); });
  return measure_product<Real>(run.device.index, MeasuredProduct::tiled, kernel, in, 128, repeats, out);
}

void measure_on_gpu(const test::BenchRun& run) {
  measure_batch(run);
  std::printf("NORM     grid   [ms]   iterations   on coarser grids   residual   force / Hertz\n");
  for (const Precision precision : {Precision::double_, Precision::single}) {
    for (const int n : run.quick ? std::vector{64} : std::vector{64, 128, 256, 512, 1024}) {
      NormalSettings settings;
      settings.gpu = run.device.index;
      settings.precision = precision;
      double best = 1e300;
      NormalSolution solution;
      for (int repeat = 0; repeat < (run.quick ? 1 : 5); ++repeat)
        best = std::min(best, solve(n, settings, solution));
      std::printf("%s %4d x %-4d %8.2f %12d %18d %10.2e %15.7f\n",
                  precision == Precision::double_ ? "double" : "single", n, n, 1e3 * best,
                  solution.iterations, solution.coarse_iterations, solution.residual,
                  solution.force / 9.195402298850574);
      std::fflush(stdout);
    }
  }
  measure_shifts(run);
  const double peak = device_flops(run.device.index);
  std::printf(
      "product (peak of single precision %.1f Tflop/s)\n     grid   D1 single [us]   Gflop/s   of peak   D1 "
      "double [us]   Gflop/s   "
      "Fourier single [us]   double [us]\n",
      1e-12 * peak);
  for (const int n :
       run.quick ? std::vector{16} : std::vector{16, 24, 32, 40, 48, 64, 96, 128, 256, 512, 1024}) {
    const bool direct = n <= 512;
    const MeasuredTime none, a = direct ? time_on_gpu<float>(n, true, run) : none,
                             b = direct ? time_on_gpu<double>(n, true, run) : none,
                             c = time_on_gpu<float>(n, false, run), d = time_on_gpu<double>(n, false, run);
    const double operations = 2.0 * n * n * n * n;
    std::printf("%4d x %-4d %14.2f %10.0f %9.3f %15.2f %10.0f %20.2f %13.2f\n", n, n, 1e6 * a.kernels,
                1e-9 * operations / a.kernels, operations / a.kernels / peak, 1e6 * b.kernels,
                1e-9 * operations / b.kernels, 1e6 * c.kernels, 1e6 * d.kernels);
    std::fflush(stdout);
  }
}

void measure(const test::BenchRun& run) {
  if (run.device.kind == DeviceKind::cuda) return measure_on_gpu(run);
  measure_batch(run);
  std::printf("product      grid   direct [ms]   Mflop/s   %s [ms]   times faster\n", fft_library());
  const std::vector<int> sizes =
      run.quick ? std::vector{16} : std::vector{8, 12, 16, 20, 24, 32, 64, 128, 256};
  for (const int n : sizes) {
    const double direct = time_product(n, n, ProductKind::direct, run), cells = static_cast<double>(n) * n;
    const double transforms = time_product(n, n, ProductKind::fft, run);
    std::printf("        %4d x %-4d %12.4f %9.0f %11.4f %14.2f\n", n, n, 1e3 * direct,
                2e-6 * cells * cells / direct, 1e3 * transforms, direct / transforms);
  }
  std::printf(
      "NORM     grid   bound-cg [s]  iterations  on coarser grids  from zero   active-set: iterations  "
      "rounds  with direct products [s]\n");
  for (const int n : run.quick ? std::vector{64} : std::vector{64, 128, 256, 512, 1024}) {
    NormalSettings settings;
    settings.thread_count = run.threads;
    NormalSolution best, zero, active;
    const double seconds = solve(n, settings, best);
    settings.coarse_start = false;
    static_cast<void>(solve(n, settings, zero));
    std::printf("%4d x %-4d %16.4f %11d %17d %10d", n, n, seconds, best.iterations, best.coarse_iterations,
                zero.iterations);
    if (n <= 512) {
      settings.method = NormalMethod::active_set;
      static_cast<void>(solve(n, settings, active));
      std::printf(" %24d %7d %26.1f", active.iterations, active.rounds,
                  (active.iterations + active.rounds) * time_product(n, n, ProductKind::direct, run));
    }
    std::printf("\n");
    std::fflush(stdout);
  }
  measure_shifts(run);
}

}  // namespace

int main(int argc, char** argv) {
  return test::bench_main(
      argc, argv,
      {.about = "products and contact problems of elastic half-spaces", .device = "cpu", .seconds = 0.5},
      measure);
}
