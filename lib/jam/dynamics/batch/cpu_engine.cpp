// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <cstddef>

#include "jam/dynamics/batch/engine.hpp"
#include "jam/dynamics/batch/step.hpp"
#include "jam/dynamics/batch/workers.hpp"
#include "jam/dynamics/solvers/rounds/apgd_rounds.hpp"
#include "jam/dynamics/solvers/rounds/jacobi_rounds.hpp"

namespace jam::dynamics {
namespace {

class CpuSmallEngine final : public CpuBatchEngine<SmallBatch> {
 public:
  explicit CpuSmallEngine(int thread_count) : threads_(thread_count) {}

 protected:
  void work(const SmallBatch& batch, IndexRange range) override {
    if (batch.solver.kind == SolverKind::apgd) run(batch, range, begin_apgd(batch.solver));
    else if (batch.solver.kind == SolverKind::sor) run(batch, range, begin_small_sweeps(batch.solver));
    else run(batch, range, begin_jacobi(batch.solver));
  }

 private:
  template <class Control>
  void run(const SmallBatch& batch, IndexRange range, const Control& start) const {
    const std::vector<SmallStep> steps = steps_of(batch, batch.walls.data());
    const std::size_t bytes = step_bytes(batch);
    parallel_for(range.count, threads_, [&](int k) {
      const auto memory = std::make_unique_for_overwrite<std::byte[]>(bytes);
      ArrayDealer dealer(memory.get());
      SmallWork work = deal_work(dealer, batch.model, batch.capacity, sweeps_by_colours<Control>);
      std::vector<ContactFrame> frames(batch.capacity.contacts + batch.model.joint_slots());
      work.solver.problem.matrix.frame = frames.data();
      const std::size_t scene = static_cast<std::size_t>(range.first) + k;
      Control control = start;
      run_small(SerialWorkers(), batch.model, batch.scenes.at(scene, batch.model.bodies), work, batch.rules,
                steps.data(), batch.first, batch.last(), start, control);
    });
  }

  int threads_;
};

}  // namespace

std::unique_ptr<SmallEngine> make_cpu_small_engine(int thread_count) {
  return std::make_unique<CpuSmallEngine>(thread_count);
}

}  // namespace jam::dynamics
