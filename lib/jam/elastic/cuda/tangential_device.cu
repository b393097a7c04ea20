// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <stdexcept>
#include <vector>

#include "jam/elastic/cuda/device.hpp"
#include "jam/elastic/cuda/step_kernels.cuh"
#include "jam/elastic/cuda/transforms.cuh"
#include "jam/elastic/tangential/solvers.hpp"

namespace jam::elastic {
namespace {

/// Number of iterations launched between two reads of the control block.
constexpr int iterations_ahead = 8;

class DeviceTangential final : public TangentialSolver, public DeviceSteps<TangCgControl, TangCgFields> {
 public:
  DeviceTangential(int device, const Grid& grid, const MaterialPair& pair, bool preconditioned)
      : DeviceSteps(device, grid.count()),
        grid_(grid),
        pair_(pair),
        cells_(grid.count()),
        transforms_(grid.nx, grid.ny, 2, stream()),
        memory_("tangential fields", TangCgFields::numbers * cells_),
        bound_("bounds of tractions", cells_),
        state_("states of cells", cells_),
        host_(2 * cells_) {
    const auto spectra = [&](Block block, bool inverse) {
      return transforms_.spectra(kernel(block), inverse);
    };
    xx_ = spectra(Block::xx, preconditioned);
    yy_ = spectra(Block::yy, preconditioned);
    xy_ = spectra(Block::xy, false);
    flexibility_ = {{xx_.view(), xy_.view(), xy_.view(), yy_.view()}};
    if (preconditioned) inverse_ = {{xx_.inverse_view(), {}, {}, yy_.inverse_view()}};
    preconditioned_ = preconditioned;
    fields_.lay_out(memory_.data(), cells_);
    fields_.bound = bound_.data();
    fields_.state = state_.data();
  }
  ~DeviceTangential() override { queue_.drain(); }

  void apply(std::span<const Tangent> p, std::vector<Tangent>& u) override {
    queue_.make_current();
    to_device(p, fields_.direction);
    transforms_.multiply({}, flexibility_, fields_.direction.x, fields_.product.x);
    u.resize(cells_);
    to_host(fields_.product, u);
  }

  // The machine of the steps.
  void displace() {
    transforms_.multiply(guard(&TangCgControl::looking), flexibility_, fields_.traction.x, fields_.slip.x);
  }
  void multiply() { transforms_.multiply(guard(), flexibility_, fields_.direction.x, fields_.product.x); }
  void precondition() {
    if (preconditioned_)
      transforms_.multiply(guard(&TangCgControl::inverse), inverse_, fields_.residual.x,
                           fields_.preconditioned.x);
  }

 protected:
  TangentialReport run(std::span<const double> bound, std::span<const Tangent> shift,
                       const TangentialSettings& settings, Tractions& tractions) override {
    if (settings.method != TangentialMethod::tang_cg)
      throw std::logic_error("a GPU has tang-cg alone; a CPU has the other methods");
    queue_.make_current();
    bound_.upload(bound, stream());
    state_.upload(tractions.state, stream());
    to_device(shift, fields_.shift);
    to_device(tractions.traction, fields_.traction);
    const auto self = [&](Block block) { return influence(block, pair_, grid_.dx, grid_.dy, 0, 0); };
    set(tang_cg_control(settings, {self(Block::xx), self(Block::xy), self(Block::yy)}, preconditioned_));
    begin_tang_cg(*this);
    const TangCgControl& found =
        run_ahead(settings.watch, "tractions", iterations_ahead, [&] { iterate_tang_cg(*this); });
    to_host(fields_.traction, tractions.traction);
    state_.download(tractions.state, stream());
    wait_for(stream(), "tractions");
    return {found.iterations, found.end == SolveEnd::solved};
  }

 private:
  [[nodiscard]] InfluenceKernel kernel(Block block) const { return {pair_, grid_.dx, grid_.dy, 0, block}; }

  void to_device(std::span<const Tangent> values, TangentField field) {
    for (std::size_t i = 0; i < cells_; ++i) host_[i] = values[i].x, host_[cells_ + i] = values[i].y;
    JAM_CUDA(cudaMemcpyAsync(field.x, host_.data(), 2 * cells_ * sizeof(double), cudaMemcpyHostToDevice,
                             stream()));
    wait_for(stream(), "a tangential field");
  }
  void to_host(TangentField field, std::span<Tangent> values) {
    JAM_CUDA(cudaMemcpyAsync(host_.data(), field.x, 2 * cells_ * sizeof(double), cudaMemcpyDeviceToHost,
                             stream()));
    wait_for(stream(), "a tangential field");
    for (std::size_t i = 0; i < cells_; ++i) values[i] = {host_[i], host_[cells_ + i]};
  }

  Grid grid_;
  MaterialPair pair_;
  std::size_t cells_;
  bool preconditioned_ = false;
  DeviceTransforms<double> transforms_;
  DeviceTransforms<double>::Spectra xx_, yy_, xy_;
  SpectrumMatrix<double, 2, 2> flexibility_, inverse_;
  DeviceBuffer<double> memory_, bound_;
  DeviceBuffer<CellState> state_;
  PinnedBuffer<double> host_;
};

}  // namespace

std::unique_ptr<TangentialSolver> make_device_tangential(int device, const Grid& grid,
                                                         const MaterialPair& pair, bool preconditioned) {
  require_device_memory(device, grid, {}, 2);
  return std::make_unique<DeviceTangential>(device, grid, pair, preconditioned);
}

}  // namespace jam::elastic
