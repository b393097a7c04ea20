// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <cmath>
#include <vector>

#include "jam/elastic/normal/bound_cg.hpp"
#include "jam/elastic/product/cells.hpp"

namespace jam::elastic {
namespace {

template <class Real>
using Field = std::vector<Real>;

/// Solves C p = b on the contact area by conjugate gradients from p = 0 until a step is smaller than
/// tolerance |p| (algorithm 2.1), products on the whole grid. Returns the iterations; `left` are those
/// allowed.
template <class Real>
int conjugate_gradients(const Cells& cells, Product<Real>& flexibility,
                        const std::vector<unsigned char>& contact, const Field<Real>& right, double tolerance,
                        int left, SolveWatch* watch, Field<Real>& p) {
  const auto dot = [&](const Field<Real>& a, const Field<Real>& b) {
    return cells.sum([&](int i) { return static_cast<double>(a[i]) * static_cast<double>(b[i]); });
  };
  Field<Real> r(right), v(right), product(right.size());
  std::fill(p.begin(), p.end(), Real(0));
  double rho = dot(r, r);
  for (int k = 1; k <= left; ++k) {
    flexibility.apply(v.data(), product.data());
    const double curvature = dot(v, product);
    if (!(curvature > 0)) return k;
    const double alpha = rho / curvature;
    cells.each([&](int i) {
      p[i] += static_cast<Real>(alpha) * v[i];
      r[i] = contact[i] ? r[i] - static_cast<Real>(alpha) * product[i] : Real(0);
    });
    const double change = std::fabs(alpha) * std::sqrt(dot(v, v)), size = std::sqrt(dot(p, p));
    if (change <= tolerance * size || ends(watch, "pressures", k, change / size, tolerance)) return k;
    const double next = dot(r, r);
    cells.each([&](int i) { v[i] = r[i] + static_cast<Real>(next / rho) * v[i]; });
    rho = next;
  }
  return left;
}

}  // namespace

template <class Real>
NormalSolution active_set_cg(const NormalProblem& problem, Product<Real>& flexibility,
                             const NormalSettings& settings) {
  const Cells cells(problem.cells, settings.thread_count);
  const double approach = problem.load.value;
  std::vector<unsigned char> contact(problem.cells);
  Field<Real> p(problem.cells), right(problem.cells), displacement(problem.cells);
  NormalSolution solution;
  solution.approach = approach;
  cells.each([&](int i) { contact[i] = problem.gap[i] < approach; });
  bool moved = cells.number([&](int i) { return contact[i] != 0; }) > 0;
  while (moved) {
    if (solution.iterations >= settings.iteration_limit || ends(settings.watch)) {
      solution.status = SolveEnd::limit;
      // Negative pressures are no contact: they become 0.
      cells.each([&](int i) { p[i] = p[i] > 0 ? p[i] : Real(0); });
      break;
    }
    ++solution.rounds;
    cells.each(
        [&](int i) { right[i] = contact[i] ? static_cast<Real>(approach - problem.gap[i]) : Real(0); });
    solution.iterations +=
        conjugate_gradients(cells, flexibility, contact, right, settings.tolerance,
                            settings.iteration_limit - solution.iterations, settings.watch, p);
    flexibility.apply(p.data(), displacement.data());
    // Cells under tension leave the contact area, cells that overlap join it.
    moved = cells.number([&](int i) {
      const bool joins = !contact[i] && problem.gap[i] + static_cast<double>(displacement[i]) < approach,
                 leaves = contact[i] && p[i] < 0;
      if (joins || leaves) contact[i] = joins;
      return joins || leaves;
    }) > 0;
  }
  evaluate(problem, flexibility, settings, p, solution);
  return solution;
}

template NormalSolution active_set_cg<double>(const NormalProblem&, Product<double>&, const NormalSettings&);
template NormalSolution active_set_cg<float>(const NormalProblem&, Product<float>&, const NormalSettings&);

}  // namespace jam::elastic
