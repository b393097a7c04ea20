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
  struct Largest {
    double defect = 0, velocity = 0;
  };
  const Largest found = fold_ranges<Largest>(
      problem.count(), thread_count,
      [&](Largest& largest, int i) {
        const double mu = problem.friction[i], rho = 1 / largest_diagonal[i];
        Vec3d u = product[i] + problem.q[i];
        if (law == ContactLaw::coulomb) u = lifted(u, mu);
        largest.defect = larger(largest.defect, largest_component((r[i] - on_cone(r[i] - rho * u, mu)) / rho));
        largest.velocity = larger(largest.velocity, larger(largest_component(problem.q[i]), largest_component(product[i])));
      },
      [](Largest& largest, const Largest& part) {
        largest.defect = larger(largest.defect, part.defect);
        largest.velocity = larger(largest.velocity, part.velocity);
      });
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
