// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/elastic/tangential/rolling.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <deque>
#include <utility>

#include "jam/elastic/tangential/solvers.hpp"

namespace jam::elastic {
namespace {

using Field = std::vector<Tangent>;

/// The first steps are the longest row of the patch over this.
constexpr int first_share = 8;
/// Steps become shorter once a step changes the tractions by less than this fraction [-].
constexpr double coarse_change = 1e-2;
/// Tolerance of the tractions of a step: step_share times the change of the last step, at most
/// step_tolerance.
constexpr double step_share = 1e-2, step_tolerance = 1e-3;
/// Change at which steps of one cell end, over the tolerance: a step takes about a fiftieth of the remaining
/// error away.
constexpr double rolling_tolerance = 10;
/// Steps that the next one is extrapolated from, and the growth of the change at which they are forgotten.
constexpr int memory = 30;
constexpr double change_growth_limit = 2;

/// The tractions after the surfaces rolled on by some cells.
Field rolled(int nx, int cells, std::span<const Tangent> traction) {
  Field result(traction.size());
  for (std::size_t i = 0; i < traction.size(); ++i) {
    if (static_cast<int>(i % nx) + cells < nx) result[i] = traction[i + static_cast<std::size_t>(cells)];
  }
  return result;
}

double inner(const Field& a, const Field& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += dot(a[i], b[i]);
  return sum;
}

/// Extrapolates a sequence of steps p -> G(p) to the point where G changes nothing (Anderson 1965).
class Extrapolation {
 public:
  /// The tractions for the next step after `from` led to `to`.
  Field next(const Field& from, const Field& to) {
    Field change = difference(to, from);
    if (!last_change_.empty()) {
      changes_.push_back(difference(change, last_change_));
      results_.push_back(difference(to, last_result_));
      if (static_cast<int>(changes_.size()) > memory) changes_.pop_front(), results_.pop_front();
    }
    const std::vector<double> share = shares(change);
    last_change_ = std::move(change), last_result_ = to;
    Field result = to;
    for (std::size_t k = 0; k < share.size(); ++k) {
      for (std::size_t i = 0; i < result.size(); ++i) result[i] = result[i] - share[k] * results_[k][i];
    }
    return result;
  }
  void forget() { changes_.clear(), results_.clear(), last_change_.clear(); }

 private:
  static Field difference(const Field& a, const Field& b) {
    Field result(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) result[i] = a[i] - b[i];
    return result;
  }

  /// Shares of the differences that cancel most of the change: normal equations by Cholesky's method, a
  /// little damped.
  [[nodiscard]] std::vector<double> shares(const Field& change) const {
    constexpr double damping = 1e-10;
    const std::size_t n = changes_.size();
    std::vector<double> matrix(n * n), right(n);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j <= i; ++j) matrix[i * n + j] = inner(changes_[i], changes_[j]);
      right[i] = inner(changes_[i], change);
    }
    for (std::size_t i = 0; i < n; ++i) matrix[i * n + i] *= 1 + damping;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        double sum = matrix[i * n + j];
        for (std::size_t k = 0; k < j; ++k) sum -= matrix[i * n + k] * matrix[j * n + k];
        if (i != j) matrix[i * n + j] = sum / matrix[j * n + j];
        else if (sum > 0) matrix[i * n + i] = std::sqrt(sum);
        else return {};
      }
    }
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t k = 0; k < i; ++k) right[i] -= matrix[i * n + k] * right[k];
      right[i] /= matrix[i * n + i];
    }
    for (std::size_t i = n; i-- > 0;) {
      for (std::size_t k = i + 1; k < n; ++k) right[i] -= matrix[k * n + i] * right[k];
      right[i] /= matrix[i * n + i];
    }
    return right;
  }

  std::deque<Field> changes_, results_;
  Field last_change_, last_result_;
};

/// Ends the solve of a step when the whole solve is to end. Only the whole solve reports progress, not its
/// steps.
class OfStep final : public SolveWatch {
 public:
  explicit OfStep(SolveWatch* whole) : whole_(whole) {}
  bool stopped() override { return ends(whole_); }
  void progressed(const char*, int, double, double) override {}
  void counted(const char*, int, int) override {}

 private:
  SolveWatch* whole_;
};

int longest_row(int nx, const std::vector<CellState>& state) {
  int longest = 0;
  for (std::size_t row = 0; row < state.size(); row += static_cast<std::size_t>(nx)) {
    int count = 0;
    for (std::size_t k = row; k < row + static_cast<std::size_t>(nx); ++k)
      count += state[k] != CellState::exterior ? 1 : 0;
    longest = std::max(longest, count);
  }
  return longest;
}

}  // namespace

Field rolled_difference(int nx, std::span<const Tangent> traction) {
  Field difference = rolled(nx, 1, traction);
  for (std::size_t i = 0; i < traction.size(); ++i) difference[i] = traction[i] - difference[i];
  return difference;
}

TangentialReport roll_steadily(TangentialSolver& solver, int nx, std::span<const double> bound,
                               std::span<const Tangent> shift, const TangentialSettings& settings,
                               Tractions& tractions) {
  TangentialReport report;
  int cells = std::max(1, longest_row(nx, tractions.state) / first_share);
  Field from = tractions.traction, carried, way(shift.size()), moved(shift.size());
  int steps = 0;
  OfStep watch(settings.watch);
  TangentialSettings of_step = settings;
  of_step.watch = &watch;
  double change = 1, least = HUGE_VAL;
  Extrapolation extrapolation;
  while (true) {
    solver.apply(rolled(nx, cells, from), carried);
    for (std::size_t i = 0; i < way.size(); ++i) way[i] = static_cast<double>(cells) * shift[i] - carried[i];
    of_step.tolerance = std::clamp(step_share * change, settings.tolerance, step_tolerance);
    of_step.iteration_limit = settings.iteration_limit - report.iterations;
    const TangentialReport step = solver.solve(bound, way, of_step, tractions);
    report.iterations += step.iterations;
    for (std::size_t i = 0; i < moved.size(); ++i) moved[i] = tractions.traction[i] - from[i];
    const double size = mean_size(tractions.traction, tractions.state);
    change = size > 0 ? mean_size(moved, tractions.state) / size : 0;
    if (cells == 1 && change <= rolling_tolerance * settings.tolerance) return report;
    ++steps;
    if (!step.solved || report.iterations >= settings.iteration_limit) break;
    // Long steps are no measure of how much is left.
    if (ends(settings.watch, "steps of rolling", steps, cells > 1 ? 1 : change,
             rolling_tolerance * settings.tolerance))
      break;
    if (cells > 1 && change <= coarse_change) cells /= 2;
    if (cells > 1) {
      from = tractions.traction;
      continue;
    }
    if (change > change_growth_limit * least) extrapolation.forget(), least = HUGE_VAL;
    least = std::min(least, change);
    from = extrapolation.next(from, tractions.traction);
    tractions.traction = from;
  }
  report.solved = false;
  return report;
}

}  // namespace jam::elastic
