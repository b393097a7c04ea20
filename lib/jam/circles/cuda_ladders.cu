// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Ladders of replicas on a CUDA device: a warp, which is a block of threads, for each. Its circles stay in shared memory from the first
// block of sweeps to the last, element circle * 16 + replica, so that the 32 threads read 32 floats that lie side by side: threads k and
// k + 16 work on replica k and see every other circle each. All arrays lie in one block of device memory and in one of pinned host memory
// with the same layout: one copy there, one launch, one copy back.
#include <cstring>
#include <optional>

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

/// Arguments of the kernel. Arrays are in device memory.
struct LadderArguments {
  SweepTables tables;
  double cold[replica_count];
  std::uint64_t seed;
  long long block_count;
  long long slot_count;  ///< Samples for which there is room, per ladder.
  const int* stop;       ///< Not 0 once the work is to be given up.
  const std::uint32_t* number;
  std::uint64_t* block;
  std::int32_t* rung;  ///< [ladders][replica_count]
  float* step;         ///< [ladders][replica_count]
  float* x;            ///< [ladders][n][replica_count]
  float* y;
  float* sample_energy;  ///< [ladders][slots][sample_size]
  float* sample_x;       ///< [ladders][slots][sample_size][n]
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

/// What of a ladder is in shared memory beside its circles.
struct SharedLadder {
  std::int32_t rung[replica_count];
  float step[replica_count];
  float energy[replica_count];
};

__device__ __forceinline__ void write_sample(const LadderArguments& arguments, const SharedLadder& shared, const float* x, const float* y,
                                             long long slot) {
  const int n = arguments.tables.count;
  for (int rung = 0; rung < sample_size; ++rung) {
    const unsigned there = __ballot_sync(whole_warp, shared.rung[WarpReplicaTeam::replica()] == rung);
    const int replica = __ffs(static_cast<int>(there)) - 1;
    const long long sample = slot * sample_size + rung;
    if (WarpReplicaTeam::lane() == 0) arguments.sample_energy[sample] = shared.energy[replica];
    for (int i = WarpReplicaTeam::lane(); i < n; i += warp_size) {
      arguments.sample_x[sample * n + i] = x[i * replica_count + replica];
      arguments.sample_y[sample * n + i] = y[i * replica_count + replica];
    }
  }
}

/// Block b advances ladder b.
__global__ void __launch_bounds__(warp_size) ladder_kernel(const __grid_constant__ LadderArguments arguments) {
  extern __shared__ __align__(16) float memory[];
  __shared__ SharedLadder shared;
  const int n = arguments.tables.count;
  const int cells = n * replica_count;
  const long long ladder = blockIdx.x;
  const int lane = WarpReplicaTeam::lane();
  const int replica = WarpReplicaTeam::replica();
  float* x = memory;
  float* y = memory + cells;
  for (int k = lane; k < cells; k += warp_size) {
    x[k] = arguments.x[ladder * cells + k];
    y[k] = arguments.y[ladder * cells + k];
  }
  if (lane < replica_count) {
    shared.rung[lane] = arguments.rung[ladder * replica_count + lane];
    shared.step[lane] = arguments.step[ladder * replica_count + lane];
  }
  __syncwarp();

  const int steps = sweeps_per_block * n;
  const std::uint32_t number = arguments.number[ladder];
  std::uint64_t block = arguments.block[ladder];
  long long slot = ladder * arguments.slot_count;
  WarpReplicaTeam team(arguments.seed, number, block * static_cast<std::uint64_t>(steps));
  for (long long b = 0; b < arguments.block_count; ++b) {
    int stop = 0;
    if (lane == 0) stop = *static_cast<const volatile int*>(arguments.stop);
    if (__shfl_sync(whole_warp, stop, 0) != 0) break;

    const std::int32_t rung = shared.rung[replica];
    const ReplicaShift shift = replica_shift(arguments.seed, number, block, replica);
    const ReplicaView<float> view{x + replica,       y + replica, replica_count, static_cast<float>(arguments.cold[rung]),
                                  shared.step[rung], shift.x,     shift.y,       shift.accept};
    const float accepted = sweep_replicas(team, arguments.tables, view, block * static_cast<std::uint64_t>(steps), steps);
    const float energy = replica_energies(team, arguments.tables, view);
    __syncwarp();
    if (lane < replica_count) {
      shared.step[rung] = adapted_step(view.step, accepted, steps);
      shared.energy[replica] = energy;
    }
    __syncwarp();
    if (lane == 0) exchange_rungs(arguments.seed, number, block, arguments.cold, shared.energy, shared.rung);
    __syncwarp();
    ++block;
    if (block % sample_interval == 0) write_sample(arguments, shared, x, y, slot++);
  }

  for (int k = lane; k < cells; k += warp_size) {
    arguments.x[ladder * cells + k] = x[k];
    arguments.y[ladder * cells + k] = y[k];
  }
  if (lane < replica_count) {
    arguments.rung[ladder * replica_count + lane] = shared.rung[lane];
    arguments.step[ladder * replica_count + lane] = shared.step[lane];
  }
  if (lane == 0) arguments.block[ladder] = block;
}

class CudaLadders final : public LadderEngine {
 public:
  CudaLadders(int index, int count, StopToken& stop) : index_(index), count_(static_cast<std::size_t>(count)), stop_(stop) {
    static_cast<void>(open_cuda_device(index));
    work_.emplace();
    message_.emplace();
    flag_ = DeviceBuffer<int>("stop flag", 1);
    raised_ = PinnedBuffer<int>(1);
    raised_[0] = 1;
    flag_.fill_zero(message_->get());
    JAM_CUDA(cudaStreamSynchronize(message_->get()));
  }

  ~CudaLadders() override {
    if (ladders_.empty()) return;
    JAM_CUDA_NOTHROW(cudaSetDevice(index_));
    JAM_CUDA_NOTHROW(cudaMemcpyAsync(flag_.data(), raised_.data(), sizeof(int), cudaMemcpyHostToDevice, message_->get()));
    JAM_CUDA_NOTHROW(cudaStreamSynchronize(message_->get()));
    JAM_CUDA_NOTHROW(cudaStreamSynchronize(work_->get()));
  }

  void begin(std::span<Ladder> ladders, const LadderSetting& setting, long long block_count) override {
    if (ladders.empty()) return;
    if (static_cast<std::size_t>(setting.tables.count) != count_ || !ladders_.empty()) {
      throw std::logic_error("the ladders are not those that the engine was made for, or it is at work");
    }
    JAM_CUDA(cudaSetDevice(index_));
    reserve(ladders.size(), block_count / sample_interval + 1);
    put_tables(setting.tables);
    for (std::size_t k = 0; k < ladders.size(); ++k) {
      const Ladder& ladder = ladders[k];
      host<std::uint32_t>(number_)[k] = ladder.number;
      host<std::uint64_t>(block_)[k] = ladder.block;
      put(host<std::int32_t>(rung_) + k * replica_count, ladder.rung);
      put(host<float>(step_) + k * replica_count, ladder.step);
      put(host<float>(x_) + k * count_ * replica_count, ladder.x);
      put(host<float>(y_) + k * count_ * replica_count, ladder.y);
    }
    device_.upload(host_.span(), work_->get());

    LadderArguments arguments{};
    arguments.tables = {setting.tables.count, at<float>(radius_),      at<float>(reach_square_),
                        at<float>(weight_),   at<float>(room_square_), at<float>(room_weight_)};
    std::memcpy(arguments.cold, setting.cold.data(), sizeof(arguments.cold));
    arguments.seed = setting.seed;
    arguments.block_count = block_count;
    arguments.slot_count = static_cast<long long>(slot_count_);
    arguments.stop = flag_.data();
    arguments.number = at<std::uint32_t>(number_);
    arguments.block = at<std::uint64_t>(block_);
    arguments.rung = at<std::int32_t>(rung_);
    arguments.step = at<float>(step_);
    arguments.x = at<float>(x_);
    arguments.y = at<float>(y_);
    arguments.sample_energy = at<float>(sample_energy_);
    arguments.sample_x = at<float>(sample_x_);
    arguments.sample_y = at<float>(sample_y_);
    const LaunchShape shape{dim3(static_cast<unsigned>(ladders.size())), dim3(warp_size), 2 * count_ * sizeof(Lanes), work_->get()};
    launch("ladder_kernel", shape, ladder_kernel, arguments);
    device_.download(host_.span(), work_->get());
    ladders_ = ladders;
  }

  void finish() override {
    if (ladders_.empty()) return;
    JAM_CUDA(cudaSetDevice(index_));
    wait_for(work_->get(), "ladder_kernel", [this] {
      if (told_ || !stop_.stop_requested()) return;
      JAM_CUDA(cudaMemcpyAsync(flag_.data(), raised_.data(), sizeof(int), cudaMemcpyHostToDevice, message_->get()));
      told_ = true;
    });
    for (std::size_t k = 0; k < ladders_.size(); ++k) {
      Ladder& ladder = ladders_[k];
      const std::uint64_t done = host<std::uint64_t>(block_)[k] - ladder.block;
      take_samples(ladder, k, static_cast<std::size_t>(sample_count(ladder.block, static_cast<long long>(done))));
      ladder.block += done;
      take(ladder.rung, host<std::int32_t>(rung_) + k * replica_count);
      take(ladder.step, host<float>(step_) + k * replica_count);
      take(ladder.x, host<float>(x_) + k * count_ * replica_count);
      take(ladder.y, host<float>(y_) + k * count_ * replica_count);
    }
    ladders_ = {};
  }

  [[nodiscard]] std::size_t device_bytes() const override { return device_.bytes() + flag_.bytes(); }

 private:
  template <class T>
  T* at(std::size_t offset) {
    return reinterpret_cast<T*>(device_.data() + offset);
  }
  template <class T>
  T* host(std::size_t offset) {
    return reinterpret_cast<T*>(host_.data() + offset);
  }
  template <class Array>
  static void put(void* there, const Array& array) {
    std::memcpy(there, array.data(), array.size() * sizeof(array[0]));
  }
  template <class Array>
  static void take(Array& array, const void* there) {
    std::memcpy(array.data(), there, array.size() * sizeof(array[0]));
  }

  /// Room for so many ladders with so many samples each. Where there was room for more samples, it stays.
  void reserve(std::size_t ladders, long long samples) {
    const auto slots = static_cast<std::size_t>(samples);
    if (ladders == ladder_count_ && slots <= slot_count_) return;
    ladder_count_ = ladders;
    slot_count_ = slots;
    // Alignments of 128 bytes: no line of the cache is shared by two arrays.
    MemoryPlan plan;
    const auto add = [&](const char* name, std::size_t element_bytes, std::size_t count) {
      return plan.add(name, element_bytes, count, 128);
    };
    radius_ = add("radius", sizeof(float), count_);
    room_square_ = add("room square", sizeof(float), count_);
    room_weight_ = add("room weight", sizeof(float), count_);
    reach_square_ = add("reach square", sizeof(float), count_ * count_);
    weight_ = add("weight", sizeof(float), count_ * count_);
    number_ = add("number", sizeof(std::uint32_t), ladders);
    block_ = add("block", sizeof(std::uint64_t), ladders);
    rung_ = add("rung", sizeof(std::int32_t), ladders * replica_count);
    step_ = add("step", sizeof(float), ladders * replica_count);
    x_ = add("x", sizeof(Lanes), ladders * count_);
    y_ = add("y", sizeof(Lanes), ladders * count_);
    const std::size_t sample_total = ladders * slots * sample_size;
    sample_energy_ = add("sample energy", sizeof(float), sample_total);
    sample_x_ = add("sample x", sizeof(float), sample_total * count_);
    sample_y_ = add("sample y", sizeof(float), sample_total * count_);
    device_ = {};
    host_ = {};
    device_ = DeviceBuffer<std::byte>("ladders", plan.total_bytes());
    host_ = PinnedBuffer<std::byte>(plan.total_bytes());
    std::memset(host_.data(), 0, host_.bytes());
  }

  void put_tables(const SweepTables& tables) {
    const auto copy = [&](std::size_t offset, const float* from, std::size_t count) {
      std::memcpy(host<float>(offset), from, count * sizeof(float));
    };
    copy(radius_, tables.radius, count_);
    copy(room_square_, tables.room_square, count_);
    copy(room_weight_, tables.room_weight, count_);
    copy(reach_square_, tables.reach_square, count_ * count_);
    copy(weight_, tables.weight, count_ * count_);
  }

  void take_samples(Ladder& ladder, std::size_t k, std::size_t taken) {
    ladder.samples.resize(taken * sample_size);
    for (std::size_t s = 0; s < ladder.samples.size(); ++s) {
      const std::size_t place = k * slot_count_ * sample_size + s;
      LadderSample& sample = ladder.samples[s];
      sample.energy = host<float>(sample_energy_)[place];
      sample.x.resize(count_);
      sample.y.resize(count_);
      take(sample.x, host<float>(sample_x_) + place * count_);
      take(sample.y, host<float>(sample_y_) + place * count_);
    }
  }

  int index_;
  std::size_t count_;
  StopToken& stop_;
  std::size_t ladder_count_ = 0;
  std::size_t slot_count_ = 0;
  std::size_t radius_ = 0, room_square_ = 0, room_weight_ = 0, reach_square_ = 0, weight_ = 0;
  std::size_t number_ = 0, block_ = 0, rung_ = 0, step_ = 0, x_ = 0, y_ = 0;
  std::size_t sample_energy_ = 0, sample_x_ = 0, sample_y_ = 0;
  DeviceBuffer<std::byte> device_;
  PinnedBuffer<std::byte> host_;
  DeviceBuffer<int> flag_;         ///< Not 0: the work is to be given up.
  PinnedBuffer<int> raised_;       ///< What is written there then.
  std::optional<Stream> work_;     ///< Made once the device is current.
  std::optional<Stream> message_;  ///< For what the kernel is told while it runs.
  std::span<Ladder> ladders_;      ///< Those that are under way.
  bool told_ = false;              ///< The flag is raised.
};

}  // namespace

std::unique_ptr<LadderEngine> make_cuda_ladders(int index, int count, StopToken& stop) {
  return std::make_unique<CudaLadders>(index, count, stop);
}

}  // namespace jam::circles
