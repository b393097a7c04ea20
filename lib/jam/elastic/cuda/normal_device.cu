// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <vector>

#include "jam/elastic/cuda/device.hpp"
#include "jam/elastic/cuda/product_kernels.cuh"
#include "jam/elastic/cuda/spectra.cuh"
#include "jam/elastic/cuda/step_kernels.cuh"
#include "jam/elastic/normal/bound_cg.hpp"
#include "jam/elastic/normal/coarse_grids.hpp"
#include "jam/elastic/product/fft_product.hpp"

namespace jam::elastic {
namespace {

/// Number of iterations launched between two reads of the control block.
constexpr int iterations_ahead = 4;

/// A field on other cells of the same rectangle, linear between centres.
template <class From, class To>
__global__ void resample(const From* from, int nx, int ny, To* to, int mx, int my) {
  const int i = cell_index();
  if (i >= mx * my) return;
  const Between x = between_cells(nx, mx, i % mx), y = between_cells(ny, my, i / mx);
  to[i] = static_cast<To>(resampled_value(from, nx, x, y));
}

/// The memory of a device, in one piece.
class Arena {
 public:
  /// Offset at which `count` numbers begin [bytes].
  template <class T>
  [[nodiscard]] std::size_t add(std::size_t count) {
    const std::size_t offset = bytes_;
    bytes_ += (count * sizeof(T) + 255) / 256 * 256;
    return offset;
  }
  void allocate() { memory_ = DeviceBuffer<std::byte>("a normal contact problem", bytes_); }
  template <class T>
  [[nodiscard]] T* at(std::size_t offset) {
    return reinterpret_cast<T*>(memory_.data() + offset);
  }

 private:
  std::size_t bytes_ = 0;
  DeviceBuffer<std::byte> memory_;
};

/// One grid of those that a solve goes through.
struct Level {
  Grid grid;
  int width = 0, height = 0;
  std::size_t gap = 0;  ///< Place of the gaps in the arena.

  [[nodiscard]] std::size_t cells() const { return static_cast<std::size_t>(grid.count()); }
  [[nodiscard]] std::size_t columns() const { return static_cast<std::size_t>(width) / 2 + 1; }
};

template <class Real>
class DeviceNormal : public DeviceSteps<BoundCgControl, BoundCgFields<Real>> {
 public:
  DeviceNormal(int device, const Grid& grid, const MaterialPair& pair, double liner, NormalLoad load,
               const NormalSettings& settings, bool coarse_start)
      : Steps(device, grid.count()), pair_(pair), liner_(liner), load_(load), settings_(settings) {
    queue_.make_current();
    shared_limit_ = shared_memory_limit();
    for (Grid level = grid;; level = coarser(level)) {
      levels_.push_back({level, transform_length(2 * level.nx), transform_length(2 * level.ny)});
      if (!coarse_start || !has_coarser(level)) break;
    }
    allocate();
  }
  ~DeviceNormal() { queue_.drain(); }
  DeviceNormal(const DeviceNormal&) = delete;
  DeviceNormal& operator=(const DeviceNormal&) = delete;

  /// `start` is empty, or pressures if there are no coarser grids.
  NormalSolution solve(std::span<const double> gap, std::span<const double> start) {
    JAM_CUDA(cudaMemcpyAsync(arena_.at<double>(levels_[0].gap), gap.data(), gap.size_bytes(),
                             cudaMemcpyHostToDevice, stream()));
    for (std::size_t k = 1; k < levels_.size(); ++k) {
      const Level &from = levels_[k - 1], &to = levels_[k];
      launch("resample", this->shape(to.grid.count()), resample<double, double>, arena_.at<double>(from.gap),
             from.grid.nx, from.grid.ny, arena_.at<double>(to.gap), to.grid.nx, to.grid.ny);
    }
    NormalSolution solution;
    for (std::size_t k = levels_.size(); k-- > 0;) {
      set_level(levels_[k], k > 0 ? std::max(settings_.tolerance, coarse_tolerance) : settings_.tolerance);
      if (k + 1 == levels_.size()) begin_with(start);
      begin_bound_cg(*this);
      const BoundCgControl& found =
          this->run_ahead(settings_.watch, "pressures", iterations_ahead, [&] { iterate_bound_cg(*this); });
      if (k == 0) break;
      solution.coarse_iterations += found.iterations;
      // The start of the finer grid; a field that is free meanwhile holds what it is made of.
      std::swap(field_[0], field_[1]);
      const Level& fine = levels_[k - 1];
      launch("resample", this->shape(fine.grid.count()), resample<Real, Real>, arena_.at<Real>(field_[1]),
             level_->grid.nx, level_->grid.ny, arena_.at<Real>(field_[0]), fine.grid.nx, fine.grid.ny);
    }
    flexibility({}, fields_.pressure, fields_.displacement);
    this->template sum<bound_cg_steps::Outcome>();
    take(gap, this->look(), solution);
    return solution;
  }

  // The machine of the steps.
  void displace() {
    flexibility(this->guard(&BoundCgControl::fresh), fields_.pressure, fields_.displacement);
  }
  void multiply() { flexibility(this->guard(), fields_.direction, fields_.product); }
  void precondition() {
    if (settings_.preconditioned)
      convolution(this->guard(), inverse_, fields_.residual, fields_.preconditioned);
  }

 private:
  using Steps = DeviceSteps<BoundCgControl, BoundCgFields<Real>>;
  using Steps::fields_, Steps::queue_, Steps::stream;

  void begin_with(std::span<const double> start) {
    const std::size_t bytes = level_->cells() * sizeof(Real);
    if (start.empty()) return JAM_CUDA(cudaMemsetAsync(fields_.pressure, 0, bytes, stream()));
    const std::vector<Real> pressure(start.begin(), start.end());
    JAM_CUDA(cudaMemcpyAsync(fields_.pressure, pressure.data(), bytes, cudaMemcpyHostToDevice, stream()));
  }

  void allocate() {
    const Level& finest = levels_[0];
    const std::size_t cells = finest.cells(),
                      points = finest.columns() * (static_cast<std::size_t>(finest.height) / 2 + 1);
    for (Level& level : levels_) level.gap = arena_.add<double>(level.cells());
    for (std::size_t& field : field_) field = arena_.add<Real>(cells);
    contact_ = arena_.add<unsigned char>(cells);
    rows_ = arena_.add<Complex<Real>>(finest.columns() * static_cast<std::size_t>(finest.grid.ny));
    kernel_rows_ = arena_.add<Complex<double>>(points);
    spectrum_ = arena_.add<Real>(points);
    inverse_ = arena_.add<Real>(points);
    for (auto* roots : {&row_roots_, &column_roots_})
      *roots = arena_.add<Complex<Real>>(std::max(finest.width, finest.height));
    for (auto* roots : {&kernel_row_roots_, &kernel_column_roots_})
      *roots = arena_.add<Complex<double>>(std::max(finest.width, finest.height));
    const auto largest_direct =
        std::ranges::find_if(levels_, [&](const Level& level) { return direct(level); });
    if (largest_direct != levels_.end()) kernel_ = arena_.add<Real>(4 * largest_direct->cells());
    arena_.allocate();
  }

  template <class Number>
  [[nodiscard]] FftShape<Number> shape_of(const Level& level, Complex<Number>* row_roots,
                                          Complex<Number>* column_roots) const {
    return shape_with_roots(level.grid.nx, level.grid.ny, level.width, level.height, row_roots, column_roots,
                            stream());
  }

  /// Spectra, fields and the control block of a grid.
  void set_level(const Level& level, double tolerance) {
    level_ = &level;
    this->step_cells_ = level.grid.count();
    shape_ = shape_of(level, arena_.at<Complex<Real>>(row_roots_), arena_.at<Complex<Real>>(column_roots_));
    const FftShape<double> exact = shape_of(level, arena_.at<Complex<double>>(kernel_row_roots_),
                                            arena_.at<Complex<double>>(kernel_column_roots_));
    const InfluenceKernel kernel{pair_, level.grid.dx, level.grid.dy, liner_, Block::nn};
    launch_spectra(exact, kernel, arena_.at<Complex<double>>(kernel_rows_), arena_.at<Real>(spectrum_),
                   arena_.at<Real>(inverse_), stream());
    direct_ = {};
    if (direct(level)) {
      const int nx = level.grid.nx, ny = level.grid.ny;
      direct_ = {arena_.at<Real>(kernel_), nx, ny, 2 * nx};
      launch_fill_kernel(kernel, nx, ny, direct_.stride, arena_.at<Real>(kernel_), stream());
    }
    const auto field = [&](int k) { return arena_.at<Real>(field_[k]); };
    fields_ = {arena_.at<double>(level.gap),
               field(0),
               field(2),
               field(3),
               field(4),
               field(5),
               settings_.preconditioned ? field(1) : field(3),
               field(6),
               arena_.at<unsigned char>(contact_)};
    NormalSettings settings = settings_;
    settings.tolerance = tolerance;
    this->set(bound_cg_control({level.grid.count(), level.grid.area(), {}, load_}, settings, sizeof(Real)));
  }

  /// Whether the product of a grid is the direct sum.
  [[nodiscard]] bool direct(const Level& level) const {
    constexpr int threshold =
        sizeof(Real) == sizeof(double) ? device_fft_threshold : device_fft_threshold_single;
    if (settings_.product != ProductKind::automatic) return settings_.product == ProductKind::direct;
    return level.grid.count() < threshold && tiled_bytes<Real> <= shared_limit_;
  }

  /// out = C in
  void flexibility(Guard guard, const Real* in, Real* out) {
    if (direct_.values == nullptr) convolution(guard, spectrum_, in, out);
    else launch_tiled_product<Real>(guard, direct_, in, out, stream());
  }

  void convolution(Guard guard, std::size_t spectrum, const Real* in, Real* out) {
    const SpectrumMatrix<Real, 1, 1> matrix{{spectrum_view(Block::nn, arena_.at<Real>(spectrum))}};
    launch_fft_product(guard, shape_, matrix, in, arena_.at<Complex<Real>>(rows_), out, stream());
  }

  void take(std::span<const double> gap, const BoundCgControl& control, NormalSolution& solution) {
    std::vector<Real> pressure(gap.size()), displacement(gap.size());
    JAM_CUDA(cudaMemcpyAsync(pressure.data(), fields_.pressure, gap.size() * sizeof(Real),
                             cudaMemcpyDeviceToHost, stream()));
    JAM_CUDA(cudaMemcpyAsync(displacement.data(), fields_.displacement, gap.size() * sizeof(Real),
                             cudaMemcpyDeviceToHost, stream()));
    wait_for(stream(), "pressures of a normal contact problem");
    solution.approach = control.approach;
    const Grid& grid = levels_[0].grid;
    fill_solution({grid.count(), grid.area(), gap, load_}, pressure, displacement, control.found, solution);
    solution.iterations = control.iterations;
    solution.status = control.end;
  }

  MaterialPair pair_;
  double liner_;
  NormalLoad load_;
  const NormalSettings& settings_;
  std::size_t shared_limit_ = 0;  ///< Largest shared memory of a block [bytes].
  std::vector<Level> levels_;     ///< Grids, the finest first.
  Arena arena_;
  std::size_t field_[7] = {}, contact_ = 0, rows_ = 0, kernel_rows_ = 0, spectrum_ = 0, inverse_ = 0,
              row_roots_ = 0, column_roots_ = 0, kernel_row_roots_ = 0, kernel_column_roots_ = 0, kernel_ = 0;
  const Level* level_ = nullptr;
  FftShape<Real> shape_;
  KernelView<Real> direct_;  ///< Kernel of the direct products on this grid; without values, products use
                             ///< Fourier transforms.
};

}  // namespace

std::size_t device_shared_limit(int device) {
  DeviceQueue(device).make_current();
  return shared_memory_limit();
}

NormalSolution solve_normal_on_device(int device, const Grid& grid, const MaterialPair& pair, double liner,
                                      std::span<const double> gap, NormalLoad load,
                                      const NormalSettings& settings, std::span<const double> start) {
  require_device_normal(grid, settings);
  require_device_memory(device, grid, settings);
  const bool coarse = settings.coarse_start && start.empty();
  if (settings.precision == Precision::single)
    return DeviceNormal<float>(device, grid, pair, liner, load, settings, coarse).solve(gap, start);
  return DeviceNormal<double>(device, grid, pair, liner, load, settings, coarse).solve(gap, start);
}

}  // namespace jam::elastic
