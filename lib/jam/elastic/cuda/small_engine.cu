// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Small contacts on a CUDA device: a block each, which keeps coefficients and fields in its shared memory
// from the first step to the last (24 x 24 cells: 53 KB, four blocks on a multiprocessor of Hopper).
#include <algorithm>
#include <vector>

#include "jam/core/cuda/batch.cuh"
#include "jam/core/cuda/sums.cuh"
#include "jam/core/cuda/workers.cuh"
#include "jam/elastic/batch/solver.hpp"
#include "jam/elastic/cuda/device.hpp"

namespace jam::elastic {
namespace {

constexpr int most_threads = lane_count;

/// The threads of a block: 32, 64 or 128.
class BlockWorkers : public BlockThreads<> {
 public:
  static constexpr int tile_padding = 8;

  __device__ explicit BlockWorkers(double* partial) : partial_(partial) {}

  template <class Sums, class F>
  [[nodiscard]] __device__ __forceinline__ Sums joined(int count, const F& f) const {
    Sums* const partial = reinterpret_cast<Sums*>(partial_);
    for (int lane = rank(); lane < lane_count; lane += size()) {
      Sums own;
      for (int i = lane; i < count; i += lane_count) own.join(f(i));
      own = warp_tree(own);
      if (lane % 32 == 0) partial[lane / 32] = own;
    }
    __syncthreads();
    Sums low = partial[0], high = partial[2];
    low.join(partial[1]);
    high.join(partial[3]);
    low.join(high);
    __syncthreads();
    return low;
  }

  __device__ __forceinline__ void multiply(KernelView<double> kernel, const double* in, double* out) const {
    // The width of a tile that leaves fewer threads without work; it changes no bit.
    if (work_of(kernel, 8) <= work_of(kernel, 6)) multiply_tiles<8>(kernel, in, out);
    else multiply_tiles<6>(kernel, in, out);
    __syncthreads();
  }

 private:
  /// Multiplications and, roughly, loads of a thread for one input number.
  [[nodiscard]] __device__ static int work_of(KernelView<double> kernel, int width) {
    const int tiles = kernel.ny * ((kernel.nx + width - 1) / width);
    return (tiles + size() - 1) / size() * (width + 2);
  }

  template <int width>
  __device__ __forceinline__ static void multiply_tiles(KernelView<double> kernel, const double* in,
                                                        double* out) {
    const int in_row = (kernel.nx + width - 1) / width;
    for (int tile = rank(); tile < kernel.ny * in_row; tile += size()) {
      const int iy = tile / in_row, last = kernel.nx - 1 - width * (tile % in_row);
      double sum[width];
      toeplitz_tile<double, width>(kernel, in, last, iy, sum);
#pragma unroll
      for (int c = 0; c < width; ++c) {
        if (c <= last) out[iy * kernel.nx + last - c] = sum[c];
      }
    }
  }

  double* partial_;
};

__global__ void __launch_bounds__(most_threads)
    solve_small_contacts(const SmallContact* contacts, SmallPressure* results, double* pressures,
                         double tolerance, int limit) {
  extern __shared__ double memory[];
  __shared__ double partial[4 * 8];
  const SmallContact& contact = contacts[blockIdx.x];
  const BlockWorkers workers(partial);
  SmallSolver<BlockWorkers> solver(workers, contact, tolerance, limit, memory);
  const SmallPressure result = solver.solve();
  if (threadIdx.x == 0) results[blockIdx.x] = result;
  if (pressures == nullptr) return;
  double* const to = pressures + static_cast<std::size_t>(blockIdx.x) * small_cells;
  const int cells = contact.grid.nx * contact.grid.ny;
  for (int i = static_cast<int>(threadIdx.x); i < cells; i += static_cast<int>(blockDim.x))
    to[i] = solver.pressure()[i];
}

class CudaSmallEngine final : public SmallEngine {
 public:
  explicit CudaSmallEngine(int device) : queue_(device) {}
  ~CudaSmallEngine() override { queue_.drain(); }

  void begin(const SmallBatch& batch, IndexRange range) override {
    if (range_.count > 0)
      throw std::logic_error("an engine was given a batch while another one is under way");
    queue_.make_current();
    // A batch that was given up may still read what this one writes.
    wait_for(queue_.stream(), "solve_small_contacts");
    const auto count = static_cast<std::size_t>(range.count), first = static_cast<std::size_t>(range.first);
    const bool wanted = !batch.pressures.empty();
    grow(contacts_, "contacts", count);
    grow(results_, "results of contacts", count);
    if (wanted) {
      grow(pressures_, "pressures", count * small_cells);
      if (host_pressures_.count() < count * small_cells)
        host_pressures_ = PinnedBuffer<double>(count * small_cells);
    }
    if (host_contacts_.count() < count)
      host_contacts_ = PinnedBuffer<SmallContact>(count), host_results_ = PinnedBuffer<SmallPressure>(count);
    std::size_t numbers = 0;
    for (std::size_t k = 0; k < count; ++k) {
      const SmallContact& contact = batch.contacts[first + k];
      host_contacts_[k] = contact;
      numbers =
          std::max(numbers, SmallLayout(contact.grid.nx, contact.grid.ny, BlockWorkers::tile_padding).total);
    }
    const std::string shortage =
        shared_memory_shortage("contacts", numbers * sizeof(double), shared_memory_limit());
    if (!shortage.empty()) throw DeviceError(shortage + "; use --device cpu");
    contacts_.upload(host_contacts_.span().first(count), queue_.stream());
    const LaunchShape shape{dim3(static_cast<unsigned>(count)), dim3(static_cast<unsigned>(threads())),
                            numbers * sizeof(double), queue_.stream()};
    // Else the driver may leave shared memory for one block only.
    JAM_CUDA(cudaFuncSetAttribute(reinterpret_cast<const void*>(solve_small_contacts),
                                  cudaFuncAttributePreferredSharedMemoryCarveout,
                                  cudaSharedmemCarveoutMaxShared));
    launch("solve_small_contacts", shape, solve_small_contacts, contacts_.data(), results_.data(),
           wanted ? pressures_.data() : nullptr, batch.tolerance, batch.iteration_limit);
    results_.download(host_results_.span().first(count), queue_.stream());
    if (wanted) pressures_.download(host_pressures_.span().first(count * small_cells), queue_.stream());
    to_ = batch.results.subspan(first, count);
    to_pressures_ =
        wanted ? batch.pressures.subspan(first * small_cells, count * small_cells) : std::span<double>();
    range_ = range;
  }

  void finish() override {
    if (range_.count == 0) return;
    queue_.make_current();
    wait_for(queue_.stream(), "solve_small_contacts");
    std::ranges::copy(host_results_.span().first(to_.size()), to_.begin());
    std::ranges::copy(host_pressures_.span().first(to_pressures_.size()), to_pressures_.begin());
    range_ = {};
  }

  /// Nothing is told to end: a contact takes milliseconds at most.
  void abandon() override { range_ = {}; }

  [[nodiscard]] std::size_t device_bytes() const override {
    return contacts_.bytes() + results_.bytes() + pressures_.bytes();
  }

 private:
  /// Threads of a block: 128, or fewer where JAM_CUDA_WARPS asks for fewer.
  [[nodiscard]] static int threads() {
    const int warps = wanted_warps();
    return warps == 0 || warps >= 4 ? most_threads : warps >= 2 ? 64 : 32;
  }

  DeviceQueue queue_;
  DeviceBuffer<SmallContact> contacts_;
  DeviceBuffer<SmallPressure> results_;
  DeviceBuffer<double> pressures_;
  PinnedBuffer<SmallContact> host_contacts_;
  PinnedBuffer<SmallPressure> host_results_;
  PinnedBuffer<double> host_pressures_;
  std::span<SmallPressure> to_;
  std::span<double> to_pressures_;
  IndexRange range_;
};

}  // namespace

std::unique_ptr<SmallEngine> make_cuda_small_engine(int device) {
  return std::make_unique<CudaSmallEngine>(device);
}

}  // namespace jam::elastic
