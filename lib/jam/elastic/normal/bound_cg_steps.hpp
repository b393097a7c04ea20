// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Conjugate gradients with bounds on the pressures (specification 2.6.4) as a sequence of steps over the
// cells, for host and device (product/cell_steps.hpp). Their machines are normal/bound_cg.cpp,
// batch/small_solver.hpp and cuda/normal_device.cu; in addition to the steps they have
//   displace()       u = C p, unless no new displacements are due: control.fresh is false, or the solve is
//                    finished
//   multiply()       q = C v
//   precondition()   z = M r, or z = r
#pragma once

#include <cmath>

#include "jam/elastic/product/cell_steps.hpp"

namespace jam::elastic {

/// Largest number of iterations until displacements are computed from the pressures again.
inline constexpr int refresh_interval = 10;
/// Number of iterations without a smaller change that counts as stagnation.
inline constexpr int patience = 60;
/// Cells with at least this gap do not count for the first guess of a contact area [mm].
inline constexpr double guess_limit = 1e30;

/// One number per cell.
template <class Real>
struct BoundCgFields {
  const double* gap = nullptr;  ///< Undeformed gap h [mm].
  Real* pressure = nullptr;  ///< Pressures p [MPa]; at the start the initial pressures, or nowhere above 0.
  Real* displacement = nullptr;      ///< Displacement u = C p [mm].
  Real* residual = nullptr;          ///< Residual r [mm].
  Real* before = nullptr;            ///< Residual r of the previous iteration [mm].
  Real* direction = nullptr;         ///< Search direction v [MPa].
  Real* preconditioned = nullptr;    ///< Preconditioned residual z.
  Real* product = nullptr;           ///< Product q = C v [mm].
  unsigned char* contact = nullptr;  ///< Whether a cell belongs to the contact area.

  [[nodiscard]] JAM_HD_INLINE Real deformed(int i) const {
    return static_cast<Real>(gap[i]) + displacement[i];
  }
};

/// Sums and extremes over all cells.
struct PressureSums {
  double sum = 0, cells = 0;  ///< Sum of the pressures; number of cells with pressure.
  double peak = 0,            ///< Largest pressure [MPa].
      scale = 0,              ///< Largest displacement [mm].
      worst = 0;  ///< Largest error of the gap [mm]: its size in cells with pressure, the overlap elsewhere.

  JAM_HD_INLINE void join(const PressureSums& other) {
    sum += other.sum;
    cells += other.cells;
    peak = std::fmax(peak, other.peak);
    scale = std::fmax(scale, other.scale);
    worst = std::fmax(worst, other.worst);
  }
  [[nodiscard]] JAM_HD_INLINE double residual() const { return cells > 0 ? worst / scale : 0; }
};

struct BoundCgControl {
  // The problem.
  bool by_force = false;
  double load = 0;  ///< Force [N] or approach [mm].
  double area = 0;  ///< Area of a cell [mm^2].
  double tolerance = 1e-6;
  int limit = 1000;
  double rounding = 0;  ///< Overlaps up to this fraction of the approach do not count as overlaps [-].

  // State of the solve.
  SolveEnd end = SolveEnd::none;
  int iterations = 0;
  double approach = 0;
  bool started = false;          ///< There were pressures to start with.
  double area_limit = 0;         ///< Gaps up to it are the first guess of the contact area.
  double factor = 1;             ///< Factor by which pressures are to be multiplied [-].
  bool fresh = false;            ///< Displacements are to be computed from the pressures.
  double beta = 0,               ///< Factor of the last direction in the next one [-].
      mean = 0,                  ///< Mean of z to subtract.
      drift = 0;                 ///< Mean of v to subtract.
  double alpha = 0, change = 0;  ///< Length of the step; root mean square of the changes it made.
  /// Last change over the pressures while no cell entered or left the contact [-].
  double relative = HUGE_VAL;
  double slope = 0, best = HUGE_VAL;  ///< z.r; the smallest change so far.
  int left = 0;                       ///< Number of cells that left the contact area.
  int since_fresh = 0, since_best = 0;

  PressureSums found;  ///< Sums and extremes at the end of the solve.

  [[nodiscard]] JAM_HD_INLINE bool finished() const { return end != SolveEnd::none; }
  [[nodiscard]] double relative_change() const { return relative; }
};

/// Least gap of all cells, and largest gap of those below guess_limit [mm].
struct GapRange {
  double least = HUGE_VAL, most = -HUGE_VAL;

  JAM_HD_INLINE void join(const GapRange& other) {
    least = other.least < least ? other.least : least;
    most = other.most > most ? other.most : most;
  }
};

namespace bound_cg_steps {

/// Whether anything touches at all.
struct Reach : OpenStep {
  using Sums = GapRange;
  template <class Real>
  JAM_HD_INLINE static Sums at(const BoundCgControl&, const BoundCgFields<Real>& f, int i) {
    return {f.gap[i], f.gap[i] < guess_limit ? f.gap[i] : -HUGE_VAL};
  }
  JAM_HD_INLINE static void conclude(BoundCgControl& c, const Sums& range) {
    c.approach = c.by_force ? range.least : c.load;
    if (c.by_force ? c.load == 0 : range.least >= c.load) c.end = SolveEnd::solved;
    c.area_limit = c.by_force ? range.least + 0.1 * (range.most - range.least) : c.load;
  }
};

/// Whether there are pressures to start with.
struct Look : OpenStep {
  using Sums = CellSums<1>;
  template <class Real>
  JAM_HD_INLINE static Sums at(const BoundCgControl&, const BoundCgFields<Real>& f, int i) {
    return {{f.pressure[i] > 0 ? 1.0 : 0.0}};
  }
  JAM_HD_INLINE static void conclude(BoundCgControl& c, const Sums& sums) { c.started = sums[0] > 0; }
};

/// The first contact area and pressures.
struct Begin : OpenStep {
  using Sums = CellSums<1>;
  template <class Real>
  JAM_HD_INLINE static Sums at(const BoundCgControl& c, const BoundCgFields<Real>& f, int i) {
    const bool touches = c.started    ? f.pressure[i] > 0
                         : c.by_force ? f.gap[i] <= c.area_limit
                                      : f.gap[i] < c.area_limit;
    f.contact[i] = touches;
    if (!c.started) f.pressure[i] = touches && c.by_force ? Real(1) : Real(0);
    else if (!touches) f.pressure[i] = 0;
    f.direction[i] = 0;
    f.residual[i] = 0;
    return {{static_cast<double>(f.pressure[i])}};
  }
  JAM_HD_INLINE static void conclude(BoundCgControl& c, const Sums& sums) {
    c.factor = c.by_force ? c.load / (c.area * sums[0]) : 1;
    c.fresh = true;
  }
};

/// For a given force: scales the pressures so that their sum matches it.
struct Scale : OpenStep {
  [[nodiscard]] JAM_HD_INLINE static bool due(const BoundCgControl& c) {
    return !c.finished() && c.factor != 1;
  }
  template <class Real>
  JAM_HD_INLINE static void at(const BoundCgControl& c, const BoundCgFields<Real>& f, int i) {
    f.pressure[i] *= static_cast<Real>(c.factor);
  }
};

/// For a given force: the approach is the mean of h + u over the contact area.
struct Approach : OpenStep {
  using Sums = CellSums<2>;
  [[nodiscard]] JAM_HD_INLINE static bool due(const BoundCgControl& c) {
    return !c.finished() && c.fresh && c.by_force;
  }
  template <class Real>
  JAM_HD_INLINE static Sums at(const BoundCgControl&, const BoundCgFields<Real>& f, int i) {
    if (!f.contact[i]) return {};
    return {{static_cast<double>(f.deformed(i)), 1}};
  }
  JAM_HD_INLINE static void conclude(BoundCgControl& c, const Sums& sums) { c.approach = sums[0] / sums[1]; }
};

/// e = h + u - approach and r = -e on the contact area; cells that overlap outside of it join it. Decides
/// whether this was the last iteration.
struct Join : OpenStep {
  using Sums = CellSums<3>;
  template <class Real>
  JAM_HD_INLINE static Sums at(const BoundCgControl& c, const BoundCgFields<Real>& f, int i) {
    const Real approach = static_cast<Real>(c.approach), gap = f.deformed(i);
    const bool joins = !f.contact[i] && c.iterations > 0 &&
                       gap < static_cast<Real>(c.approach - c.rounding * std::fabs(c.approach));
    if (joins) f.contact[i] = 1;
    if (!f.contact[i]) {
      f.residual[i] = f.direction[i] = 0;
      return {};
    }
    f.residual[i] = approach - gap;
    if (joins) f.direction[i] = 0;
    const double p = static_cast<double>(f.pressure[i]);
    return {{joins ? 1.0 : 0.0, 1, p * p}};
  }
  JAM_HD_INLINE static void conclude(BoundCgControl& c, const Sums& sums) {
    c.factor = 1;
    if (c.iterations == 0) return;
    if (c.left == 0 && sums[0] == 0) {
      c.relative = c.change / std::sqrt(sums[2] / sums[1]);
      if (c.change <= c.tolerance * std::sqrt(sums[2] / sums[1])) c.end = SolveEnd::solved;
      c.since_best = c.change < c.best ? 0 : c.since_best + 1;
      c.best = c.change < c.best ? c.change : c.best;
      if (!c.finished() && c.since_best >= patience) c.end = SolveEnd::stagnated;
    }
    if (!c.finished() && c.iterations >= c.limit) c.end = SolveEnd::limit;
  }
};

/// The share beta of the last direction after Polak and Ribiere. For a given force, directions have mean zero
/// over the contact area.
struct Conjugate : OpenStep {
  using Sums = CellSums<7>;
  template <class Real>
  JAM_HD_INLINE static Sums at(const BoundCgControl&, const BoundCgFields<Real>& f, int i) {
    if (!f.contact[i]) return {};
    const double z = static_cast<double>(f.preconditioned[i]), r = static_cast<double>(f.residual[i]),
                 before = static_cast<double>(f.before[i]);
    return {{1, z, static_cast<double>(f.direction[i]), r, z * r, before, z * before}};
  }
  JAM_HD_INLINE static void conclude(BoundCgControl& c, const Sums& sums) {
    ++c.iterations;
    c.mean = c.by_force ? sums[1] / sums[0] : 0;
    c.drift = c.by_force ? sums[2] / sums[0] : 0;
    const double slope = sums[4] - c.mean * sums[3], last = sums[6] - c.mean * sums[5];
    c.beta = c.iterations == 1 || c.slope <= 0 ? 0 : std::fmax(0.0, (slope - last) / c.slope);
    c.slope = slope;
  }
};

/// v = z + beta v
struct Advance : OpenStep {
  template <class Real>
  JAM_HD_INLINE static void at(const BoundCgControl& c, const BoundCgFields<Real>& f, int i) {
    f.direction[i] = f.contact[i]
                         ? (f.preconditioned[i] - static_cast<Real>(c.mean)) +
                               static_cast<Real>(c.beta) * (f.direction[i] - static_cast<Real>(c.drift))
                         : Real(0);
  }
};

/// The length of the step along v.
struct Measure : OpenStep {
  using Sums = CellSums<4>;
  template <class Real>
  JAM_HD_INLINE static Sums at(const BoundCgControl&, const BoundCgFields<Real>& f, int i) {
    if (!f.contact[i]) return {};
    const double v = static_cast<double>(f.direction[i]);
    return {{v * static_cast<double>(f.product[i]), v * static_cast<double>(f.residual[i]), v * v, 1}};
  }
  JAM_HD_INLINE static void conclude(BoundCgControl& c, const Sums& sums) {
    c.alpha = sums[0] > 0 ? sums[1] / sums[0] : 0;
    c.change = std::fabs(c.alpha) * std::sqrt(sums[2] / sums[3]);
  }
};

/// p += alpha v; cells whose pressure would be negative leave the contact area.
struct Move : OpenStep {
  using Sums = CellSums<4>;
  template <class Real>
  JAM_HD_INLINE static Sums at(const BoundCgControl& c, const BoundCgFields<Real>& f, int i) {
    const Real step = static_cast<Real>(c.alpha);
    f.before[i] = f.residual[i];
    f.pressure[i] += step * f.direction[i];
    f.displacement[i] += step * f.product[i];
    double left = 0;
    if (f.contact[i] && f.pressure[i] < 0) {
      f.pressure[i] = 0;
      f.contact[i] = 0;
      left = 1;
    }
    const double p = static_cast<double>(f.pressure[i]);
    if (!f.contact[i]) return {{left, p, 0, 0}};
    return {{left, p, static_cast<double>(f.deformed(i)), 1}};
  }
  JAM_HD_INLINE static void conclude(BoundCgControl& c, const Sums& sums) {
    c.left = static_cast<int>(sums[0]);
    c.factor = c.left > 0 && c.by_force ? c.load / (c.area * sums[1]) : 1;
    c.fresh = c.left > 0 || ++c.since_fresh >= refresh_interval;
    if (c.fresh) c.since_fresh = 0;
    else if (c.by_force) c.approach = sums[2] / sums[3];
  }
};

/// Result of a solve, from pressures and displacements.
struct Outcome {
  using Sums = PressureSums;
  [[nodiscard]] JAM_HD_INLINE static bool due(const BoundCgControl&) { return true; }
  template <class Real>
  JAM_HD_INLINE static Sums at(const BoundCgControl& c, const BoundCgFields<Real>& f, int i) {
    const double p = static_cast<double>(f.pressure[i]), u = static_cast<double>(f.displacement[i]),
                 gap = f.gap[i] - c.approach + u;
    return {p, p > 0 ? 1.0 : 0.0, p, std::fabs(u), p > 0 ? std::fabs(gap) : -gap};
  }
  JAM_HD_INLINE static void conclude(BoundCgControl& c, const Sums& sums) { c.found = sums; }
};

}  // namespace bound_cg_steps

/// Computes displacements and approach from the pressures if the present ones are too old.
JAM_HD_UNCHECKED
template <class Machine>
JAM_HD_INLINE void refresh_bound_cg(Machine& machine) {
  using namespace bound_cg_steps;
  machine.template each<Scale>();
  machine.displace();
  machine.template sum<Approach>();
  machine.template sum<Join>();
}

/// Steps before the iterations.
JAM_HD_UNCHECKED
template <class Machine>
JAM_HD_INLINE void begin_bound_cg(Machine& machine) {
  using namespace bound_cg_steps;
  machine.template sum<Reach>();
  machine.template sum<Look>();
  machine.template sum<Begin>();
  refresh_bound_cg(machine);
}

/// One iteration; does nothing once the solve has ended.
JAM_HD_UNCHECKED
template <class Machine>
JAM_HD_INLINE void iterate_bound_cg(Machine& machine) {
  using namespace bound_cg_steps;
  machine.precondition();
  machine.template sum<Conjugate>();
  machine.template each<Advance>();
  machine.multiply();
  machine.template sum<Measure>();
  machine.template sum<Move>();
  refresh_bound_cg(machine);
}

}  // namespace jam::elastic
