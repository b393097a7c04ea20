// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/solvers/relaxation.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "jam/core/philox.hpp"
#include "jam/dynamics/constraints/ranges.hpp"
#include "jam/dynamics/model/free_motion.hpp"

namespace jam::dynamics {
std::vector<Vec3d> step_lengths(const ContactOperator& matrix, JacobiSteps kind) {
  std::vector<Vec3d> result;
  result.reserve(matrix.count());
  for (const Mat3d& d : matrix.diagonal())
    result.push_back(step_length(kind, {d.column[0].x, d.column[1].y, d.column[2].z}));
  return result;
}

double largest_eigenvalue(const ContactOperator& matrix, std::span<const Vec3d> steps, int thread_count,
                          int turn_limit) {
  const int n = matrix.count();
  std::vector<Vec3d> root, x(n), sx(n), wx(n);
  for (const Vec3d s : steps) root.push_back({std::sqrt(s.x), std::sqrt(s.y), std::sqrt(s.z)});
  // Numbers in [-1, 1) of a fixed sequence: a vector that is orthogonal to no eigenvector in practice.
  for (int i = 0; i < n; ++i) {
    RandomStream random(1, StreamId::start, 2, static_cast<std::uint64_t>(i));
    const auto number = [&random] { return 2 * random.uniform_double() - 1; };
    x[i] = {number(), number(), number()};
  }
  double value = 0;
  for (int turn = 0; turn < turn_limit; ++turn) {
    const double size = std::sqrt(fold_ranges<double>(
        n, thread_count, [&](double& sum, int i) { sum += length_squared(x[i]); },
        [](double& sum, double part) { sum += part; }));
    if (!(size > 0)) break;
    const double before = value;
    if (turn > 0) value = size;
    for_ranges(n, thread_count, [&](int first, int last) {
      for (int i = first; i < last; ++i) sx[i] = scaled(root[i], x[i] / size);
    });
    if (power_has_settled(turn, value, before)) break;
    matrix.multiply(sx, wx, thread_count);
    for_ranges(n, thread_count, [&](int first, int last) {
      for (int i = first; i < last; ++i) x[i] = scaled(root[i], wx[i]);
    });
  }
  return value;
}

bool step_is_small(std::span<const Vec3d> now, std::span<const Vec3d> old, const SolverSettings& settings) {
  if (settings.criterion == Criterion::step_norm) {
    double change = 0, size = 0;
    for (std::size_t i = 0; i < now.size(); ++i) {
      change += length_squared(now[i] - old[i]);
      size += length_squared(old[i]);
    }
    return std::sqrt(change) <= settings.relative * std::sqrt(size) + settings.absolute;
  }
  const auto small = [&](double a, double b) {
    return std::fabs(a - b) <= settings.relative * std::fabs(b) + settings.absolute;
  };
  for (std::size_t i = 0; i < now.size(); ++i) {
    if (!small(now[i].x, old[i].x) || !small(now[i].y, old[i].y) || !small(now[i].z, old[i].z)) return false;
  }
  return true;
}

}  // namespace jam::dynamics
