// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/elastic/tangential/tang_cg_steps.hpp"

#include <cstddef>
#include <vector>

#include "jam/elastic/product/host_steps.hpp"
#include "jam/elastic/tangential/solvers.hpp"

namespace jam::elastic {
namespace {

/// Runs the steps of tang_cg_steps.hpp on threads of the CPU.
class TangCg : public HostSteps<TangCgControl, TangCgFields> {
 public:
  TangCg(const TangentialProblem& problem, Tractions& tractions)
      : HostSteps(static_cast<int>(problem.bound.size()), problem.settings.thread_count),
        problem_(problem),
        tractions_(tractions) {
    const std::size_t cells = problem.bound.size();
    memory_.resize(TangCgFields::numbers * cells);
    fields_.lay_out(memory_.data(), cells);
    fields_.bound = problem.bound.data();
    fields_.state = tractions.state.data();
    control_ =
        tang_cg_control(problem.settings, problem.flexibility.block(0, 0), problem.flexibility.has_inverse());
  }

  TangentialReport solve() {
    cells_.each([&](int i) {
      fields_.shift.set(i, problem_.shift[i]);
      fields_.traction.set(i, tractions_.traction[i]);
    });
    begin_tang_cg(*this);
    run(problem_.settings.watch, "tractions", [&] { iterate_tang_cg(*this); });
    cells_.each([&](int i) { tractions_.traction[i] = fields_.traction[i]; });
    return {control_.iterations, control_.end == SolveEnd::solved};
  }

  void displace() {
    if (control_.looking) problem_.flexibility.apply(fields_.traction.x, fields_.slip.x);
  }
  void multiply() { problem_.flexibility.apply(fields_.direction.x, fields_.product.x); }
  void precondition() {
    if (control_.inverse) problem_.flexibility.apply_inverse(fields_.residual.x, fields_.preconditioned.x);
  }

 private:
  const TangentialProblem& problem_;
  Tractions& tractions_;
  std::vector<double> memory_;
};

}  // namespace

TangCgControl tang_cg_control(const TangentialSettings& settings, const SelfBlock& self, bool has_inverse) {
  TangCgControl control;
  control.self = self;
  control.tolerance = settings.tolerance;
  control.limit = settings.iteration_limit;
  control.inverse = settings.preconditioned && has_inverse;
  return control;
}

TangentialReport tang_cg(const TangentialProblem& problem, Tractions& tractions) {
  return TangCg(problem, tractions).solve();
}

}  // namespace jam::elastic
