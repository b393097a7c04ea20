// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Conjugate gradients on tractions within the bound of friction (Zhao, Vollebregt and Oosterlee 2015;
// specification 2.7.3) as a sequence of steps over the cells, for host and device (product/cell_steps.hpp).
// Their machines are tang_cg.cpp and cuda/tangential_device.cu; in addition to the steps they have
//   displace()       s = C p, if control.looking
//   multiply()       q = C v, until the solve is finished
//   precondition()   z = M r, if control.inverse, until the solve is finished
// In cells that slip, directions run along the circle |p| = g. States, normals and slips are kept for a few
// iterations, then computed again.
#pragma once

#include <cmath>
#include <cstddef>
#include <initializer_list>

#include "jam/elastic/product/cell_steps.hpp"
#include "jam/elastic/tangential/friction_cell.hpp"

namespace jam::elastic {

/// States and normals are updated after at most `inner_iterations` iterations, or earlier, once tractions
/// have moved by the share `inner_share` of them.
inline constexpr int inner_iterations = 4;
inline constexpr double inner_share = 0.01;
/// Ratio of slipping to sticking cells above which the (unbounded) preconditioner is switched off.
inline constexpr int slip_ratio = 3;

/// Two numbers per cell: all x components, then all y components.
struct TangentField {
  double* x = nullptr;
  double* y = nullptr;

  [[nodiscard]] JAM_HD_INLINE Tangent operator[](int i) const { return {x[i], y[i]}; }
  JAM_HD_INLINE void set(int i, Tangent value) const { x[i] = value.x, y[i] = value.y; }
};

struct TangCgFields {
  const double* bound = nullptr;  ///< Bound g of the tractions [MPa].
  TangentField shift;             ///< Rigid shift W [mm].
  TangentField traction;          ///< Tractions p [MPa]; at the start the initial ones, within the bound.
  TangentField looked;            ///< Tractions p when the states were last checked [MPa].
  TangentField slip;              ///< Slip s = W + C p of `looked` [mm].
  TangentField normal;            ///< Directions p / |p| of `looked`.
  TangentField residual;          ///< Residual r [mm].
  TangentField direction;         ///< Search direction v [MPa].
  TangentField preconditioned;    ///< Preconditioned residual z.
  TangentField product;           ///< Product q = C v [mm].
  CellState* state = nullptr;

  static constexpr std::size_t numbers = 18;  ///< Numbers of a cell in the memory of lay_out().
  /// Divides memory of `numbers` * `cells` numbers.
  void lay_out(double* memory, std::size_t cells) {
    for (TangentField* field :
         {&shift, &traction, &looked, &slip, &normal, &residual, &direction, &preconditioned, &product}) {
      *field = {memory, memory + cells};
      memory += 2 * cells;
    }
  }

  [[nodiscard]] JAM_HD_INLINE bool exterior(int i) const { return state[i] == CellState::exterior; }
  [[nodiscard]] JAM_HD_INLINE bool slips(int i) const { return state[i] == CellState::slip; }

  /// The component of a along the circle if a cell slips, else a.
  [[nodiscard]] JAM_HD_INLINE Tangent projected(int i, Tangent a) const {
    if (!slips(i)) return a;
    const Tangent n = normal[i], along{-n.y, n.x};
    return dot(a, along) * along;
  }
  [[nodiscard]] JAM_HD_INLINE Tangent on_bound(int i, Tangent p) const {
    const double size = length(p);
    return size > 0 ? (bound[i] / size) * p : p;
  }
  /// Addition to the coefficient by the rotation of a slipping traction: -(s . n) / g [mm/MPa]; 0 if the cell
  /// sticks.
  [[nodiscard]] JAM_HD_INLINE double rotation(int i) const {
    return slips(i) && bound[i] > 0 ? -dot(slip[i], normal[i]) / bound[i] : 0;
  }
};

struct TangCgControl {
  // The problem.
  SelfBlock self;
  double tolerance = 1e-8;
  int limit = 10000;

  // State of the solve.
  SolveEnd end = SolveEnd::none;
  bool inverse = true;     ///< Directions are preconditioned; false from when too many cells slip.
  bool looking = true;     ///< States of cells are tested.
  bool conjugate = false;  ///< The next direction contains a part of the last one.
  int iterations = 0;
  int inner = 0;     ///< Number of iterations since states were tested.
  double moved = 0;  ///< Change of the tractions since states were tested.
  double beta = 0, alpha = 0, change = 0;
  double needed = 0;   ///< The change at which the solve ends [MPa].
  double stopped = 0;  ///< Cells that have just been found beyond the bound.

  [[nodiscard]] JAM_HD_INLINE bool finished() const { return end != SolveEnd::none; }
  /// The last change of the tractions over the tractions.
  [[nodiscard]] double relative_change() const { return tolerance * change / needed; }
};

namespace tang_cg_steps {

/// Cells at the bound slip, cells below it stick.
struct Begin : OpenStep {
  JAM_HD_INLINE static void at(const TangCgControl&, const TangCgFields& f, int i) {
    if (f.slips(i) && !(length(f.traction[i]) > 0))
      f.state[i] = f.bound[i] > 0 ? CellState::adhesion : CellState::slip;
    f.looked.set(i, f.traction[i]);
    f.direction.set(i, {});
    f.residual.set(i, {});
  }
};

/// z along the circle and divided by the self block; the share beta of the last direction.
struct Conjugate : OpenStep {
  using Sums = CellSums<2>;
  JAM_HD_INLINE static Sums at(const TangCgControl& c, const TangCgFields& f, int i) {
    if (f.exterior(i)) return {};
    const Tangent raw = c.inverse ? f.preconditioned[i] : f.residual[i];
    const double rotation = f.rotation(i);
    const Tangent z = f.projected(i, {raw.x / (c.self.xx + rotation), raw.y / (c.self.yy + rotation)}),
                  q = f.product[i];
    f.preconditioned.set(i, z);
    return {{c.conjugate ? dot(z, q) : 0, c.conjugate ? dot(f.direction[i], q) : 0}};
  }
  JAM_HD_INLINE static void conclude(TangCgControl& c, const Sums& sums) {
    ++c.iterations;
    c.beta = c.conjugate && sums[1] != 0 ? sums[0] / sums[1] : 0;
    c.conjugate = true;
  }
};

/// v = z - beta v
struct Advance : OpenStep {
  JAM_HD_INLINE static void at(const TangCgControl& c, const TangCgFields& f, int i) {
    f.direction.set(i, f.exterior(i) ? Tangent{} : f.preconditioned[i] - c.beta * f.direction[i]);
  }
};

/// q along the circle, with what the rotation of a slipping traction adds; the length of the step along v.
struct Measure : OpenStep {
  using Sums = CellSums<4>;
  JAM_HD_INLINE static Sums at(const TangCgControl&, const TangCgFields& f, int i) {
    if (f.exterior(i)) return {};
    const Tangent v = f.direction[i], q = f.projected(i, f.product[i]) + f.rotation(i) * v;
    f.product.set(i, q);
    return {{dot(f.residual[i], v), dot(v, q), dot(v, v), 2}};
  }
  JAM_HD_INLINE static void conclude(TangCgControl& c, const Sums& sums) {
    const double along = sums[0], curvature = sums[1];
    c.alpha = along == 0 ? 0 : std::fabs(curvature) < 1e-6 * std::fabs(along) ? 1 : along / curvature;
    c.change = std::fabs(c.alpha) * std::sqrt(sums[2] / sums[3]);
  }
};

/// p += alpha v, on the circle if a cell slips; decides whether states are tested.
struct Move : OpenStep {
  using Sums = CellSums<2>;
  JAM_HD_INLINE static Sums at(const TangCgControl& c, const TangCgFields& f, int i) {
    if (f.exterior(i)) return {};
    Tangent p = f.traction[i] + c.alpha * f.direction[i];
    if (f.slips(i)) p = f.on_bound(i, p);
    f.traction.set(i, p);
    return {{dot(p, p), 2}};
  }
  JAM_HD_INLINE static void conclude(TangCgControl& c, const Sums& sums) {
    const double size = std::sqrt(sums[0] / sums[1]);
    c.needed = c.tolerance * std::fmax(1e-6, size);
    c.moved += c.change;
    c.looking = ++c.inner >= inner_iterations || c.change <= c.needed || c.moved > inner_share * size ||
                c.iterations >= c.limit;
  }
};

/// r -= alpha q, until states are tested.
struct Descend : OpenStep {
  [[nodiscard]] JAM_HD_INLINE static bool due(const TangCgControl& c) { return !c.finished() && !c.looking; }
  JAM_HD_INLINE static void at(const TangCgControl& c, const TangCgFields& f, int i) {
    if (!f.exterior(i)) f.residual.set(i, f.residual[i] - c.alpha * f.product[i]);
  }
};

/// Cells beyond the bound slip from now on.
struct Release : OpenStep {
  using Sums = CellSums<1>;
  [[nodiscard]] JAM_HD_INLINE static bool due(const TangCgControl& c) { return !c.finished() && c.looking; }
  JAM_HD_INLINE static Sums at(const TangCgControl&, const TangCgFields& f, int i) {
    const Tangent p = f.traction[i];
    if (f.exterior(i) || f.slips(i) || length(p) <= f.bound[i]) return {};
    f.state[i] = CellState::slip;
    f.traction.set(i, f.on_bound(i, p));
    return {{1}};
  }
  JAM_HD_INLINE static void conclude(TangCgControl& c, const Sums& sums) { c.stopped = sums[0]; }
};

/// s = W + C p; cells that are pulled along with their traction stick from now on; normals and the residual.
/// Whether that was the end.
struct Look : OpenStep {
  using Sums = CellSums<4>;
  [[nodiscard]] JAM_HD_INLINE static bool due(const TangCgControl& c) { return !c.finished() && c.looking; }
  JAM_HD_INLINE static Sums at(const TangCgControl& c, const TangCgFields& f, int i) {
    const Tangent s = f.slip[i] + f.shift[i];
    f.slip.set(i, s);
    if (f.exterior(i)) return {};
    const Tangent p = f.traction[i], change = p - f.looked[i];
    const bool sticks = c.iterations > 0 && f.slips(i) && dot(s, p) > 0;
    if (sticks) f.state[i] = CellState::adhesion;
    const double size = length(p);
    f.normal.set(i, size > 0 ? (1 / size) * p : Tangent{});
    f.residual.set(i, f.projected(i, Tangent{} - s));
    f.looked.set(i, p);
    return {{sticks ? 1.0 : 0.0, dot(change, change), 2, f.slips(i) ? 1.0 : 0.0}};
  }
  JAM_HD_INLINE static void conclude(TangCgControl& c, const Sums& sums) {
    const double regrouped = c.stopped + sums[0], cells = sums[2] / 2, slipping = sums[3];
    if (cells == 0 || (c.iterations > 0 && regrouped == 0 && std::sqrt(sums[1] / sums[2]) <= c.needed))
      c.end = SolveEnd::solved;
    else if (c.iterations >= c.limit) c.end = SolveEnd::limit;
    c.conjugate = c.iterations > 0 && regrouped == 0;
    if (c.inverse && slipping > slip_ratio * (cells - slipping)) c.inverse = c.conjugate = false;
    c.inner = 0;
    c.moved = 0;
    c.looking = false;
  }
};

}  // namespace tang_cg_steps

/// Steps before the iterations.
JAM_HD_UNCHECKED
template <class Machine>
JAM_HD_INLINE void begin_tang_cg(Machine& machine) {
  using namespace tang_cg_steps;
  machine.template each<Begin>();
  machine.displace();
  machine.template sum<Look>();
}

/// One iteration; does nothing once the solve has ended. At the end the slip is that of the tractions.
JAM_HD_UNCHECKED
template <class Machine>
JAM_HD_INLINE void iterate_tang_cg(Machine& machine) {
  using namespace tang_cg_steps;
  machine.precondition();
  machine.template sum<Conjugate>();
  machine.template each<Advance>();
  machine.multiply();
  machine.template sum<Measure>();
  machine.template sum<Move>();
  machine.template each<Descend>();
  machine.template sum<Release>();
  machine.displace();
  machine.template sum<Look>();
}

}  // namespace jam::elastic
