// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// NORM, the normal contact problem: pressures p >= 0 and gaps e >= 0 after deformation, one of them 0 in
// every cell, where e = h - approach + C_nn p. Either the approach or the total force is given (Kalker 1990;
// de Reus 2010, 2.3).
//
//   bound-cg    conjugate gradients with bounds on p (Polonsky and Keer 1999; Vollebregt 2014),
//               preconditioned by an inverse in Fourier space, started from the solution on coarser grids:
//               about ten iterations to 1e-6, whatever the size of the grid
//   active-set  the source's method: conjugate gradients from zero on a contact area that is corrected
//               afterwards, until it stays; for a given approach only
#pragma once

#include <span>
#include <vector>

#include "jam/elastic/model/grid.hpp"
#include "jam/elastic/model/material.hpp"
#include "jam/elastic/model/solve_watch.hpp"
#include "jam/elastic/product/cell_steps.hpp"
#include "jam/elastic/product/product.hpp"

namespace jam::elastic {

enum class NormalMethod { bound_cg, active_set };
enum class Precision { double_, single };

struct NormalSettings {
  NormalMethod method = NormalMethod::bound_cg;
  ProductKind product = ProductKind::automatic;
  Precision precision = Precision::double_;
  double tolerance = 1e-6;     ///< The last change of the pressures over the pressures, as root mean squares;
                               ///< single: 1e-5 or more.
  int iteration_limit = 1000;  ///< Largest number of iterations on each grid; for active-set, in all.
  bool preconditioned = true;  ///< Option of bound-cg.
  bool coarse_start = true;    ///< Option of bound-cg.
  int thread_count = 0;        ///< 0: all.
  SolveWatch* watch = nullptr;  ///< Null: none.
  int gpu = -1;                 ///< Ordinal of the CUDA device that solves (cuda/device.hpp); -1: the CPU.
};

struct NormalLoad {
  bool by_force = false;
  double value = 0;  ///< Approach of distant points [mm], or force [N], at least 0.
};

struct NormalSolution {
  std::vector<double> pressure;  ///< [MPa]
  std::vector<double> gap;       ///< Gap after deformation [mm].
  double approach = 0;           ///< Approach [mm]; for a force of 0: that at which the surfaces touch.
  double force = 0;              ///< [N]
  double peak = 0;               ///< Largest pressure [MPa].
  int contact_cells = 0;         ///< Number of cells with pressure.
  int iterations = 0;            ///< Number of iterations on the grid itself.
  int coarse_iterations = 0;     ///< Number of iterations on all coarser grids together.
  int rounds = 0;                ///< Contact areas tried by active-set.
  SolveEnd status = SolveEnd::solved;
  /// Largest |e| where there is pressure or -e where there is none, over the largest displacement.
  double residual = 0;
};

/// Words of options and files.
[[nodiscard]] const char* name_of(NormalMethod method);
[[nodiscard]] const char* name_of(SolveEnd end);

/// Largest memory that a solution on a grid takes [bytes].
[[nodiscard]] std::size_t normal_memory_bytes(const Grid& grid);

/// Throws InputError for settings or loads out of their ranges, or that do not go together.
void require_valid(NormalLoad load, const NormalSettings& settings);

/// Solves. `gap` holds the undeformed gaps h [mm]; cells with 1e30 or more never touch. `liner` is the
/// displacement of an elastic layer by a unit pressure [mm/MPa], 0: none. Throws InputError for what
/// require_valid() rejects.
[[nodiscard]] NormalSolution solve_normal(const Grid& grid, const MaterialPair& pair, double liner,
                                          std::span<const double> gap, NormalLoad load,
                                          const NormalSettings& settings);

}  // namespace jam::elastic
