// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <vector>

#include "jam/elastic/cuda/device.hpp"
#include "jam/elastic/cuda/step_kernels.cuh"
#include "jam/elastic/cuda/transforms.cuh"
#include "jam/elastic/tangential/solvers.hpp"

namespace jam::elastic {
namespace {

/// Iterations that are launched between two looks at the control block.
constexpr int iterations_ahead = 8;

class DeviceTangential final : public TangentialSolver {
 public:
  DeviceTangential(int device, const Grid& grid, const MaterialPair& pair, bool preconditioned)
      : queue_(device),
        grid_(grid),
        pair_(pair),
        cells_(grid.count()),
        transforms_(grid.nx, grid.ny, 2, queue_.stream()),
        steps_(cells_, queue_.stream()),
        memory_("tangential fields", field_count * 2 * cells_),
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
    double* next = memory_.data();
    for (TangentField* field :
         {&fields_.shift, &fields_.traction, &fields_.looked, &fields_.slip, &fields_.normal,
          &fields_.residual, &fields_.direction, &fields_.preconditioned, &fields_.product}) {
      *field = {next, next + cells_};
      next += 2 * cells_;
    }
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
  template <class Step>
  void sum() {
    steps_.template sum<Step>(fields_, grid_.count());
  }
  template <class Step>
  void each() {
    steps_.template each<Step>(fields_, grid_.count());
  }
  void displace() {
    transforms_.multiply(steps_.guard(&TangCgControl::looking), flexibility_, fields_.traction.x,
                         fields_.slip.x);
  }
  void multiply() {
    transforms_.multiply(steps_.guard(), flexibility_, fields_.direction.x, fields_.product.x);
  }
  void precondition() {
    if (preconditioned_)
      transforms_.multiply(steps_.guard(&TangCgControl::inverse), inverse_, fields_.residual.x,
                           fields_.preconditioned.x);
  }

 protected:
  TangentialReport run(std::span<const double> bound, std::span<const Tangent> shift,
                       const TangentialSettings& settings, Tractions& tractions) override {
    queue_.make_current();
    bound_.upload(bound, stream());
    state_.upload(tractions.state, stream());
    to_device(shift, fields_.shift);
    to_device(tractions.traction, fields_.traction);
    const TangentialReport report = conjugate_gradients(settings);
    to_host(fields_.traction, tractions.traction);
    state_.download(tractions.state, stream());
    wait_for(stream(), "tractions");
    return report;
  }

 private:
  static constexpr std::size_t field_count = 9;

  [[nodiscard]] cudaStream_t stream() const { return queue_.stream(); }
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

  TangentialReport conjugate_gradients(const TangentialSettings& settings) {
    const auto self = [&](Block block) { return influence(block, pair_, grid_.dx, grid_.dy, 0, 0); };
    TangCgControl control = tang_cg_control(settings, {self(Block::xx), self(Block::xy), self(Block::yy)});
    control.inverse = settings.preconditioned && preconditioned_;
    steps_.set(control);
    begin_tang_cg(*this);
    do {
      for (int k = 0; k < iterations_ahead; ++k) iterate_tang_cg(*this);
      control = steps_.look("a tangential contact problem");
      const double relative = control.tolerance * control.change / control.needed;
      if (!control.finished() &&
          ends(settings.watch, "tractions", control.iterations, relative, control.tolerance))
        break;
    } while (!control.finished());
    return {control.iterations, control.end == SolveEnd::solved};
  }

  DeviceQueue queue_;
  Grid grid_;
  MaterialPair pair_;
  std::size_t cells_;
  bool preconditioned_ = false;
  DeviceTransforms<double> transforms_;
  DeviceTransforms<double>::Spectra xx_, yy_, xy_;
  SpectrumMatrix<double, 2, 2> flexibility_, inverse_;
  DeviceSteps<TangCgControl, TangCgFields> steps_;
  DeviceBuffer<double> memory_, bound_;
  DeviceBuffer<CellState> state_;
  TangCgFields fields_;
  PinnedBuffer<double> host_;
};

}  // namespace

std::unique_ptr<TangentialSolver> make_device_tangential(int device, const Grid& grid,
                                                         const MaterialPair& pair, bool preconditioned) {
  require_device_memory(device, grid, {}, 2);
  return std::make_unique<DeviceTangential>(device, grid, pair, preconditioned);
}

}  // namespace jam::elastic
