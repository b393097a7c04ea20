// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/elastic/normal/normal.hpp"

#include <fmt/format.h>

#include <vector>

#include "jam/core/error.hpp"
#include "jam/elastic/cuda/device.hpp"
#include "jam/elastic/normal/bound_cg.hpp"
#include "jam/elastic/normal/coarse_grids.hpp"

namespace jam::elastic {
namespace {

/// A field of nx x ny cells on mx x my cells of the same rectangle.
std::vector<double> resampled(std::span<const double> field, int nx, int ny, int mx, int my) {
  std::vector<Between> columns;
  for (int k = 0; k < mx; ++k) columns.push_back(between_cells(nx, mx, k));
  std::vector<double> result;
  result.reserve(static_cast<std::size_t>(mx) * my);
  for (int k = 0; k < my; ++k) {
    const Between row = between_cells(ny, my, k);
    for (const Between& column : columns) result.push_back(resampled_value(field.data(), nx, column, row));
  }
  return result;
}

template <class Real>
NormalSolution solve_on(const Grid& grid, const MaterialPair& pair, double liner, std::span<const double> gap,
                        NormalLoad load, const NormalSettings& settings) {
  std::vector<double> start;
  int coarse_iterations = 0;
  if (settings.method == NormalMethod::bound_cg && settings.coarse_start && has_coarser(grid)) {
    const Grid half = coarser(grid);
    const int mx = half.nx, my = half.ny;
    NormalSettings coarse = settings;
    coarse.tolerance = std::max(settings.tolerance, coarse_tolerance);
    const NormalSolution solution =
        solve_on<Real>(half, pair, liner, resampled(gap, grid.nx, grid.ny, mx, my), load, coarse);
    coarse_iterations = solution.iterations + solution.coarse_iterations;
    start = resampled(solution.pressure, mx, my, grid.nx, grid.ny);
  }
  const bool preconditioned = settings.preconditioned && settings.method == NormalMethod::bound_cg;
  const NormalProducts<Real> products = normal_products<Real>(grid, pair, liner, settings, preconditioned);
  const NormalProblem problem{grid.count(), grid.area(), gap, load};
  if (settings.method == NormalMethod::active_set)
    return active_set_cg<Real>(problem, *products.flexibility, settings);
  NormalSolution solution = bound_cg<Real>(problem, products, start, settings);
  solution.coarse_iterations = coarse_iterations;
  return solution;
}

}  // namespace

const char* name_of(NormalMethod method) {
  return method == NormalMethod::bound_cg ? "bound-cg" : "active-set";
}

const char* name_of(SolveEnd end) {
  switch (end) {
    case SolveEnd::solved: return "solved";
    case SolveEnd::limit: return "limit";
    default: return "stagnated";
  }
}

std::size_t normal_memory_bytes(const Grid& grid) {
  // Tables, spectra while they are made, two spectra, transformed rows, and about fifteen fields, in numbers
  // per cell.
  return static_cast<std::size_t>(grid.nx) * static_cast<std::size_t>(grid.ny) * sizeof(double) *
         (1 + 8 + 4 + 2 + 15);
}

void require_valid(NormalLoad load, const NormalSettings& settings) {
  if (load.by_force && !(load.value >= 0))
    throw InputError(fmt::format("a normal force of {} N: a number of at least 0 is accepted", load.value));
  if (load.by_force && settings.method == NormalMethod::active_set) {
    throw InputError("the method active-set needs an approach: a force is accepted by bound-cg");
  }
  if (!(settings.tolerance > 0))
    throw InputError(fmt::format("a tolerance of {}: a number above 0 is accepted", settings.tolerance));
}

NormalSolution solve_normal(const Grid& grid, const MaterialPair& pair, double liner,
                            std::span<const double> gap, NormalLoad load, const NormalSettings& settings) {
  require_valid(load, settings);
  if (settings.gpu >= 0) return solve_normal_on_device(settings.gpu, grid, pair, liner, gap, load, settings);
  if (settings.precision == Precision::single) return solve_on<float>(grid, pair, liner, gap, load, settings);
  return solve_on<double>(grid, pair, liner, gap, load, settings);
}

}  // namespace jam::elastic
