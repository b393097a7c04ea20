// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Annealing on a CUDA device: a block of one warp for each replica. What every move reads lies in shared
// memory if it fits, otherwise in device memory. All arrays that the host writes or reads lie in one block of
// device memory and in one of pinned host memory with the same layout: one copy to the device, one launch,
// one copy back.
#include <cstddef>
#include <span>

#include "jam/circles/annealing/cuda_warp_lanes.cuh"
#include "jam/circles/annealing/engine.hpp"
#include "jam/circles/staged_engine.cuh"

namespace jam::circles {
namespace {

/// Arguments of the kernel. Arrays are in device memory.
struct AnnealingArguments {
  NearLayout layout;
  NearGrid grid;
  std::uint64_t seed;
  std::uint64_t first_block;
  int block_count;
  const int* stop;  ///< Not 0 once the work is to be given up.
  const float* radius;
  const float* beta;
  const std::uint32_t* number;
  float* step;    ///< [replicas]
  float* energy;  ///< [replicas]
  float* x;       ///< [replicas][n]
  float* y;
  std::byte* near_blocks;  ///< [replicas][near_bytes], or null: they lie in shared memory.
  std::byte* far_blocks;   ///< [replicas][far_bytes]
};

/// Thread block k anneals replica k.
__global__ void __launch_bounds__(warp_size)
    annealing_kernel(const __grid_constant__ AnnealingArguments arguments) {
  extern __shared__ __align__(16) std::byte memory[];
  const std::size_t replica = blockIdx.x;
  const int n = arguments.layout.count;
  const WarpLanes lanes;
  std::byte* near_block = arguments.near_blocks == nullptr
                              ? memory
                              : arguments.near_blocks + replica * arguments.layout.near_bytes;
  const NearArrays arrays =
      arguments.layout.arrays(near_block, arguments.far_blocks + replica * arguments.layout.far_bytes);
  float* x = arguments.x + replica * static_cast<std::size_t>(n);
  float* y = arguments.y + replica * static_cast<std::size_t>(n);
  for (int i = WarpLanes::lane(); i < n; i += warp_size) {
    arrays.x[i] = x[i];
    arrays.y[i] = y[i];
    arrays.claim[i] = 0;
  }
  float step = arguments.step[replica];
  float energy = arguments.energy[replica];
  NearBlock block{arguments.seed, arguments.number[replica], arguments.first_block, annealing_block_sweeps};
  __syncwarp();
  for (int b = 0; b < arguments.block_count; ++b) {
    const int stop = *static_cast<const volatile int*>(arguments.stop);
    if (__any_sync(whole_warp, stop != 0)) break;
    const BlockEnd end =
        anneal_block(lanes, arguments.grid, arrays, arguments.radius, arguments.beta[b], step, block);
    step = end.step;
    energy = end.energy;
    ++block.number;
  }
  for (int i = WarpLanes::lane(); i < n; i += warp_size) {
    x[i] = arrays.x[i];
    y[i] = arrays.y[i];
  }
  if (WarpLanes::lane() == 0) {
    arguments.step[replica] = step;
    arguments.energy[replica] = energy;
  }
}

/// Largest number of blocks of sweeps in a launch.
constexpr std::size_t block_limit = 4096;

class CudaAnnealingEngine final : public StagedEngine<AnnealingBatch> {
 public:
  CudaAnnealingEngine(int index, int replicas, int count, StopToken& stop)
      : StagedEngine(index, stop),
        replica_count_(replicas),
        count_(count),
        layout_(count, near_cell_limit(count)) {
    radius_ = arrays_.add<float>("radius", count_);
    beta_ = arrays_.add<float>("beta", block_limit);
    number_ = arrays_.add<std::uint32_t>("number", replica_count_);
    step_ = arrays_.add<float>("step", replica_count_);
    energy_ = arrays_.add<float>("energy", replica_count_);
    x_ = arrays_.add<float>("x", replica_count_ * count_);
    y_ = arrays_.add<float>("y", replica_count_ * count_);
    arrays_.allocate("replicas");
    const bool shared = layout_.near_bytes <= shared_memory_limit();
    shared_bytes_ = shared ? layout_.near_bytes : 0;
    if (!shared) near_ = DeviceBuffer<std::byte>("replicas", replica_count_ * layout_.near_bytes);
    far_ = DeviceBuffer<std::byte>("lists of replicas", replica_count_ * layout_.far_bytes);
    static_cast<void>(resident_blocks(annealing_kernel, warp_size, shared_bytes_));
  }
  ~CudaAnnealingEngine() override { end(); }

  void begin(const AnnealingBatch& batch, IndexRange range) override {
    prepare(static_cast<std::size_t>(range.count) == replica_count_ && batch.radius.size() == count_ &&
            batch.beta.size() <= block_limit);
    replicas_ = batch.replicas.subspan(range.first, replica_count_);
    arrays_.write(radius_, 0, batch.radius.data(), count_);
    arrays_.write(beta_, 0, batch.beta.data(), batch.beta.size());
    for (std::size_t k = 0; k < replica_count_; ++k) {
      const AnnealedReplica& replica = replicas_[k];
      arrays_.write(number_, k, &replica.number, 1);
      arrays_.write(step_, k, &replica.step, 1);
      arrays_.write(energy_, k, &replica.energy, 1);
      arrays_.write(x_, k * count_, replica.x.data(), count_);
      arrays_.write(y_, k * count_, replica.y.data(), count_);
    }
    arrays_.upload(queue_.stream());
    const AnnealingArguments arguments{.layout = layout_,
                                       .grid = batch.grid,
                                       .seed = batch.seed,
                                       .first_block = batch.first_block,
                                       .block_count = static_cast<int>(batch.beta.size()),
                                       .stop = stop_flag_.data(),
                                       .radius = arrays_.on_device(radius_),
                                       .beta = arrays_.on_device(beta_),
                                       .number = arrays_.on_device(number_),
                                       .step = arrays_.on_device(step_),
                                       .energy = arrays_.on_device(energy_),
                                       .x = arrays_.on_device(x_),
                                       .y = arrays_.on_device(y_),
                                       .near_blocks = near_.data(),
                                       .far_blocks = far_.data()};
    const LaunchShape shape{dim3(static_cast<unsigned>(replica_count_)), dim3(warp_size), shared_bytes_,
                            queue_.stream()};
    launch("annealing_kernel", shape, annealing_kernel, arguments);
    arrays_.download(queue_.stream());
  }

  [[nodiscard]] std::size_t device_bytes() const override {
    return StagedEngine::device_bytes() + near_.bytes() + far_.bytes();
  }

 private:
  void collect() override {
    wait("annealing_kernel");
    for (std::size_t k = 0; k < replica_count_; ++k) {
      AnnealedReplica& replica = replicas_[k];
      arrays_.read(step_, k, &replica.step, 1);
      arrays_.read(energy_, k, &replica.energy, 1);
      arrays_.read(x_, k * count_, replica.x.data(), count_);
      arrays_.read(y_, k * count_, replica.y.data(), count_);
    }
    if (!stop_.stop_requested()) require_finite(replicas_);
  }

  std::size_t replica_count_;
  std::size_t count_;
  NearLayout layout_;
  std::size_t shared_bytes_ = 0;
  StagedArray<float> radius_, beta_, step_, energy_, x_, y_;
  StagedArray<std::uint32_t> number_;
  DeviceBuffer<std::byte> near_, far_;
  std::span<AnnealedReplica> replicas_;  ///< Replicas of the last batch.
};

}  // namespace

std::unique_ptr<AnnealingEngine> make_cuda_annealing_engine(int index, int replicas, int count,
                                                            StopToken& stop) {
  return std::make_unique<CudaAnnealingEngine>(index, replicas, count, stop);
}

}  // namespace jam::circles
