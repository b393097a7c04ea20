// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Assembly and factorisation of the polishing systems.
#include "jam/circles/polish/contact_system.hpp"

#include <Eigen/OrderingMethods>
#include <algorithm>
#include <cmath>

namespace jam::circles {

void ContactSystem::analyse(int circle_count, const std::vector<GapConstraint>& constraints) {
  circle_count_ = circle_count;
  constraints_ = constraints;
  gaps_.resize(constraints.size());
  const std::size_t n = circle_count;

  // Elimination order from the graph of the circles; R comes last.
  std::vector<Eigen::Triplet<double, int>> edges;
  edges.reserve(2 * constraints.size() + n);
  for (const GapConstraint& constraint : constraints) {
    if (constraint.second < 0) continue;
    edges.emplace_back(constraint.first, constraint.second, 1.0);
    edges.emplace_back(constraint.second, constraint.first, 1.0);
  }
  for (int i = 0; i < circle_count; ++i) edges.emplace_back(i, i, 1.0);
  Matrix graph(circle_count, circle_count);
  graph.setFromTriplets(edges.begin(), edges.end());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order;
  Eigen::AMDOrdering<int>()(graph, order);
  place_.resize(n);
  for (int p = 0; p < circle_count; ++p) place_[order.indices()[p]] = p;

  // Earlier partners of every position, ascending, each with its constraint; number n is R.
  std::vector<std::vector<std::pair<int, int>>> partners(n + 1);
  for (int k = 0; k < static_cast<int>(constraints.size()); ++k) {
    const GapConstraint& constraint = constraints[k];
    const int p = place_[constraint.first];
    const int q = constraint.second < 0 ? circle_count : place_[constraint.second];
    partners[std::max(p, q)].emplace_back(std::min(p, q), k);
  }

  // Upper triangle by columns.
  block_.assign(constraints.size(), 0);
  block_next_.assign(constraints.size(), 0);
  diagonal_.assign(n, 0);
  diagonal_next_.assign(n, 0);
  const int size = 2 * circle_count + 1;
  std::vector<int> outer(1, 0), inner;
  inner.reserve(8 * constraints.size() + 3 * n + 1);
  for (int p = 0; p <= circle_count; ++p) {
    auto& column = partners[p];
    std::sort(column.begin(), column.end());
    for (int side = 0; side < (p < circle_count ? 2 : 1); ++side) {
      for (const auto& [q, k] : column) {
        (side == 0 ? block_ : block_next_)[k] = static_cast<int>(inner.size());
        inner.push_back(2 * q);
        inner.push_back(2 * q + 1);
      }
      if (p < circle_count) (side == 0 ? diagonal_ : diagonal_next_)[p] = static_cast<int>(inner.size());
      for (int row = 2 * p; row <= 2 * p + side; ++row) inner.push_back(row);
      outer.push_back(static_cast<int>(inner.size()));
    }
  }
  const std::vector<double> zeros(inner.size(), 0.0);
  matrix_ = Eigen::Map<const Matrix>(size, size, static_cast<int>(inner.size()), outer.data(), inner.data(),
                                     zeros.data());
  solver_.analyzePattern(matrix_);
  right_.resize(size);
}

void ContactSystem::evaluate(const Configuration& at, const std::vector<double>& radii) {
  for (std::size_t k = 0; k < constraints_.size(); ++k) {
    const int i = constraints_[k].first;
    const bool pair = constraints_[k].second >= 0;
    const int j = pair ? constraints_[k].second : 0;
    const double dx = pair ? at.x[i] - at.x[j] : at.x[i];
    const double dy = pair ? at.y[i] - at.y[j] : at.y[i];
    const double distance = std::sqrt(dx * dx + dy * dy);
    const double safe = std::max(distance, 1e-12);
    const double gap = pair ? distance - (radii[i] + radii[j]) : at.R - radii[i] - distance;
    gaps_[k] = {gap, distance > 0 ? dx / safe : 1, dy / safe, safe};
  }
}

bool ContactSystem::factor(double shift, const std::vector<double>& weight,
                           const std::vector<double>& curvature, const std::vector<double>& damping) {
  double* value = matrix_.valuePtr();
  std::fill(value, value + matrix_.nonZeros(), 0.0);
  const int last = static_cast<int>(matrix_.nonZeros()) - 1;
  for (std::size_t p = 0; p < diagonal_.size(); ++p) {
    value[diagonal_[p]] = shift;
    value[diagonal_next_[p] + 1] = shift;
  }
  value[last] = shift;
  for (std::size_t i = 0; i < damping.size(); ++i) {
    const int p = place_[i];
    value[diagonal_[p]] += damping[i];
    value[diagonal_next_[p] + 1] += damping[i];
  }

  for (std::size_t k = 0; k < constraints_.size(); ++k) {
    const Gap& gap = gaps_[k];
    const double w = weight[k], c = curvature[k] / gap.distance;
    const double xx = w * gap.nx * gap.nx + c * gap.ny * gap.ny;
    const double xy = (w - c) * gap.nx * gap.ny;
    const double yy = w * gap.ny * gap.ny + c * gap.nx * gap.nx;
    const auto add_diagonal = [&](int circle) {
      const int p = place_[circle];
      value[diagonal_[p]] += xx;
      value[diagonal_next_[p]] += xy;
      value[diagonal_next_[p] + 1] += yy;
    };
    add_diagonal(constraints_[k].first);
    double* block = value + block_[k];
    if (constraints_[k].second >= 0) {
      add_diagonal(constraints_[k].second);
      double* next = value + block_next_[k];
      block[0] -= xx;
      block[1] -= xy;
      next[0] -= xy;
      next[1] -= yy;
    } else {
      block[0] -= w * gap.nx;
      block[1] -= w * gap.ny;
      value[last] += w;
    }
  }
  solver_.factorize(matrix_);
  return solver_.info() == Eigen::Success && solver_.vectorD().minCoeff() > 0;
}

void ContactSystem::solve(double radius_term, const std::vector<double>& y, Configuration& step) {
  const int last = 2 * circle_count_;
  transpose_product(radius_term, y, product_);
  for (std::size_t i = 0; i < place_.size(); ++i) {
    right_[2 * place_[i]] = product_.x[i];
    right_[2 * place_[i] + 1] = product_.y[i];
  }
  right_[last] = product_.R;
  solution_ = solver_.solve(right_);
  for (std::size_t i = 0; i < place_.size(); ++i) {
    step.x[i] = solution_[2 * place_[i]];
    step.y[i] = solution_[2 * place_[i] + 1];
  }
  step.R = solution_[last];
}

void ContactSystem::transpose_product(double radius_term, const std::vector<double>& y,
                                      Configuration& gradient) const {
  gradient.x.assign(place_.size(), 0.0);
  gradient.y.assign(place_.size(), 0.0);
  gradient.R = radius_term;
  for (std::size_t k = 0; k < constraints_.size(); ++k) {
    const double fx = y[k] * gaps_[k].nx, fy = y[k] * gaps_[k].ny;
    const int i = constraints_[k].first;
    if (constraints_[k].second >= 0) {
      const int j = constraints_[k].second;
      gradient.x[i] += fx;
      gradient.y[i] += fy;
      gradient.x[j] -= fx;
      gradient.y[j] -= fy;
    } else {
      gradient.x[i] -= fx;
      gradient.y[i] -= fy;
      gradient.R += y[k];
    }
  }
}

}  // namespace jam::circles
