// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/elastic/tangential/tangential.hpp"

#include <cmath>

#include "jam/elastic/tangential/rolling.hpp"
#include "jam/elastic/tangential/solvers.hpp"

namespace jam::elastic {

TangentialOperator::TangentialOperator(const Grid& grid, const MaterialPair& pair, ProductKind kind,
                                       bool preconditioned, int thread_count)
    : nx_(grid.nx),
      ny_(grid.ny),
      xx_(grid_table(Block::xx, grid, pair, thread_count)),
      yy_(grid_table(Block::yy, grid, pair, thread_count)),
      xy_(grid_table(Block::xy, grid, pair, thread_count)),
      product_(make_product<double>(nx_, ny_, {2, {&xx_, &xy_, &xy_, &yy_}}, kind, thread_count)),
      inverse_(preconditioned ? make_inverse<double>(nx_, ny_, {&xx_, &yy_}, thread_count) : nullptr),
      in_(2 * static_cast<std::size_t>(grid.count())),
      out_(in_.size()) {}

void TangentialOperator::apply(std::span<const Tangent> p, std::vector<Tangent>& u) {
  const std::size_t cells = p.size();
  for (std::size_t i = 0; i < cells; ++i) in_[i] = p[i].x, in_[cells + i] = p[i].y;
  product_->apply(in_.data(), out_.data());
  u.resize(cells);
  for (std::size_t i = 0; i < cells; ++i) u[i] = {out_[i], out_[cells + i]};
}

const char* name_of(TangentialMethod method) {
  switch (method) {
    case TangentialMethod::tang_cg: return "tang-cg";
    case TangentialMethod::convex_gs: return "convex-gs";
    default: return "steady-gs";
  }
}

double mean_size(std::span<const Tangent> field, std::span<const CellState> state) {
  double sum = 0;
  long long count = 0;
  for (std::size_t i = 0; i < field.size(); ++i) {
    if (state[i] == CellState::exterior) continue;
    sum += dot(field[i], field[i]);
    count += 2;
  }
  return count > 0 ? std::sqrt(sum / static_cast<double>(count)) : 0;
}

TangentialReport TangentialSolver::solve(std::span<const double> bound, std::span<const Tangent> shift,
                                         const TangentialSettings& settings, Tractions& tractions) {
  // If the bound has shrunk since the tractions were found, they are beyond it.
  for (std::size_t i = 0; i < bound.size(); ++i) {
    Tangent& p = tractions.traction[i];
    if (tractions.state[i] == CellState::exterior) p = {};
    else if (const double size = length(p); size > bound[i]) p = (bound[i] / size) * p;
  }
  const TangentialReport report = run(bound, shift, settings, tractions);
  const bool rolling = settings.method == TangentialMethod::steady_gs;
  apply(rolling ? rolled_difference(static_cast<int>(bound.size()), tractions.traction) : tractions.traction,
        tractions.slip);
  for (std::size_t i = 0; i < bound.size(); ++i) tractions.slip[i] = tractions.slip[i] + shift[i];
  return report;
}

TangentialReport TangentialOperator::run(std::span<const double> bound, std::span<const Tangent> shift,
                                         const TangentialSettings& settings, Tractions& tractions) {
  const TangentialProblem problem{*this, bound, shift, settings};
  switch (settings.method) {
    case TangentialMethod::steady_gs: return steady_gs(problem, tractions);
    case TangentialMethod::convex_gs: return convex_gs(problem, tractions);
    default: return tang_cg(problem, tractions);
  }
}

}  // namespace jam::elastic
