// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Colours of contacts (constraints/colouring.hpp) on a CUDA device, the same as on the CPU. A group takes its
// colour as soon as the groups before it on its two bodies have theirs, for which its thread waits; threads
// begin in the order of the groups, so that none waits for one that has not begun.
#pragma once

#include "jam/dynamics/constraints/colouring.hpp"
#include "jam/dynamics/cuda/kernels.cuh"

namespace jam::dynamics {

class DeviceColours {
 public:
  /// Colours the contacts of an operator, whose sides are set.
  void find(const OperatorArrays& matrix, cudaStream_t stream);

  /// As in Colouring, in device memory: contacts by colours, where each group begins among them, and each
  /// colour among the groups.
  [[nodiscard]] const int* contacts() const { return contacts_.data(); }
  [[nodiscard]] const int* groups() const { return groups_.data(); }
  [[nodiscard]] const int* first() const { return first_.data(); }

  [[nodiscard]] int count() const { return count_; }
  /// Groups of the largest colour.
  [[nodiscard]] int largest() const { return largest_; }

 private:
  [[nodiscard]] bool find_here(const OperatorArrays& matrix, cudaStream_t stream);
  void find_on_host(const OperatorArrays& matrix, cudaStream_t stream);
  void set_sizes(const std::vector<int>& first);

  int count_ = 0, largest_ = 0;
  DeviceBuffer<int> contacts_, groups_, first_, numbers_, side_place_;
  DeviceBuffer<unsigned long long> used_;
  DeviceBuffer<std::uint8_t> colour_, colour_sorted_, leads_;
  DeviceBuffer<unsigned> ticket_;
  CachedBlocks scratch_;
};

}  // namespace jam::dynamics
