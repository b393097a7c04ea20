// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Rounds of trials on a CUDA device, a batch of rounds in one launch. A warp is a block: it takes one trial after the other, and the warp
// that ends the last trial of an instance decides. The packings stay on the device; the host reads states and snapshots after the last
// round of a batch.
#include <limits>
#include <vector>

#include "jam/core/cuda/batch.cuh"
#include "jam/trunk/trials/cuda_trial_team.cuh"
#include "jam/trunk/trials/trial_engine.hpp"
#include "jam/trunk/trials/trial_ladders.hpp"
#include "jam/trunk/trials/trial_round.hpp"

namespace jam::trunk {
namespace {

constexpr int warp_size = 32;
constexpr int resident_warps = 15;  ///< Of a multiprocessor: what shared memory allows.

/// Work done.
struct TrialCounters {
  unsigned long long steps;
  unsigned long long valid;
};

struct TrialArguments {
  TrialScene scene;
  InstancesView instances;
  ElitesView elites;
  TrialRecord* records;
  std::uint32_t* triangles;
  TrialCounters* counters;
  int* next;        ///< The next trial of the batch.
  int* arrived;     ///< [instance count]: trials of the batch that are done,
  int* decided;     ///< and rounds.
  const int* stop;  ///< Not 0: no further trial begins.
  int trial_count;
  int rounds;
};

__global__ void __launch_bounds__(warp_size, resident_warps) trial_kernel(const __grid_constant__ TrialArguments arguments) {
  extern __shared__ __align__(16) std::byte shared[];
  PartMemory& memory = *reinterpret_cast<PartMemory*>(shared);
  const WarpTrialTeam team;
  std::uint32_t* const triangles = arguments.triangles + static_cast<std::size_t>(blockIdx.x) * near_triangle_limit;
  const int trial_count = arguments.trial_count;
  const int in_round = arguments.instances.count * trial_count;
  unsigned long long steps = 0;
  unsigned long long valid = 0;
  for (;;) {
    int ticket = 0;
    if (team.lane() == 0) ticket = *static_cast<const volatile int*>(arguments.stop) != 0 ? -1 : atomicAdd(arguments.next, 1);
    ticket = __shfl_sync(0xffffffffU, ticket, 0);
    const int round = ticket / in_round;
    if (ticket < 0 || round >= arguments.rounds) break;
    const int i = ticket % in_round;
    const int k = i / trial_count;
    // Tickets are given in order, so whoever makes the trials of the round before has begun, and needs no ticket behind this one; whoever
    // has a ticket makes its trial, also after a stop.
    if (team.lane() == 0) {
      while (atomicAdd(arguments.decided + k, 0) < round) __nanosleep(1000);
    }
    __threadfence();  // What the decision wrote is read from here on.
    __syncwarp();
    TrialRecord& record = arguments.records[i];
    run_trial(team, memory, arguments.scene, arguments.instances, k, i % trial_count, triangles, near_triangle_limit, record);
    __syncwarp();
    int before = 0;
    if (team.lane() == 0) {
      __threadfence();  // What all lanes wrote is there before it is counted.
      steps += static_cast<unsigned long long>(record.steps);
      valid += static_cast<unsigned long long>(record.valid);
      before = atomicAdd(arguments.arrived + k, 1);
    }
    before = __shfl_sync(0xffffffffU, before, 0);
    if (before + 1 != (round + 1) * trial_count) continue;
    // The last trial of the round: what the others wrote is read from here on.
    __threadfence();
    __syncwarp();
    decide(team, arguments.scene, arguments.instances, arguments.elites, k,
           arguments.records + static_cast<std::size_t>(k) * static_cast<std::size_t>(trial_count), trial_count);
    __syncwarp();
    if (team.lane() == 0) {
      __threadfence();
      atomicExch(arguments.decided + k, round + 1);
    }
  }
  if (team.lane() == 0) {
    atomicAdd(&arguments.counters->steps, steps);
    atomicAdd(&arguments.counters->valid, valid);
  }
}

class CudaTrialEngine final : public TrialEngine {
 public:
  CudaTrialEngine(const TrialSceneData& data, int index) : queue_(index), capacity_(data.capacity) {
    arguments_.scene = data.scene;
    TrialScene& scene = arguments_.scene;
    scene.wall.corner = upload(corner_, "wall", data.corner);
    scene.wall.normal = upload(normal_, "wall", data.normal);
    scene.wall.low_cell = upload(low_cell_, "wall", data.low_cell);
    scene.wall.cell_begin = upload(cell_begin_, "wall", data.cell_begin);
    scene.wall.entry_cell = upload(entry_cell_, "wall", data.entry_cell);
    scene.wall.cell_triangle = upload(cell_triangle_, "wall", data.cell_triangle);
    scene.inner.inner = upload(inner_, "inner cells", data.inner);
    scene.inner.list = upload(inner_list_, "inner cells", data.inner_list);
    scene.sizes = upload(sizes_, "sizes", data.sizes);
    const auto count = static_cast<std::size_t>(data.instance_count);
    const std::size_t cells = count * static_cast<std::size_t>(data.capacity);
    host_state_ = first_states(data.scene, data.instance_count);
    state_ = DeviceBuffer<InstanceState>("instances", count);
    state_.upload(host_state_, queue_.stream());
    pose_ = DeviceBuffer<float>("poses", cells * pose_array_count);
    snapshot_ = DeviceBuffer<float>("snapshots", cells * pose_array_count);
    kind_ = DeviceBuffer<std::uint8_t>("kinds", cells);
    squeeze_ = DeviceBuffer<std::int32_t>("energies", cells);
    records_ = DeviceBuffer<TrialRecord>("trials", count * static_cast<std::size_t>(data.trial_count));
    counters_ = DeviceBuffer<TrialCounters>("counters", 1);
    counters_.fill_zero(queue_.stream());
    blocks_ = queue_.multiprocessors() * std::max(resident_blocks(trial_kernel, warp_size, sizeof(PartMemory)), 1);
    triangles_ = DeviceBuffer<std::uint32_t>("near triangles", static_cast<std::size_t>(blocks_) * near_triangle_limit);
    arguments_.instances = {state_.data(),    pose_.data(),        kind_.data(), squeeze_.data(),
                            snapshot_.data(), data.instance_count, data.capacity};
    arguments_.records = records_.data();
    arguments_.triangles = triangles_.data();
    arguments_.counters = counters_.data();
    arguments_.trial_count = data.trial_count;
    arguments_.stop = stop_flag_.data();
    check_cuda(cudaStreamSynchronize(queue_.stream()), "trials", "upload", 0);
  }
  ~CudaTrialEngine() override {
    JAM_CUDA_NOTHROW(cudaSetDevice(queue_.index()));
    stop_flag_.raise();
    queue_.drain();
  }

  void set_elites(const ElitePoses& elites) override {
    queue_.make_current();
    elites_.pose = upload(elite_pose_, "elites", elites.pose);
    elites_.kind = upload(elite_kind_, "elites", elites.kind);
    elites_.count = elites.count;
    elites_.box_count = elites.box_count;
    check_cuda(cudaStreamSynchronize(queue_.stream()), "trials", "upload", 0);
  }

  void begin(int rounds) override {
    queue_.make_current();
    const int count = arguments_.instances.count;
    if (static_cast<long long>(rounds + 2) * count * arguments_.trial_count > std::numeric_limits<int>::max())
      throw OverflowError("a batch has more than 2^31 trials: take fewer --instances");
    // Between two batches nothing is under way: all counters begin at 0.
    arguments_.next = grow(progress_, "work", 1 + 2 * static_cast<std::size_t>(count));
    arguments_.arrived = arguments_.next + 1;
    arguments_.decided = arguments_.arrived + count;
    progress_.fill_zero(queue_.stream());
    if (stop_flag_.raised()) stop_flag_.lower();
    arguments_.elites = elites_;
    arguments_.rounds = rounds;
    timer_.mark(0, queue_.stream());
    launch("trials", {dim3(static_cast<unsigned>(blocks_)), dim3(warp_size), sizeof(PartMemory), queue_.stream()}, trial_kernel,
           arguments_);
    timer_.mark(1, queue_.stream());
    trials_ += static_cast<long long>(rounds) * count * arguments_.trial_count;
  }

  void finish(StopToken& stop) override {
    queue_.make_current();
    wait_for(queue_.stream(), "trials", [&] {
      if (stop.stop_requested()) stop_flag_.raise();
    });
    TrialCounters counters{};
    state_.download(host_state_, queue_.stream());
    counters_.download(std::span(&counters, 1), queue_.stream());
    check_cuda(cudaStreamSynchronize(queue_.stream()), "trials", "download", 0);
    busy_seconds_ += timer_.seconds(0, 1);
    steps_ = static_cast<long long>(counters.steps);
    valid_ = static_cast<long long>(counters.valid);
  }

  [[nodiscard]] std::span<const InstanceState> states() const override { return host_state_; }
  [[nodiscard]] std::vector<float> snapshot(int k) const override {
    queue_.make_current();
    std::vector<float> poses(static_cast<std::size_t>(pose_array_count) * static_cast<std::size_t>(capacity_));
    const float* const from = snapshot_.data() + static_cast<std::size_t>(k) * poses.size();
    JAM_CUDA(cudaMemcpyAsync(poses.data(), from, poses.size() * sizeof(float), cudaMemcpyDeviceToHost, queue_.stream()));
    JAM_CUDA(cudaStreamSynchronize(queue_.stream()));
    return poses;
  }

  void set_states(std::span<const InstanceState> states) override {
    queue_.make_current();
    host_state_.assign(states.begin(), states.end());
    state_.upload(host_state_, queue_.stream());
    check_cuda(cudaStreamSynchronize(queue_.stream()), "trials", "upload", 0);
  }
  void set_packing(int k, std::span<const float> pose, std::span<const std::int32_t> squeeze) override {
    queue_.make_current();
    const auto at = static_cast<std::size_t>(k);
    const auto copy = [this](auto* to, auto from) {
      JAM_CUDA(cudaMemcpyAsync(to, from.data(), from.size_bytes(), cudaMemcpyHostToDevice, queue_.stream()));
    };
    copy(pose_.data() + at * pose.size(), pose);
    copy(squeeze_.data() + at * squeeze.size(), squeeze);
    JAM_CUDA(cudaStreamSynchronize(queue_.stream()));
  }

  [[nodiscard]] TrialInstances instances() const override {
    queue_.make_current();
    TrialInstances all(arguments_.instances.count, capacity_);
    state_.download(all.state, queue_.stream());
    pose_.download(all.pose, queue_.stream());
    snapshot_.download(all.snapshot, queue_.stream());
    kind_.download(all.kind, queue_.stream());
    squeeze_.download(all.squeeze, queue_.stream());
    check_cuda(cudaStreamSynchronize(queue_.stream()), "trials", "download", 0);
    return all;
  }
  void set_instances(const TrialInstances& instances) override {
    queue_.make_current();
    state_.upload(instances.state, queue_.stream());
    pose_.upload(instances.pose, queue_.stream());
    snapshot_.upload(instances.snapshot, queue_.stream());
    kind_.upload(instances.kind, queue_.stream());
    squeeze_.upload(instances.squeeze, queue_.stream());
    check_cuda(cudaStreamSynchronize(queue_.stream()), "trials", "upload", 0);
    host_state_ = instances.state;
  }

 private:
  template <class T>
  T* upload(DeviceBuffer<T>& buffer, const char* name, const std::vector<T>& values) {
    T* const data = grow(buffer, name, values.size());
    buffer.upload(values, queue_.stream());
    return data;
  }

  DeviceQueue queue_;
  int capacity_;
  int blocks_ = 1;
  TrialArguments arguments_{};
  ElitesView elites_;
  std::vector<InstanceState> host_state_;
  DeviceBuffer<float> corner_, normal_, pose_, snapshot_, elite_pose_;
  DeviceBuffer<std::uint32_t> low_cell_, entry_cell_, triangles_;
  DeviceBuffer<std::int32_t> cell_begin_, cell_triangle_, inner_list_, squeeze_;
  DeviceBuffer<std::uint8_t> inner_, kind_, elite_kind_;
  DeviceBuffer<BoxSize> sizes_;
  DeviceBuffer<InstanceState> state_;
  DeviceBuffer<TrialRecord> records_;
  DeviceBuffer<TrialCounters> counters_;
  StopFlag stop_flag_;
  StreamTimer<2> timer_;
  DeviceBuffer<int> progress_;
};

}  // namespace

std::unique_ptr<TrialEngine> make_cuda_trial_engine(const TrialSceneData& data, int index) {
  return std::make_unique<CudaTrialEngine>(data, index);
}

}  // namespace jam::trunk
