// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/elastic/tangential/tangential.hpp"

#include <cmath>

#include "jam/elastic/tangential/solvers.hpp"

namespace jam::elastic {
namespace {

InfluenceTable table_of(Block block, const Grid& grid, const MaterialPair& pair, int thread_count) {
  return influence_table(block, pair, grid.dx, grid.dy, table_size(grid.nx), table_size(grid.ny), thread_count);
}

}  // namespace

TangentialOperator::TangentialOperator(const Grid& grid, const MaterialPair& pair, ProductKind kind, bool preconditioned, int thread_count)
    : nx_(grid.nx),
      ny_(grid.ny),
      xx_(table_of(Block::xx, grid, pair, thread_count)),
      yy_(table_of(Block::yy, grid, pair, thread_count)),
      xy_(table_of(Block::xy, grid, pair, thread_count)),
      product_(make_product<double>(nx_, ny_, {2, 2, {&xx_, &xy_, &xy_, &yy_}}, kind, thread_count)),
      inverse_(preconditioned ? make_inverse<double>(nx_, ny_, {&xx_, &yy_}, thread_count) : nullptr),
      in_(2 * static_cast<std::size_t>(grid.count())),
      out_(in_.size()) {}

namespace {

void convert(Product<double>& product, std::span<const Tangent> from, std::vector<double>& in, std::vector<double>& out,
             std::vector<Tangent>& to) {
  const std::size_t cells = from.size();
  for (std::size_t i = 0; i < cells; ++i) in[i] = from[i].x, in[cells + i] = from[i].y;
  product.apply(in.data(), out.data());
  to.resize(cells);
  for (std::size_t i = 0; i < cells; ++i) to[i] = {out[i], out[cells + i]};
}

}  // namespace

void TangentialOperator::apply(std::span<const Tangent> p, std::vector<Tangent>& u) { convert(*product_, p, in_, out_, u); }

bool TangentialOperator::apply_inverse(std::span<const Tangent> u, std::vector<Tangent>& p) {
  if (inverse_ == nullptr) return false;
  convert(*inverse_, u, in_, out_, p);
  return true;
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

TangentialReport solve_tangential(TangentialOperator& flexibility, std::span<const double> bound, std::span<const Tangent> shift,
                                  const TangentialSettings& settings, Tractions& tractions) {
  // Where the bound has shrunk since the tractions were found they are beyond it.
  for (std::size_t i = 0; i < bound.size(); ++i) {
    Tangent& p = tractions.traction[i];
    if (tractions.state[i] == CellState::exterior) p = {};
    else if (const double size = length(p); size > bound[i]) p = (bound[i] / size) * p;
  }
  const TangentialProblem problem{flexibility, bound, shift, settings};
  const bool rolling = settings.method == TangentialMethod::steady_gs;
  const TangentialReport report = rolling                                          ? steady_gs(problem, tractions)
                                  : settings.method == TangentialMethod::convex_gs ? convex_gs(problem, tractions)
                                                                                   : tang_cg(problem, tractions);
  flexibility.apply(rolling ? rolled_difference(flexibility.nx(), tractions.traction) : tractions.traction, tractions.slip);
  for (std::size_t i = 0; i < bound.size(); ++i) tractions.slip[i] = tractions.slip[i] + shift[i];
  return report;
}

}  // namespace jam::elastic
