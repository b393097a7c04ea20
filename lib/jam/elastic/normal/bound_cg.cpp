// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/elastic/normal/bound_cg.hpp"

#include <cmath>
#include <cstddef>

#include "jam/elastic/product/cells.hpp"

namespace jam::elastic {
namespace {

/// Displacements are computed afresh from the pressures after so many iterations at the latest.
constexpr int refresh_interval = 10;
/// So many iterations without a smaller change are a stagnation.
constexpr int patience = 60;

template <class Real>
class BoundCg {
 public:
  BoundCg(const NormalProblem& problem, Product<Real>& flexibility, Product<Real>* inverse, const NormalSettings& settings)
      : problem_(problem),
        flexibility_(flexibility),
        inverse_(inverse),
        settings_(settings),
        cells_(problem.cells, settings.thread_count),
        by_force_(problem.load.by_force),
        approach_(by_force_ ? 0 : problem.load.value),
        contact_(problem.cells),
        p_(problem.cells),
        displacement_(problem.cells),
        r_(problem.cells),
        r_before_(problem.cells),
        v_(problem.cells),
        z_(problem.cells),
        product_(problem.cells) {}

  NormalSolution solve(std::span<const double> start) {
    NormalSolution solution;
    if (begin(start)) iterate(solution);
    solution.approach = approach_;
    evaluate(problem_, flexibility_, settings_, p_, solution);
    return solution;
  }

 private:
  using Field = std::vector<Real>;

  [[nodiscard]] Real gap(int i) const { return static_cast<Real>(problem_.gap[i]) + displacement_[i]; }

  /// The first contact area and pressures. False where there is no contact.
  bool begin(std::span<const double> start) {
    const double least = -cells_.largest(-1e300, [&](int i) { return -problem_.gap[i]; });
    if (by_force_ && problem_.load.value == 0) approach_ = least;
    if (by_force_ ? problem_.load.value == 0 : least >= approach_) return false;
    const bool started = !start.empty() && cells_.number([&](int i) { return start[i] > 0; }) > 0;
    if (started) {
      cells_.each([&](int i) { p_[i] = static_cast<Real>(start[i] > 0 ? start[i] : 0), contact_[i] = start[i] > 0; });
    } else if (!by_force_) {
      cells_.each([&](int i) { contact_[i] = problem_.gap[i] < approach_; });
    } else {
      const double most = cells_.largest(least, [&](int i) { return problem_.gap[i] < 1e30 ? problem_.gap[i] : least; });
      const double limit = least + 0.1 * (most - least);
      cells_.each([&](int i) { p_[i] = (contact_[i] = problem_.gap[i] <= limit) ? Real(1) : Real(0); });
    }
    if (by_force_) scale_to_force();
    update_residual(true);
    return true;
  }

  void scale_to_force() {
    const Real factor = static_cast<Real>(problem_.load.value / (problem_.area * cells_.sum([&](int i) { return p_[i]; })));
    cells_.each([&](int i) { p_[i] *= factor; });
  }

  /// e = h + C p - approach and r = -e on the contact area; of a force, the approach is the mean of h + C p there.
  void update_residual(bool fresh) {
    if (fresh) flexibility_.apply(p_.data(), displacement_.data());
    if (by_force_) approach_ = mean([&](int i) { return gap(i); });
    const Real approach = static_cast<Real>(approach_);
    cells_.each([&](int i) { r_[i] = contact_[i] ? approach - gap(i) : Real(0); });
  }

  /// Mean over the contact area.
  template <class Value>
  [[nodiscard]] double mean(Value&& value) const {
    return cells_.sum([&](int i) { return contact_[i] ? static_cast<double>(value(i)) : 0; }) / contact_cells();
  }
  [[nodiscard]] int contact_cells() const {
    return cells_.number([&](int i) { return contact_[i] != 0; });
  }

  /// Zero off the contact area and, of a force, with mean zero on it.
  void project(Field& field) const {
    const Real shift = by_force_ ? static_cast<Real>(mean([&](int i) { return field[i]; })) : Real(0);
    cells_.each([&](int i) { field[i] = contact_[i] ? field[i] - shift : Real(0); });
  }

  [[nodiscard]] double dot(const Field& a, const Field& b) const {
    return cells_.sum([&](int i) { return static_cast<double>(a[i]) * static_cast<double>(b[i]); });
  }

  void iterate(NormalSolution& solution) {
    double rho_before = 0, best = HUGE_VAL;
    int since_fresh = 0, since_best = 0;
    for (int k = 1; k <= settings_.iteration_limit; ++k) {
      solution.iterations = k;
      // z = Pr(M r), v = Pr(z + beta v), after Polak and Ribiere.
      if (inverse_ != nullptr) inverse_->apply(r_.data(), z_.data());
      else z_ = r_;
      project(z_);
      const double rho = dot(z_, r_);
      const double beta = k == 1 || rho_before <= 0 ? 0 : std::max(0.0, (rho - dot(z_, r_before_)) / rho_before);
      rho_before = rho;
      cells_.each([&](int i) { v_[i] = z_[i] + static_cast<Real>(beta) * v_[i]; });
      project(v_);
      flexibility_.apply(v_.data(), product_.data());
      // Projected only for the scalar product, as v is a projection itself.
      const double curvature = dot(v_, product_);
      const double alpha = curvature > 0 ? dot(r_, v_) / curvature : 0;
      const Real step = static_cast<Real>(alpha);
      const double change = std::fabs(alpha) * std::sqrt(mean([&](int i) { return v_[i] * v_[i]; }));

      // p += alpha v; cells whose pressure would be negative leave the contact area.
      r_before_.swap(r_);
      const int left = cells_.number([&](int i) {
        p_[i] += step * v_[i];
        displacement_[i] += step * product_[i];
        if (!contact_[i] || p_[i] >= 0) return false;
        p_[i] = 0;
        contact_[i] = 0;
        return true;
      });
      if (left > 0 && by_force_) scale_to_force();
      const bool fresh = left > 0 || ++since_fresh >= refresh_interval;
      if (fresh) since_fresh = 0;
      update_residual(fresh);

      // Cells that overlap outside join the contact area.
      const Real approach = static_cast<Real>(approach_);
      const int joined = cells_.number([&](int i) {
        if (contact_[i] || !(gap(i) < approach)) return false;
        contact_[i] = 1;
        r_[i] = approach - gap(i);
        return true;
      });
      cells_.each([&](int i) { v_[i] = contact_[i] ? v_[i] : Real(0); });

      const double size = std::sqrt(mean([&](int i) { return p_[i] * p_[i]; }));
      if (left == 0 && joined == 0) {
        if (change <= tolerance() * size) return;
        since_best = change < best ? 0 : since_best + 1;
        best = std::min(best, change);
        if (since_best >= patience) {
          solution.status = NormalStatus::stagnated;
          return;
        }
      }
    }
    solution.status = NormalStatus::limit;
  }

  [[nodiscard]] double tolerance() const {
    return sizeof(Real) == sizeof(float) ? std::max(settings_.tolerance, 1e-5) : settings_.tolerance;
  }

  const NormalProblem& problem_;
  Product<Real>& flexibility_;
  Product<Real>* inverse_;
  const NormalSettings& settings_;
  Cells cells_;
  bool by_force_;
  double approach_;
  std::vector<unsigned char> contact_;
  Field p_, displacement_, r_, r_before_, v_, z_, product_;
};

}  // namespace

template <class Real>
NormalSolution bound_cg(const NormalProblem& problem, Product<Real>& flexibility, Product<Real>* inverse, std::span<const double> start,
                        const NormalSettings& settings) {
  return BoundCg<Real>(problem, flexibility, inverse, settings).solve(start);
}

template <class Real>
void evaluate(const NormalProblem& problem, Product<Real>& flexibility, const NormalSettings& settings, const std::vector<Real>& pressure,
              NormalSolution& solution) {
  const Cells cells(problem.cells, settings.thread_count);
  std::vector<Real> displacement(problem.cells);
  flexibility.apply(pressure.data(), displacement.data());
  solution.pressure.assign(pressure.begin(), pressure.end());
  solution.gap.resize(problem.cells);
  cells.each([&](int i) { solution.gap[i] = problem.gap[i] - solution.approach + static_cast<double>(displacement[i]); });
  const auto touches = [&](int i) { return pressure[i] > 0; };
  solution.force = problem.area * cells.sum([&](int i) { return pressure[i]; });
  solution.peak = cells.largest(0, [&](int i) { return pressure[i]; });
  solution.contact_cells = cells.number(touches);
  const double scale = cells.largest(0, [&](int i) { return std::fabs(displacement[i]); });
  const double worst = cells.largest(0, [&](int i) { return touches(i) ? std::fabs(solution.gap[i]) : -solution.gap[i]; });
  solution.residual = solution.contact_cells > 0 ? worst / scale : 0;
}

template NormalSolution bound_cg<double>(const NormalProblem&, Product<double>&, Product<double>*, std::span<const double>,
                                         const NormalSettings&);
template NormalSolution bound_cg<float>(const NormalProblem&, Product<float>&, Product<float>*, std::span<const double>,
                                        const NormalSettings&);
template void evaluate<double>(const NormalProblem&, Product<double>&, const NormalSettings&, const std::vector<double>&, NormalSolution&);
template void evaluate<float>(const NormalProblem&, Product<float>&, const NormalSettings&, const std::vector<float>&, NormalSolution&);

}  // namespace jam::elastic
