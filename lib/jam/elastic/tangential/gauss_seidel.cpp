// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The two Gauss-Seidel solvers. The slip of all cells is kept up to date: a change of one traction changes them by a column of the matrix,
// which is a row of coefficients for each row of cells. The source computes the slip of a cell by inner products when its turn comes: the
// same numbers, with sums that cannot be spread over the lanes of a register.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "jam/elastic/tangential/solvers.hpp"

namespace jam::elastic {
namespace {

/// Slips of the cells of a rectangle that holds all cells with pressure.
class SlipField {
 public:
  SlipField(const TangentialProblem& problem, const Tractions& tractions)
      : problem_(problem), nx_(problem.flexibility.nx()), ny_(problem.flexibility.ny()) {
    // Coefficients in the order of cells, so that those for a row of cells stand side by side.
    for (auto* table : {&xx_, &xy_, &yy_}) table->resize(static_cast<std::size_t>(2 * nx_ - 1) * (2 * ny_ - 1));
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
    for (std::size_t i = 0; i < p.size(); ++i) x_[i] = problem_.shift[i].x + product_[i].x, y_[i] = problem_.shift[i].y + product_[i].y;
  }

  [[nodiscard]] Tangent at(int i) const { return {x_[i], y_[i]}; }

  /// The traction of cell `source` has changed by `d`.
  void add(int source, Tangent d) {
    if (d.x == 0 && d.y == 0) return;
    const int ix = source % nx_, iy = source / nx_;
    for (int row = low_; row <= high_; ++row) {
      const std::ptrdiff_t k = static_cast<std::ptrdiff_t>(row - iy + ny_ - 1) * (2 * nx_ - 1) + (nx_ - 1 - ix);
      const double *const xx = xx_.data() + k, *const xy = xy_.data() + k, *const yy = yy_.data() + k;
      double *const x = x_.data() + static_cast<std::ptrdiff_t>(row) * nx_, *const y = y_.data() + static_cast<std::ptrdiff_t>(row) * nx_;
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

/// Whether a sweep that changed tractions by `changes` was the last one.
bool converged(std::span<const Tangent> changes, const TangentialProblem& problem, const Tractions& tractions) {
  return mean_size(changes, tractions.state) <= problem.settings.tolerance * std::max(1e-6, mean_size(tractions.traction, tractions.state));
}

}  // namespace

std::vector<Tangent> rolled_difference(int nx, std::span<const Tangent> traction) {
  std::vector<Tangent> difference(traction.begin(), traction.end());
  for (std::size_t i = 0; i < traction.size(); ++i) {
    if ((i + 1) % nx != 0) difference[i] = traction[i] - traction[i + 1];
  }
  return difference;
}

TangentialReport convex_gs(const TangentialProblem& problem, Tractions& tractions) {
  const SelfBlock self = problem.flexibility.block(0, 0);
  SlipField slip(problem, tractions);
  std::vector<Tangent>& p = tractions.traction;
  std::vector<Tangent> changes(p.size());
  TangentialReport report;
  while (report.iterations < problem.settings.iteration_limit) {
    ++report.iterations;
    slip.refresh(p);
    for (int i = 0; i < static_cast<int>(p.size()); ++i) {
      if (tractions.state[i] == CellState::exterior) continue;
      const Tangent next = solve_cell(self, problem.bound[i], slip.at(i), p[i], problem.settings.tolerance, tractions.state[i]);
      changes[i] = next - p[i];
      p[i] = next;
      slip.add(i, changes[i]);
    }
    if (converged(changes, problem, tractions)) return report;
  }
  report.solved = false;
  return report;
}

TangentialReport steady_gs(const TangentialProblem& problem, Tractions& tractions) {
  // Cells with adhesion keep their difference d_J = p_J - p_{J+1} when p_I changes: all of them up to the next cell j behind that slips or
  // has no pressure change with it. What p_I changes by enters the slip of I as a new traction at I and the opposite one at j (Kalker
  // 1990).
  const int nx = problem.flexibility.nx();
  SlipField slip(problem, tractions);
  std::vector<Tangent>& p = tractions.traction;
  std::vector<Tangent> before, changes(p.size());
  TangentialReport report;
  while (report.iterations < problem.settings.iteration_limit) {
    ++report.iterations;
    before = p;
    slip.refresh(rolled_difference(nx, p));
    for (int i = 0; i < static_cast<int>(p.size()); ++i) {
      if (tractions.state[i] == CellState::exterior) continue;
      const int row = i / nx * nx;
      int behind = i - 1;
      while (behind >= row && tractions.state[behind] == CellState::adhesion) --behind;
      const SelfBlock here = problem.flexibility.block(0, 0), there = problem.flexibility.block(i - behind, 0);
      const SelfBlock self{here.xx - there.xx, here.xy - there.xy, here.yy - there.yy};
      const Tangent next = solve_cell(self, problem.bound[i], slip.at(i), p[i], problem.settings.tolerance, tractions.state[i]);
      const Tangent change = next - p[i];
      for (int k = std::max(behind, row); k <= i; ++k) {
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
        if (k > row) slip.add(k - 1, Tangent{} - d);
        slip.add(k, d);
      }
    }
    for (std::size_t k = 0; k < p.size(); ++k) changes[k] = p[k] - before[k];
    if (converged(changes, problem, tractions)) return report;
  }
  report.solved = false;
  return report;
}

}  // namespace jam::elastic
