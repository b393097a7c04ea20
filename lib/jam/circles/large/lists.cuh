// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Cells and neighbour lists of the large search on a CUDA device: circles are sorted by cell, every circle
// counts its partners, a scan gives each its row, and a second pass fills it. The smaller circles that find a
// larger one are sorted by the larger one, stably, so that rows have the same entries as on the CPU in the
// same order. Only integers are added atomically. All work goes to the default stream.
#pragma once

#include "jam/circles/large/grid.hpp"
#include "jam/core/cuda/batch.cuh"
#include "jam/core/cuda/cached_blocks.cuh"

namespace jam::circles::large {

/// Reserves a capacity of `count` elements, and a quarter more when the buffer has to grow; contents are lost
/// then.
template <class T>
void reserve(DeviceBuffer<T>& buffer, const char* name, std::size_t count) {
  if (buffer.count() < count) grow(buffer, name, count + count / 4);
}

/// Neighbour lists as kernels read them. Row i is near[row_begin[i] .. row_begin[i + 1]); its slices are
/// slice_begin[i] .. slice_begin[i + 1], each of slice_length entries but the last.
struct ListView {
  const int* row_begin;
  const int* near;
  const int* slice_begin;
  const int* slice_owner;
};

class DeviceLists {
 public:
  DeviceLists() = default;
  explicit DeviceLists(int count);

  /// Sorts sites and velocities by cell, builds the lists, and notes the centres as anchors. Throws
  /// OverflowError when they do not fit.
  void build(const Grid& grid);

  [[nodiscard]] ListView view() const {
    return {row_begin_.data(), near_.data(), slice_begin_.data(), slice_owner_.data()};
  }
  [[nodiscard]] int slice_count() const { return slice_count_; }
  [[nodiscard]] std::size_t bytes() const;

  // Per circle, in the order of the cells.
  DeviceBuffer<Site> sites;
  DeviceBuffer<Vector> velocity;
  DeviceBuffer<double2> anchor;  ///< Centres when the lists were built.

 private:
  void sort_circles(const Grid& grid);
  void transpose(int above_count);

  int count_ = 0;
  int slice_count_ = 0;
  DeviceBuffer<Site> sites_sorted_;
  DeviceBuffer<Vector> velocity_sorted_;
  DeviceBuffer<int> cell_, cell_sorted_, order_, order_sorted_, cell_begin_;
  // Partners that the circle itself found, the ones in higher levels among them, smaller circles that found
  // it, and all partners of a row.
  DeviceBuffer<int> own_count_, above_count_, below_count_, row_count_, slices_of_;
  DeviceBuffer<int> above_begin_, below_begin_, row_begin_, slice_begin_;
  DeviceBuffer<int> near_, slice_owner_;
  DeviceBuffer<int> larger_, larger_sorted_, smaller_,
      smaller_sorted_;  ///< Circles of each pair of different levels.
  CachedBlocks scratch_;
};

}  // namespace jam::circles::large
