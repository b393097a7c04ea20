// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Contact problems with a full matrix of random numbers, for the dense solvers.
#pragma once

#include <cmath>
#include <memory>
#include <vector>

#include "jam/core/philox.hpp"
#include "jam/dynamics/constraints/block_operator.hpp"
#include "jam/dynamics/constraints/cone.hpp"
#include "jam/dynamics/constraints/contact_problem.hpp"

namespace jam::test {

/// Nuetzi's random family (D2): off-diagonals in (-1, 1), symmetric; diagonals 1 plus the sum of their
/// absolute values; mu 0.3.
inline dynamics::ContactProblem random_problem(int contacts, bool joint = false) {
  using namespace dynamics;
  const int n = 3 * contacts;
  RandomStream random(static_cast<std::uint64_t>(contacts), StreamId::test, 0, 0);
  const auto number = [&random] { return 2 * random.uniform_double() - 1; };
  std::vector<double> w(static_cast<std::size_t>(n) * n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < i; ++j) w[i * n + j] = w[j * n + i] = number();
  }
  for (int i = 0; i < n; ++i) {
    double sum = 1;
    for (int j = 0; j < n; ++j) sum += std::fabs(w[i * n + j]);
    w[i * n + i] = sum;
  }
  std::vector<MatrixBlock> blocks;
  for (int i = 0; i < contacts; ++i) {
    for (int j = 0; j < contacts; ++j) {
      const auto column = [&](int c) {
        const double* const entry = w.data() + 3 * i * n + 3 * j + c;
        return Vec3d{entry[0], entry[n], entry[2 * n]};
      };
      blocks.push_back({i, j, {{column(0), column(1), column(2)}}});
    }
  }
  ContactProblem problem;
  problem.matrix = std::make_shared<BlockOperator>(contacts, blocks);
  problem.friction.assign(contacts, 0.3);
  if (joint) problem.friction.back() = two_sided;
  for (int i = 0; i < contacts; ++i) problem.q.push_back({number(), number(), number()});
  return problem;
}

/// Impulses that are not those of the law, so that every term of a sweep counts.
inline std::vector<Vec3d> random_impulses(int contacts) {
  RandomStream random(7, StreamId::test, 1, 0);
  std::vector<Vec3d> r;
  for (int i = 0; i < contacts; ++i) {
    const double x = random.uniform_double(), y = random.uniform_double();
    r.push_back({0.01 * x, 0.01 * y - 0.005, 0.01 * random.uniform_double() - 0.005});
  }
  return r;
}

}  // namespace jam::test
