// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Nesterov's accelerated projected gradient with adaptive restart and backtracking (H. Mazhar et al., ACM TOG
// 34(3), 2015) for
//   min 1/2 r.W r + (q + s e_N).r  over the friction cones
// in the metric of the diagonal blocks. u = W r + q are the velocities (constraints/contact_problem.hpp), e_N
// the normals; apgd_rules.hpp says how s is found, and has all decisions. While s follows the iterates, steep
// contacts (cone.hpp) have no such term: they are projected by normal and tangents one after the other.
//
// solvers/rounds/apgd_rounds.hpp is the same method for devices. On one CPU core its loops over single
// contacts take 2.0 to 2.8 times as long for an iteration (tests/bench/results/dynamics.md), so the
// vectorised loops here stay.
#include <algorithm>
#include <cmath>

#include "jam/dynamics/constraints/cone.hpp"
#include "jam/dynamics/constraints/ranges.hpp"
#include "jam/dynamics/solvers/apgd_rules.hpp"
#include "jam/dynamics/solvers/gradient_step.hpp"
#include "jam/dynamics/solvers/relaxation.hpp"

namespace jam::dynamics {

JAM_ISA_TABLE(GradientStep, gradient_step);

namespace {

class Apgd {
 public:
  Apgd(const ContactProblem& problem, const SolverSettings& settings, Solution& solution)
      : problem_(problem),
        settings_(settings),
        solution_(solution),
        n_(problem.count()),
        threads_(settings.thread_count),
        x_(solution.impulses),
        wx_(n_),
        y_(n_),
        wy_(n_),
        next_(n_),
        w_next_(n_),
        shift_(n_),
        largest_(largest_diagonal(*problem.matrix)),
        by_residual_(settings.criterion == Criterion::residual) {
    metric_.reserve(n_);
    for (const Mat3d& d : problem.matrix->diagonal()) {
      const double normal = d.column[0].x, tangent = (d.column[1].y + d.column[2].z) / 2;
      metric_.push_back({normal, tangent, 1 / normal, 1 / tangent});
    }
  }

  void run() {
    begin();
    while (solution_.status == SolveStatus::limit && solution_.iterations < settings_.iteration_limit) {
      const bool small = step();
      const bool looks = small || apgd_checks(solution_.iterations + 1, settings_.iteration_limit);
      if (looks) look(small);
      if (solution_.status != SolveStatus::diverged) ++solution_.iterations;
      if (looks) check_residual();
    }
    if (solution_.status != SolveStatus::solved) x_ = best_x_;
    else if (by_residual_) solution_.residual = map_.residual;
    solution_.relaxation = 1 / progress_.curvature;
  }

 private:
  void begin() {
    const bool coulomb = settings_.law == ContactLaw::coulomb;
    problem_.matrix->multiply(x_, wx_, threads_);
    if (coulomb) update_shift(1);
    restart();
    map_ = residual();
    const bool cold = std::all_of(wx_.begin(), wx_.end(), [](Vec3d w) { return w == Vec3d{}; });
    progress_.start(map_.absolute, cold);
    progress_.follows = coulomb;
    best_x_ = x_;
    solution_.iterations = 0;
    solution_.status = SolveStatus::limit;
    check_residual();
  }

  void check_residual() {
    if (by_residual_ && map_.relative() <= settings_.tolerance) solution_.status = SolveStatus::solved;
  }

  /// Tests the residual after a step; `small`: the criterion on steps is met.
  void look(bool small) {
    map_ = residual();
    if (!std::isfinite(map_.absolute)) {
      solution_.status = SolveStatus::diverged;
      return;
    }
    if (progress_.take_if_best(map_.absolute)) best_x_ = x_;
    if (progress_.advance_if_stalled(solution_.iterations)) return go_back();
    const bool holds = settings_.law == ContactLaw::coulomb && !progress_.follows;
    if (holds && (small || progress_.inner_is_solved(inner_residual(), settings_.tolerance, map_.scale))) {
      const double change = update_shift(progress_.next_share(map_.absolute));
      restart();
      small = small && change <= settings_.relative * map_.scale;
    }
    if (small) solution_.status = SolveStatus::solved;
  }

  /// Begins the next stage from the best impulses.
  void go_back() {
    x_ = best_x_;
    problem_.matrix->multiply(x_, wx_, threads_);
    update_shift(1);
    restart();
    map_ = residual();
    progress_.set_outer(map_.absolute);
  }

  [[nodiscard]] Vec3d gradient(int i, const std::vector<Vec3d>& product) const {
    Vec3d g = product[i] + problem_.q[i];
    g.x += shift_[i];
    return g;
  }

  /// Adds the fraction `share` of the change of mu |u_T| to the shift; returns the largest change [m/s].
  double update_shift(double share) {
    double largest = 0;
    for (int i = 0; i < n_; ++i) {
      if (problem_.friction[i] < 0) continue;
      const double change = share * (problem_.friction[i] * tangential(wx_[i] + problem_.q[i]) - shift_[i]);
      shift_[i] += change;
      largest = std::max(largest, std::fabs(change));
    }
    return largest;
  }

  void restart() {
    y_ = x_;
    wy_ = wx_;
    progress_.theta = apgd_warm_theta;
  }

  [[nodiscard]] NaturalMap residual() const {
    return natural_map(problem_, settings_.law, x_, wx_, largest_, threads_);
  }

  /// Natural map of the convex problem with the present shift [m/s].
  [[nodiscard]] double inner_residual() const {
    return largest_of(n_, threads_, [&](int i) {
      const Vec3d d =
          (x_[i] - on_cone(x_[i] - gradient(i, wx_) / largest_[i], problem_.friction[i])) * largest_[i];
      return std::max({std::fabs(d.x), std::fabs(d.y), std::fabs(d.z)});
    });
  }

  /// Sums over a step: the curvature along it, the squares of the step and of its product in the metric, and
  /// the slope along the gradient.
  struct Sums {
    double curve = 0, size = 0, product = 0, slope = 0;
  };

  /// One step of the accelerated gradient; whether it is small by the criterion on steps.
  bool step() {
    if (progress_.follows) let_shift_follow();
    Sums sums = try_step();
    while (progress_.raise_curvature(sums.curve, sums.size, sums.product)) sums = try_step();
    const double momentum = progress_.next_momentum(sums.slope);
    for_ranges(n_, threads_, [&](int first, int last) {
      for (int i = first; i < last; ++i) {
        y_[i] = next_[i] + momentum * (next_[i] - x_[i]);
        wy_[i] = w_next_[i] + momentum * (w_next_[i] - wx_[i]);
      }
    });
    x_.swap(next_);
    wx_.swap(w_next_);
    return !by_residual_ && step_is_small(x_, next_, settings_);
  }

  /// Stages 1 and 2: s of the extrapolated iterate.
  void let_shift_follow() {
    for_ranges(n_, threads_, [&](int first, int last) {
      for (int i = first; i < last; ++i) {
        const double mu = problem_.friction[i];
        shift_[i] = mu < 0 || is_steep(mu) ? 0 : mu * tangential(wy_[i] + problem_.q[i]);
      }
    });
  }

  /// From the extrapolated iterate to the next one, by the present estimate of the curvature.
  [[nodiscard]] Sums try_step() {
    const double step_length = 1 / progress_.curvature;
    for_ranges(n_, threads_, [&](int first, int last) {
      gradient_step_({last - first, step_length, progress_.follows, &y_[first], &wy_[first],
                      &problem_.q[first], &shift_[first], &problem_.friction[first], &metric_[first],
                      &next_[first]});
    });
    problem_.matrix->multiply(next_, w_next_, threads_);
    return fold_ranges<Sums>(
        n_, threads_,
        [&](Sums& sum, int i) {
          const Vec3d change = next_[i] - y_[i];
          sum.curve += dot(change, w_next_[i] - wy_[i]);
          const ContactMetric& metric = metric_[i];
          sum.size += metric.normal * change.x * change.x +
                      metric.tangent * (change.y * change.y + change.z * change.z);
          const Vec3d w = w_next_[i];
          sum.product += w.x * w.x * metric.over_normal + (w.y * w.y + w.z * w.z) * metric.over_tangent;
          sum.slope += dot(gradient(i, wy_), next_[i] - x_[i]);
        },
        [](Sums& sum, const Sums& part) {
          sum.curve += part.curve, sum.size += part.size, sum.product += part.product,
              sum.slope += part.slope;
        });
  }

  const ContactProblem& problem_;
  const SolverSettings& settings_;
  Solution& solution_;
  int n_, threads_;
  std::vector<Vec3d>& x_;
  std::vector<Vec3d> wx_, y_, wy_, next_, w_next_;
  std::vector<double> shift_;  ///< Shift s of each contact [m/s].
  std::vector<double> largest_;
  std::vector<ContactMetric> metric_;
  GradientStep* gradient_step_ = gradient_step.best();
  bool by_residual_;
  ApgdProgress progress_;
  NaturalMap map_;             ///< Natural map of the last test.
  std::vector<Vec3d> best_x_;  ///< The impulses with the least residual so far.
};

}  // namespace

void solve_apgd(const ContactProblem& problem, const SolverSettings& settings, Solution& solution) {
  Apgd(problem, settings, solution).run();
}

}  // namespace jam::dynamics
