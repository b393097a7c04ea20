// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Elastic contact on a CUDA device against the CPU: batches of small contacts (T22), NORM on large grids,
// products (T1, T3, T5), inner products (T2) and sums (T4).
#include <catch2/catch.hpp>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>

#include "bench/source_programs/measured.hpp"
#include "elastic/reference_products.hpp"
#include "elastic/small_contacts.hpp"
#include "jam/core/error.hpp"
#include "jam/elastic/cuda/device.hpp"
#include "jam/elastic/packing/wall_patches.hpp"
#include "jam/elastic/product/direct_product.hpp"

using namespace jam;
using namespace jam::test;

namespace {

std::vector<SmallPressure> solve(SmallEngine& engine, const std::vector<SmallContact>& contacts,
                                 double tolerance, std::vector<double>* pressures = nullptr) {
  std::vector<SmallPressure> results(contacts.size());
  if (pressures != nullptr) pressures->assign(contacts.size() * small_cells, 0);
  engine.run(
      {contacts, results, pressures != nullptr ? std::span(*pressures) : std::span<double>(), tolerance});
  return results;
}

template <class Real>
std::vector<Real> random_numbers(int count, unsigned seed) {
  std::mt19937 engine(seed);
  std::vector<Real> values;
  for (int i = 0; i < count; ++i)
    values.push_back(static_cast<Real>(engine()) / static_cast<Real>(4294967296.0));
  return values;
}

constexpr MeasuredProduct all_products[] = {MeasuredProduct::global, MeasuredProduct::shared,
                                            MeasuredProduct::tiled};

Kernel<float> pattern(int a, int b, int modulus) {
  return {64, 32, [=](int kx, int ky) { return (a * (kx + 63) + b * (ky + 31)) % modulus; }};
}

}  // namespace

TEST_CASE("a batch on the GPU has the contacts of the CPU (T22)", "[gpu][elastic]") {
  const int count = GENERATE(1, 7, 60);
  const std::vector<SmallContact> contacts = random_contacts(count, 22);
  std::vector<double> on_cpu, on_gpu;
  const auto cpu = solve(*make_cpu_small_engine(0), contacts, 1e-13, &on_cpu);
  const auto gpu = solve(*make_cuda_small_engine(0), contacts, 1e-13, &on_gpu);
  for (int k = 0; k < count; ++k) {
    CAPTURE(k, contacts[k].grid.nx, contacts[k].grid.ny);
    CHECK(gpu[k].contact_cells == cpu[k].contact_cells);
    CHECK(gpu[k].at_border == cpu[k].at_border);
    CHECK(gpu[k].end == cpu[k].end);
    CHECK(std::fabs(gpu[k].approach - cpu[k].approach) <= 1e-12 * cpu[k].approach);
    CHECK(std::fabs(gpu[k].force - cpu[k].force) <= 1e-12 * cpu[k].force);
    double largest = 0;
    for (int i = 0; i < contacts[k].grid.count(); ++i) {
      const std::size_t place = static_cast<std::size_t>(k) * small_cells + static_cast<std::size_t>(i);
      largest = std::max(largest, std::fabs(on_gpu[place] - on_cpu[place]));
    }
    CHECK(largest <= 1e-12 * cpu[k].peak);
    CHECK(gpu[k].residual < 1e-11);
  }
}

TEST_CASE("a few contacts of few cells are solved on the GPU", "[gpu][elastic][sanitizer][racecheck]") {
  std::vector<SmallContact> contacts = random_contacts(3, 7);
  for (SmallContact& contact : contacts)
    contact.grid = centred_grid(9, 7, 9 * contact.grid.dx, 7 * contact.grid.dy);
  for (const SmallPressure& result : solve(*make_cuda_small_engine(0), contacts, 1e-3))
    CHECK(result.end == SolveEnd::solved);
  NormalSettings settings;
  settings.gpu = 0;
  settings.tolerance = 1e-3;
  for (const ProductKind product : {ProductKind::direct, ProductKind::fft}) {
    settings.product = product;
    CHECK(hertz_on(18, by_force(hertz_force), settings).status == SolveEnd::solved);
  }
}

TEST_CASE("a thousand small contacts on the GPU have the results of the CPU (T22)", "[gpu][elastic]") {
  const std::vector<SmallContact> contacts = random_contacts(1000, 23);
  const auto cpu = solve(*make_cpu_small_engine(0), contacts, 1e-13),
             gpu = solve(*make_cuda_small_engine(0), contacts, 1e-13);
  double largest = 0;
  int cells = 0;
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    largest =
        std::max({largest, std::fabs(gpu[k].approach / cpu[k].approach - 1),
                  std::fabs(gpu[k].force / cpu[k].force - 1), std::fabs(gpu[k].peak / cpu[k].peak - 1)});
    cells += gpu[k].contact_cells != cpu[k].contact_cells ? 1 : 0;
  }
  CHECK(largest <= 1e-12);
  CHECK(cells == 0);
}

TEST_CASE("small contacts on the GPU have the same bits for every size of a block and every batch",
          "[gpu][elastic]") {
  const std::vector<SmallContact> contacts = random_contacts(50, 5);
  const auto engine = make_cuda_small_engine(0);
  const auto first = solve(*engine, contacts, 1e-6);
  for (const char* warps : {"1", "2", "4"}) {
    setenv("JAM_CUDA_WARPS", warps, 1);
    const auto again = solve(*engine, contacts, 1e-6);
    for (std::size_t k = 0; k < contacts.size(); ++k) {
      CHECK(again[k].approach == first[k].approach);
      CHECK(again[k].peak == first[k].peak);
      CHECK(again[k].residual == first[k].residual);
      CHECK(again[k].iterations == first[k].iterations);
    }
    unsetenv("JAM_CUDA_WARPS");
  }
  const auto alone = solve(*engine, {contacts[17]}, 1e-6);
  CHECK(alone[0].approach == first[17].approach);
  CHECK(alone[0].residual == first[17].residual);
}

TEST_CASE("a watch follows a solve on the GPU and ends it with what it has", "[gpu][elastic]") {
  struct SecondLook final : SolveWatch {
    int looks = 0, iteration = 0;
    bool stopped() override { return looks >= 2; }
    void progressed(const char*, int now, double, double) override {
      ++looks;
      iteration = now;
    }
    void counted(const char*, int, int) override {}
  } watch;
  const Grid grid = centred_grid(70, 66, 2.5, 3.0);
  NormalSettings settings;
  settings.gpu = 0;
  settings.tolerance = 1e-14;
  settings.coarse_start = false;
  settings.watch = &watch;
  const NormalSolution ended =
      solve_normal(grid, m1(), 1e-4, parabolic_gap(grid, 0.01, 0.008), by_force(8), settings);
  CHECK(ended.status == SolveEnd::limit);
  CHECK(watch.looks == 2);
  CHECK(ended.iterations == watch.iteration);
  CHECK(ended.force == Approx(8).epsilon(1e-9));
}

TEST_CASE("a normal contact problem on the GPU is that of the CPU", "[gpu][elastic]") {
  const auto [nx, ny] = GENERATE(std::pair(40, 40), std::pair(70, 66), std::pair(33, 5));
  const bool force = GENERATE(true, false), preconditioned = GENERATE(true, false);
  const ProductKind product = GENERATE(ProductKind::direct, ProductKind::fft);
  CAPTURE(nx, ny, force, preconditioned, static_cast<int>(product));
  const Grid grid = centred_grid(nx, ny, 2.5, 3.0);
  const std::vector<double> gap = parabolic_gap(grid, 0.01, 0.008);
  NormalSettings settings;
  settings.tolerance = 1e-12;
  settings.preconditioned = preconditioned;
  const NormalLoad load = force ? by_force(8) : by_approach(0.018);
  const NormalSolution cpu = solve_normal(grid, m1(), 1e-4, gap, load, settings);
  settings.gpu = 0;
  settings.product = product;
  const NormalSolution gpu = solve_normal(grid, m1(), 1e-4, gap, load, settings);
  CHECK(gpu.status == SolveEnd::solved);
  CHECK(gpu.contact_cells == cpu.contact_cells);
  CHECK(std::abs(gpu.iterations - cpu.iterations) <= 2);
  CHECK(gpu.approach == Approx(cpu.approach).epsilon(1e-10));
  CHECK(gpu.force == Approx(cpu.force).epsilon(1e-10));
  double pressure = 0, distance = 0;
  for (int i = 0; i < grid.count(); ++i) {
    pressure = std::max(pressure, std::fabs(gpu.pressure[i] - cpu.pressure[i]));
    distance = std::max(distance, std::fabs(gpu.gap[i] - cpu.gap[i]));
  }
  CHECK(pressure <= 1e-9 * cpu.peak);
  CHECK(distance <= 1e-11);
  CHECK(gpu.residual < 1e-9);
}

TEST_CASE("Hertz on the GPU on large grids, in both precisions (T7, T8, T20)", "[gpu][elastic]") {
  NormalSettings settings;
  settings.gpu = 0;
  const NormalSolution fine = hertz_on(256, by_approach(hertz_approach), settings);
  CHECK(fine.force / hertz_force == Approx(1.0000045).margin(2e-5));
  CHECK(fine.contact_cells == Approx(32992).margin(4));
  CHECK(fine.iterations <= 20);
  const NormalSolution finer = hertz_on(512, by_approach(hertz_approach), settings);
  CHECK(finer.force / hertz_force == Approx(1).margin(2e-5));
  CHECK(finer.iterations <= 20);
  const NormalSolution forced = hertz_on(128, by_force(hertz_force), settings);
  CHECK(forced.approach / hertz_approach == Approx(0.999984).margin(2e-5));
  CHECK(forced.force == Approx(hertz_force).epsilon(1e-12));
  const NormalSolution exact = hertz_on(128, by_approach(hertz_approach), settings);
  settings.precision = Precision::single;
  const NormalSolution single = hertz_on(128, by_approach(hertz_approach), settings);
  CHECK(single.status == SolveEnd::solved);
  CHECK(relative_difference(single.pressure, exact.pressure) < 2e-5);
  const NormalSolution large = hertz_on(1024, by_approach(hertz_approach), settings);
  CHECK(large.status == SolveEnd::solved);
  CHECK(large.iterations <= 40);
  CHECK(large.force / hertz_force == Approx(1).margin(1e-5));
}

TEST_CASE("NORM on the GPU has the same bits in every run and for every size of a block", "[gpu][elastic]") {
  NormalSettings settings;
  settings.gpu = 0;
  const NormalSolution first = hertz_on(96, by_force(hertz_force), settings);
  for (const char* warps : {"0", "1", "8"}) {
    if (*warps != '0') setenv("JAM_CUDA_WARPS", warps, 1);
    const NormalSolution again = hertz_on(96, by_force(hertz_force), settings);
    unsetenv("JAM_CUDA_WARPS");
    CHECK(again.pressure == first.pressure);
    CHECK(again.gap == first.gap);
    CHECK(again.approach == first.approach);
    CHECK(again.iterations == first.iterations);
  }
}

TEST_CASE("items on one wall with products on the GPU (7.4)", "[gpu][elastic]") {
  const Material material{568, 0.42};
  const std::vector<WallItem> items{{0, 0, {0.01, 0.01}, material, hertz_force},
                                    {4, 0.3, {0.01, 0.012}, material, hertz_force / 8}};
  const Grid grid{130, 64, 0.06, 0.06, -1.6, -1.7};
  NormalSettings settings;
  settings.tolerance = 1e-10;
  const Liner liner{1, 1000};
  const WallSolution cpu = solve_wall(grid, material, liner, items, settings);
  settings.gpu = 0;
  const WallSolution gpu = solve_wall(grid, material, liner, items, settings);
  CHECK(gpu.solved);
  CHECK(std::abs(gpu.iterations - cpu.iterations) <= 2);
  for (int k = 0; k < 2; ++k) {
    CHECK(gpu.patches[k].approach == Approx(cpu.patches[k].approach).epsilon(1e-9));
    CHECK(gpu.patches[k].peak == Approx(cpu.patches[k].peak).epsilon(1e-8));
    CHECK(gpu.patches[k].cells == cpu.patches[k].cells);
  }
}

TEST_CASE("no contact on the GPU (T15)", "[gpu][elastic]") {
  NormalSettings settings;
  settings.gpu = 0;
  const NormalSolution apart = hertz_on(16, by_approach(-0.001), settings);
  CHECK(apart.peak == 0);
  CHECK(apart.iterations == 0);
  settings.method = NormalMethod::active_set;
  CHECK_THROWS_AS(hertz_on(16, by_approach(0.02), settings), InputError);
}

TEMPLATE_TEST_CASE("integer products on the GPU are exact, and never use padding (T1, T3)",
                   "[gpu][elastic][sanitizer][racecheck]", float, double) {
  Kernel<TestType> kernel(64, 32, [](int kx, int ky) { return (7 * (kx + 63) + 13 * (ky + 31)) % 17; });
  for (int ky = 1 - 32; ky < 32; ++ky) {
    for (int k = 127; k < kernel.stride(); ++k)
      kernel.row(ky)[k] = std::numeric_limits<TestType>::quiet_NaN();
  }
  std::vector<TestType> in, out;
  for (int jy = 0; jy < 32; ++jy) {
    for (int jx = 0; jx < 64; ++jx) in.push_back(static_cast<TestType>((3 * jx + 5 * jy) % 11));
  }
  for (const MeasuredProduct kind : all_products) {
    CAPTURE(static_cast<int>(kind));
    static_cast<void>(measure_product<TestType>(0, kind, kernel, in, 32, 1, out));
    double total = 0;
    for (TestType& value : out) value = std::round(value), total += static_cast<double>(value);
    CHECK(std::vector<double>{out[0], out[63], out[1000], out[1984], out[2047], total} ==
          std::vector<double>{81637, 81840, 81840, 81972, 81886, 167657417});
  }
}

TEMPLATE_TEST_CASE("random products on the GPU (T3, T5)", "[gpu][elastic]", float, double) {
  const double bound = sizeof(TestType) == 4 ? 1e-5 : 1e-13,
               fourier_bound = sizeof(TestType) == 4 ? 1e-6 : 1e-13;
  const MaterialPair pair = combine({500, 0.3}, {2000, 0.1});
  for (const auto& [nx, ny] :
       {std::pair(64, 16), std::pair(256, 1), std::pair(256, 7), std::pair(128, 32), std::pair(512, 3),
        std::pair(33, 50), std::pair(256, 128), std::pair(256, 256)}) {
    CAPTURE(nx, ny);
    const std::vector<TestType> values = random_numbers<TestType>((2 * nx - 1) * (2 * ny - 1), 1337),
                                in = random_numbers<TestType>(nx * ny, 7);
    Kernel<TestType> kernel(nx, ny, [&, nx = nx, ny = ny](int kx, int ky) {
      return values[(ky + ny - 1) * (2 * nx - 1) + kx + nx - 1];
    });
    for (int ky = 1 - ny; ky < ny; ++ky) {
      for (int k = 2 * nx - 1; k < kernel.stride(); ++k)
        kernel.row(ky)[k] = std::numeric_limits<TestType>::quiet_NaN();
    }
    // In double precision; sums that a dense product, which the tests of the CPU compare with, takes too long
    // for.
    const auto exact_kernel =
        std::make_shared<Kernel<double>>(nx, ny, [&](int kx, int ky) { return kernel.at(kx, ky); });
    const std::vector<double> exact_in(in.begin(), in.end());
    std::vector<double> exact(in.size());
    DirectProduct<double>(nx, ny, 1, {exact_kernel}, 0).apply(exact_in.data(), exact.data());
    for (const MeasuredProduct kind : all_products) {
      const int tile = nx % 32 == 0 ? 32 : nx;
      CAPTURE(static_cast<int>(kind));
      std::vector<TestType> out;
      static_cast<void>(measure_product<TestType>(0, kind, kernel, in, tile, 1, out));
      CHECK(relative_difference(out, exact) < bound);
    }
    const InfluenceTable table = influence_table(Block::nn, pair, 0.1, 0.15, table_size(nx), table_size(ny));
    make_product<double>(nx, ny, {1, {&table}}, ProductKind::direct, 0)->apply(exact_in.data(), exact.data());
    std::vector<TestType> out;
    static_cast<void>(measure_fourier<TestType>(0, nx, ny, InfluenceKernel{pair, 0.1, 0.15}, in, 1, out));
    CHECK(relative_difference(out, exact) < fourier_bound);
  }
}

namespace {

/// The inner products of T2 for every `stride`-th cell: x and y one behind the other.
std::vector<float> integer_dots(DotJoin join, int rows, int stride) {
  const Kernel<float> xx = pattern(7, 13, 17), xy = pattern(5, 3, 13), yx = pattern(3, 11, 19),
                      yy = pattern(2, 9, 7);
  std::vector<float> px, py, x, y;
  for (int jy = 0; jy < 32; ++jy) {
    for (int jx = 0; jx < 64; ++jx) {
      px.push_back(static_cast<float>((3 * jx + 5 * jy) % 11));
      py.push_back(static_cast<float>((4 * jx + 7 * jy) % 9));
    }
  }
  static_cast<void>(measure_dots(0, {&xx, &xy, &yx, &yy, px, py}, join, false, rows, stride, x, y));
  x.insert(x.end(), y.begin(), y.end());
  return x;
}

}  // namespace

TEST_CASE("inner products on the GPU are exact for integers (T2)", "[gpu][elastic][sanitizer]") {
  for (const DotJoin join : {DotJoin::device, DotJoin::host, DotJoin::fused}) {
    for (const int rows : {1, 4}) {
      CAPTURE(static_cast<int>(join), rows);
      const std::vector<float> all = integer_dots(join, rows, 1);
      REQUIRE(all.size() == 2 * 2048);
      double sum[2] = {};
      for (int k = 0; k < 2; ++k) {
        for (int i = 0; i < 2048; ++i) sum[k] += static_cast<double>(all[2048 * k + i]);
      }
      CHECK(std::vector<double>{all[0], all[63], all[1000], all[1984], all[2047], sum[0]} ==
            std::vector<double>{130756, 130991, 130994, 131069, 130963, 268271546});
      CHECK(std::vector<double>{all[2048], all[2111], all[3048], all[4032], all[4095], sum[1]} ==
            std::vector<double>{116659, 116689, 116620, 116659, 117050, 238921729});
    }
  }
}

TEST_CASE("a few inner products on the GPU are exact (T2)", "[gpu][elastic][racecheck]") {
  for (const DotJoin join : {DotJoin::device, DotJoin::host, DotJoin::fused}) {
    const std::vector<float> few = integer_dots(join, 4, 2047);
    CHECK(few == std::vector<float>{130756, 130963, 116659, 117050});
  }
}

TEST_CASE("sums in shared memory are exact (T4)", "[gpu][elastic][sanitizer][racecheck]") {
  for (const Reduction kind : {Reduction::divergent, Reduction::strided, Reduction::sequential,
                               Reduction::unrolled, Reduction::shuffles}) {
    for (int n = kind >= Reduction::unrolled ? 64 : 2; n <= 1024; n *= 2) {
      CAPTURE(static_cast<int>(kind), n);
      float sum = 0;
      static_cast<void>(measure_reduction(0, kind, n, 4, 1, sum));
      CHECK(static_cast<double>(sum) == n * (n - 1) / 2);
    }
  }
}
