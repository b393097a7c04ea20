// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Ladders of replicas on a CUDA device: a warp, which is a block of threads, for each. Its circles stay in shared memory from the first
// block of sweeps to the last, element circle * 16 + replica, so that the 32 threads read 32 centres that lie side by side: threads k and
// k + 16 work on replica k and see every other circle each. All arrays lie in one block of device memory and in one of pinned host memory
// with the same layout: one copy there, then launches of up to 512 blocks of sweeps with a copy back after each.
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <optional>
#include <utility>

#include "jam/circles/ladder_engine.hpp"
#include "jam/core/cuda_buffer.cuh"
#include "jam/core/device.hpp"
#include "jam/core/launch.cuh"
#include "jam/core/memory_plan.hpp"
#include "jam/core/stream.cuh"

namespace jam::circles {
namespace {

constexpr int warp_size = 32;
constexpr unsigned whole_warp = 0xffffffffU;

/// Blocks of sweeps per launch, and samples for which there is room then.
constexpr long long blocks_at_once = 4LL * sample_interval;
constexpr long long samples_at_once = blocks_at_once / sample_interval;

/// Arguments of the kernel. Arrays are in device memory.
struct LadderArguments {
  SweepTables tables;
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

/// The threads of a warp: two for each replica.
class WarpReplicaTeam {
 public:
  using Real = float;
  static constexpr int part_count = warp_size / replica_count;

  __device__ __forceinline__ WarpReplicaTeam(std::uint64_t seed, std::uint32_t ladder, std::uint64_t first_step)
      : seed_(seed), first_(first_step - steps_at_once), ladder_(ladder) {}

  [[nodiscard]] static __device__ __forceinline__ int lane() { return static_cast<int>(threadIdx.x) % warp_size; }
  [[nodiscard]] static __device__ __forceinline__ int part() { return lane() / replica_count; }
  [[nodiscard]] static __device__ __forceinline__ int replica() { return lane() % replica_count; }
  [[nodiscard]] static __device__ __forceinline__ float sum(float value) {
    return value + __shfl_xor_sync(whole_warp, value, replica_count);
  }
  static __device__ __forceinline__ void sync() { __syncwarp(); }

  /// The threads work out the numbers of the next steps together, one block of them each.
  [[nodiscard]] __device__ __forceinline__ PhiloxBlock words(std::uint64_t number, std::uint32_t index) {
    if (number - first_ >= steps_at_once) {
      first_ = number;
      const auto own = static_cast<std::uint32_t>(lane());
      own_ = replica_words(seed_, ladder_, first_ + own / blocks_per_step, own % blocks_per_step);
    }
    const int from = static_cast<int>((number - first_) * blocks_per_step + index);
    return {__shfl_sync(whole_warp, own_.x, from), __shfl_sync(whole_warp, own_.y, from), __shfl_sync(whole_warp, own_.z, from),
            __shfl_sync(whole_warp, own_.w, from)};
  }

 private:
  static constexpr std::uint32_t blocks_per_step = 3;
  static constexpr std::uint64_t steps_at_once = warp_size / blocks_per_step;

  std::uint64_t seed_;
  std::uint64_t first_;  ///< Step of the first block that the threads hold.
  std::uint32_t ladder_;
  PhiloxBlock own_;
};

/// Centres of one replica in shared memory.
class SharedCentres {
 public:
  __device__ __forceinline__ SharedCentres(float2* centres, int replica) : centres_(centres + replica) {}

  [[nodiscard]] __device__ __forceinline__ ReplicaCentre<float> centre(int i) const {
    const float2 at = centres_[i * replica_count];
    return {at.x, at.y};
  }
  __device__ __forceinline__ void place(int i, const ReplicaCentre<float>& centre) const {
    centres_[i * replica_count] = {centre.x, centre.y};
  }

 private:
  float2* centres_;
};

/// A ladder in shared memory; its centres, element circle * replica_count + replica, follow.
struct alignas(16) SharedLadder {
  std::int32_t rung[replica_count];
  float step[replica_count];
  float energy[replica_count];
};

__device__ __forceinline__ void write_sample(const LadderArguments& arguments, const SharedLadder& shared, const float2* centres,
                                             long long slot) {
  const int n = arguments.tables.count;
  for (int rung = 0; rung < sample_size; ++rung) {
    const unsigned there = __ballot_sync(whole_warp, shared.rung[WarpReplicaTeam::replica()] == rung);
    const int replica = __ffs(static_cast<int>(there)) - 1;
    const long long sample = slot * sample_size + rung;
    if (WarpReplicaTeam::lane() == 0) arguments.sample_energy[sample] = shared.energy[replica];
    for (int i = WarpReplicaTeam::lane(); i < n; i += warp_size) {
      const float2 centre = centres[i * replica_count + replica];
      arguments.sample_x[sample * n + i] = centre.x;
      arguments.sample_y[sample * n + i] = centre.y;
    }
  }
}

/// Thread block k advances ladder k.
__global__ void __launch_bounds__(warp_size) ladder_kernel(const __grid_constant__ LadderArguments arguments) {
  extern __shared__ __align__(16) std::byte memory[];
  SharedLadder& shared = *reinterpret_cast<SharedLadder*>(memory);
  auto* centres = reinterpret_cast<float2*>(memory + sizeof(SharedLadder));
  const int n = arguments.tables.count;
  const int cells = n * replica_count;
  const long long ladder = blockIdx.x;
  const int lane = WarpReplicaTeam::lane();
  const int replica = WarpReplicaTeam::replica();
  for (int k = lane; k < cells; k += warp_size) centres[k] = {arguments.x[ladder * cells + k], arguments.y[ladder * cells + k]};
  if (lane < replica_count) {
    shared.rung[lane] = arguments.rung[ladder * replica_count + lane];
    shared.step[lane] = arguments.step[ladder * replica_count + lane];
  }
  __syncwarp();

  const int steps = sweeps_per_block * n;
  const std::uint32_t number = arguments.number[ladder];
  std::uint64_t block = arguments.block[ladder];
  long long slot = ladder * samples_at_once;
  WarpReplicaTeam team(arguments.seed, number, block * static_cast<std::uint64_t>(steps));
  for (long long done = 0; done < arguments.block_count; ++done) {
    int stop = 0;
    if (lane == 0) stop = *static_cast<const volatile int*>(arguments.stop);
    if (__shfl_sync(whole_warp, stop, 0) != 0) break;

    const std::int32_t rung = shared.rung[replica];
    const ReplicaShift shift = replica_shift(arguments.seed, number, block, replica);
    const ReplicaMotion<float> motion{static_cast<float>(arguments.cold[rung]), shared.step[rung], shift.x, shift.y, shift.accept};
    const SharedCentres own(centres, replica);
    const float accepted = sweep_replicas(team, arguments.tables, own, motion, block * static_cast<std::uint64_t>(steps), steps);
    const float energy = replica_energies(team, arguments.tables, own);
    __syncwarp();
    if (lane < replica_count) {
      shared.step[rung] = adapted_step(motion.step, accepted, steps);
      shared.energy[replica] = energy;
    }
    __syncwarp();
    if (lane == 0) exchange_rungs(arguments.seed, number, block, arguments.cold, shared.energy, shared.rung);
    __syncwarp();
    ++block;
    if (block % sample_interval == 0) write_sample(arguments, shared, centres, slot++);
  }

  for (int k = lane; k < cells; k += warp_size) {
    arguments.x[ladder * cells + k] = centres[k].x;
    arguments.y[ladder * cells + k] = centres[k].y;
  }
  if (lane < replica_count) {
    arguments.rung[ladder * replica_count + lane] = shared.rung[lane];
    arguments.step[ladder * replica_count + lane] = shared.step[lane];
  }
  if (lane == 0) arguments.block[ladder] = block;
}

class CudaLadders final : public LadderEngine {
 public:
  CudaLadders(int index, int ladder_count, int count, StopToken& stop)
      : index_(index), ladder_count_(static_cast<std::size_t>(ladder_count)), count_(static_cast<std::size_t>(count)), stop_(stop) {
    static_cast<void>(open_cuda_device(index));
    MemoryPlan shared;
    shared.add<SharedLadder>("ladder", 1);
    shared.add<float2>("centres", count_ * replica_count);
    shared.require_fit(1, shared_memory_limit(), "a ladder", "this GPU is too small for ladders of so many circles; use --ladders 0");
    shared_bytes_ = shared.total_bytes();
    work_.emplace();
    message_.emplace();

    // Alignments of 128 bytes: no line of the cache is shared by two arrays.
    MemoryPlan plan;
    const auto add = [&](const char* name, std::size_t element_bytes, std::size_t elements) {
      return plan.add(name, element_bytes, elements, 128);
    };
    radius_ = add("radius", sizeof(float), count_);
    room_square_ = add("room square", sizeof(float), count_);
    room_weight_ = add("room weight", sizeof(float), count_);
    pair_ = add("pairs", sizeof(PairTerm), count_ * count_);
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
    JAM_CUDA_NOTHROW(cudaSetDevice(index_));
    JAM_CUDA_NOTHROW(cudaMemcpyAsync(flag_.data(), raised_.data(), sizeof(int), cudaMemcpyHostToDevice, message_->get()));
    JAM_CUDA_NOTHROW(cudaStreamSynchronize(message_->get()));
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
    put(room_square_, 0, setting.tables.room_square, count_);
    put(room_weight_, 0, setting.tables.room_weight, count_);
    put(pair_, 0, setting.tables.pair, count_ * count_);
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

    arguments_.tables = {setting.tables.count, at<float>(radius_), at<PairTerm>(pair_), at<float>(room_square_), at<float>(room_weight_)};
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
    const LaunchShape shape{dim3(static_cast<unsigned>(ladder_count_)), dim3(warp_size), shared_bytes_, work_->get()};
    launch("ladder_kernel", shape, ladder_kernel, arguments_);
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
  std::size_t shared_bytes_ = 0;
  std::size_t radius_ = 0, room_square_ = 0, room_weight_ = 0, pair_ = 0;
  std::size_t number_ = 0, block_ = 0, rung_ = 0, step_ = 0, x_ = 0, y_ = 0;
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
