// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The two solvers of NORM on one grid, on products that are given.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "jam/elastic/normal/bound_cg_steps.hpp"
#include "jam/elastic/normal/normal.hpp"
#include "jam/elastic/product/product.hpp"

namespace jam::elastic {

/// A normal problem on cells. Gaps are in the precision of the solver.
struct NormalProblem {
  int cells = 0;
  double area = 0;              ///< Area of a cell [mm^2].
  std::span<const double> gap;  ///< Undeformed gap h of each cell [mm].
  NormalLoad load;
};

/// The products of a normal problem.
template <class Real>
struct NormalProducts {
  std::unique_ptr<Product<Real>> flexibility;  ///< Product of the influence coefficients with pressures.
  std::unique_ptr<Product<Real>> inverse;      ///< The preconditioner; null: none.
};
template <class Real>
[[nodiscard]] NormalProducts<Real> normal_products(const Grid& grid, const MaterialPair& pair, double liner,
                                                   const NormalSettings& settings, bool preconditioned);

/// The problem as the steps of bound-cg take it, in numbers of 4 or 8 bytes.
[[nodiscard]] BoundCgControl bound_cg_control(const NormalProblem& problem, const NormalSettings& settings,
                                              std::size_t bytes_per_number);

/// Conjugate gradients with bounds. `start`: pressures to begin with; empty, or nowhere above 0: none.
template <class Real>
[[nodiscard]] NormalSolution bound_cg(const NormalProblem& problem, const NormalProducts<Real>& products,
                                      std::span<const double> start, const NormalSettings& settings);

/// The source's conjugate gradients on a fixed contact area within a loop that corrects the area (de Reus
/// 2010, 2.3, algorithm 2.1).
template <class Real>
[[nodiscard]] NormalSolution active_set_cg(const NormalProblem& problem, Product<Real>& flexibility,
                                           const NormalSettings& settings);

/// fill_solution() from pressures alone.
template <class Real>
void evaluate(const NormalProblem& problem, Product<Real>& flexibility, const NormalSettings& settings,
              std::vector<Real>& pressure, NormalSolution& solution);

/// Fills pressures, gaps, force, peak, contact cells and residual of a solution, whose approach is set, from
/// pressures, their displacements and what the step Outcome found.
template <class Real>
void fill_solution(const NormalProblem& problem, const std::vector<Real>& pressure,
                   const std::vector<Real>& displacement, const PressureSums& found,
                   NormalSolution& solution);

}  // namespace jam::elastic
