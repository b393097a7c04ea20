// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/constraints/contact_problem.hpp"

#include <algorithm>

#include "jam/dynamics/constraints/natural_map.hpp"
#include "jam/dynamics/constraints/ranges.hpp"

namespace jam::dynamics {
std::vector<double> largest_diagonal(const ContactOperator& matrix) {
  std::vector<double> largest;
  largest.reserve(matrix.count());
  for (const Mat3d& d : matrix.diagonal()) largest.push_back(std::max({d.column[0].x, d.column[1].y, d.column[2].z}));
  return largest;
}

NaturalMap natural_map(const ContactProblem& problem, ContactLaw law, std::span<const Vec3d> r, std::span<const Vec3d> product,
                       std::span<const double> largest_diagonal, int thread_count) {
  const NaturalMapTerms found = fold_ranges<NaturalMapTerms>(
      problem.count(), thread_count,
      [&](NaturalMapTerms& largest, int i) {
        largest.join(natural_map_terms(r[i], product[i], problem.q[i], problem.friction[i], largest_diagonal[i], law));
      },
      [](NaturalMapTerms& largest, const NaturalMapTerms& part) { largest.join(part); });
  NaturalMap map;
  map.absolute = found.defect;
  map.scale = std::max(found.velocity, 1e-300);
  return map;
}

double natural_map_residual(const ContactProblem& problem, ContactLaw law, std::span<const Vec3d> r, int thread_count) {
  std::vector<Vec3d> product(problem.count());
  problem.matrix->multiply(r, product, thread_count);
  return natural_map(problem, law, r, product, largest_diagonal(*problem.matrix), thread_count).relative();
}

}  // namespace jam::dynamics
