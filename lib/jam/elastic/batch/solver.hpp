// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Solves one small contact: coefficients, gaps, the steps of bound-cg with direct products, and what is
// reported. A template over workers (jam/core/workers.hpp) that share the memory of the contact: a CPU thread
// (rows.cpp) or a block of GPU threads (cuda/small_engine.cu). Beyond Workers they have
//   tile_padding               outputs of a tile of the product: coefficient rows are longer by this number,
//                              less one
//   joined<Sums>(count, f)     the sum of f(i) over i of [0, count), to each of them, and sync(): number i
//                              belongs to lane i mod lane_count, lanes are joined as a binary tree
//   multiply(kernel, in, out)  the direct product, and sync()
// Each of them holds a control block of its own, in which the same numbers stand.
#pragma once

#include <cstddef>

#include "jam/core/workers.hpp"
#include "jam/elastic/batch/contact.hpp"
#include "jam/elastic/model/influence_formulas.hpp"
#include "jam/elastic/product/toeplitz_tile.hpp"

namespace jam::elastic {

/// Number of lanes of a sum; a multiple of the number of threads of any block.
inline constexpr int lane_count = 128;

/// How the memory of a contact is divided, in numbers of 8 bytes.
struct SmallLayout {
  int cells = 0, stride = 0;
  std::size_t gap = 0, field = 0, contact = 0, total = 0;

  JAM_HD_INLINE constexpr SmallLayout(int nx, int ny, int tile_padding)
      : cells(nx * ny), stride((2 * nx - 2 + tile_padding) | 1) {
    // An odd stride spreads neighbouring rows over the banks of shared memory.
    gap = static_cast<std::size_t>(2 * ny - 1) * static_cast<std::size_t>(stride);
    field = gap + static_cast<std::size_t>(cells);
    contact = field + 6 * static_cast<std::size_t>(cells);
    total = contact + static_cast<std::size_t>(cells + 7) / 8;
  }
};

/// Cells with pressure at the border of the grid.
struct BorderCells {
  double count = 0;

  JAM_HD_INLINE void join(const BorderCells& other) { count += other.count; }
};

/// Pressures to begin with: roughly those of Hertz without the liner. The ellipse has b/a = (A/B)^(2/3),
/// where a, b are its semi-axes and A <= B the curvatures of the gap.
struct FirstGuess {
  double x_axis = 0, y_axis = 0, peak = 0;

  JAM_HD_INLINE explicit FirstGuess(const SmallContact& contact) {
    const double a = contact.curvature.a, b = contact.curvature.b, value = contact.load.value;
    if (!(value > 0)) return;
    // 1/R = A + B; c^3 = 3 F R / (4 E*), or c^2 = R approach; p0 = 2 E* c / (pi R).
    const double inverse = a + b, size = contact.load.by_force
                                             ? std::cbrt(0.75 * value / (contact.pair.modulus * inverse))
                                             : std::sqrt(value / inverse);
    const double stretch = std::cbrt(b / a);
    x_axis = size * stretch;
    y_axis = size / stretch;
    peak = 2 * contact.pair.modulus * size * inverse / std::numbers::pi;
  }

  [[nodiscard]] JAM_HD_INLINE double pressure(double x, double y) const {
    if (!(peak > 0)) return 0;
    const double u = x / x_axis, v = y / y_axis, rest = 1 - u * u - v * v;
    return rest > 0 ? peak * std::sqrt(rest) : 0;
  }
};

template <Workers W>
class SmallSolver {
 public:
  /// `memory`: as many numbers as its layout says.
  JAM_HD_INLINE SmallSolver(const W& workers, const SmallContact& contact, double tolerance, int limit,
                            double* memory)
      : workers_(workers),
        contact_(contact),
        layout_(contact.grid.nx, contact.grid.ny, W::tile_padding),
        memory_(memory) {
    double* const field = memory + layout_.field;
    const auto at = [&](int k) { return field + static_cast<std::ptrdiff_t>(k) * layout_.cells; };
    // Without a preconditioner z is r.
    fields_ = {memory + layout_.gap,
               at(0),
               at(1),
               at(2),
               at(3),
               at(4),
               at(2),
               at(5),
               reinterpret_cast<unsigned char*>(memory + layout_.contact)};
    kernel_ = {memory, contact.grid.nx, contact.grid.ny, layout_.stride};
    control_.by_force = contact.load.by_force;
    control_.load = contact.load.value;
    control_.area = contact.grid.dx * contact.grid.dy;
    control_.tolerance = tolerance;
    control_.limit = limit;
  }

  /// The result is returned to all workers; the pressures are those of pressure().
  JAM_HD_INLINE SmallPressure solve() {
    prepare();
    begin_bound_cg(*this);
    while (!control_.finished()) iterate_bound_cg(*this);
    return outcome();
  }

  [[nodiscard]] JAM_HD_INLINE const double* pressure() const { return fields_.pressure; }

  // The machine of the steps.
  template <class Step>
  JAM_HD_INLINE void sum() {
    if (!Step::due(control_)) return;
    using Sums = typename Step::Sums;
    Step::conclude(control_, workers_.template joined<Sums>(
                                 layout_.cells, [&](int i) { return Step::at(control_, fields_, i); }));
  }
  template <class Step>
  JAM_HD_INLINE void each() {
    if (!Step::due(control_)) return;
    for_each_and_sync(workers_, layout_.cells, [&](int i) { Step::at(control_, fields_, i); });
  }
  JAM_HD_INLINE void displace() {
    if (control_.fresh && !control_.finished())
      workers_.multiply(kernel_, fields_.pressure, fields_.displacement);
  }
  JAM_HD_INLINE void multiply() { workers_.multiply(kernel_, fields_.direction, fields_.product); }
  JAM_HD_INLINE void precondition() {}

 private:
  JAM_HD_INLINE void prepare() {
    const Grid& grid = contact_.grid;
    const int nx = grid.nx, ny = grid.ny, stride = layout_.stride;
    const FirstGuess start(contact_);
    for_each_and_sync(workers_, layout_.cells, [&](int i) {
      const int ix = i % nx, iy = i / nx;
      const double x = grid.left + ix * grid.dx, y = grid.low + iy * grid.dy;
      memory_[layout_.gap + static_cast<std::size_t>(i)] =
          contact_.curvature.a * x * x + contact_.curvature.b * y * y;
      fields_.pressure[i] = start.pressure(x, y);
      fields_.displacement[i] = 0;
      // Influence at the offset (ix, iy) and at its three mirror images; nn is even in x and y.
      const double value = offset_influence(Block::nn, contact_.pair, grid.dx, grid.dy, ix, iy) +
                           (i == 0 ? contact_.liner : 0);
      double *const above = memory_ + (ny - 1 + iy) * stride + nx - 1, *const below = memory_ +
                                                                                      (ny - 1 - iy) * stride +
                                                                                      nx - 1;
      above[ix] = above[-ix] = below[ix] = below[-ix] = value;
    });
    // Padding is read, and must not be a number that ends a program.
    for_each_and_sync(workers_, (2 * ny - 1) * (stride - 2 * nx + 1), [&](int i) {
      const int row = i % (2 * ny - 1), k = i / (2 * ny - 1);
      memory_[row * stride + 2 * nx - 1 + k] = 0;
    });
  }

  JAM_HD_INLINE SmallPressure outcome() {
    // Where nothing touches, no step wrote pressures but prepare().
    workers_.multiply(kernel_, fields_.pressure, fields_.displacement);
    sum<bound_cg_steps::Outcome>();
    const int nx = contact_.grid.nx, ny = contact_.grid.ny;
    const BorderCells border = workers_.template joined<BorderCells>(layout_.cells, [&](int i) {
      const int ix = i % nx, iy = i / nx;
      const bool at_border = (nx > 1 && (ix == 0 || ix == nx - 1)) || (ny > 1 && (iy == 0 || iy == ny - 1));
      return BorderCells{at_border && fields_.pressure[i] > 0 ? 1.0 : 0.0};
    });
    SmallPressure result;
    result.approach = control_.approach;
    result.force = control_.area * control_.found.sum;
    result.peak = control_.found.peak;
    result.residual = control_.found.residual();
    result.contact_cells = static_cast<int>(control_.found.cells);
    result.iterations = control_.iterations;
    result.end = control_.end;
    result.at_border = border.count > 0;
    return result;
  }

  const W& workers_;
  const SmallContact& contact_;
  SmallLayout layout_;
  double* memory_;
  BoundCgFields<double> fields_;
  KernelView<double> kernel_;
  BoundCgControl control_;
};

}  // namespace jam::elastic
