// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/elastic/cuda/device.hpp"
#include "jam/elastic/cuda/normal_spectra.cuh"
#include "jam/elastic/product/fft_product.hpp"

namespace jam::elastic {
namespace {

class DeviceProduct final : public Product<double> {
 public:
  DeviceProduct(int device, int nx, int ny, const NormalKernel& kernel, bool inverse)
      : queue_(device), cells_(static_cast<std::size_t>(nx) * static_cast<std::size_t>(ny)) {
    queue_.make_current();
    const int width = transform_length(2 * nx), height = transform_length(2 * ny);
    row_roots_ = DeviceBuffer<Complex<double>>("roots of unity", static_cast<std::size_t>(width));
    column_roots_ = DeviceBuffer<Complex<double>>("roots of unity", static_cast<std::size_t>(height));
    shape_ = shape_with_roots(nx, ny, width, height, row_roots_.data(), column_roots_.data(), queue_.stream());
    const std::size_t columns = static_cast<std::size_t>(shape_.columns()),
                      points = columns * static_cast<std::size_t>(shape_.half_height());
    DeviceBuffer<Complex<double>> kernel_rows("rows of a spectrum", points);
    DeviceBuffer<double> spectrum("spectrum", points), reciprocal("spectrum", points);
    launch_spectra(shape_, kernel, kernel_rows.data(), spectrum.data(), reciprocal.data(), queue_.stream());
    wait_for(queue_.stream(), "spectra");
    spectrum_ = std::move(inverse ? reciprocal : spectrum);
    rows_ = DeviceBuffer<Complex<double>>("transformed rows", columns * static_cast<std::size_t>(ny));
    in_ = DeviceBuffer<double>("field", cells_);
    out_ = DeviceBuffer<double>("field", cells_);
  }
  ~DeviceProduct() override { queue_.drain(); }

  void apply(const double* in, double* out) override {
    queue_.make_current();
    in_.upload({in, cells_}, queue_.stream());
    launch_fft_product<double>({}, shape_, {spectrum_.data(), nullptr}, in_.data(), rows_.data(), out_.data(), queue_.stream());
    out_.download({out, cells_}, queue_.stream());
    wait_for(queue_.stream(), "a product");
  }

 private:
  DeviceQueue queue_;
  std::size_t cells_;
  FftShape<double> shape_;
  DeviceBuffer<Complex<double>> row_roots_, column_roots_, rows_;
  DeviceBuffer<double> spectrum_, in_, out_;
};

}  // namespace

std::unique_ptr<Product<double>> make_device_product(int device, int nx, int ny, const NormalKernel& kernel, bool inverse) {
  require_device_memory(device, {nx, ny}, {});
  return std::make_unique<DeviceProduct>(device, nx, ny, kernel, inverse);
}

}  // namespace jam::elastic
