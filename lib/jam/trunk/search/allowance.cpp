// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/search/allowance.hpp"

namespace jam::trunk {

Allowance::Allowance(const TrunkProblem& problem) : problem_(problem) {
  const double tolerance = problem.tolerance;
  if (!(tolerance > 0)) return;
  packed_ = problem;
  const auto shorten = [&](Vec3d& edge) {
    const Vec3d shorter = edge - Vec3d{tolerance, tolerance, tolerance};
    full_[shorter.x] = edge.x;
    full_[shorter.y] = edge.y;
    full_[shorter.z] = edge.z;
    edge = shorter;
  };
  for (Piece& piece : packed_->set.pieces) shorten(piece.edge);
  for (BoxRow& row : packed_->fixed) shorten(row.edge);
  packed_->corner_radius -= 0.5 * tolerance;
  packed_->tolerance = 0.5 * tolerance;  // At walls: for proofs that no box fits.
}

std::vector<BoxRow> Allowance::smaller(std::vector<BoxRow> rows) const {
  if (!any()) return rows;
  const double tolerance = problem_.tolerance;
  for (BoxRow& row : rows) row.edge -= Vec3d{tolerance, tolerance, tolerance};
  return rows;
}

std::vector<BoxRow> Allowance::larger(std::vector<BoxRow> rows) const {
  if (!any()) return rows;
  const auto full = [&](double edge) {
    const auto known = full_.find(edge);
    return known != full_.end() ? known->second : edge + problem_.tolerance;
  };
  for (BoxRow& row : rows) row.edge = {full(row.edge.x), full(row.edge.y), full(row.edge.z)};
  return rows;
}

}  // namespace jam::trunk
