// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
// Projected Gauss-Seidel: sor. Colour after colour; the contacts of one colour do not act on each other, so threads share them.
#include <algorithm>
#include <cmath>

#include "jam/dynamics/constraints/cone.hpp"
#include "jam/dynamics/constraints/ranges.hpp"
#include "jam/dynamics/model/free_motion.hpp"
#include "jam/dynamics/solvers/relaxation.hpp"

namespace jam::dynamics {
namespace {

/// Normal first; the tangents see the new normal impulse, by the block W_ii (Nuetzi 2.9).
Vec3d relaxed_in_turn(Vec3d r, Vec3d u, Vec3d step, const Mat3d& block, double mu, ContactLaw law) {
  const double normal = std::max(0.0, r.x - step.x * u.x);
  const double change = normal - r.x;
  const double u1 = u.y + block.column[0].y * change, u2 = u.z + block.column[0].z * change;
  const Vec3d moved{normal, r.y - step.y * u1, r.z - step.z * u2};
  return law == ContactLaw::pyramid ? on_box(moved, mu) : on_disc(moved, mu);
}

}  // namespace

void solve_gauss_seidel(const ContactProblem& problem, const SolverSettings& settings, Solution& solution) {
  const int n = problem.count(), threads = settings.thread_count;
  const ContactOperator& matrix = *problem.matrix;
  const Colouring& colours = matrix.colouring();
  const bool in_turn = settings.law != ContactLaw::ccp;
  const std::vector<Vec3d> steps = step_lengths(matrix, in_turn ? JacobiSteps::prox : JacobiSteps::cone);
  const std::vector<double> largest = largest_diagonal(matrix);
  const bool chosen = settings.relaxation == 0;
  double alpha = chosen ? 1 : settings.relaxation;

  DivergenceGuard guard(problem);
  std::vector<Vec3d>& r = solution.impulses;
  std::vector<Vec3d> product(n), old(n);
  auto sweep = matrix.sweep(r);
  solution.status = SolveStatus::limit;
  solution.colour_count = colours.count();
  for (solution.iterations = 0;; ++solution.iterations) {
    const bool last = solution.iterations == settings.iteration_limit;
    if (last || solution.iterations % settings.check_interval == 0) {
      matrix.multiply(r, product, threads);
      const NaturalMap map = natural_map(problem, settings.law, r, product, largest, threads);
      if (settings.criterion == Criterion::residual && map.relative() <= settings.tolerance) {
        solution.status = SolveStatus::solved;
        break;
      }
      const DivergenceGuard::Verdict verdict = guard.look(map.absolute, r);
      if (verdict == DivergenceGuard::Verdict::hopeless && (!chosen || guard.best().empty())) solution.status = SolveStatus::diverged;
      if (last && guard.worse_than_start(map.absolute)) solution.status = SolveStatus::diverged;
      if (last || solution.status == SolveStatus::diverged) break;
      if (verdict != DivergenceGuard::Verdict::fine && chosen) {
        alpha *= 0.5;
        r = guard.best();
        sweep = matrix.sweep(r);
      }
    }
    old = r;
    for (int colour = 0; colour < colours.count(); ++colour) {
      const int begin = colours.first[colour];
      for_ranges(colours.first[colour + 1] - begin, threads, [&](int first, int end) {
        for (int k = begin + first; k < begin + end; ++k) {
          const int i = colours.contacts[k];
          const Vec3d u = sweep->product(i) + problem.q[i], step = alpha * steps[i];
          const double mu = problem.friction[i];
          const Mat3d& block = matrix.diagonal()[i];
          // The three rows of a joint are solved together.
          const Vec3d next = mu < 0    ? r[i] - alpha * solve3(block, u)
                             : in_turn ? relaxed_in_turn(r[i], u, step, block, mu, settings.law)
                                       : on_cone(r[i] - step.x * u, mu);
          sweep->changed(i, next - r[i]);
          r[i] = next;
        }
      });
    }
    if (settings.criterion != Criterion::residual && step_is_small(r, old, settings)) {
      ++solution.iterations;
      solution.status = SolveStatus::solved;
      break;
    }
  }
  if (solution.status != SolveStatus::solved && !guard.best().empty()) r = guard.best();
  solution.relaxation = alpha;
}

}  // namespace jam::dynamics
