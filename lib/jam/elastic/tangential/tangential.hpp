// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// TANG, the tangential contact problem with dry friction: tractions p with |p| <= g in each cell, where g is
// the friction coefficient times the pressure, and the slip s = W + C p. If |p| < g, the surfaces stick, s
// = 0; if they slip, p opposes s (Coulomb). The rigid shift W is how far the bodies would move past each
// other without friction (Kalker 1990; de Reus 2010, 2.4).
//
//   tang-cg     conjugate gradients on the tractions, along the circle |p| = g where cells slip (Zhao,
//               Vollebregt and Oosterlee 2015): a product or two of the whole grid per iteration
//   convex-gs   CONTACT's Gauss-Seidel, one cell after the other, each of which uses all earlier changes:
//               exact on small grids
//   steady-gs   Gauss-Seidel for steady rolling along x of a line contact, in one row: then the traction of a
//               cell moves through the patch, and slip is that of a step of one cell. Grids of several rows
//               are rolled by tang-cg, step by step (rolling.hpp)
#pragma once

#include <span>
#include <vector>

#include "jam/elastic/model/grid.hpp"
#include "jam/elastic/model/influence.hpp"
#include "jam/elastic/model/solve_watch.hpp"
#include "jam/elastic/product/product.hpp"
#include "jam/elastic/tangential/friction_cell.hpp"

namespace jam::elastic {

enum class TangentialMethod {
  tang_cg,    ///< Conjugate gradients; the only method of a GPU.
  convex_gs,  ///< Gauss-Seidel over the cells.
  steady_gs   ///< Gauss-Seidel for steady rolling on a grid of one row.
};

struct TangentialSettings {
  TangentialMethod method = TangentialMethod::tang_cg;
  /// The last change of the tractions over the tractions, both as root mean squares.
  double tolerance = 1e-8;
  int iteration_limit = 10000;  ///< Largest number of iterations or sweeps.
  bool preconditioned = true;   ///< Whether tang-cg uses its preconditioner.
  int thread_count = 0;         ///< 0: all.
  SolveWatch* watch = nullptr;  ///< Null: none.
};

/// Tangential tractions on the cells, and the state (stick or slip) of each cell.
struct Tractions {
  std::vector<Tangent> traction;  ///< Tractions on the upper body [MPa].
  std::vector<Tangent> slip;      ///< Slip s [mm].
  std::vector<CellState> state;
};

struct TangentialReport {
  int iterations = 0;
  bool solved = true;  ///< False: the limit of iterations came first.
};

/// Solves tangential problems on one grid, on a CPU (TangentialOperator) or a GPU (cuda/device.hpp).
class TangentialSolver {
 public:
  TangentialSolver() = default;
  virtual ~TangentialSolver() = default;
  TangentialSolver(const TangentialSolver&) = delete;
  TangentialSolver& operator=(const TangentialSolver&) = delete;

  /// Solves for the tractions, beginning with those given, whose states say which cells have pressure:
  /// exterior or not. `bound` is g [MPa], `shift` is W [mm]; in steady rolling, W of a step of one cell.
  [[nodiscard]] TangentialReport solve(std::span<const double> bound, std::span<const Tangent> shift,
                                       const TangentialSettings& settings, Tractions& tractions);

  /// u = C p.
  virtual void apply(std::span<const Tangent> p, std::vector<Tangent>& u) = 0;

 protected:
  /// solve() of tractions within their bounds; the caller computes slips.
  [[nodiscard]] virtual TangentialReport run(std::span<const double> bound, std::span<const Tangent> shift,
                                             const TangentialSettings& settings, Tractions& tractions) = 0;
};

/// The coefficients of tangential displacements on a grid, prepared for the solvers. The grid and the pair
/// need not outlive the object.
class TangentialOperator final : public TangentialSolver {
 public:
  TangentialOperator(const Grid& grid, const MaterialPair& pair, ProductKind kind, bool preconditioned,
                     int thread_count);

  [[nodiscard]] int nx() const { return nx_; }
  [[nodiscard]] int ny() const { return ny_; }

  void apply(std::span<const Tangent> p, std::vector<Tangent>& u) override;
  /// u = C p, for fields that hold all x components, then all y components.
  void apply(const double* p, double* u) { product_->apply(p, u); }
  /// An approximate inverse of C; only if has_inverse().
  void apply_inverse(const double* u, double* p) { inverse_->apply(u, p); }
  [[nodiscard]] bool has_inverse() const { return inverse_ != nullptr; }

  /// Displacement at a cell by a traction kx, ky cells before it.
  [[nodiscard]] SelfBlock block(int kx, int ky) const {
    return {xx_.at(kx, ky), xy_.at(kx, ky), yy_.at(kx, ky)};
  }

 protected:
  TangentialReport run(std::span<const double> bound, std::span<const Tangent> shift,
                       const TangentialSettings& settings, Tractions& tractions) override;

 private:
  int nx_, ny_;
  InfluenceTable xx_, yy_, xy_;
  std::unique_ptr<Product<double>> product_, inverse_;
  std::vector<double> in_, out_;
};

/// Words of options and files.
[[nodiscard]] const char* name_of(TangentialMethod method);

}  // namespace jam::elastic
