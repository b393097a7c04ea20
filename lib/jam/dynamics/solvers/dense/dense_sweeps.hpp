// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Sweeps of the dense solvers (dense_arrays.hpp) on the CPU and on a CUDA device: the same bits. Not for
// users of the library.
#pragma once

#include <memory>

#include "jam/dynamics/solvers/dense/tile_product.hpp"
#include "jam/dynamics/solvers/sweeps.hpp"

namespace jam::dynamics {

/// Throws OverflowError, with the bytes, unless they are at most `available`; 0: not known.
void require_dense_memory(SolverKind kind, int contacts, std::size_t available);

class DenseSweeps final : public Sweeps {
 public:
  DenseSweeps(const ContactProblem& problem, const DenseRule& rule);

  void start(std::span<const Vec3d> r) override;
  void run(double alpha, int thread_count) override;
  void store(std::span<Vec3d> r) const override;

 private:
  void assemble(double alpha);
  void begin_sums(int thread_count);
  /// Adds columns times impulses to the sums of all rows but those skipped.
  void add_product(GroupRows columns, SkippedRows skipped, int thread_count);

  const ContactProblem& problem_;
  DenseRule rule_;
  std::vector<Vec3d> steps_;
  double alpha_ = 0;          ///< alpha that T was assembled with; 0: there is no T yet.
  bool sums_are_old_ = true;  ///< The sums do not belong to the impulses that sweeps begin with.
  std::vector<double> matrix_, shift_, impulse_, sum_;
  DenseArrays arrays_;
};

/// Dense sweeps on a CUDA device, by its ordinal. The problem must outlive the sweeps. Throws OverflowError,
/// with the bytes, if the matrix does not fit into the free memory of the device; DeviceError if there is no
/// such device.
[[nodiscard]] std::unique_ptr<Sweeps> cuda_dense_sweeps(int device, const ContactProblem& problem,
                                                        const SolverSettings& settings);

}  // namespace jam::dynamics
