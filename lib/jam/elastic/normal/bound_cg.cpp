// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/elastic/normal/bound_cg.hpp"

#include <cmath>
#include <cstddef>
#include <vector>

#include "jam/elastic/product/host_steps.hpp"

namespace jam::elastic {
namespace {

/// Runs the steps of bound_cg_steps.hpp on threads of the CPU.
template <class Real>
class BoundCg : public HostSteps<BoundCgControl, BoundCgFields<Real>> {
 public:
  BoundCg(const NormalProblem& problem, const NormalProducts<Real>& products, const NormalSettings& settings)
      : Steps(problem.cells, settings.thread_count),
        problem_(problem),
        flexibility_(*products.flexibility),
        inverse_(products.inverse.get()),
        settings_(settings),
        contact_(problem.cells) {
    for (Field* field :
         {&pressure_, &displacement_, &residual_, &before_, &direction_, &preconditioned_, &product_})
      field->resize(problem.cells);
    fields_ = {problem.gap.data(),     pressure_.data(), displacement_.data(),
               residual_.data(),       before_.data(),   direction_.data(),
               preconditioned_.data(), product_.data(),  contact_.data()};
    control_ = bound_cg_control(problem, settings, sizeof(Real));
  }

  NormalSolution solve(std::span<const double> start) {
    for (std::size_t i = 0; i < start.size(); ++i)
      pressure_[i] = static_cast<Real>(start[i] > 0 ? start[i] : 0);
    begin_bound_cg(*this);
    this->run(settings_.watch, "pressures", [&] { iterate_bound_cg(*this); });
    NormalSolution solution;
    solution.iterations = control_.iterations;
    solution.status = control_.end;
    solution.approach = control_.approach;
    evaluate(problem_, flexibility_, settings_, pressure_, solution);
    return solution;
  }

  void displace() {
    if (control_.fresh && !control_.finished()) flexibility_.apply(pressure_.data(), displacement_.data());
  }
  void multiply() { flexibility_.apply(direction_.data(), product_.data()); }
  void precondition() {
    if (inverse_ != nullptr) inverse_->apply(residual_.data(), preconditioned_.data());
    else preconditioned_ = residual_;
  }

 private:
  using Steps = HostSteps<BoundCgControl, BoundCgFields<Real>>;
  using Field = std::vector<Real>;
  using Steps::control_, Steps::fields_;

  const NormalProblem& problem_;
  Product<Real>& flexibility_;
  Product<Real>* inverse_;
  const NormalSettings& settings_;
  std::vector<unsigned char> contact_;
  Field pressure_, displacement_, residual_, before_, direction_, preconditioned_, product_;
};

/// Gaps in single precision have errors of up to 2e-6 of the approach, mostly from the transforms. On
/// grids of 1024 cells along an axis, such errors would move cells at the edge of the patch in and out of
/// contact for ever.
constexpr double single_rounding = 4e-6;

/// The smallest tolerance in single precision. What rounding changes a pressure by is the error of a
/// displacement over the coefficient of a cell itself, which goes with the edge of the cell: above 400 x 400
/// cells less cannot be asked for.
double single_tolerance(int cells) { return 1e-5 * std::max(1.0, std::sqrt(cells) / 400); }

}  // namespace

BoundCgControl bound_cg_control(const NormalProblem& problem, const NormalSettings& settings,
                                std::size_t bytes_per_number) {
  BoundCgControl control;
  control.by_force = problem.load.by_force;
  control.load = problem.load.value;
  control.area = problem.area;
  control.tolerance = settings.tolerance;
  control.limit = settings.iteration_limit;
  if (bytes_per_number == sizeof(float)) {
    control.tolerance = std::max(settings.tolerance, single_tolerance(problem.cells));
    control.rounding = single_rounding;
  }
  return control;
}

template <class Real>
NormalProducts<Real> normal_products(const Grid& grid, const MaterialPair& pair, double liner,
                                     const NormalSettings& settings, bool preconditioned) {
  const InfluenceTable table = grid_table(Block::nn, grid, pair, settings.thread_count, liner);
  return {make_product<Real>(grid.nx, grid.ny, {1, {&table}}, settings.product, settings.thread_count),
          preconditioned ? make_inverse<Real>(grid.nx, grid.ny, {&table}, settings.thread_count) : nullptr};
}

template <class Real>
NormalSolution bound_cg(const NormalProblem& problem, const NormalProducts<Real>& products,
                        std::span<const double> start, const NormalSettings& settings) {
  return BoundCg<Real>(problem, products, settings).solve(start);
}

template <class Real>
void evaluate(const NormalProblem& problem, Product<Real>& flexibility, const NormalSettings& settings,
              std::vector<Real>& pressure, NormalSolution& solution) {
  std::vector<Real> displacement(problem.cells);
  flexibility.apply(pressure.data(), displacement.data());
  BoundCgControl control;
  control.approach = solution.approach;
  BoundCgFields<Real> fields;
  fields.gap = problem.gap.data(), fields.pressure = pressure.data(),
  fields.displacement = displacement.data();
  const PressureSums found =
      Cells(problem.cells, settings.thread_count).template joined<PressureSums>([&](int i) {
        return bound_cg_steps::Outcome::at(control, fields, i);
      });
  fill_solution(problem, pressure, displacement, found, solution);
}

template <class Real>
void fill_solution(const NormalProblem& problem, const std::vector<Real>& pressure,
                   const std::vector<Real>& displacement, const PressureSums& found,
                   NormalSolution& solution) {
  solution.pressure.assign(pressure.begin(), pressure.end());
  solution.gap.resize(problem.cells);
  for (int i = 0; i < problem.cells; ++i)
    solution.gap[i] = problem.gap[i] - solution.approach + static_cast<double>(displacement[i]);
  solution.force = problem.area * found.sum;
  solution.peak = found.peak;
  solution.contact_cells = static_cast<int>(found.cells);
  solution.residual = found.residual();
}

template NormalProducts<double> normal_products<double>(const Grid&, const MaterialPair&, double,
                                                        const NormalSettings&, bool);
template NormalProducts<float> normal_products<float>(const Grid&, const MaterialPair&, double,
                                                      const NormalSettings&, bool);
template NormalSolution bound_cg<double>(const NormalProblem&, const NormalProducts<double>&,
                                         std::span<const double>, const NormalSettings&);
template NormalSolution bound_cg<float>(const NormalProblem&, const NormalProducts<float>&,
                                        std::span<const double>, const NormalSettings&);
template void evaluate<double>(const NormalProblem&, Product<double>&, const NormalSettings&,
                               std::vector<double>&, NormalSolution&);
template void evaluate<float>(const NormalProblem&, Product<float>&, const NormalSettings&,
                              std::vector<float>&, NormalSolution&);
template void fill_solution<double>(const NormalProblem&, const std::vector<double>&,
                                    const std::vector<double>&, const PressureSums&, NormalSolution&);
template void fill_solution<float>(const NormalProblem&, const std::vector<float>&, const std::vector<float>&,
                                   const PressureSums&, NormalSolution&);

}  // namespace jam::elastic
