// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Building cells and neighbour lists on a CUDA device, with sorts, scans and reductions
// (core/cuda/algorithms.cuh).
#include "jam/circles/large/lists.cuh"

#include <cstdint>

#include "jam/circles/large/engine.hpp"
#include "jam/core/cuda/algorithms.cuh"
#include "jam/core/cuda/launch.cuh"

namespace jam::circles::large {

namespace {

constexpr int threads = 128;

__device__ int thread_index() { return static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); }

__global__ void key_kernel(int count, Grid grid, Site* sites, int* cell, int* order) {
  const int i = thread_index();
  if (i >= count) return;
  sites[i].skin = skin_of(grid, sites[i].radius);
  cell[i] = cell_of(grid, sites[i]);
  order[i] = i;
}

__global__ void gather_kernel(int count, const int* order, const Site* sites, const Vector* velocity,
                              Site* sites_sorted, Vector* velocity_sorted, double2* anchor) {
  const int i = thread_index();
  if (i >= count) return;
  const Site site = sites[order[i]];
  sites_sorted[i] = site;
  velocity_sorted[i] = velocity[order[i]];
  anchor[i] = {site.x, site.y};
}

/// First slot whose cell is not below each cell, found by bisection.
__global__ void cell_begin_kernel(int cell_count, int count, const int* cell_sorted, int* cell_begin) {
  const int cell = thread_index();
  if (cell > cell_count) return;
  int low = 0;
  int high = count;
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (cell_sorted[middle] < cell) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  cell_begin[cell] = low;
}

__global__ void count_kernel(int count, Grid grid, const Site* sites, const int* cell_begin, int* own_count,
                             int* above_count, int* below_count) {
  const int i = thread_index();
  if (i >= count) return;
  int own = 0;
  int in_levels_above = 0;
  find_partners(grid, sites, cell_begin, i, [&](int other, bool above) {
    ++own;
    if (!above) return;
    ++in_levels_above;
    atomicAdd(below_count + other, 1);
  });
  own_count[i] = own;
  above_count[i] = in_levels_above;
}

__global__ void row_count_kernel(int count, const int* own_count, const int* below_count, int* row_count,
                                 int* slices_of) {
  const int i = thread_index();
  if (i >= count) return;
  const int row = own_count[i] + below_count[i];
  row_count[i] = row;
  slices_of[i] = (row + slice_length - 1) / slice_length;
}

__global__ void fill_kernel(int count, Grid grid, const Site* sites, const int* cell_begin,
                            const int* row_begin, const int* above_begin, int* near, int* larger,
                            int* smaller) {
  const int i = thread_index();
  if (i >= count) return;
  int next = row_begin[i];
  int next_above = above_begin[i];
  find_partners(grid, sites, cell_begin, i, [&](int other, bool above) {
    near[next++] = other;
    if (!above) return;
    larger[next_above] = other;
    smaller[next_above++] = i;
  });
}

/// Appends the smaller circles to the partners that the larger one found itself.
__global__ void transpose_kernel(int pair_count, const int* larger, const int* smaller, const int* row_begin,
                                 const int* own_count, const int* below_begin, int* near) {
  const int k = thread_index();
  if (k >= pair_count) return;
  const int row = larger[k];
  near[row_begin[row] + own_count[row] + k - below_begin[row]] = smaller[k];
}

__global__ void slice_owner_kernel(int count, const int* slice_begin, int* slice_owner) {
  const int i = thread_index();
  if (i >= count) return;
  for (int slice = slice_begin[i]; slice < slice_begin[i + 1]; ++slice) slice_owner[slice] = i;
}

struct Widened {
  __host__ __device__ std::int64_t operator()(int value) const { return value; }
};
struct Added {
  __host__ __device__ std::int64_t operator()(std::int64_t a, std::int64_t b) const { return a + b; }
};

int read_last(const DeviceBuffer<int>& begins, int count) {
  int last = 0;
  JAM_CUDA(cudaMemcpy(&last, begins.data() + count, sizeof last, cudaMemcpyDeviceToHost));
  return last;
}

}  // namespace

DeviceLists::DeviceLists(int count) : count_(count) {
  const std::size_t n = count;
  sites = DeviceBuffer<Site>("circles", n);
  velocity = DeviceBuffer<Vector>("velocities", n);
  anchor = DeviceBuffer<double2>("anchors", n);
  sites_sorted_ = DeviceBuffer<Site>("sorted circles", n);
  velocity_sorted_ = DeviceBuffer<Vector>("sorted velocities", n);
  for (DeviceBuffer<int>* buffer : {&cell_, &cell_sorted_, &order_, &order_sorted_})
    *buffer = DeviceBuffer<int>("cells of circles", n);
  // One more than circles: the scan's last entry is the total.
  for (DeviceBuffer<int>* buffer : {&own_count_, &above_count_, &below_count_, &row_count_, &slices_of_,
                                    &above_begin_, &below_begin_, &row_begin_, &slice_begin_}) {
    *buffer = DeviceBuffer<int>("list counts", n + 1);
    buffer->fill_zero();
  }
  velocity.fill_zero();
}

void DeviceLists::sort_circles(const Grid& grid) {
  launch("key", shape_for_items(count_, threads), key_kernel, count_, grid, sites.data(), cell_.data(),
         order_.data());
  sort_by_key(scratch_, nullptr, cell_.data(), cell_sorted_.data(), order_.data(), order_sorted_.data(),
              count_, bits_below(static_cast<std::uint64_t>(grid.cell_count)));
  launch("gather", shape_for_items(count_, threads), gather_kernel, count_, order_sorted_.data(),
         sites.data(), velocity.data(), sites_sorted_.data(), velocity_sorted_.data(), anchor.data());
  std::swap(sites, sites_sorted_);
  std::swap(velocity, velocity_sorted_);
  reserve(cell_begin_, "cells", static_cast<std::size_t>(grid.cell_count) + 1);
  launch("cell_begin", shape_for_items(grid.cell_count + 1, threads), cell_begin_kernel, grid.cell_count,
         count_, cell_sorted_.data(), cell_begin_.data());
}

void DeviceLists::transpose(int above_count) {
  for (DeviceBuffer<int>* buffer : {&larger_sorted_, &smaller_sorted_})
    reserve(*buffer, "sorted pairs", above_count);
  // Pairs come in the order of the smaller circle; the sort is stable.
  sort_by_key(scratch_, nullptr, larger_.data(), larger_sorted_.data(), smaller_.data(),
              smaller_sorted_.data(), above_count, bits_below(static_cast<std::uint64_t>(count_)));
  launch("transpose", shape_for_items(above_count, threads), transpose_kernel, above_count,
         larger_sorted_.data(), smaller_sorted_.data(), row_begin_.data(), own_count_.data(),
         below_begin_.data(), near_.data());
}

void DeviceLists::build(const Grid& grid) {
  sort_circles(grid);

  // Lengths of the rows.
  below_count_.fill_zero();
  launch("count", shape_for_items(count_, threads), count_kernel, count_, grid, sites.data(),
         cell_begin_.data(), own_count_.data(), above_count_.data(), below_count_.data());
  launch("row_count", shape_for_items(count_, threads), row_count_kernel, count_, own_count_.data(),
         below_count_.data(), row_count_.data(), slices_of_.data());
  require_entry_count(reduce_items("total of lists", scratch_, nullptr, row_count_.data(), count_,
                                   std::int64_t{0}, Widened{}, Added{}));
  const auto begins_of = [this](const DeviceBuffer<int>& counts, DeviceBuffer<int>& begins) {
    exclusive_sum("scan of lists", scratch_, nullptr, counts.data(), count_ + 1, begins.data());
  };
  begins_of(row_count_, row_begin_);
  begins_of(slices_of_, slice_begin_);
  begins_of(above_count_, above_begin_);
  begins_of(below_count_, below_begin_);

  // Rows.
  slice_count_ = read_last(slice_begin_, count_);
  const int above_count = read_last(above_begin_, count_);
  reserve(near_, "neighbour lists", read_last(row_begin_, count_));
  reserve(slice_owner_, "list slices", slice_count_);
  reserve(larger_, "pairs", above_count);
  reserve(smaller_, "pairs", above_count);
  launch("fill", shape_for_items(count_, threads), fill_kernel, count_, grid, sites.data(),
         cell_begin_.data(), row_begin_.data(), above_begin_.data(), near_.data(), larger_.data(),
         smaller_.data());
  if (above_count > 0) transpose(above_count);
  launch("slice_owner", shape_for_items(count_, threads), slice_owner_kernel, count_, slice_begin_.data(),
         slice_owner_.data());
}

std::size_t DeviceLists::bytes() const {
  std::size_t bytes =
      sites.bytes() + velocity.bytes() + anchor.bytes() + sites_sorted_.bytes() + velocity_sorted_.bytes();
  for (const DeviceBuffer<int>* buffer :
       {&cell_,        &cell_sorted_, &order_,         &order_sorted_, &cell_begin_,
        &own_count_,   &above_count_, &below_count_,   &row_count_,    &slices_of_,
        &above_begin_, &below_begin_, &row_begin_,     &slice_begin_,  &near_,
        &slice_owner_, &larger_,      &larger_sorted_, &smaller_,      &smaller_sorted_}) {
    bytes += buffer->bytes();
  }
  return bytes + scratch_.bytes();
}

}  // namespace jam::circles::large
