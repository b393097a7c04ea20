// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
// Projected Gauss-Seidel: sor. Colour after colour; the groups of one colour do not act on each other, so
// threads share them.
#include <algorithm>

#include "jam/dynamics/constraints/block_operator.hpp"
#include "jam/dynamics/constraints/ranges.hpp"
#include "jam/dynamics/solvers/contact_sweep.hpp"
#include "jam/dynamics/solvers/packed_sweeps.hpp"
#include "jam/dynamics/solvers/relaxation.hpp"

namespace jam::dynamics {
namespace {

/// Over the rows of W that a file gives.
class BlockSweeps : public Sweeps {
 public:
  BlockSweeps(const BlockOperator& matrix, const ContactProblem& problem, ContactLaw law,
              std::span<const Vec3d> steps)
      : matrix_(matrix),
        problem_(problem),
        law_(law),
        steps_(steps),
        colours_(matrix.colouring()),
        r_(problem.count()) {}

  void start(std::span<const Vec3d> r) override { r_.assign(r.begin(), r.end()); }
  void store(std::span<Vec3d> r) const override { std::copy(r_.begin(), r_.end(), r.begin()); }
  void run(double alpha, int thread_count) override {
    for (int colour = 0; colour < colours_.count(); ++colour) {
      const int begin = colours_.first[colour];
      for_ranges(colours_.first[colour + 1] - begin, thread_count, [&](int first, int end) {
        for (int k = begin + first; k < begin + end; ++k) {
          const int i = colours_.contacts[k];
          const Vec3d u = matrix_.row_times(i, r_) + problem_.q[i];
          r_[i] =
              swept_impulse(law_, r_[i], u, problem_.friction[i], steps_[i], matrix_.diagonal()[i], alpha);
        }
      });
    }
  }
  [[nodiscard]] int colour_count() const { return colours_.count(); }

 private:
  const BlockOperator& matrix_;
  const ContactProblem& problem_;
  ContactLaw law_;
  std::span<const Vec3d> steps_;
  Colouring colours_;  ///< Every contact is a group.
  std::vector<Vec3d> r_;
};

}  // namespace

void solve_gauss_seidel(const ContactProblem& problem, const SolverSettings& settings, Solution& solution) {
  const ContactLaw law = settings.law;
  const std::vector<Vec3d> steps =
      step_lengths(*problem.matrix, law == ContactLaw::ccp ? JacobiSteps::cone : JacobiSteps::prox);
  const auto run = [&](auto&& sweeps) {
    solution.colour_count = sweeps.colour_count();
    solve_by_sweeps(problem, settings, 1, sweeps, solution);
  };
  if (const auto* bodies = dynamic_cast<const BodyOperator*>(problem.matrix.get())) {
    run(PackedSweeps(*bodies, problem, law, steps, settings.thread_count));
  } else {
    run(BlockSweeps(dynamic_cast<const BlockOperator&>(*problem.matrix), problem, law, steps));
  }
}

}  // namespace jam::dynamics
