// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "bench/source_programs/measured.hpp"

#include <vector>

#include "bench/source_programs/dot_kernels.cuh"
#include "bench/source_programs/product_kernels.cuh"
#include "jam/elastic/cuda/product_kernels.cuh"
#include "jam/elastic/cuda/spectra.cuh"
#include "jam/elastic/product/fft_product.hpp"

namespace jam::test {
namespace {

template <class T>
DeviceBuffer<T> uploaded(const char* name, std::span<const T> values, cudaStream_t stream) {
  DeviceBuffer<T> buffer(name, values.size());
  buffer.upload(values, stream);
  return buffer;
}

template <class Real>
DeviceBuffer<Real> uploaded(const Kernel<Real>& kernel, cudaStream_t stream) {
  const std::size_t count =
      static_cast<std::size_t>(2 * kernel.ny() - 1) * static_cast<std::size_t>(kernel.stride());
  return uploaded<Real>("coefficients", {kernel.view().values, count}, stream);
}

/// Calls `kernels` `repeats` times, without and then with `copy`, which waits; after one call that is not
/// measured.
template <class Kernels, class Copy>
MeasuredTime measured(int repeats, cudaStream_t stream, const Kernels& kernels, const Copy& copy) {
  StreamTimer<3> timer;
  kernels();
  copy();
  wait_for(stream, "kernels that are measured");
  timer.mark(0, stream);
  for (int k = 0; k < repeats; ++k) kernels();
  timer.mark(1, stream);
  for (int k = 0; k < repeats; ++k) {
    kernels();
    copy();
  }
  timer.mark(2, stream);
  wait_for(stream, "kernels that are measured");
  return {timer.seconds(0, 1) / repeats, timer.seconds(1, 2) / repeats};
}

}  // namespace

template <class Real>
MeasuredTime measure_product(int device, MeasuredProduct kind, const Kernel<Real>& kernel,
                             std::span<const Real> in, int tile, int repeats, std::vector<Real>& out) {
  const DeviceQueue queue(device);
  const cudaStream_t stream = queue.stream();
  DeviceBuffer<Real> coefficients = uploaded(kernel, stream), input = uploaded<Real>("input", in, stream);
  DeviceBuffer<Real> output("output", in.size());
  out.resize(in.size());
  const KernelView<Real> view{coefficients.data(), kernel.nx(), kernel.ny(), kernel.stride()};
  const auto copy = [&] { output.download(out, stream); };
  const auto count = [](int k) { return static_cast<unsigned>(k); };
  switch (kind) {
    case MeasuredProduct::global: {
      const LaunchShape shape{dim3(count(view.nx / tile), count(view.ny)), dim3(count(tile)), 0, stream};
      return measured(
          repeats, stream,
          [&] { launch("global_product", shape, global_product<Real>, view, input.data(), output.data()); },
          copy);
    }
    case MeasuredProduct::shared: {
      const LaunchShape shape{dim3(count(view.nx / tile), count(view.ny)), dim3(count(tile)),
                              3 * sizeof(Real) * count(tile), stream};
      return measured(
          repeats, stream,
          [&] { launch("shared_product", shape, shared_product<Real>, view, input.data(), output.data()); },
          copy);
    }
    default:
      return measured(
          repeats, stream, [&] { launch_tiled_product<Real>({}, view, input.data(), output.data(), stream); },
          copy);
  }
}

template MeasuredTime measure_product<float>(int, MeasuredProduct, const Kernel<float>&,
                                             std::span<const float>, int, int, std::vector<float>&);
template MeasuredTime measure_product<double>(int, MeasuredProduct, const Kernel<double>&,
                                              std::span<const double>, int, int, std::vector<double>&);

template <class Real>
MeasuredTime measure_fourier(int device, int nx, int ny, const InfluenceKernel& kernel,
                             std::span<const Real> in, int repeats, std::vector<Real>& out) {
  const DeviceQueue queue(device);
  const cudaStream_t stream = queue.stream();
  const int width = transform_length(2 * nx), height = transform_length(2 * ny);
  DeviceBuffer<Complex<double>> exact_row_roots("roots of unity", width),
      exact_column_roots("roots of unity", height);
  DeviceBuffer<Complex<Real>> row_roots("roots of unity", width), column_roots("roots of unity", height);
  // Coefficients are transformed in double precision.
  const FftShape<double> exact =
      shape_with_roots(nx, ny, width, height, exact_row_roots.data(), exact_column_roots.data(), stream);
  const FftShape<Real> shape =
      shape_with_roots(nx, ny, width, height, row_roots.data(), column_roots.data(), stream);
  const auto columns = static_cast<std::size_t>(shape.columns());
  const std::size_t points = columns * static_cast<std::size_t>(shape.half_height());
  DeviceBuffer<Complex<double>> kernel_rows("rows of a spectrum", points);
  DeviceBuffer<Real> spectrum("spectrum", points);
  launch_spectra<Real>(exact, kernel, kernel_rows.data(), spectrum.data(), nullptr, stream);
  DeviceBuffer<Complex<Real>> rows("transformed rows", columns * static_cast<std::size_t>(ny));
  DeviceBuffer<Real> input = uploaded<Real>("input", in, stream);
  DeviceBuffer<Real> output("output", in.size());
  out.resize(in.size());
  const SpectrumMatrix<Real, 1, 1> matrix{
      {spectrum_view(kernel.block, static_cast<const Real*>(spectrum.data()))}};
  return measured(
      repeats, stream,
      [&] { launch_fft_product({}, shape, matrix, input.data(), rows.data(), output.data(), stream); },
      [&] { output.download(out, stream); });
}

template MeasuredTime measure_fourier<float>(int, int, int, const InfluenceKernel&, std::span<const float>,
                                             int, std::vector<float>&);
template MeasuredTime measure_fourier<double>(int, int, int, const InfluenceKernel&, std::span<const double>,
                                              int, std::vector<double>&);

MeasuredTime measure_dots(int device, const DotProblem& problem, DotJoin join, bool aligned, int rows,
                          int stride, std::vector<float>& x, std::vector<float>& y) {
  const DeviceQueue queue(device);
  const cudaStream_t stream = queue.stream();
  const int nx = problem.xx->nx(), ny = problem.xx->ny(), cells = (nx * ny - 1) / stride + 1;
  DeviceBuffer<float> kernels[4];
  const Kernel<float>* const all[4] = {problem.xx, problem.xy, problem.yx, problem.yy};
  for (int k = 0; k < 4; ++k) kernels[k] = uploaded(*all[k], stream);
  DeviceBuffer<float> px = uploaded<float>("tractions", problem.px, stream),
                      py = uploaded<float>("tractions", problem.py, stream);
  const int blocks = join == DotJoin::fused ? std::min(ny, 2 * queue.multiprocessors()) : ny / rows;
  DeviceBuffer<float> partial("partial sums", 2 * static_cast<std::size_t>(blocks)),
      results("inner products", 2 * static_cast<std::size_t>(cells));
  DeviceBuffer<DotSums> sums("partial sums", blocks),
      scratch("partial sums", static_cast<std::size_t>(blocks) / 32 + 1);
  DeviceBuffer<unsigned> arrived("blocks that arrived", 1);
  arrived.fill_zero(stream);
  PinnedBuffer<float> few(2 * static_cast<std::size_t>(blocks));
  x.assign(cells, 0.0F);
  y.assign(cells, 0.0F);
  int power = 1;
  while (power < blocks) power *= 2;

  const auto one = [&](int k, bool copy) {
    const int cell = k * stride, ix = cell % nx, iy = cell / nx;
    const std::ptrdiff_t corner =
        aligned ? 0 : static_cast<std::ptrdiff_t>(ny - 1 - iy) * problem.xx->stride() + (nx - 1 - ix);
    const DotRows from{kernels[0].data() + corner, kernels[1].data() + corner, kernels[2].data() + corner,
                       kernels[3].data() + corner, problem.xx->stride()};
    float* const to = results.data() + 2 * static_cast<std::ptrdiff_t>(k);
    if (join == DotJoin::fused) {
      launch("dots_fused", {dim3(static_cast<unsigned>(blocks)), dim3(256), 0, stream}, dots_fused, from,
             px.data(), py.data(), nx, ny, sums.data(), scratch.data(), arrived.data(), to);
    } else {
      const LaunchShape shape{
          dim3(static_cast<unsigned>(blocks)), dim3(static_cast<unsigned>(nx), static_cast<unsigned>(rows)),
          2 * sizeof(float) * static_cast<std::size_t>(nx) * static_cast<std::size_t>(rows), stream};
      launch("dot_partials", shape, dot_partials, from, px.data(), py.data(), partial.data());
      if (join == DotJoin::device) {
        launch("join_partials", {dim3(2), dim3(static_cast<unsigned>(std::max(32, power))), 0, stream},
               join_partials, partial.data(), blocks, to);
      }
    }
    if (!copy) return;
    // Gauss-Seidel needs the numbers before it goes on.
    if (join == DotJoin::host) {
      partial.download(few.span(), stream);
      wait_for(stream, "inner products");
      for (int b = 0; b < blocks; ++b) {
        x[k] += few[b];
        y[k] += few[blocks + b];
      }
    } else {
      JAM_CUDA(cudaMemcpyAsync(few.data(), to, 2 * sizeof(float), cudaMemcpyDeviceToHost, stream));
      wait_for(stream, "inner products");
      x[k] = few[0];
      y[k] = few[1];
    }
  };
  one(0, false);
  StreamTimer<3> timer;
  timer.mark(0, stream);
  for (int k = 0; k < cells; ++k) one(k, false);
  timer.mark(1, stream);
  for (int k = 0; k < cells; ++k) one(k, true);
  timer.mark(2, stream);
  wait_for(stream, "inner products");
  return {timer.seconds(0, 1) / cells, timer.seconds(1, 2) / cells};
}

MeasuredTime measure_reduction(int device, Reduction kind, int n, int blocks, int repeats, float& sum) {
  const DeviceQueue queue(device);
  const cudaStream_t stream = queue.stream();
  DeviceBuffer<float> sums("sums", blocks);
  const int threads = kind == Reduction::divergent || kind == Reduction::shuffles ? n : n / 2;
  const LaunchShape shape{dim3(static_cast<unsigned>(blocks)), dim3(static_cast<unsigned>(threads)), 0,
                          stream};
  const auto run = [&] {
    switch (kind) {
      case Reduction::divergent:
        return launch("sum_of_numbers", shape, sum_of_numbers<Reduction::divergent>, n, sums.data());
      case Reduction::strided:
        return launch("sum_of_numbers", shape, sum_of_numbers<Reduction::strided>, n, sums.data());
      case Reduction::sequential:
        return launch("sum_of_numbers", shape, sum_of_numbers<Reduction::sequential>, n, sums.data());
      case Reduction::unrolled:
        return launch("sum_of_numbers", shape, sum_of_numbers<Reduction::unrolled>, n, sums.data());
      default: return launch("sum_of_numbers", shape, sum_of_numbers<Reduction::shuffles>, n, sums.data());
    }
  };
  std::vector<float> found(blocks);
  const MeasuredTime time = measured(repeats, stream, run, [&] { sums.download(found, stream); });
  sum = found[0];
  // All blocks have the same sum, or a number that no sum is.
  for (const float other : found) sum = other == sum ? sum : -1.0F;
  return time;
}

double device_flops(int device) {
  const auto attribute = [&](cudaDeviceAttr which) {
    int value = 0;
    JAM_CUDA(cudaDeviceGetAttribute(&value, which, device));
    return value;
  };
  const int major = attribute(cudaDevAttrComputeCapabilityMajor),
            minor = attribute(cudaDevAttrComputeCapabilityMinor);
  // Units for single precision on a multiprocessor.
  const int units = major == 7 || (major == 8 && minor == 0) ? 64 : 128;
  // A multiplication and an addition each.
  return 2.0 * units * attribute(cudaDevAttrMultiProcessorCount) * 1e3 * attribute(cudaDevAttrClockRate);
}

}  // namespace jam::test
