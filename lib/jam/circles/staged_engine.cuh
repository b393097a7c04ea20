// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// An engine (jam/core/batch_engine.hpp) that copies its arrays to a CUDA device, runs kernels on them, and
// copies them back, all in a stream of its own. A stop of the search ends the kernels early.
#pragma once

#include <stdexcept>

#include "jam/core/batch_engine.hpp"
#include "jam/core/cuda/batch.cuh"
#include "jam/core/stop.hpp"

namespace jam::circles {

template <class B>
class StagedEngine : public BatchEngine<B> {
 public:
  void finish() final {
    if (!working_) return;
    queue_.make_current();
    collect();
    working_ = false;
  }

  void abandon() final {
    if (!working_) return;
    working_ = false;
    JAM_CUDA_NOTHROW(cudaSetDevice(queue_.index()));
    stop_flag_.raise();
  }

  [[nodiscard]] std::size_t device_bytes() const override {
    return arrays_.device_bytes() + stop_flag_.bytes();
  }

 protected:
  /// DeviceError if there is no device `index`.
  StagedEngine(int index, StopToken& stop) : stop_(stop), queue_(index) {}
  ~StagedEngine() override { end(); }

  /// Ends the work under way, and waits for it. A class with device memory of its own calls it in its
  /// destructor.
  void end() noexcept {
    StagedEngine::abandon();
    queue_.drain();
  }

  /// The first step of begin(); `fits`: the batch has the size that the engine was made for. std::logic_error
  /// if not, and while other work is under way.
  void prepare(bool fits) {
    if (!fits || working_)
      throw std::logic_error("the batch is not the one that the engine was made for, or it is at work");
    queue_.make_current();
    if (stop_flag_.raised()) {
      queue_.drain();
      stop_flag_.lower();
    }
    working_ = true;
  }

  /// Waits for the work, and takes the results from `arrays_`.
  virtual void collect() = 0;

  /// Waits for `kernel`, which a stop ends; with `finish_begun` only a signal ends it.
  void wait(const char* kernel, bool finish_begun = false) {
    wait_for(queue_.stream(), kernel, [&] {
      if (finish_begun ? stop_.signalled() : stop_.stop_requested()) stop_flag_.raise();
    });
  }

  StopToken& stop_;
  DeviceQueue queue_;
  StagedArrays arrays_;
  StopFlag stop_flag_;

 private:
  bool working_ = false;
};

}  // namespace jam::circles
