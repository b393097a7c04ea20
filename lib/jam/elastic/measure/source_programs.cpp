// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/elastic/measure/source_programs.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

#include "jam/core/philox.hpp"
#include "jam/elastic/cuda/device.hpp"
#include "jam/elastic/cuda/tiles.hpp"
#include "jam/elastic/product/direct_product.hpp"
#include "jam/elastic/product/fft_product.hpp"
#include "jam/elastic/product/line_transforms.hpp"

namespace jam::elastic {
namespace {

using Numbers = std::vector<float>;

/// Larger dense matrices take more than a GiB, four of them more than that at half the cells.
constexpr int dense_product_cells = 16384, dense_dot_cells = 8192;

/// Most steps of Gauss-Seidel that are timed.
constexpr int timed_cells = 2000;

/// Random numbers in [0, 1), number `stream` of a fixed seed.
Numbers random_numbers(std::size_t count, std::uint32_t stream) {
  Numbers values(count);
  for (std::size_t i = 0; i < count; ++i) {
    values[i] = uniform_float(philox(static_cast<std::uint32_t>(i), stream, 0, 0, 1337, 0).x);
  }
  return values;
}

Kernel<float> random_kernel(int nx, int ny, std::uint32_t stream) {
  const Numbers values =
      random_numbers(static_cast<std::size_t>(2 * nx - 1) * static_cast<std::size_t>(2 * ny - 1), stream);
  return {nx, ny, [&](int kx, int ky) {
            return values[static_cast<std::size_t>(ky + ny - 1) * static_cast<std::size_t>(2 * nx - 1) +
                          static_cast<std::size_t>(kx + nx - 1)];
          }};
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
  const float* const row =
      matrix.data() + static_cast<std::ptrdiff_t>(cell) * static_cast<std::ptrdiff_t>(in.size());
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

/// The product in double precision.
std::vector<double> exact_product(const Kernel<float>& kernel, const Numbers& in, int threads) {
  const auto exact = std::make_shared<Kernel<double>>(
      kernel.nx(), kernel.ny(), [&](int kx, int ky) { return static_cast<double>(kernel.at(kx, ky)); });
  DirectProduct<double> product(kernel.nx(), kernel.ny(), 1, {exact}, threads);
  const std::vector<double> input(in.begin(), in.end());
  std::vector<double> out(in.size());
  product.apply(input.data(), out.data());
  return out;
}

SourceLine measured_line(const char* program, const char* what, double operations, double published,
                         MeasuredTime time, double error) {
  return {program, what, time.kernels, time.whole, error, operations, published};
}

SourceLine line_of(const char* program, const char* what, double operations, double published) {
  SourceLine line;
  line.program = program;
  line.what = what;
  line.operations = operations;
  line.published = published;
  return line;
}

}  // namespace

std::vector<SourceLine> product_programs(const SourceSettings& settings) {
  const int nx = settings.nx, ny = settings.ny, cells = nx * ny;
  const double operations = 2.0 * cells * cells;
  const auto kernel = std::make_shared<Kernel<float>>(random_kernel(nx, ny, 0));
  const Numbers in = random_numbers(cells, 1);
  const std::vector<double> exact = exact_product(*kernel, in, settings.thread_count);
  Numbers out(in.size());
  std::vector<SourceLine> lines;
  const auto add = [&](const char* program, const char* what, double published, const auto& work) {
    SourceLine line = line_of(program, what, operations, published);
    line.seconds = seconds_of(settings.repeats, work);
    line.error = difference(out, exact);
    lines.push_back(line);
  };
  if (cells <= dense_product_cells) {
    const Numbers matrix = dense_matrix(*kernel);
    add("P1", "CPU, dense A", 252, [&] {
      for (int i = 0; i < cells; ++i) out[i] = dense_dot(matrix, in, i);
    });
  } else {
    lines.push_back(line_of("P1", "CPU, dense A", operations, 252));
  }
  add("P1", "CPU, B", 252, [&] {
    for (int i = 0; i < cells; ++i) out[i] = kernel_dot(*kernel, in, i);
  });
  DirectProduct<float> direct(nx, ny, 1, {kernel}, settings.thread_count);
  add("", "CPU, direct", 0, [&] { direct.apply(in.data(), out.data()); });
  if (*fft_library() != 0) {
    const int width = transform_length(2 * nx), height = transform_length(2 * ny);
    const auto field = [&](int ix, int iy) {
      const int kx = ix <= width / 2 ? -ix : width - ix, ky = iy <= height / 2 ? -iy : height - iy;
      return std::abs(kx) < nx && std::abs(ky) < ny ? static_cast<double>(kernel->at(kx, ky)) : 0;
    };
    FftProduct<float> fourier(nx, ny, 1, {make_spectrum<float>(width, height, field, settings.thread_count)},
                              settings.thread_count);
    add("", "CPU, Fourier transforms", 0, [&] { fourier.apply(in.data(), out.data()); });
  }
  if (settings.gpu < 0) return lines;
  const bool register_tiles_fit = tiled_bytes<float> <= device_shared_limit(settings.gpu);
  const auto on_gpu = [&](const char* program, const char* what, double published, MeasuredProduct kind) {
    if ((kind == MeasuredProduct::tiled && !register_tiles_fit) || !tile_fits(kind, nx, ny, settings.tile)) {
      lines.push_back(line_of(program, what, operations, published));
      return;
    }
    const MeasuredTime time =
        measure_product<float>(settings.gpu, kind, *kernel, in, settings.tile, settings.repeats, out);
    lines.push_back(measured_line(program, what, operations, published, time, difference(out, exact)));
  };
  on_gpu("P2", "GPU, K1 (global memory)", 555, MeasuredProduct::global);
  on_gpu("P3", "GPU, K2 (shared memory)", 9305, MeasuredProduct::shared);
  on_gpu("", "GPU, D1 (register tiles)", 0, MeasuredProduct::tiled);
  on_gpu("", "GPU, Fourier transforms", 0, MeasuredProduct::fourier);
  return lines;
}

std::vector<SourceLine> dot_programs(const SourceSettings& settings) {
  const int nx = settings.nx, ny = settings.ny, cells = nx * ny, stride = (cells - 1) / timed_cells + 1;
  const double operations = 8.0 * cells + 6;
  const Kernel<float> xx = random_kernel(nx, ny, 0), xy = random_kernel(nx, ny, 1),
                      yx = random_kernel(nx, ny, 2), yy = random_kernel(nx, ny, 3);
  const std::size_t count = cells;
  const Numbers px = random_numbers(count, 4), py = random_numbers(count, 5), wx = random_numbers(count, 6),
                wy = random_numbers(count, 7);
  // The slips of the cells that are asked for.
  std::vector<double> exact;
  const auto product = [&](const Kernel<float>& kernel, const Numbers& in) {
    return exact_product(kernel, in, settings.thread_count);
  };
  const std::vector<double> a = product(xx, px), b = product(xy, py), c = product(yx, px),
                            d = product(yy, py);
  for (std::size_t i = 0; i < count; i += static_cast<std::size_t>(stride)) {
    exact.push_back(static_cast<double>(wx[i]) + a[i] + b[i]);
    exact.push_back(static_cast<double>(wy[i]) + c[i] + d[i]);
  }
  std::vector<SourceLine> lines;
  const auto add = [&](const char* program, const char* what, double published, const auto& dot) {
    Numbers slips;
    SourceLine line = line_of(program, what, operations, published);
    const double all = seconds_of(1, [&] {
      for (int i = 0; i < cells; i += stride) {
        slips.push_back(wx[i] + dot(0, px, i) + dot(1, py, i));
        slips.push_back(wy[i] + dot(2, px, i) + dot(3, py, i));
      }
    });
    line.seconds = all / (static_cast<double>(slips.size()) / 2);
    line.error = difference(slips, exact);
    lines.push_back(line);
  };
  const Kernel<float>* const kernels[4] = {&xx, &xy, &yx, &yy};
  if (cells <= dense_dot_cells) {
    const Numbers matrices[4] = {dense_matrix(xx), dense_matrix(xy), dense_matrix(yx), dense_matrix(yy)};
    add("P4", "CPU, dense A", 307,
        [&](int k, const Numbers& p, int i) { return dense_dot(matrices[k], p, i); });
  } else {
    lines.push_back(line_of("P4", "CPU, dense A", operations, 307));
  }
  add("P5", "CPU, B", 307, [&](int k, const Numbers& p, int i) { return kernel_dot(*kernels[k], p, i); });
  if (settings.gpu < 0) return lines;
  const auto on_gpu = [&](const char* program, const char* what, double published, DotJoin join,
                          bool aligned) {
    if (join != DotJoin::fused && !dots_fit(nx, ny, settings.rows)) {
      lines.push_back(line_of(program, what, operations, published));
      return;
    }
    Numbers x, y, slips;
    const MeasuredTime time =
        measure_dots(settings.gpu, {&xx, &xy, &yx, &yy, px, py}, join, aligned, settings.rows, stride, x, y);
    for (std::size_t k = 0; k < x.size(); ++k) {
      const std::size_t i = k * static_cast<std::size_t>(stride);
      slips.push_back(wx[i] + x[k]);
      slips.push_back(wy[i] + y[k]);
    }
    lines.push_back(
        measured_line(program, what, operations, published, time,
                      aligned ? std::numeric_limits<double>::quiet_NaN() : difference(slips, exact)));
  };
  on_gpu("P7", "GPU, joined by the GPU", 785, DotJoin::device, false);
  on_gpu("P7", "GPU, joined by the CPU", 785, DotJoin::host, false);
  on_gpu("P7", "GPU, aligned (wrong), joined by the CPU", 1008, DotJoin::host, true);
  on_gpu("", "GPU, one kernel", 0, DotJoin::fused, false);
  return lines;
}

std::vector<SourceLine> reduction_programs(const SourceSettings& settings) {
  const int n = settings.numbers;
  std::vector<SourceLine> lines;
  Numbers values(n);
  for (int i = 0; i < n; ++i) values[i] = static_cast<float>(i);
  const double exact = 0.5 * n * (n - 1.0);
  const auto add = [&](const char* program, const char* what, double published, MeasuredTime time,
                       float sum) {
    SourceLine line =
        measured_line(program, what, n, published, time, std::fabs(static_cast<double>(sum) / exact - 1));
    lines.push_back(line);
  };
  float sum = 0;
  const int repeats = 1000 * settings.repeats;
  // Read anew each time, so that no sum is left out.
  volatile float* const data = values.data();
  const double seconds = seconds_of(repeats, [&] {
    float total = 0;
    for (int i = 0; i < n; ++i) total += data[i];
    sum = total;
  });
  add("", "CPU", 0, {seconds, std::numeric_limits<double>::quiet_NaN()}, sum);
  if (settings.gpu < 0) return lines;
  const auto on_gpu = [&](const char* program, const char* what, double published, Reduction kind) {
    if (n < 64 && kind >= Reduction::unrolled) {
      lines.push_back(line_of(program, what, n, published));
      return;
    }
    const MeasuredTime time = measure_reduction(settings.gpu, kind, n, 1, repeats, sum);
    add(program, what, published, time, sum);
  };
  on_gpu("P6", "GPU, R1 (divergent)", 16.0, Reduction::divergent);
  on_gpu("P6", "GPU, R2 (bank conflicts)", 38.8, Reduction::strided);
  on_gpu("P6", "GPU, R3 (sequential)", 63.5, Reduction::sequential);
  on_gpu("P6", "GPU, R4 (unrolled)", 75.8, Reduction::unrolled);
  on_gpu("", "GPU, shuffles", 0, Reduction::shuffles);
  return lines;
}

}  // namespace jam::elastic
