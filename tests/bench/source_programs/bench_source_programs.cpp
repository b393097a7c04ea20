// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Benchmark: the seven programs of the source (de Reus 2010, appendix A) beside what has replaced them.
//   bench_source_programs [--device D] [--threads T]     CPU programs alone with --device cpu
// Products on the CPU (P1) and on a GPU (P2, P3), the inner products of a step of Gauss-Seidel on the CPU
// (P4, P5) and on a GPU (P7), and sums on a GPU (P6). Data are random numbers in [0, 1) of a fixed seed, in
// single precision; Fourier transforms need influence coefficients. The error is relative to a result in
// double precision, or in integers, in the Euclidean norm.
//
// Operations are counted as the source does: a product of n cells 2 n^2, a step of Gauss-Seidel 8 n + 6, a
// sum of n numbers n. On a GPU `time` is that of the kernels; `with copy` includes the copy of the result to
// the host, as the source measured. `published` is the best rate of the source. nan: not measured there.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>
#include <vector>

#include "bench/source_programs/measured.hpp"
#include "jam/core/philox.hpp"
#include "jam/elastic/cuda/device.hpp"
#include "jam/elastic/cuda/tiles.hpp"
#include "jam/elastic/product/direct_product.hpp"
#include "jam/elastic/product/product.hpp"
#include "support/bench_run.hpp"

namespace {

using namespace jam;
using namespace jam::test;

using Numbers = std::vector<float>;

/// Most cells for a dense matrix of at most 1 GiB, and for four of them.
constexpr int dense_product_cells = 16384, dense_dot_cells = 8192;

/// Most steps of Gauss-Seidel that are timed.
constexpr int timed_cells = 2000;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// Random numbers in [0, 1), number `stream` of a fixed seed.
Numbers random_numbers(std::size_t count, std::uint32_t stream) {
  Numbers values(count);
  for (std::size_t i = 0; i < count; ++i)
    values[i] = uniform_float(philox(static_cast<std::uint32_t>(i), stream, 0, 0, 1337, 0).x);
  return values;
}

Kernel<float> random_kernel(int n, std::uint32_t stream) {
  const int width = 2 * n - 1;
  const Numbers values = random_numbers(static_cast<std::size_t>(width) * width, stream);
  return {n, n, [&](int kx, int ky) { return values[(ky + n - 1) * width + kx + n - 1]; }};
}

/// The matrix written out, row by row.
Numbers dense_matrix(const Kernel<float>& kernel) {
  const int nx = kernel.nx(), ny = kernel.ny();
  Numbers matrix;
  matrix.reserve(static_cast<std::size_t>(nx) * ny * nx * ny);
  for (int iy = 0; iy < ny; ++iy) {
    for (int ix = 0; ix < nx; ++ix) {
      for (int jy = 0; jy < ny; ++jy) {
        for (int jx = 0; jx < nx; ++jx) matrix.push_back(kernel.at(jx - ix, jy - iy));
      }
    }
  }
  return matrix;
}

/// The inner product of a row of the dense matrix, in the order of the cells.
float dense_dot(const Numbers& matrix, const Numbers& in, int cell) {
  const float* const row = matrix.data() + cell * in.size();
  float sum = 0;
  for (std::size_t j = 0; j < in.size(); ++j) sum += row[j] * in[j];
  return sum;
}

/// The same from the kernel, in the same order (algorithm 4.1).
float kernel_dot(const Kernel<float>& kernel, const Numbers& in, int cell) {
  const int nx = kernel.nx(), ny = kernel.ny(), ix = cell % nx, iy = cell / nx;
  const KernelView<float> view = kernel.view();
  const float* row = view.values + static_cast<std::ptrdiff_t>(ny - 1 - iy) * view.stride + (nx - 1 - ix);
  const float* input = in.data();
  float sum = 0;
  for (int jy = 0; jy < ny; ++jy, row += view.stride, input += nx) {
    for (int jx = 0; jx < nx; ++jx) sum += row[jx] * input[jx];
  }
  return sum;
}

/// Mean seconds of `repeats` calls.
template <class Work>
double seconds_of(int repeats, const Work& work) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  for (int k = 0; k < repeats; ++k) work();
  return std::chrono::duration<double>(Clock::now() - begin).count() / repeats;
}

double difference(const Numbers& found, const std::vector<double>& exact) {
  double sum = 0, scale = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    sum += std::pow(static_cast<double>(found[i]) - exact[i], 2);
    scale += exact[i] * exact[i];
  }
  return std::sqrt(sum / scale);
}

std::vector<double> applied(Product<double>& product, const Numbers& in) {
  const std::vector<double> input(in.begin(), in.end());
  std::vector<double> out(in.size());
  product.apply(input.data(), out.data());
  return out;
}

/// The product in double precision.
std::vector<double> exact_product(const Kernel<float>& kernel, const Numbers& in, int threads) {
  const auto exact = std::make_shared<Kernel<double>>(
      kernel.nx(), kernel.ny(), [&](int kx, int ky) { return static_cast<double>(kernel.at(kx, ky)); });
  DirectProduct<double> product(kernel.nx(), kernel.ny(), 1, {exact}, threads);
  return applied(product, in);
}

/// One line of the table. `published`: the best rate of the source [Mflop/s]; 0: not a program of the source.
void print_line(const char* program, const char* what, double operations, double published, MeasuredTime time,
                double error) {
  std::printf("%-8s %-40s %10.3g %10.4g %10.4g %10.4g %10.2g\n", program, what, time.kernels,
              1e-6 * operations / time.kernels, 1e-6 * operations / time.whole,
              published > 0 ? published : nan, error);
  std::fflush(stdout);
}

void print_head(const char* title) {
  std::printf("%s\n%-8s %-40s %10s %10s %10s %10s %10s\n", title, "program", "", "time [s]", "Mflop/s",
              "with copy", "published", "error");
}

/// Products on n x n cells, with blocks of `tile` threads in P2 and P3.
void measure_products(int n, int tile, const BenchRun& run) {
  const int cells = n * n, repeats = run.quick ? 1 : 5;
  const double operations = 2.0 * cells * cells;
  const auto kernel = std::make_shared<Kernel<float>>(random_kernel(n, 0));
  const Numbers in = random_numbers(cells, 1);
  const std::vector<double> exact = exact_product(*kernel, in, run.threads);
  const MaterialPair pair = combine({568, 0.42}, {568, 0.42});
  const InfluenceTable table = influence_table(Block::nn, pair, 1, 1, table_size(n), table_size(n));
  const BlockMatrix influence{1, {&table}};
  const std::vector<double> exact_fourier =
      applied(*make_product<double>(n, n, influence, ProductKind::direct, run.threads), in);
  Numbers out(in.size());
  const auto on_cpu = [&](const char* program, const char* what, double published,
                          const std::vector<double>& expected, const auto& work) {
    const double seconds = seconds_of(repeats, work);
    print_line(program, what, operations, published, {seconds, nan}, difference(out, expected));
  };
  std::printf("%d x %d cells\n", n, n);
  if (cells <= dense_product_cells) {
    const Numbers matrix = dense_matrix(*kernel);
    on_cpu("P1", "CPU, dense A", 252, exact, [&] {
      for (int i = 0; i < cells; ++i) out[i] = dense_dot(matrix, in, i);
    });
  }
  on_cpu("P1", "CPU, B", 252, exact, [&] {
    for (int i = 0; i < cells; ++i) out[i] = kernel_dot(*kernel, in, i);
  });
  DirectProduct<float> direct(n, n, 1, {kernel}, run.threads);
  on_cpu("", "CPU, direct", 0, exact, [&] { direct.apply(in.data(), out.data()); });
  const auto fourier = make_product<float>(n, n, influence, ProductKind::fft, run.threads);
  on_cpu("", "CPU, Fourier transforms", 0, exact_fourier, [&] { fourier->apply(in.data(), out.data()); });
  if (run.device.kind == DeviceKind::cpu) return;
  const int gpu = run.device.index;
  const auto on_gpu = [&](const char* program, const char* what, double published, MeasuredProduct kind) {
    const MeasuredTime time = measure_product<float>(gpu, kind, *kernel, in, tile, repeats, out);
    print_line(program, what, operations, published, time, difference(out, exact));
  };
  on_gpu("P2", "GPU, K1 (global memory)", 555, MeasuredProduct::global);
  on_gpu("P3", "GPU, K2 (shared memory)", 9305, MeasuredProduct::shared);
  if (tiled_bytes<float> <= device_shared_limit(gpu))
    on_gpu("", "GPU, D1 (register tiles)", 0, MeasuredProduct::tiled);
  const MeasuredTime time = measure_fourier<float>(gpu, n, n, InfluenceKernel{pair, 1, 1}, in, repeats, out);
  print_line("", "GPU, Fourier transforms", operations, 0, time, difference(out, exact_fourier));
}

/// The inner products of Gauss-Seidel on n x n cells.
void measure_steps(int n, const BenchRun& run) {
  const int cells = n * n, stride = (cells - 1) / timed_cells + 1;
  const double operations = 8.0 * cells + 6;
  const Kernel<float> xx = random_kernel(n, 0), xy = random_kernel(n, 1), yx = random_kernel(n, 2),
                      yy = random_kernel(n, 3);
  const Numbers px = random_numbers(cells, 4), py = random_numbers(cells, 5), wx = random_numbers(cells, 6),
                wy = random_numbers(cells, 7);
  const std::vector<double> a = exact_product(xx, px, run.threads), b = exact_product(xy, py, run.threads),
                            c = exact_product(yx, px, run.threads), d = exact_product(yy, py, run.threads);
  // The slips of the cells that are timed.
  std::vector<double> exact;
  for (int i = 0; i < cells; i += stride) {
    exact.push_back(static_cast<double>(wx[i]) + a[i] + b[i]);
    exact.push_back(static_cast<double>(wy[i]) + c[i] + d[i]);
  }
  const auto on_cpu = [&](const char* program, const char* what, const auto& dot) {
    Numbers slips;
    const double all = seconds_of(1, [&] {
      for (int i = 0; i < cells; i += stride) {
        slips.push_back(wx[i] + dot(0, px, i) + dot(1, py, i));
        slips.push_back(wy[i] + dot(2, px, i) + dot(3, py, i));
      }
    });
    print_line(program, what, operations, 307, {2 * all / static_cast<double>(slips.size()), nan},
               difference(slips, exact));
  };
  std::printf("%d x %d cells\n", n, n);
  const Kernel<float>* const kernels[4] = {&xx, &xy, &yx, &yy};
  if (cells <= dense_dot_cells) {
    const Numbers matrices[4] = {dense_matrix(xx), dense_matrix(xy), dense_matrix(yx), dense_matrix(yy)};
    on_cpu("P4", "CPU, dense A",
           [&](int k, const Numbers& p, int i) { return dense_dot(matrices[k], p, i); });
  }
  on_cpu("P5", "CPU, B", [&](int k, const Numbers& p, int i) { return kernel_dot(*kernels[k], p, i); });
  if (run.device.kind == DeviceKind::cpu) return;
  const auto on_gpu = [&](const char* program, const char* what, double published, DotJoin join,
                          bool aligned) {
    Numbers x, y, slips;
    const MeasuredTime time =
        measure_dots(run.device.index, {&xx, &xy, &yx, &yy, px, py}, join, aligned, 1, stride, x, y);
    for (std::size_t k = 0; k < x.size(); ++k) {
      slips.push_back(wx[k * stride] + x[k]);
      slips.push_back(wy[k * stride] + y[k]);
    }
    print_line(program, what, operations, published, time, difference(slips, exact));
  };
  on_gpu("P7", "GPU, joined by the GPU", 785, DotJoin::device, false);
  on_gpu("P7", "GPU, joined by the CPU", 785, DotJoin::host, false);
  on_gpu("P7", "GPU, aligned (wrong), joined by the CPU", 1008, DotJoin::host, true);
  on_gpu("", "GPU, one kernel", 0, DotJoin::fused, false);
}

/// Sums of 512 numbers.
void measure_sums(const BenchRun& run) {
  constexpr int n = 512;
  const int repeats = run.quick ? 1 : 5000;
  Numbers values(n);
  for (int i = 0; i < n; ++i) values[i] = static_cast<float>(i);
  const auto print = [&](const char* program, const char* what, double published, MeasuredTime time,
                         float sum) {
    print_line(program, what, n, published, time,
               std::fabs(static_cast<double>(sum) / (0.5 * n * (n - 1.0)) - 1));
  };
  float sum = 0;
  // Read anew each time, so that the compiler keeps every sum.
  volatile float* const data = values.data();
  const double seconds = seconds_of(repeats, [&] {
    float total = 0;
    for (int i = 0; i < n; ++i) total += data[i];
    sum = total;
  });
  print("", "CPU", 0, {seconds, nan}, sum);
  if (run.device.kind == DeviceKind::cpu) return;
  const auto on_gpu = [&](const char* program, const char* what, double published, Reduction kind) {
    const MeasuredTime time = measure_reduction(run.device.index, kind, n, 1, repeats, sum);
    print(program, what, published, time, sum);
  };
  on_gpu("P6", "GPU, R1 (divergent)", 16.0, Reduction::divergent);
  on_gpu("P6", "GPU, R2 (bank conflicts)", 38.8, Reduction::strided);
  on_gpu("P6", "GPU, R3 (sequential)", 63.5, Reduction::sequential);
  on_gpu("P6", "GPU, R4 (unrolled)", 75.8, Reduction::unrolled);
  on_gpu("", "GPU, shuffles", 0, Reduction::shuffles);
}

void measure(const BenchRun& run) {
  print_head("products");
  measure_products(run.quick ? 16 : 64, run.quick ? 16 : 64, run);
  if (!run.quick) measure_products(256, 128, run);
  print_head("inner products of a step of Gauss-Seidel");
  measure_steps(run.quick ? 16 : 64, run);
  if (!run.quick) measure_steps(256, run);
  print_head("sums of 512 numbers");
  measure_sums(run);
}

}  // namespace

int main(int argc, char** argv) {
  return bench_main(argc, argv,
                    {.about = "the programs of de Reus (2010) and what has replaced them", .device = "cpu"},
                    measure);
}
