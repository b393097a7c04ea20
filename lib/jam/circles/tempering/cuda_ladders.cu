// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Ladders of replicas on a CUDA device: a block of threads for each. Its circles stay in shared memory from the first block of sweeps of a
// launch to the last. All arrays lie in one block of device memory and in one of pinned host memory with the same layout: one copy there,
// then launches of up to 512 blocks of sweeps with a copy back after each.
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <optional>
#include <utility>

#include "jam/circles/tempering/cuda_ladder_team.cuh"
#include "jam/circles/tempering/ladder_engine.hpp"
#include "jam/core/cuda_buffer.cuh"
#include "jam/core/device.hpp"
#include "jam/core/launch.cuh"
#include "jam/core/memory_plan.hpp"
#include "jam/core/stream.cuh"

namespace jam::circles {
namespace {

/// Blocks of sweeps per launch, and samples for which there is room then.
constexpr long long blocks_at_once = 4LL * sample_interval;
constexpr long long samples_at_once = blocks_at_once / sample_interval;

/// Arguments of the kernel. Arrays are in device memory.
struct LadderArguments {
  int count;            ///< Circles n of a ladder.
  const float* radius;  ///< [n]
  double cold[replica_count];
  std::uint64_t seed;
  long long block_count;
  const int* stop;  ///< Not 0 once the work is to be given up.
  const std::uint32_t* number;
  std::uint64_t* block;
  std::int32_t* rung;  ///< [ladders][replica_count]
  float* step;         ///< [ladders][replica_count]
  float* x;            ///< [ladders][n][replica_count]
  float* y;
  float* sample_energy;  ///< [ladders][samples_at_once][sample_size]
  float* sample_x;       ///< [ladders][samples_at_once][sample_size][n]
  float* sample_y;
};

template <int warp_count>
__device__ __forceinline__ void write_sample(const LadderArguments& arguments, const SharedLadder<warp_count>& shared,
                                             const float2* centres, long long slot) {
  using Team = LadderTeam<warp_count>;
  const int n = arguments.count;
  for (int rung = 0; rung < sample_size; ++rung) {
    const unsigned there = __ballot_sync(whole_warp, shared.rung[Team::replica()] == rung);
    const int replica = __ffs(static_cast<int>(there)) - 1;
    const long long sample = slot * sample_size + rung;
    if (Team::thread() == 0) arguments.sample_energy[sample] = shared.energy[replica];
    for (int i = Team::thread(); i < n; i += Team::thread_count) {
      const float2 centre = centres[i * replica_count + replica];
      arguments.sample_x[sample * n + i] = centre.x;
      arguments.sample_y[sample * n + i] = centre.y;
    }
  }
}

/// Thread block k advances ladder k.
template <int warp_count>
__global__ void __launch_bounds__(warp_count* warp_size) ladder_kernel(const __grid_constant__ LadderArguments arguments) {
  using Team = LadderTeam<warp_count>;
  extern __shared__ __align__(16) std::byte memory[];
  const int n = arguments.count;
  const int cells = n * replica_count;
  auto& shared = *reinterpret_cast<SharedLadder<warp_count>*>(memory);
  auto* centres = reinterpret_cast<float2*>(memory + sizeof(SharedLadder<warp_count>));
  auto* radius = reinterpret_cast<float*>(centres + cells);
  const long long ladder = blockIdx.x;
  const int thread = Team::thread();
  const int replica = Team::replica();
  const bool first_part = Team::part() == 0;
  for (int k = thread; k < cells; k += Team::thread_count) {
    centres[k] = {arguments.x[ladder * cells + k], arguments.y[ladder * cells + k]};
  }
  for (int i = thread; i < n; i += Team::thread_count) radius[i] = larger(arguments.radius[i], least_shared_radius);
  if (first_part) {
    shared.rung[replica] = arguments.rung[ladder * replica_count + replica];
    shared.step[replica] = arguments.step[ladder * replica_count + replica];
  }
  const int steps = sweeps_per_block * n;
  const std::uint32_t number = arguments.number[ladder];
  std::uint64_t block = arguments.block[ladder];
  long long slot = ladder * samples_at_once;
  const SharedRadii tables(radius, n);
  const SharedCentres own(centres, replica);
  Team team(shared, arguments.seed, number, block * static_cast<std::uint64_t>(steps));
  for (long long done = 0; done < arguments.block_count; ++done) {
    if (thread == 0) shared.stop = *static_cast<const volatile int*>(arguments.stop);
    Team::sync();
    if (shared.stop != 0) break;

    const std::int32_t rung = shared.rung[replica];
    const ReplicaShift shift = replica_shift(arguments.seed, number, block, replica);
    const ReplicaMotion<float> motion{static_cast<float>(arguments.cold[rung]), shared.step[rung], shift.x, shift.y, shift.accept};
    const float accepted = sweep_replicas(team, tables, own, motion, block * static_cast<std::uint64_t>(steps), steps);
    const float energy = replica_energies(team, tables, own);
    Team::sync();
    if (first_part) {
      shared.step[rung] = adapted_step(motion.step, accepted, steps);
      shared.energy[replica] = energy;
    }
    Team::sync();
    if (thread == 0) exchange_rungs(arguments.seed, number, block, arguments.cold, shared.energy, shared.rung);
    Team::sync();
    ++block;
    if (block % sample_interval == 0) write_sample(arguments, shared, centres, slot++);
  }

  for (int k = thread; k < cells; k += Team::thread_count) {
    arguments.x[ladder * cells + k] = centres[k].x;
    arguments.y[ladder * cells + k] = centres[k].y;
  }
  if (first_part) {
    arguments.rung[ladder * replica_count + replica] = shared.rung[replica];
    arguments.step[ladder * replica_count + replica] = shared.step[replica];
  }
  if (thread == 0) arguments.block[ladder] = block;
}

/// A kernel, and what it takes.
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
  shared.require_fit(1, shared_memory_limit(), "a ladder", "this GPU is too small for ladders of so many circles; use --ladders 0");
  return {ladder_kernel<warp_count>, LadderTeam<warp_count>::thread_count, shared.total_bytes()};
}

/// More warps make a ladder faster, and all of many ladders together slower.
constexpr std::size_t circles_of_one_warp = 64;
constexpr std::size_t circles_of_two_warps = 160;

LadderKernel ladder_kernel_for(std::size_t n) {
  if (n <= circles_of_one_warp) return ladder_kernel_of<1>(n);
  return n <= circles_of_two_warps ? ladder_kernel_of<2>(n) : ladder_kernel_of<4>(n);
}

class CudaLadders final : public LadderEngine {
 public:
  CudaLadders(int index, int ladder_count, int count, StopToken& stop)
      : index_(index), ladder_count_(static_cast<std::size_t>(ladder_count)), count_(static_cast<std::size_t>(count)), stop_(stop) {
    static_cast<void>(open_cuda_device(index));
    kernel_ = ladder_kernel_for(count_);
    work_.emplace();
    message_.emplace();

    // Alignments of 128 bytes: no line of the cache is shared by two arrays.
    MemoryPlan plan;
    const auto add = [&](const char* name, std::size_t element_bytes, std::size_t elements) {
      return plan.add(name, element_bytes, elements, 128);
    };
    radius_ = add("radius", sizeof(float), count_);
    number_ = add("number", sizeof(std::uint32_t), ladder_count_);
    block_ = add("block", sizeof(std::uint64_t), ladder_count_);
    rung_ = add("rung", sizeof(std::int32_t), ladder_count_ * replica_count);
    step_ = add("step", sizeof(float), ladder_count_ * replica_count);
    x_ = add("x", sizeof(Lanes), ladder_count_ * count_);
    y_ = add("y", sizeof(Lanes), ladder_count_ * count_);
    const std::size_t samples = ladder_count_ * samples_at_once * sample_size;
    sample_energy_ = add("sample energy", sizeof(float), samples);
    sample_x_ = add("sample x", sizeof(float), samples * count_);
    sample_y_ = add("sample y", sizeof(float), samples * count_);
    device_ = DeviceBuffer<std::byte>("ladders", plan.total_bytes());
    host_ = PinnedBuffer<std::byte>(plan.total_bytes());
    flag_ = DeviceBuffer<int>("stop flag", 1);
    raised_ = PinnedBuffer<int>(1);
    raised_[0] = 1;
    flag_.fill_zero(message_->get());
    JAM_CUDA(cudaStreamSynchronize(message_->get()));
  }

  /// Work that nobody waited for still uses the memory.
  ~CudaLadders() override {
    if (ladders_.empty()) return;
    CudaLadders::give_up();
    JAM_CUDA_NOTHROW(cudaStreamSynchronize(work_->get()));
  }

  void begin(std::span<Ladder> ladders, const LadderSetting& setting, long long block_count) override {
    if (ladders.size() != ladder_count_ || static_cast<std::size_t>(setting.tables.count) != count_ || !ladders_.empty()) {
      throw std::logic_error("the ladders are not those that the engine was made for, or it is at work");
    }
    JAM_CUDA(cudaSetDevice(index_));
    if (told_) {
      flag_.fill_zero(message_->get());
      JAM_CUDA(cudaStreamSynchronize(message_->get()));
      told_ = false;
    }
    put(radius_, 0, setting.tables.radius, count_);
    for (std::size_t k = 0; k < ladder_count_; ++k) {
      Ladder& ladder = ladders[k];
      ladder.samples.clear();
      put(number_, k, &ladder.number, 1);
      put(block_, k, &ladder.block, 1);
      put(rung_, k, ladder.rung.data(), replica_count);
      put(step_, k, ladder.step.data(), replica_count);
      put(x_, k, ladder.x.data(), count_);
      put(y_, k, ladder.y.data(), count_);
    }
    ladders_ = ladders;
    blocks_left_ = block_count;
    device_.upload(host_.span().first(sample_energy_), work_->get());

    arguments_.count = setting.tables.count;
    arguments_.radius = at<float>(radius_);
    std::copy(setting.cold.begin(), setting.cold.end(), arguments_.cold);
    arguments_.seed = setting.seed;
    arguments_.stop = flag_.data();
    arguments_.number = at<std::uint32_t>(number_);
    arguments_.block = at<std::uint64_t>(block_);
    arguments_.rung = at<std::int32_t>(rung_);
    arguments_.step = at<float>(step_);
    arguments_.x = at<float>(x_);
    arguments_.y = at<float>(y_);
    arguments_.sample_energy = at<float>(sample_energy_);
    arguments_.sample_x = at<float>(sample_x_);
    arguments_.sample_y = at<float>(sample_y_);
    launch_some();
  }

  void finish() override {
    if (ladders_.empty()) return;
    JAM_CUDA(cudaSetDevice(index_));
    for (;;) {
      wait_for(work_->get(), "ladder_kernel", [this] {
        if (told_ || !stop_.stop_requested()) return;
        JAM_CUDA(cudaMemcpyAsync(flag_.data(), raised_.data(), sizeof(int), cudaMemcpyHostToDevice, message_->get()));
        told_ = true;
      });
      for (std::size_t k = 0; k < ladder_count_; ++k) take_samples(k);
      if (blocks_left_ == 0 || told_) break;
      launch_some();
    }
    for (std::size_t k = 0; k < ladder_count_; ++k) {
      Ladder& ladder = ladders_[k];
      take(rung_, k, ladder.rung.data(), replica_count);
      take(step_, k, ladder.step.data(), replica_count);
      take(x_, k, ladder.x.data(), count_);
      take(y_, k, ladder.y.data(), count_);
    }
    ladders_ = {};
  }

  void give_up() override {
    if (ladders_.empty()) return;
    told_ = true;
    JAM_CUDA_NOTHROW(cudaSetDevice(index_));
    JAM_CUDA_NOTHROW(cudaMemcpyAsync(flag_.data(), raised_.data(), sizeof(int), cudaMemcpyHostToDevice, message_->get()));
    JAM_CUDA_NOTHROW(cudaStreamSynchronize(message_->get()));
  }

  [[nodiscard]] std::size_t device_bytes() const override { return device_.bytes() + flag_.bytes(); }

 private:
  template <class T>
  T* at(std::size_t offset) {
    return reinterpret_cast<T*>(device_.data() + offset);
  }

  /// `count` values that are the `k`-th so many of an array in pinned memory; and back.
  template <class T>
  void put(std::size_t array, std::size_t k, const T* from, std::size_t count) {
    std::memcpy(host_.data() + array + k * count * sizeof(T), from, count * sizeof(T));
  }
  template <class T>
  void take(std::size_t array, std::size_t k, T* to, std::size_t count) {
    std::memcpy(to, host_.data() + array + k * count * sizeof(T), count * sizeof(T));
  }

  void launch_some() {
    arguments_.block_count = std::min(blocks_left_, blocks_at_once);
    blocks_left_ -= arguments_.block_count;
    const LaunchShape shape{dim3(static_cast<unsigned>(ladder_count_)), dim3(static_cast<unsigned>(kernel_.thread_count)),
                            kernel_.shared_bytes, work_->get()};
    launch("ladder_kernel", shape, kernel_.run, arguments_);
    device_.download(host_.span(), work_->get());
  }

  /// Of the blocks that ladder k has done since it was asked last.
  void take_samples(std::size_t k) {
    Ladder& ladder = ladders_[k];
    std::uint64_t block = 0;
    take(block_, k, &block, 1);
    const auto taken = static_cast<std::size_t>((block / sample_interval - ladder.block / sample_interval) * sample_size);
    ladder.block = block;
    for (std::size_t s = 0; s < taken; ++s) {
      const std::size_t place = k * samples_at_once * sample_size + s;
      LadderSample sample;
      sample.x.resize(count_);
      sample.y.resize(count_);
      take(sample_energy_, place, &sample.energy, 1);
      take(sample_x_, place, sample.x.data(), count_);
      take(sample_y_, place, sample.y.data(), count_);
      ladder.samples.push_back(std::move(sample));
    }
  }

  int index_;
  std::size_t ladder_count_;
  std::size_t count_;
  StopToken& stop_;
  LadderKernel kernel_;
  std::size_t radius_ = 0, number_ = 0, block_ = 0, rung_ = 0, step_ = 0, x_ = 0, y_ = 0;
  std::size_t sample_energy_ = 0, sample_x_ = 0, sample_y_ = 0;
  DeviceBuffer<std::byte> device_;
  PinnedBuffer<std::byte> host_;
  DeviceBuffer<int> flag_;         ///< Not 0: the work is to be given up.
  PinnedBuffer<int> raised_;       ///< What is written there then.
  std::optional<Stream> work_;     ///< Made once the device is current.
  std::optional<Stream> message_;  ///< For what the kernel is told while it runs.
  LadderArguments arguments_{};    ///< Of the launches since begin().
  std::span<Ladder> ladders_;      ///< Those that are under way.
  long long blocks_left_ = 0;      ///< Not launched yet.
  bool told_ = false;              ///< The flag is raised.
};

}  // namespace

std::unique_ptr<LadderEngine> make_cuda_ladders(int index, int ladder_count, int count, StopToken& stop) {
  return std::make_unique<CudaLadders>(index, ladder_count, count, stop);
}

}  // namespace jam::circles
