// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/elastic/cuda/measured.hpp"

#include <vector>

#include "jam/elastic/cuda/dot_kernels.cuh"
#include "jam/elastic/cuda/fft_kernels.cuh"
#include "jam/elastic/cuda/product_kernels.cuh"
#include "jam/elastic/product/fft_product.hpp"

namespace jam::elastic {
namespace {

template <class T>
DeviceBuffer<T> uploaded(const char* name, std::span<const T> values, cudaStream_t stream) {
  DeviceBuffer<T> buffer(name, values.size());
  buffer.upload(values, stream);
  return buffer;
}

template <class Real>
DeviceBuffer<Real> uploaded(const Kernel<Real>& kernel, cudaStream_t stream) {
  const std::size_t count = static_cast<std::size_t>(2 * kernel.ny() - 1) * static_cast<std::size_t>(kernel.stride());
  return uploaded<Real>("coefficients", {kernel.view().values, count}, stream);
}

/// Calls `kernels` `repeats` times, without and then with `copy`, which waits; after one call that is not measured.
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

template <class Real>
__global__ void any_columns(FftShape<Real> shape, const Complex<Real>* rows, Complex<Real>* spectrum) {
  any_column(BlockGroup(), shape, static_cast<int>(blockIdx.x), rows, block_scratch<Real>(), spectrum);
}

/// What a product by Fourier transforms keeps on the device.
template <class Real>
class DeviceFourier {
 public:
  DeviceFourier(const Kernel<Real>& kernel, cudaStream_t stream) : stream_(stream) {
    const int nx = kernel.nx(), ny = kernel.ny();
    shape_ = {nx, ny, line_plan<Real>(transform_length(2 * nx)), line_plan<Real>(transform_length(2 * ny))};
    const int width = shape_.width(), height = shape_.height();
    row_roots_ = DeviceBuffer<Complex<Real>>("roots of unity", static_cast<std::size_t>(width));
    column_roots_ = DeviceBuffer<Complex<Real>>("roots of unity", static_cast<std::size_t>(height));
    launch("fill_roots", shape_for_items(width, 128, stream), fill_roots<Real>, row_roots_.data(), width);
    launch("fill_roots", shape_for_items(height, 128, stream), fill_roots<Real>, column_roots_.data(), height);
    shape_.row.roots = row_roots_.data();
    shape_.column.roots = column_roots_.data();
    // Offsets receiver - source on the periodic grid; the kernel has source - receiver.
    std::vector<Real> field(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    for (int ky = 1 - ny; ky < ny; ++ky) {
      for (int kx = 1 - nx; kx < nx; ++kx) {
        field[static_cast<std::size_t>((height - ky) % height) * static_cast<std::size_t>(width) +
              static_cast<std::size_t>((width - kx) % width)] = kernel.at(kx, ky);
      }
    }
    DeviceBuffer<Real> on_device = uploaded<Real>("coefficients", field, stream);
    FftShape<Real> whole = shape_;
    whole.nx = width;
    whole.ny = height;
    const std::size_t points = static_cast<std::size_t>(shape_.columns()) * static_cast<std::size_t>(height);
    DeviceBuffer<Complex<Real>> rows("rows of a spectrum", points);
    spectrum_ = DeviceBuffer<Complex<Real>>("spectrum", points);
    launch("forward_rows", line_shape<Real>(whole.row_pairs(), 1, width, stream), forward_rows<Real>, Guard{}, whole, on_device.data(),
           rows.data());
    launch("any_columns", line_shape<Real>(shape_.columns(), 1, height, stream), any_columns<Real>, shape_, rows.data(), spectrum_.data());
    wait_for(stream, "spectrum");
    rows_ = DeviceBuffer<Complex<Real>>("transformed rows", static_cast<std::size_t>(shape_.columns()) * static_cast<std::size_t>(ny));
  }

  void multiply(const Real* in, Real* out) {
    launch_fft_product<Real>({}, shape_, {nullptr, spectrum_.data()}, in, rows_.data(), out, stream_);
  }

 private:
  cudaStream_t stream_;
  FftShape<Real> shape_;
  DeviceBuffer<Complex<Real>> row_roots_, column_roots_, spectrum_, rows_;
};

}  // namespace

template <class Real>
MeasuredTime measure_product(int device, MeasuredProduct kind, const Kernel<Real>& kernel, std::span<const Real> in, TileSize tile,
                             int repeats, std::vector<Real>& out) {
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
      const LaunchShape shape{dim3(count(view.nx / tile.x), count(view.ny / tile.y)), dim3(count(tile.x), count(tile.y)), 0, stream};
      return measured(
          repeats, stream, [&] { launch("global_product", shape, global_product<Real>, view, input.data(), output.data()); }, copy);
    }
    case MeasuredProduct::shared: {
      const LaunchShape shape{dim3(count(view.nx / tile.x), count(view.ny)), dim3(count(tile.x)), 3 * sizeof(Real) * count(tile.x), stream};
      return measured(
          repeats, stream, [&] { launch("shared_product", shape, shared_product<Real>, view, input.data(), output.data()); }, copy);
    }
    case MeasuredProduct::tiled:
      return measured(
          repeats, stream, [&] { launch_tiled_product<Real>({}, view, input.data(), output.data(), stream); }, copy);
    default: {
      DeviceFourier<Real> fourier(kernel, stream);
      return measured(
          repeats, stream, [&] { fourier.multiply(input.data(), output.data()); }, copy);
    }
  }
}

template MeasuredTime measure_product<float>(int, MeasuredProduct, const Kernel<float>&, std::span<const float>, TileSize, int,
                                             std::vector<float>&);
template MeasuredTime measure_product<double>(int, MeasuredProduct, const Kernel<double>&, std::span<const double>, TileSize, int,
                                              std::vector<double>&);

MeasuredTime measure_dots(int device, const DotProblem& problem, DotJoin join, bool aligned, int rows, int stride, std::vector<float>& x,
                          std::vector<float>& y) {
  const DeviceQueue queue(device);
  const cudaStream_t stream = queue.stream();
  const int nx = problem.xx->nx(), ny = problem.xx->ny(), cells = (nx * ny - 1) / stride + 1;
  DeviceBuffer<float> kernels[4];
  const Kernel<float>* const all[4] = {problem.xx, problem.xy, problem.yx, problem.yy};
  for (int k = 0; k < 4; ++k) kernels[k] = uploaded(*all[k], stream);
  DeviceBuffer<float> px = uploaded<float>("tractions", problem.px, stream), py = uploaded<float>("tractions", problem.py, stream);
  const int blocks = join == DotJoin::fused ? std::min(ny, 2 * queue.multiprocessors()) : ny / rows;
  DeviceBuffer<float> partial("partial sums", 2 * static_cast<std::size_t>(blocks)),
      results("inner products", 2 * static_cast<std::size_t>(cells));
  DeviceBuffer<DotSums> sums("partial sums", static_cast<std::size_t>(blocks)),
      scratch("partial sums", static_cast<std::size_t>(blocks) / 32 + 1);
  DeviceBuffer<unsigned> arrived("blocks that arrived", 1);
  arrived.fill_zero(stream);
  PinnedBuffer<float> few(2 * static_cast<std::size_t>(blocks));
  x.assign(static_cast<std::size_t>(cells), 0.0F);
  y.assign(static_cast<std::size_t>(cells), 0.0F);
  int power = 1;
  while (power < blocks) power *= 2;

  const auto one = [&](int k, bool copy) {
    const int cell = k * stride, ix = cell % nx, iy = cell / nx;
    const std::ptrdiff_t corner = aligned ? 0 : static_cast<std::ptrdiff_t>(ny - 1 - iy) * problem.xx->stride() + (nx - 1 - ix);
    const DotRows from{kernels[0].data() + corner, kernels[1].data() + corner, kernels[2].data() + corner, kernels[3].data() + corner,
                       problem.xx->stride()};
    float* const to = results.data() + 2 * static_cast<std::ptrdiff_t>(k);
    if (join == DotJoin::fused) {
      launch("dots_fused", {dim3(static_cast<unsigned>(blocks)), dim3(256), 0, stream}, dots_fused, from, px.data(), py.data(), nx, ny,
             sums.data(), scratch.data(), arrived.data(), to);
    } else {
      const LaunchShape shape{dim3(static_cast<unsigned>(blocks)), dim3(static_cast<unsigned>(nx), static_cast<unsigned>(rows)),
                              2 * sizeof(float) * static_cast<std::size_t>(nx) * static_cast<std::size_t>(rows), stream};
      launch("dot_partials", shape, dot_partials, from, px.data(), py.data(), partial.data());
      if (join == DotJoin::device) {
        launch("join_partials", {dim3(2), dim3(static_cast<unsigned>(std::max(32, power))), 0, stream}, join_partials, partial.data(),
               blocks, to);
      }
    }
    if (!copy) return;
    // Gauss-Seidel needs the numbers before it goes on.
    if (join == DotJoin::host) {
      partial.download(few.span(), stream);
      wait_for(stream, "inner products");
      for (int b = 0; b < blocks; ++b) {
        x[static_cast<std::size_t>(k)] += few[static_cast<std::size_t>(b)];
        y[static_cast<std::size_t>(k)] += few[static_cast<std::size_t>(blocks + b)];
      }
    } else {
      JAM_CUDA(cudaMemcpyAsync(few.data(), to, 2 * sizeof(float), cudaMemcpyDeviceToHost, stream));
      wait_for(stream, "inner products");
      x[static_cast<std::size_t>(k)] = few[0];
      y[static_cast<std::size_t>(k)] = few[1];
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
  DeviceBuffer<float> sums("sums", static_cast<std::size_t>(blocks));
  const int threads = kind == Reduction::divergent || kind == Reduction::shuffles ? n : n / 2;
  const LaunchShape shape{dim3(static_cast<unsigned>(blocks)), dim3(static_cast<unsigned>(threads)), 0, stream};
  const auto run = [&] {
    switch (kind) {
      case Reduction::divergent: return launch("sum_of_numbers", shape, sum_of_numbers<Reduction::divergent>, n, sums.data());
      case Reduction::strided: return launch("sum_of_numbers", shape, sum_of_numbers<Reduction::strided>, n, sums.data());
      case Reduction::sequential: return launch("sum_of_numbers", shape, sum_of_numbers<Reduction::sequential>, n, sums.data());
      case Reduction::unrolled: return launch("sum_of_numbers", shape, sum_of_numbers<Reduction::unrolled>, n, sums.data());
      default: return launch("sum_of_numbers", shape, sum_of_numbers<Reduction::shuffles>, n, sums.data());
    }
  };
  std::vector<float> found(static_cast<std::size_t>(blocks));
  const MeasuredTime time = measured(repeats, stream, run, [&] { sums.download(found, stream); });
  sum = found[0];
  // All blocks have the same sum, or a number that no sum is.
  for (const float other : found) sum = other == sum ? sum : -1.0F;
  return time;
}

double device_flops(int device) {
  int multiprocessors = 0, kilohertz = 0;
  JAM_CUDA(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
  JAM_CUDA(cudaDeviceGetAttribute(&kilohertz, cudaDevAttrClockRate, device));
  // 128 units for single precision on each multiprocessor since Volta's successors, a multiplication and an addition each.
  return 2.0 * 128 * multiprocessors * 1e3 * kilohertz;
}

}  // namespace jam::elastic
