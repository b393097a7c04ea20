// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "jam/elastic/tangential/solvers.hpp"

namespace jam::elastic {
namespace {

/// States and normals are looked at after so many iterations at the latest, or once tractions have moved by this share of them.
constexpr int inner_iterations = 4;
constexpr double inner_share = 0.01;
/// Where so many times as many cells slip as stick, the preconditioner, which knows of no bound, does harm.
constexpr int slip_ratio = 3;

class TangCg {
 public:
  TangCg(const TangentialProblem& problem, Tractions& tractions)
      : problem_(problem), state_(tractions.state), p_(tractions.traction), self_(problem.flexibility.block(0, 0)) {
    const std::size_t cells = p_.size();
    for (std::size_t i = 0; i < cells; ++i) {
      if (state_[i] != CellState::exterior) cells_.push_back(i);
      // What is at the bound slips, what is below sticks.
      if (state_[i] == CellState::slip && !(length(p_[i]) > 0)) state_[i] = problem.bound[i] > 0 ? CellState::adhesion : CellState::slip;
    }
    for (auto* field : {&r_, &v_, &z_, &q_, &normal_}) field->resize(cells);
  }

  TangentialReport solve() {
    TangentialReport report;
    std::vector<Tangent> checked = p_;
    bool conjugate = false, inverse = problem_.settings.preconditioned;
    int inner = 0;
    double moved = 0;
    if (cells_.empty()) return report;
    refresh();
    while (report.iterations < problem_.settings.iteration_limit) {
      ++report.iterations;
      if (inverse && slips_mostly()) inverse = conjugate = false;
      search_direction(inverse, conjugate);
      conjugate = true;
      const double alpha = step_length();
      for (const std::size_t i : cells_) {
        p_[i] = p_[i] + alpha * v_[i];
        if (state_[i] == CellState::slip) p_[i] = on_bound(i);
      }
      const double change = std::fabs(alpha) * mean_size(v_, state_), size = mean_size(p_, state_);
      const double tolerance = problem_.settings.tolerance * std::max(1e-6, size);
      moved += change;
      if (++inner < inner_iterations && change > tolerance && moved <= inner_share * size) {
        for (const std::size_t i : cells_) r_[i] = r_[i] - alpha * q_[i];
        continue;
      }
      const bool regrouped = update_states();
      for (const std::size_t i : cells_) checked[i] = p_[i] - checked[i];
      if (mean_size(checked, state_) <= tolerance && !regrouped) return report;
      checked = p_;
      conjugate = !regrouped;
      inner = 0;
      moved = 0;
    }
    report.solved = false;
    return report;
  }

 private:
  [[nodiscard]] bool slips(std::size_t i) const { return state_[i] == CellState::slip; }

  [[nodiscard]] Tangent on_bound(std::size_t i) const {
    const double size = length(p_[i]);
    return size > 0 ? (problem_.bound[i] / size) * p_[i] : p_[i];
  }

  /// Along the circle where a cell slips.
  [[nodiscard]] Tangent projected(std::size_t i, Tangent a) const {
    if (!slips(i)) return a;
    const Tangent along{-normal_[i].y, normal_[i].x};
    return dot(a, along) * along;
  }

  /// Slips, normals p / |p| and the residual from the tractions.
  void refresh() {
    compute_slip();
    set_residual();
  }
  void compute_slip() {
    problem_.flexibility.apply(p_, slip_);
    for (const std::size_t i : cells_) slip_[i] = slip_[i] + problem_.shift[i];
  }
  void set_residual() {
    for (const std::size_t i : cells_) {
      const double size = length(p_[i]);
      normal_[i] = size > 0 ? (1 / size) * p_[i] : Tangent{};
      r_[i] = projected(i, Tangent{} - slip_[i]);
    }
  }

  /// How much the direction of a slipping traction is worth: -(s . n) / g [mm/MPa].
  [[nodiscard]] double rotation(std::size_t i) const {
    return slips(i) && problem_.bound[i] > 0 ? -dot(slip_[i], normal_[i]) / problem_.bound[i] : 0;
  }

  void search_direction(bool inverse, bool conjugate) {
    if (!inverse || !problem_.flexibility.apply_inverse(r_, z_)) z_ = r_;
    for (const std::size_t i : cells_) z_[i] = projected(i, {z_[i].x / (self_.xx + rotation(i)), z_[i].y / (self_.yy + rotation(i))});
    double beta = 0;
    if (conjugate) {
      const double curvature = scalar(v_, q_);
      if (curvature != 0) beta = scalar(z_, q_) / curvature;
    }
    for (std::size_t i = 0; i < v_.size(); ++i) v_[i] = state_[i] == CellState::exterior ? Tangent{} : z_[i] - beta * v_[i];
    problem_.flexibility.apply(v_, q_);
    for (const std::size_t i : cells_) q_[i] = projected(i, q_[i]) + rotation(i) * v_[i];
  }

  [[nodiscard]] double step_length() const {
    const double along = scalar(r_, v_), curvature = scalar(v_, q_);
    if (along == 0) return 0;
    return std::fabs(curvature) < 1e-6 * std::fabs(along) ? 1 : along / curvature;
  }

  /// Cells beyond the bound slip from now on, those that are pulled along with their traction stick. Returns whether any state changed.
  bool update_states() {
    bool changed = false;
    for (const std::size_t i : cells_) {
      if (slips(i) || length(p_[i]) <= problem_.bound[i]) continue;
      state_[i] = CellState::slip;
      p_[i] = on_bound(i);
      changed = true;
    }
    compute_slip();
    for (const std::size_t i : cells_) {
      if (!slips(i) || dot(slip_[i], p_[i]) <= 0) continue;
      state_[i] = CellState::adhesion;
      changed = true;
    }
    set_residual();
    return changed;
  }

  [[nodiscard]] bool slips_mostly() const {
    const auto slipping = std::count_if(cells_.begin(), cells_.end(), [&](std::size_t i) { return slips(i); });
    return slipping > slip_ratio * (static_cast<std::ptrdiff_t>(cells_.size()) - slipping);
  }

  [[nodiscard]] double scalar(const std::vector<Tangent>& a, const std::vector<Tangent>& b) const {
    double sum = 0;
    for (const std::size_t i : cells_) sum += dot(a[i], b[i]);
    return sum;
  }

  const TangentialProblem& problem_;
  std::vector<CellState>& state_;
  std::vector<Tangent>& p_;
  SelfBlock self_;
  std::vector<std::size_t> cells_;  ///< Those with pressure.
  std::vector<Tangent> slip_, r_, v_, z_, q_, normal_;
};

}  // namespace

TangentialReport tang_cg(const TangentialProblem& problem, Tractions& tractions) { return TangCg(problem, tractions).solve(); }

}  // namespace jam::elastic
