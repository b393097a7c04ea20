// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The two Gauss-Seidel solvers on a CPU. The slip of all cells is kept up to date: a change of one traction
// changes them by a column of the matrix, which is a row of coefficients for each row of cells. The source
// computes the slip of a cell by inner products when the sweep reaches it: the same numbers, with sums that
// cannot be spread over the lanes of a register.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "jam/elastic/tangential/gauss_seidel_sweep.hpp"
#include "jam/elastic/tangential/rolling.hpp"
#include "jam/elastic/tangential/solvers.hpp"

namespace jam::elastic {
namespace {

/// Slips of the cells of a rectangle that holds all cells with pressure.
class SlipField {
 public:
  SlipField(const TangentialProblem& problem, const Tractions& tractions)
      : problem_(problem), nx_(problem.flexibility.nx()), ny_(problem.flexibility.ny()) {
    // Coefficients in the order of cells, so that those for a row of cells stand side by side.
    for (auto* table : {&xx_, &xy_, &yy_})
      table->resize(static_cast<std::size_t>(2 * nx_ - 1) * (2 * ny_ - 1));
    for (int ky = 1 - ny_; ky < ny_; ++ky) {
      for (int kx = 1 - nx_; kx < nx_; ++kx) {
        const SelfBlock block = problem.flexibility.block(kx, ky);
        const std::size_t k = static_cast<std::size_t>(ky + ny_ - 1) * (2 * nx_ - 1) + (kx + nx_ - 1);
        xx_[k] = block.xx, xy_[k] = block.xy, yy_[k] = block.yy;
      }
    }
    left_ = nx_, right_ = -1, low_ = ny_, high_ = -1;
    for (int i = 0; i < nx_ * ny_; ++i) {
      if (tractions.state[i] == CellState::exterior) continue;
      left_ = std::min(left_, i % nx_), right_ = std::max(right_, i % nx_);
      low_ = std::min(low_, i / nx_), high_ = std::max(high_, i / nx_);
    }
  }

  /// s = W + C p from scratch.
  void refresh(std::span<const Tangent> p) {
    problem_.flexibility.apply(p, product_);
    x_.resize(p.size()), y_.resize(p.size());
    for (std::size_t i = 0; i < p.size(); ++i)
      x_[i] = problem_.shift[i].x + product_[i].x, y_[i] = problem_.shift[i].y + product_[i].y;
  }

  [[nodiscard]] Tangent at(int i) const { return {x_[i], y_[i]}; }

  template <class F>
  void once(const F& f) const {
    f();
  }

  /// The traction of cell `source` has changed by `d`.
  void add(int source, Tangent d) {
    if (d.x == 0 && d.y == 0) return;
    const int ix = source % nx_, iy = source / nx_;
    for (int row = low_; row <= high_; ++row) {
      const std::ptrdiff_t k =
          static_cast<std::ptrdiff_t>(row - iy + ny_ - 1) * (2 * nx_ - 1) + (nx_ - 1 - ix);
      const double *const xx = xx_.data() + k, *const xy = xy_.data() + k, *const yy = yy_.data() + k;
      double *const x = x_.data() + static_cast<std::ptrdiff_t>(row) * nx_, *const y =
                                                                                y_.data() +
                                                                                static_cast<std::ptrdiff_t>(
                                                                                    row) *
                                                                                    nx_;
      for (int c = left_; c <= right_; ++c) {
        x[c] += xx[c] * d.x + xy[c] * d.y;
        y[c] += xy[c] * d.x + yy[c] * d.y;
      }
    }
  }

 private:
  const TangentialProblem& problem_;
  int nx_, ny_, left_, right_, low_, high_;
  std::vector<double> xx_, xy_, yy_, x_, y_;
  std::vector<Tangent> product_;
};

/// Tractions in the order of cells.
struct TractionRows {
  std::vector<Tangent>& values;

  [[nodiscard]] Tangent operator[](int i) const { return values[i]; }
  void set(int i, Tangent value) const { values[i] = value; }
};

/// Sweeps until the change of one of them is small against the tractions.
template <class Sweep, class Source>
TangentialReport sweeps(const TangentialProblem& problem, Tractions& tractions, const Source& source,
                        const Sweep& sweep) {
  SlipField slip(problem, tractions);
  std::vector<Tangent>& p = tractions.traction;
  std::vector<Tangent> before;
  TangentialReport report;
  while (report.iterations < problem.settings.iteration_limit) {
    ++report.iterations;
    before = p;
    slip.refresh(source(p));
    sweep(slip, TractionRows{p});
    for (std::size_t k = 0; k < p.size(); ++k) before[k] = p[k] - before[k];
    const double relative =
        mean_size(before, tractions.state) / std::max(1e-6, mean_size(p, tractions.state));
    if (relative <= problem.settings.tolerance) return report;
    if (ends(problem.settings.watch, "tractions", report.iterations, relative, problem.settings.tolerance))
      break;
  }
  report.solved = false;
  return report;
}

SweepProblem sweep_problem(const TangentialProblem& problem) {
  return {problem.flexibility.nx(), problem.flexibility.ny(), problem.settings.tolerance,
          problem.bound.data()};
}

}  // namespace

TangentialReport convex_gs(const TangentialProblem& problem, Tractions& tractions) {
  const auto same = [](const std::vector<Tangent>& p) { return std::span<const Tangent>(p); };
  return sweeps(problem, tractions, same, [&](SlipField& slip, TractionRows p) {
    sweep_shift(sweep_problem(problem), problem.flexibility.block(0, 0), slip, p, tractions.state.data());
  });
}

TangentialReport steady_gs(const TangentialProblem& problem, Tractions& tractions) {
  const auto rolled = [&](const std::vector<Tangent>& p) {
    return rolled_difference(problem.flexibility.nx(), p);
  };
  const auto block = [&](int k) { return problem.flexibility.block(k, 0); };
  return sweeps(problem, tractions, rolled, [&](SlipField& slip, TractionRows p) {
    sweep_rolling(sweep_problem(problem), block, slip, p, tractions.state.data());
  });
}

}  // namespace jam::elastic
