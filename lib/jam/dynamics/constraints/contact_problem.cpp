// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/constraints/contact_problem.hpp"

#include <algorithm>
#include <cmath>

#include "jam/dynamics/constraints/cone.hpp"
#include "jam/dynamics/constraints/ranges.hpp"

namespace jam::dynamics {
namespace {

double largest_component(Vec3d v) {
  const double x = std::fabs(v.x), y = std::fabs(v.y), z = std::fabs(v.z);
  if (x != x || y != y || z != z) return x + y + z;
  return std::max({x, y, z});
}

}  // namespace

std::vector<double> largest_diagonal(const ContactOperator& matrix) {
  std::vector<double> largest;
  for (const Mat3d& d : matrix.diagonal()) largest.push_back(std::max({d.column[0].x, d.column[1].y, d.column[2].z}));
  return largest;
}

NaturalMap natural_map(const ContactProblem& problem, ContactLaw law, std::span<const Vec3d> r, std::span<const Vec3d> product,
                       std::span<const double> largest_diagonal, int thread_count) {
  const int n = problem.count();
  NaturalMap map;
  map.absolute = largest_of(n, thread_count, [&](int i) {
    const double mu = problem.friction[i], rho = 1 / largest_diagonal[i];
    Vec3d u = product[i] + problem.q[i];
    if (law == ContactLaw::coulomb) u = lifted(u, mu);
    return largest_component((r[i] - on_cone(r[i] - rho * u, mu)) / rho);
  });
  const double q = largest_of(n, thread_count, [&](int i) { return largest_component(problem.q[i]); });
  const double wr = largest_of(n, thread_count, [&](int i) { return largest_component(product[i]); });
  map.scale = std::max({q, wr, 1e-300});
  return map;
}

double natural_map_residual(const ContactProblem& problem, ContactLaw law, std::span<const Vec3d> r, int thread_count) {
  std::vector<Vec3d> product(problem.count());
  problem.matrix->multiply(r, product, thread_count);
  return natural_map(problem, law, r, product, largest_diagonal(*problem.matrix), thread_count).relative();
}

}  // namespace jam::dynamics
