// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The one shape of all engines that work on many instances side by side: rounds of tabu search, ladders of
// replicas, relaxation of boxes, rounds on lattices. A search begins a batch, does something else or begins
// others, and waits for its end. No instance depends on the others, on where it runs or on how the batch is
// divided.
#pragma once

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "jam/core/error.hpp"
#include "jam/core/parallel.hpp"

namespace jam {

/// `B` describes the work: values, and references to objects that the caller owns. Its count() is the
/// number of instances.
///
/// After an exception neither the engine nor the instances that it was given are to be used. Destruction ends
/// what is under way.
template <class B>
class BatchEngine {
 public:
  using Batch = B;

  BatchEngine() = default;
  virtual ~BatchEngine() = default;
  BatchEngine(const BatchEngine&) = delete;
  BatchEngine& operator=(const BatchEngine&) = delete;

  /// Begins the work on the instances `range` of `batch`, whose count is not 0; others may be given to other
  /// engines meanwhile. What the batch refers to must stay where it is, and as it is, until finish().
  /// std::logic_error while other work is under way.
  virtual void begin(const Batch& batch, IndexRange range) = 0;

  /// Waits for the end; the instances then hold the result. Does nothing if no work is under way.
  virtual void finish() = 0;

  /// In place of finish(): tells the work under way to end, without waiting for it; its result is lost. To
  /// stop several engines, call abandon() on all before destroying any: freeing device memory blocks until
  /// all kernels finish.
  virtual void abandon() = 0;

  /// Device memory held [bytes]; 0 on a CPU.
  [[nodiscard]] virtual std::size_t device_bytes() const { return 0; }

  /// Seconds spent in each phase of the work, summed over all batches and threads; empty if phases are not
  /// timed.
  [[nodiscard]] virtual std::vector<double> phase_seconds() const { return {}; }

  /// All instances.
  void begin(const Batch& batch) {
    if (batch.count() > 0) begin(batch, {0, batch.count()});
  }
  void run(const Batch& batch) {
    begin(batch);
    finish();
  }
};

/// Throws that a result is not a finite number. Such a result would pass as legal, because comparisons with
/// NaN are false. `what` names the result: `after a round, a centre`.
[[noreturn]] inline void fail_not_finite(const std::string& what) {
  throw Error(ExitCode::internal, what +
                                      " is not a finite number: resume from the last checkpoint; if it "
                                      "happens again, check the memory of the device");
}

/// An engine of CPU threads, which do all the work in finish().
template <class B>
class CpuBatchEngine : public BatchEngine<B> {
 public:
  void begin(const B& batch, IndexRange range) final {
    if (begun_) throw std::logic_error("an engine was given a batch while another one is under way");
    begun_.emplace(batch, range);
  }
  void finish() final {
    if (!begun_) return;
    const auto [batch, range] = *std::exchange(begun_, std::nullopt);
    work(batch, range);
  }
  void abandon() final { begun_.reset(); }

 protected:
  virtual void work(const B& batch, IndexRange range) = 0;

 private:
  std::optional<std::pair<B, IndexRange>> begun_;
};

}  // namespace jam
