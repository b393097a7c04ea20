// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/constraints/contact_problem.hpp"

#include <algorithm>

#include "jam/dynamics/constraints/natural_map_lanes.hpp"
#include "jam/dynamics/constraints/ranges.hpp"

namespace jam::dynamics {

JAM_ISA_TABLE(NaturalMapLanes, natural_map_lanes);

std::vector<double> largest_diagonal(const ContactOperator& matrix) {
  std::vector<double> largest;
  largest.reserve(matrix.count());
  for (const Mat3d& d : matrix.diagonal())
    largest.push_back(std::max({d.column[0].x, d.column[1].y, d.column[2].z}));
  return largest;
}

NaturalMap natural_map(const ContactProblem& problem, ContactLaw law, std::span<const Vec3d> r,
                       std::span<const Vec3d> product, std::span<const double> largest_diagonal,
                       int thread_count) {
  static NaturalMapLanes* const terms_of = natural_map_lanes.best();
  std::vector<NaturalMapTerms> parts(range_count(problem.count()));
  for_ranges(problem.count(), thread_count, [&](int first, int last) {
    parts[first / range_length] =
        terms_of({last - first, r.data() + first, product.data() + first, problem.q.data() + first,
                  problem.friction.data() + first, largest_diagonal.data() + first, law});
  });
  NaturalMapTerms found;
  for (const NaturalMapTerms& part : parts) found.join(part);
  return map_of(found);
}

double natural_map_residual(const ContactProblem& problem, ContactLaw law, std::span<const Vec3d> r,
                            int thread_count) {
  std::vector<Vec3d> product(problem.count());
  problem.matrix->multiply(r, product, thread_count);
  return natural_map(problem, law, r, product, largest_diagonal(*problem.matrix), thread_count).residual;
}

}  // namespace jam::dynamics
