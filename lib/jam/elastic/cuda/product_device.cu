// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/elastic/cuda/device.hpp"
#include "jam/elastic/cuda/transforms.cuh"

namespace jam::elastic {
namespace {

template <int outputs, int inputs>
class DeviceProduct final : public Product<double> {
 public:
  using Matrix = SpectrumMatrix<double, outputs, inputs>;

  DeviceProduct(int device, int nx, int ny, const std::vector<InfluenceKernel>& kernels, bool inverse)
      : queue_(device),
        cells_(static_cast<std::size_t>(nx) * static_cast<std::size_t>(ny)),
        transforms_(nx, ny, Matrix::fields, queue_.stream()),
        in_("fields", inputs * cells_),
        out_("fields", outputs * cells_) {
    for (const InfluenceKernel& kernel : kernels) spectra_.push_back(transforms_.spectra(kernel, inverse));
    for (std::size_t k = 0; k < spectra_.size(); ++k)
      matrix_.view[k] = inverse ? spectra_[k].inverse_view() : spectra_[k].view();
  }
  ~DeviceProduct() override { queue_.drain(); }

  void apply(const double* in, double* out) override {
    queue_.make_current();
    in_.upload({in, inputs * cells_}, queue_.stream());
    transforms_.multiply({}, matrix_, in_.data(), out_.data());
    out_.download({out, outputs * cells_}, queue_.stream());
    wait_for(queue_.stream(), "a product");
  }

 private:
  DeviceQueue queue_;
  std::size_t cells_;
  DeviceTransforms<double> transforms_;
  std::vector<DeviceTransforms<double>::Spectra> spectra_;
  Matrix matrix_;
  DeviceBuffer<double> in_, out_;
};

}  // namespace

std::unique_ptr<Product<double>> make_device_product(int device, int nx, int ny,
                                                     const InfluenceKernel& kernel, bool inverse) {
  require_device_memory(device, {nx, ny}, {});
  return std::make_unique<DeviceProduct<1, 1>>(device, nx, ny, std::vector{kernel}, inverse);
}

CouplingProducts make_device_coupling(int device, const Grid& grid, const MaterialPair& pair) {
  require_device_memory(device, grid, {}, 2);
  const auto kernel = [&](Block block) { return InfluenceKernel{pair, grid.dx, grid.dy, 0, block}; };
  return {std::make_unique<DeviceProduct<2, 1>>(device, grid.nx, grid.ny,
                                                std::vector{kernel(Block::xn), kernel(Block::yn)}, false),
          std::make_unique<DeviceProduct<1, 2>>(device, grid.nx, grid.ny,
                                                std::vector{kernel(Block::nx), kernel(Block::ny)}, false)};
}

}  // namespace jam::elastic
