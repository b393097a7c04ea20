// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Ladders of replicas on a CUDA device: a block of threads for each. Its circles stay in shared memory from
// the first block of sweeps of a launch to the last. All arrays lie in one block of device memory and in
// one of pinned host memory with the same layout: one copy to the device, then launches of up to 512
// blocks of sweeps, each followed by a copy back.
#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

#include "jam/circles/staged_engine.cuh"
#include "jam/circles/tempering/cuda_ladder_threads.cuh"
#include "jam/circles/tempering/ladder_engine.hpp"

namespace jam::circles {
namespace {

/// Blocks of sweeps per launch, and the capacity for samples that they need.
constexpr long long blocks_at_once = 4LL * sample_interval;
constexpr long long samples_at_once = blocks_at_once / sample_interval;

/// Arguments of the kernel. Arrays are in device memory.
struct LadderArguments {
  int count;            ///< Number of circles n of a ladder.
  const float* radius;  ///< [n]
  double beta[replica_count];
  std::uint64_t seed;
  long long block_count;
  const int* stop;  ///< Not 0 once the work is to be given up.
  const std::uint32_t* number;
  std::uint64_t* block;
  std::int32_t* temperature;  ///< [ladders][replica_count]
  float* step;                ///< [ladders][replica_count]
  float* x;                   ///< [ladders][n][replica_count]
  float* y;
  float* sample_energy;  ///< [ladders][samples_at_once][sample_size]
  float* sample_x;       ///< [ladders][samples_at_once][sample_size][n]
  float* sample_y;
};

template <int warp_count>
__device__ __forceinline__ void write_sample(const LadderArguments& arguments,
                                             const SharedLadder<warp_count>& shared, const float2* centres,
                                             long long slot) {
  using Threads = LadderThreads<warp_count>;
  const int n = arguments.count;
  for (int temperature = 0; temperature < sample_size; ++temperature) {
    const unsigned there = __ballot_sync(whole_warp, shared.temperature[Threads::replica()] == temperature);
    const int replica = __ffs(static_cast<int>(there)) - 1;
    const long long sample = slot * sample_size + temperature;
    if (Threads::thread() == 0) arguments.sample_energy[sample] = shared.energy[replica];
    for (int i = Threads::thread(); i < n; i += Threads::thread_count) {
      const float2 centre = centres[i * replica_count + replica];
      arguments.sample_x[sample * n + i] = centre.x;
      arguments.sample_y[sample * n + i] = centre.y;
    }
  }
}

/// Thread block k advances ladder k.
template <int warp_count>
__global__ void __launch_bounds__(warp_count* warp_size)
    ladder_kernel(const __grid_constant__ LadderArguments arguments) {
  using Threads = LadderThreads<warp_count>;
  extern __shared__ __align__(16) std::byte memory[];
  const int n = arguments.count;
  const int cells = n * replica_count;
  auto& shared = *reinterpret_cast<SharedLadder<warp_count>*>(memory);
  auto* centres = reinterpret_cast<float2*>(memory + sizeof(SharedLadder<warp_count>));
  auto* radius = reinterpret_cast<float*>(centres + cells);
  const long long ladder = blockIdx.x;
  const int thread = Threads::thread();
  const int replica = Threads::replica();
  const bool first_part = Threads::rank() == 0;
  for (int k = thread; k < cells; k += Threads::thread_count) {
    centres[k] = {arguments.x[ladder * cells + k], arguments.y[ladder * cells + k]};
  }
  for (int i = thread; i < n; i += Threads::thread_count)
    radius[i] = larger(arguments.radius[i], least_shared_radius);
  if (first_part) {
    shared.temperature[replica] = arguments.temperature[ladder * replica_count + replica];
    shared.step[replica] = arguments.step[ladder * replica_count + replica];
  }
  const int steps = sweeps_per_block * n;
  const std::uint32_t number = arguments.number[ladder];
  std::uint64_t block = arguments.block[ladder];
  long long slot = ladder * samples_at_once;
  const SharedRadii tables(radius, n);
  const SharedCentres own(centres, replica);
  Threads threads(shared, arguments.seed, number, block * static_cast<std::uint64_t>(steps));
  for (long long done = 0; done < arguments.block_count; ++done) {
    if (thread == 0) shared.stop = *static_cast<const volatile int*>(arguments.stop);
    Threads::sync();
    if (shared.stop != 0) break;

    const std::int32_t temperature = shared.temperature[replica];
    const ReplicaShift shift = replica_shift(arguments.seed, number, block, replica);
    const ReplicaMotion<float> motion{static_cast<float>(arguments.beta[temperature]),
                                      shared.step[temperature], shift.x, shift.y, shift.accept};
    const float accepted =
        sweep_replicas(threads, tables, own, motion, block * static_cast<std::uint64_t>(steps), steps);
    const float energy = replica_energies(threads, tables, own);
    Threads::sync();
    if (first_part) {
      shared.step[temperature] = adapted_step(motion.step, accepted, steps);
      shared.energy[replica] = energy;
    }
    Threads::sync();
    if (thread == 0)
      exchange_temperatures(arguments.seed, number, block, arguments.beta, shared.energy, shared.temperature);
    Threads::sync();
    ++block;
    if (block % sample_interval == 0) write_sample(arguments, shared, centres, slot++);
  }

  for (int k = thread; k < cells; k += Threads::thread_count) {
    arguments.x[ladder * cells + k] = centres[k].x;
    arguments.y[ladder * cells + k] = centres[k].y;
  }
  if (first_part) {
    arguments.temperature[ladder * replica_count + replica] = shared.temperature[replica];
    arguments.step[ladder * replica_count + replica] = shared.step[replica];
  }
  if (thread == 0) arguments.block[ladder] = block;
}

/// A kernel and the resources it needs.
struct LadderKernel {
  void (*run)(LadderArguments);
  int thread_count;
  std::size_t shared_bytes;
};

template <int warp_count>
LadderKernel ladder_kernel_of(std::size_t n) {
  MemoryPlan shared;
  shared.add<SharedLadder<warp_count>>("ladder", 1);
  shared.add<float2>("centres", n * replica_count);
  shared.add<float>("radii", n);
  shared.require_fit(1, shared_memory_limit(), "a ladder",
                     "this GPU is too small for ladders of so many circles; use --ladders 0");
  return {ladder_kernel<warp_count>, LadderThreads<warp_count>::thread_count, shared.total_bytes()};
}

/// More warps make a single ladder faster, but many ladders together slower.
constexpr std::size_t circles_of_one_warp = 64;
constexpr std::size_t circles_of_two_warps = 160;

LadderKernel ladder_kernel_for(std::size_t n) {
  if (n <= circles_of_one_warp) return ladder_kernel_of<1>(n);
  return n <= circles_of_two_warps ? ladder_kernel_of<2>(n) : ladder_kernel_of<4>(n);
}

class CudaLadderEngine final : public StagedEngine<LadderBatch> {
 public:
  CudaLadderEngine(int index, int ladder_count, int count, StopToken& stop)
      : StagedEngine(index, stop),
        ladder_count_(ladder_count),
        count_(count),
        kernel_(ladder_kernel_for(count_)) {
    radius_ = arrays_.add<float>("radius", count_);
    number_ = arrays_.add<std::uint32_t>("number", ladder_count_);
    block_ = arrays_.add<std::uint64_t>("block", ladder_count_);
    temperature_ = arrays_.add<std::int32_t>("temperature", ladder_count_ * replica_count);
    step_ = arrays_.add<float>("step", ladder_count_ * replica_count);
    x_ = arrays_.add<Lanes>("x", ladder_count_ * count_);
    y_ = arrays_.add<Lanes>("y", ladder_count_ * count_);
    const std::size_t samples = ladder_count_ * samples_at_once * sample_size;
    sample_energy_ = arrays_.add<float>("sample energy", samples);
    sample_x_ = arrays_.add<float>("sample x", samples * count_);
    sample_y_ = arrays_.add<float>("sample y", samples * count_);
    arrays_.allocate("ladders");
  }

  void begin(const LadderBatch& batch, IndexRange range) override {
    const LadderSetting& setting = batch.setting;
    prepare(static_cast<std::size_t>(range.count) == ladder_count_ &&
            static_cast<std::size_t>(setting.tables.count) == count_);
    ladders_ = batch.ladders.subspan(range.first, ladder_count_);
    blocks_left_ = batch.block_count;
    arrays_.write(radius_, 0, setting.tables.radius, count_);
    for (std::size_t k = 0; k < ladder_count_; ++k) {
      Ladder& ladder = ladders_[k];
      ladder.samples.clear();
      arrays_.write(number_, k, &ladder.number, 1);
      arrays_.write(block_, k, &ladder.block, 1);
      arrays_.write(temperature_, k * replica_count, ladder.temperature.data(), replica_count);
      arrays_.write(step_, k * replica_count, ladder.step.data(), replica_count);
      arrays_.write(x_, k * count_, ladder.x.data(), count_);
      arrays_.write(y_, k * count_, ladder.y.data(), count_);
    }
    arrays_.upload_before(sample_energy_, queue_.stream());

    arguments_.count = setting.tables.count;
    arguments_.radius = arrays_.on_device(radius_);
    std::copy(setting.beta.begin(), setting.beta.end(), arguments_.beta);
    arguments_.seed = setting.seed;
    arguments_.stop = stop_flag_.data();
    arguments_.number = arrays_.on_device(number_);
    arguments_.block = arrays_.on_device(block_);
    arguments_.temperature = arrays_.on_device(temperature_);
    arguments_.step = arrays_.on_device(step_);
    arguments_.x = reinterpret_cast<float*>(arrays_.on_device(x_));
    arguments_.y = reinterpret_cast<float*>(arrays_.on_device(y_));
    arguments_.sample_energy = arrays_.on_device(sample_energy_);
    arguments_.sample_x = arrays_.on_device(sample_x_);
    arguments_.sample_y = arrays_.on_device(sample_y_);
    launch_some();
  }

 private:
  void collect() override {
    for (;;) {
      wait("ladder_kernel");
      for (std::size_t k = 0; k < ladder_count_; ++k) take_samples(k);
      if (blocks_left_ == 0 || stop_flag_.raised()) break;
      launch_some();
    }
    for (std::size_t k = 0; k < ladder_count_; ++k) {
      Ladder& ladder = ladders_[k];
      arrays_.read(temperature_, k * replica_count, ladder.temperature.data(), replica_count);
      arrays_.read(step_, k * replica_count, ladder.step.data(), replica_count);
      arrays_.read(x_, k * count_, ladder.x.data(), count_);
      arrays_.read(y_, k * count_, ladder.y.data(), count_);
    }
    if (!stop_.stop_requested()) require_finite(ladders_, 0);
  }

  void launch_some() {
    arguments_.block_count = std::min(blocks_left_, blocks_at_once);
    blocks_left_ -= arguments_.block_count;
    const LaunchShape shape{dim3(static_cast<unsigned>(ladder_count_)),
                            dim3(static_cast<unsigned>(kernel_.thread_count)), kernel_.shared_bytes,
                            queue_.stream()};
    launch("ladder_kernel", shape, kernel_.run, arguments_);
    arrays_.download(queue_.stream());
  }

  /// Takes the samples of the blocks that ladder k has done since the last call.
  void take_samples(std::size_t k) {
    Ladder& ladder = ladders_[k];
    std::uint64_t block = 0;
    arrays_.read(block_, k, &block, 1);
    const std::size_t taken = (block / sample_interval - ladder.block / sample_interval) * sample_size;
    ladder.block = block;
    for (std::size_t s = 0; s < taken; ++s) {
      const std::size_t place = k * samples_at_once * sample_size + s;
      LadderSample sample;
      sample.x.resize(count_);
      sample.y.resize(count_);
      arrays_.read(sample_energy_, place, &sample.energy, 1);
      arrays_.read(sample_x_, place * count_, sample.x.data(), count_);
      arrays_.read(sample_y_, place * count_, sample.y.data(), count_);
      ladder.samples.push_back(std::move(sample));
    }
  }

  std::size_t ladder_count_;
  std::size_t count_;  ///< Number of circles.
  LadderKernel kernel_;
  StagedArray<float> radius_, step_, sample_energy_, sample_x_, sample_y_;
  StagedArray<std::uint32_t> number_;
  StagedArray<std::uint64_t> block_;
  StagedArray<std::int32_t> temperature_;
  StagedArray<Lanes> x_, y_;
  LadderArguments arguments_{};  ///< Arguments of the launches since begin().
  std::span<Ladder> ladders_;    ///< Ladders of the last batch.
  long long blocks_left_ = 0;    ///< Number of blocks that are not launched yet.
};

}  // namespace

std::unique_ptr<LadderEngine> make_cuda_ladder_engine(int index, int ladder_count, int count,
                                                      StopToken& stop) {
  return std::make_unique<CudaLadderEngine>(index, ladder_count, count, stop);
}

}  // namespace jam::circles
