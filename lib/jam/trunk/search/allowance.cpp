// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/search/allowance.hpp"

#include "jam/trunk/model/inset_container.hpp"

namespace jam::trunk {

Allowance::Allowance(const TrunkProblem& problem)
    : problem_(problem), growth_(problem.gap > 0 ? problem.gap : -problem.tolerance) {
  if (growth_ == 0) return;
  packed_ = problem;
  const auto resize = [&](Vec3d& edge) {
    const Vec3d packed = edge + Vec3d{growth_, growth_, growth_};
    full_[packed.x] = edge.x;
    full_[packed.y] = edge.y;
    full_[packed.z] = edge.z;
    edge = packed;
  };
  for (Piece& piece : packed_->set.pieces) {
    piece.value = piece.value.value_or(volume_of(piece) / cubic_millimetres_per_litre);
    resize(piece.edge);
  }
  for (BoxRow& row : packed_->fixed) resize(row.edge);
  if (problem.gap > 0) {
    if (problem.corner_radius > 0) packed_->corner_radius += 0.5 * problem.gap;
    packed_->container = inset_container(problem.container, 0.5 * problem.gap);
    packed_->gap = 0;
  } else {
    packed_->corner_radius -= 0.5 * problem.tolerance;
    packed_->tolerance = 0.5 * problem.tolerance;  // At walls: for proofs that no box fits.
  }
}

std::vector<BoxRow> Allowance::packed(std::vector<BoxRow> rows) const {
  if (!any()) return rows;
  for (BoxRow& row : rows) row.edge += Vec3d{growth_, growth_, growth_};
  return rows;
}

std::vector<BoxRow> Allowance::published(std::vector<BoxRow> rows) const {
  if (!any()) return rows;
  const auto full = [&](double edge) {
    const auto known = full_.find(edge);
    return known != full_.end() ? known->second : edge - growth_;
  };
  for (BoxRow& row : rows) row.edge = {full(row.edge.x), full(row.edge.y), full(row.edge.z)};
  return rows;
}

}  // namespace jam::trunk
