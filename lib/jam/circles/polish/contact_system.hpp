// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The sparse linear algebra of polishing: gaps of a packing, their gradients, and systems (H + A^T W A) d = b
// with one row of A per constraint. Unknowns are all centres and R; the matrix has a 2 x 2 block per circle
// and per near pair, and a border for R. The pattern is analysed once per set of constraints, with a
// minimum-degree ordering of the circles. Lengths are scaled so that R is about 1.
#pragma once

#include <Eigen/SparseCholesky>
#include <vector>

namespace jam::circles {

/// A configuration, or a step from one to another: centres and enclosing radius.
struct Configuration {
  std::vector<double> x, y;
  double R = 0;
};

/// A pair that must not overlap, gap = |ci - cj| - ri - rj, or (second = -1) a circle inside the enclosing
/// one, gap = R - ri - |ci|.
struct GapConstraint {
  int first;
  int second;
};

/// The gap of one constraint, its unit normal n and its length d: the gradient of a pair's gap is n at the
/// first and -n at the second circle, the gradient of an enclosed circle's gap is -n at the circle and 1 at
/// R. Second derivatives are +-(1/d) t t^T with t normal to n.
struct Gap {
  double value;
  double nx, ny;
  double distance;
};

class ContactSystem {
 public:
  /// Sets the constraints and analyses the pattern; pairs must be given once, in any order.
  void analyse(int circle_count, const std::vector<GapConstraint>& constraints);

  /// Gaps and normals of all constraints.
  void evaluate(const Configuration& at, const std::vector<double>& radii);

  [[nodiscard]] const std::vector<GapConstraint>& constraints() const { return constraints_; }
  [[nodiscard]] const std::vector<Gap>& gaps() const { return gaps_; }

  /// Factors shift * I + sum_i damping_i I_i + sum_k [ weight_k a_k a_k^T + curvature_k t_k t_k^T / d_k ];
  /// I_i is 1 for the centre of circle i (no damping: an empty vector), the curvature of a pair acts on the
  /// difference of its circles. True if all pivots are positive.
  bool factor(double shift, const std::vector<double>& weight, const std::vector<double>& curvature,
              const std::vector<double>& damping = {});

  /// step = (the factored matrix)^-1 (radius_term e_R + A^T y).
  void solve(double radius_term, const std::vector<double>& y, Configuration& step);

  /// How much the linearised gap of constraint `k` changes with a step: row k of A times the step.
  [[nodiscard]] double change(std::size_t k, const Configuration& step) const {
    const Gap& gap = gaps_[k];
    const int i = constraints_[k].first;
    if (constraints_[k].second < 0) return step.R - gap.nx * step.x[i] - gap.ny * step.y[i];
    const int j = constraints_[k].second;
    return gap.nx * (step.x[i] - step.x[j]) + gap.ny * (step.y[i] - step.y[j]);
  }

  /// gradient = radius_term e_R + A^T y.
  void transpose_product(double radius_term, const std::vector<double>& y, Configuration& gradient) const;

 private:
  using Matrix = Eigen::SparseMatrix<double, Eigen::ColMajor, int>;

  int circle_count_ = 0;
  std::vector<GapConstraint> constraints_;
  std::vector<Gap> gaps_;
  // The matrix holds the upper triangle by columns: two per circle in the order of elimination, then that of
  // R.
  std::vector<int> place_;  // circle -> its place in that order
  std::vector<int>
      block_;  // constraint -> its block in the first column of the later circle (or in that of R)
  std::vector<int> block_next_;  // the same in the second column
  std::vector<int> diagonal_;    // place -> diagonal value of the first column
  std::vector<int>
      diagonal_next_;  // place -> value above the diagonal in the second column; the diagonal follows
  Matrix matrix_;
  Eigen::SimplicialLDLT<Matrix, Eigen::Upper, Eigen::NaturalOrdering<int>> solver_;
  Configuration product_;
  Eigen::VectorXd right_, solution_;
};

}  // namespace jam::circles
