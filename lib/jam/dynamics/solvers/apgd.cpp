// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
// Accelerated projected gradient descent for min 1/2 r.W r + (q + s e_N).r over the cones, in the metric of
// the diagonal blocks. The law ccp has s = 0, Coulomb's law s = mu |u_T| (De Saxce). s follows each
// extrapolated iterate as long as that lowers the residual by a tenth within 100 iterations; after that with
// less momentum, from the best impulses on. From then on s is held fixed while a convex problem is solved to
// a tenth of the residual that Coulomb's law had before, and taken from the new velocities after it; where
// that does not lower the residual, only a part of the change is taken. Where s follows, steep contacts
// (cone.hpp) have none: they are projected by normal and tangents one after the other.
#include <algorithm>
#include <cmath>

#include "jam/dynamics/constraints/cone.hpp"
#include "jam/dynamics/constraints/ranges.hpp"
#include "jam/dynamics/solvers/apgd_looks.hpp"
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
        largest_(largest_diagonal(*problem.matrix)) {
    metric_.reserve(n_);
    for (const Mat3d& d : problem.matrix->diagonal()) {
      const double normal = d.column[0].x, tangent = (d.column[1].y + d.column[2].z) / 2;
      metric_.push_back({normal, tangent, 1 / normal, 1 / tangent});
    }
  }

  void run() {
    const bool coulomb = settings_.law == ContactLaw::coulomb;
    problem_.matrix->multiply(x_, wx_, threads_);
    if (coulomb) update_shift(1);
    restart();
    if (std::all_of(wx_.begin(), wx_.end(), [](Vec3d w) { return w == Vec3d{}; })) theta_ = apgd_cold_theta;
    NaturalMap map = residual();
    double outer_residual = map.absolute, inner_goal = 0.1 * map.absolute, share = 1, best = map.absolute,
           mark = map.absolute;
    int marked = 0;
    follows_ = coulomb;
    std::vector<Vec3d> best_x = x_;
    solution_.status = SolveStatus::limit;
    for (solution_.iterations = 0; solution_.iterations < settings_.iteration_limit; ++solution_.iterations) {
      if (settings_.criterion == Criterion::residual && map.relative() <= settings_.tolerance) {
        solution_.status = SolveStatus::solved;
        break;
      }
      const bool small = step() && settings_.criterion != Criterion::residual;
      // The natural map takes a quarter of an iteration.
      if (!small && !apgd_looks(solution_.iterations + 1, settings_.iteration_limit)) continue;
      map = residual();
      if (!std::isfinite(map.absolute)) {
        solution_.status = SolveStatus::diverged;
        break;
      }
      if (map.absolute < best) {
        best = map.absolute;
        best_x = x_;
      }
      if (follows_ && solution_.iterations - marked >= 100) {
        if (best > 0.9 * mark) {
          // It does not settle: go back to the best impulses, take less momentum, and where that did not help
          // hold s fixed.
          follows_ = !damped_;
          damped_ = true;
          mark = best;
          marked = solution_.iterations;
          x_ = best_x;
          problem_.matrix->multiply(x_, wx_, threads_);
          update_shift(1);
          restart();
          map = residual();
          outer_residual = map.absolute;
          inner_goal = 0.1 * map.absolute;
          continue;
        }
        mark = best;
        marked = solution_.iterations;
      }
      if (coulomb && !follows_ &&
          (small || inner_residual() <= std::max(inner_goal, 0.3 * settings_.tolerance * map.scale))) {
        share = map.absolute > 0.9 * outer_residual ? std::max(0.1, 0.5 * share) : std::min(1.0, 1.5 * share);
        outer_residual = map.absolute;
        inner_goal = 0.1 * map.absolute;
        const double change = update_shift(share);
        restart();
        if (!small || change > settings_.relative * map.scale) continue;
      }
      if (small) {
        ++solution_.iterations;
        solution_.status = SolveStatus::solved;
        break;
      }
    }
    if (solution_.status == SolveStatus::limit && settings_.criterion == Criterion::residual &&
        map.relative() <= settings_.tolerance) {
      solution_.status = SolveStatus::solved;
    }
    if (solution_.status != SolveStatus::solved) x_ = best_x;
    else if (settings_.criterion == Criterion::residual) solution_.residual = map.residual;
    solution_.relaxation = 1 / curvature_;
  }

 private:
  [[nodiscard]] Vec3d gradient(int i, const std::vector<Vec3d>& product) const {
    Vec3d g = product[i] + problem_.q[i];
    g.x += shift_[i];
    return g;
  }

  /// Takes a share of the change of mu |u_T| into the shift; returns the largest change [m/s].
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
    theta_ = apgd_warm_theta;
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

  /// One step of the accelerated gradient; whether it is small by the criterion on steps.
  bool step() {
    if (follows_) {
      for_ranges(n_, threads_, [&](int first, int last) {
        for (int i = first; i < last; ++i) {
          const double mu = problem_.friction[i];
          shift_[i] = mu < 0 || is_steep(mu) ? 0 : mu * tangential(wy_[i] + problem_.q[i]);
        }
      });
    }
    // The curvature and the size of the step, what rounding of the products may add, and the progress along
    // the gradient.
    struct Sums {
      double curve = 0, size = 0, rounding = 0, progress = 0;
    };
    Sums sums;
    for (;;) {
      const double share = 1 / curvature_;
      for_ranges(n_, threads_, [&](int first, int last) {
        gradient_step_({last - first, share, follows_, &y_[first], &wy_[first], &problem_.q[first],
                        &shift_[first], &problem_.friction[first], &metric_[first], &next_[first]});
      });
      problem_.matrix->multiply(next_, w_next_, threads_);
      sums = fold_ranges<Sums>(
          n_, threads_,
          [&](Sums& sum, int i) {
            const Vec3d change = next_[i] - y_[i];
            sum.curve += dot(change, w_next_[i] - wy_[i]);
            const ContactMetric& metric = metric_[i];
            sum.size += metric.normal * change.x * change.x +
                        metric.tangent * (change.y * change.y + change.z * change.z);
            const Vec3d w = w_next_[i];
            sum.rounding += w.x * w.x * metric.over_normal + (w.y * w.y + w.z * w.z) * metric.over_tangent;
            sum.progress += dot(gradient(i, wy_), next_[i] - x_[i]);
          },
          [](Sums& sum, const Sums& part) {
            sum.curve += part.curve, sum.size += part.size, sum.rounding += part.rounding,
                sum.progress += part.progress;
          });
      // The step is short enough where the curvature along it is at most that of the metric; rounding of the
      // products is allowed for.
      if (!(sums.curve > curvature_ * sums.size + 1e-14 * std::sqrt(sums.rounding * sums.size))) break;
      curvature_ = std::max(1.2 * curvature_, std::min(2 * curvature_, sums.curve / sums.size));
    }
    const double theta = 0.5 * theta_ * (std::sqrt(theta_ * theta_ + 4) - theta_);
    double momentum = sums.progress > 0 ? 0 : theta_ * (1 - theta_) / (theta_ * theta_ + theta);
    if (follows_ && damped_) momentum = std::min(momentum, apgd_damped_momentum);
    theta_ = sums.progress > 0 ? 1 : theta;
    for_ranges(n_, threads_, [&](int first, int last) {
      for (int i = first; i < last; ++i) {
        y_[i] = next_[i] + momentum * (next_[i] - x_[i]);
        wy_[i] = w_next_[i] + momentum * (w_next_[i] - wx_[i]);
      }
    });
    curvature_ *= apgd_curvature_decay;
    x_.swap(next_);
    wx_.swap(w_next_);
    return settings_.criterion != Criterion::residual && step_is_small(x_, next_, settings_);
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
  bool follows_ = false;  ///< s follows every iterate.
  bool damped_ = false;   ///< s follows with less momentum, as it did not settle with full momentum.
  double theta_ = 1;
  double curvature_ = 1;  ///< Estimate of the largest eigenvalue of W in the metric [-].
};

}  // namespace

void solve_apgd(const ContactProblem& problem, const SolverSettings& settings, Solution& solution) {
  Apgd(problem, settings, solution).run();
}

}  // namespace jam::dynamics
