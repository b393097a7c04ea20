// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The two Gauss-Seidel solvers (Kalker 1990; specification 2.7.2, 2.8): sweeps over the cells with pressure
// in their order, each of which sees all changes before. The slips of all cells are kept up to date: if
// one traction changes, a multiple of a column of the matrix is added to them. In each row of cells that
// column is a row of coefficients. The source computes the slip of a cell by inner products when the sweep
// reaches it: the same numbers, with sums that cannot be spread over the lanes of a register.
#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <vector>

#include "jam/elastic/product/kernel.hpp"
#include "jam/elastic/tangential/rolling.hpp"
#include "jam/elastic/tangential/solvers.hpp"

namespace jam::elastic {
namespace {

/// Slips of the cells of a rectangle that holds all cells with pressure.
class SlipField {
 public:
  SlipField(const TangentialProblem& problem, const Tractions& tractions)
      : problem_(problem),
        nx_(problem.flexibility.nx()),
        xx_(coefficients(&SelfBlock::xx)),
        xy_(coefficients(&SelfBlock::xy)),
        yy_(coefficients(&SelfBlock::yy)),
        left_(nx_),
        low_(problem.flexibility.ny()) {
    for (int i = 0; i < static_cast<int>(tractions.state.size()); ++i) {
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

  /// The traction of cell `source`, or in rolling its difference to the next one, has changed by `d`.
  void add(int source, Tangent d) {
    if (d.x == 0 && d.y == 0) return;
    const int ix = source % nx_, iy = source / nx_;
    for (int row = low_; row <= high_; ++row) {
      const auto from_source = [&](const Kernel<double>& kernel) {
        return kernel.row(row - iy) + (nx_ - 1 - ix);
      };
      const double *const xx = from_source(xx_), *const xy = from_source(xy_), *const yy = from_source(yy_);
      double* const x = x_.data() + static_cast<std::ptrdiff_t>(row) * nx_;
      double* const y = y_.data() + static_cast<std::ptrdiff_t>(row) * nx_;
      for (int c = left_; c <= right_; ++c) {
        x[c] += xx[c] * d.x + xy[c] * d.y;
        y[c] += xy[c] * d.x + yy[c] * d.y;
      }
    }
  }

 private:
  /// One component of the block at each offset receiver - source: those for a row of cells stand side by
  /// side.
  [[nodiscard]] Kernel<double> coefficients(double SelfBlock::*part) const {
    return {nx_, problem_.flexibility.ny(),
            [&](int kx, int ky) { return problem_.flexibility.block(kx, ky).*part; }};
  }

  const TangentialProblem& problem_;
  int nx_;
  Kernel<double> xx_, xy_, yy_;
  int left_, right_ = -1, low_, high_ = -1;
  std::vector<double> x_, y_;
  std::vector<Tangent> product_;
};

/// One sweep for a shift.
void sweep_shift(const TangentialProblem& problem, SlipField& slip, Tractions& tractions) {
  const SelfBlock self = problem.flexibility.block(0, 0);
  for (int i = 0; i < static_cast<int>(tractions.state.size()); ++i) {
    if (tractions.state[i] == CellState::exterior) continue;
    Tangent& p = tractions.traction[i];
    const Tangent before = p;
    p = solve_cell(self, problem.bound[i], slip.at(i), before, problem.settings.tolerance,
                   tractions.state[i]);
    slip.add(i, p - before);
  }
}

/// One sweep for steady rolling along x in one row. Cells with adhesion keep their difference d_J = p_J -
/// p_{J+1} when p_I changes: all of them change with it. The run ends before j, the next cell after I that
/// slips or has no pressure. The change of p_I enters the slip of I as a new traction at I and the opposite
/// one at j.
void sweep_rolling(const TangentialProblem& problem, SlipField& slip, Tractions& tractions) {
  std::vector<Tangent>& p = tractions.traction;
  std::vector<CellState>& state = tractions.state;
  for (int i = 0; i < static_cast<int>(state.size()); ++i) {
    if (state[i] == CellState::exterior) continue;
    int behind = i - 1;
    while (behind >= 0 && state[behind] == CellState::adhesion) --behind;
    const SelfBlock here = problem.flexibility.block(0, 0), there = problem.flexibility.block(i - behind, 0);
    const SelfBlock self{here.xx - there.xx, here.xy - there.xy, here.yy - there.yy};
    const Tangent next =
        solve_cell(self, problem.bound[i], slip.at(i), p[i], problem.settings.tolerance, state[i]);
    const Tangent change = next - p[i];
    for (int k = std::max(behind, 0); k <= i; ++k) {
      Tangent now = p[k];
      if (k == i) {
        now = next;
      } else if (k != behind) {
        now = now + change;
        if (const double size = length(now); size > problem.bound[k]) now = (problem.bound[k] / size) * now;
      }
      const Tangent d = now - p[k];
      p[k] = now;
      // d_k and d_{k-1} contain p_k.
      if (k > 0) slip.add(k - 1, Tangent{} - d);
      slip.add(k, d);
    }
  }
}

/// Sweeps until the change of one of them is small against the tractions. `source`: what makes the slips.
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
    sweep(problem, slip, tractions);
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

}  // namespace

TangentialReport convex_gs(const TangentialProblem& problem, Tractions& tractions) {
  const auto same = [](const std::vector<Tangent>& p) { return std::span<const Tangent>(p); };
  return sweeps(problem, tractions, same, sweep_shift);
}

TangentialReport steady_gs(const TangentialProblem& problem, Tractions& tractions) {
  if (problem.flexibility.ny() != 1)
    throw std::logic_error("steady rolling by Gauss-Seidel needs a grid of one row");
  const auto rolled = [&](const std::vector<Tangent>& p) {
    return rolled_difference(problem.flexibility.nx(), p);
  };
  return sweeps(problem, tractions, rolled, sweep_rolling);
}

}  // namespace jam::elastic
