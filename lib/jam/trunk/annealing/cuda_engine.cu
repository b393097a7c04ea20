// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Rounds of trials on a CUDA device, each in three kernels: warps propose the trials, blocks relax them,
// several at once, and warps decide. The packings stay on the device; the host reads states and snapshots
// after the last round of a batch.
#include <limits>
#include <vector>

#include "jam/core/cuda/batch.cuh"
#include "jam/trunk/annealing/cuda_crew.cuh"
#include "jam/trunk/annealing/decision.hpp"
#include "jam/trunk/annealing/engine.hpp"
#include "jam/trunk/annealing/ladders.hpp"
#include "jam/trunk/annealing/point_wall.hpp"
#include "jam/trunk/annealing/triangle_wall.hpp"

namespace jam::trunk {
namespace {

constexpr int warp_size = 32;
constexpr int proposing_warps = 4;   ///< Number of warps of a block that proposes trials.
constexpr int proposing_blocks = 6;  ///< Number of blocks that propose trials, on a multiprocessor.
// Blocks that relax have two warps for each of their parts: fewer wait long for each other, more have too few
// registers. A multiprocessor holds most parts in blocks of four or of three; of compute capability 7.5 no
// block has room for four.
constexpr int most_parts = 4;
constexpr int fewer_parts = 3;
constexpr int part_total = 12;   ///< Number of parts on a multiprocessor with 228 kB of shared memory.
constexpr int rounds_ahead = 8;  ///< Number of rounds that the device gets at once.

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
  std::uint32_t* elements;
  TrialCounters* counters;
  int* next;        ///< Trials of the round that have begun.
  const int* stop;  ///< Not 0: nothing more begins.
  int trial_count;
};

[[nodiscard]] __device__ bool stopped(const TrialArguments& arguments) {
  return *static_cast<const volatile int*>(arguments.stop) != 0;
}

/// A warp for each trial.
template <template <WarpWorkers> class Moves>
__global__ void __launch_bounds__(warp_size* proposing_warps, proposing_blocks)
    propose_kernel(const __grid_constant__ TrialArguments arguments) {
  __shared__ ProposalMemory memory[proposing_warps];
  const auto warp = static_cast<int>(threadIdx.x / warp_size);
  const int trial = static_cast<int>(blockIdx.x) * proposing_warps + warp;
  const WarpThreads team;
  if (trial >= arguments.instances.count * arguments.trial_count || team.any(stopped(arguments))) return;
  propose_trial<Moves>(team, memory[warp], arguments.scene, arguments.instances,
                       trial / arguments.trial_count, trial % arguments.trial_count,
                       arguments.records[trial]);
}

/// Relaxes trials until none remains; each block relaxes `parts` trials at once.
template <int parts, TrialWall Wall>
__global__ void __launch_bounds__(2 * parts * warp_size, part_total / parts)
    relax_kernel(const __grid_constant__ TrialArguments arguments) {
  extern __shared__ __align__(16) std::byte shared[];
  const int trials = arguments.instances.count * arguments.trial_count;
  std::uint32_t* const elements =
      arguments.elements + static_cast<std::size_t>(blockIdx.x) * parts * element_scratch;
  using Crew = BlockTrialCrew<parts, 2 * parts>;
  TrialRelaxation<Crew, Wall> relaxation(Crew(), reinterpret_cast<PartMemory*>(shared), elements,
                                         arguments.scene, arguments.instances, arguments.records,
                                         arguments.trial_count);
  relaxation.run([&] {
    const int trial = stopped(arguments) ? trials : atomicAdd(arguments.next, 1);
    return trial < trials ? trial : -1;
  });
}

/// A warp for each instance.
__global__ void __launch_bounds__(warp_size) decide_kernel(const __grid_constant__ TrialArguments arguments) {
  const WarpThreads team;
  if (team.any(stopped(arguments))) return;
  const int k = static_cast<int>(blockIdx.x);
  const int trial_count = arguments.trial_count;
  const TrialRecord* const records = arguments.records + static_cast<std::size_t>(k) * trial_count;
  decide(team, arguments.scene, arguments.instances, arguments.elites, k, records, trial_count);
  int steps = 0;
  int valid = 0;
  for (int t = team.rank(); t < trial_count; t += team.size()) {
    steps += records[t].steps;
    valid += records[t].valid;
  }
  steps = team.sum(steps);
  valid = team.sum(valid);
  if (team.rank() != 0) return;
  atomicAdd(&arguments.counters->steps, static_cast<unsigned long long>(steps));
  atomicAdd(&arguments.counters->valid, static_cast<unsigned long long>(valid));
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
    if (scene.wall_kind() == WallKind::points) {
      scene.points.x = upload(point_x_, "points", data.point_x);
      scene.points.y = upload(point_y_, "points", data.point_y);
      scene.points.z = upload(point_z_, "points", data.point_z);
      scene.points.number = nullptr;  // Trials need no order of equal depths.
      scene.points.cell_begin = upload(point_cell_begin_, "points", data.point_cell_begin);
    }
    scene.inner.inner = upload(inner_, "inner cells", data.inner);
    scene.inner.list = upload(inner_list_, "inner cells", data.inner_list);
    scene.sizes = upload(sizes_, "sizes", data.sizes);
    if (scene.is_set()) scene.kinds = upload(kinds_, "kinds", data.kinds);
    const std::size_t count = data.instance_count;
    const std::size_t cells = count * data.capacity;
    host_state_ = first_states(data.scene, data.instance_count);
    state_ = DeviceBuffer<InstanceState>("instances", count);
    state_.upload(host_state_, queue_.stream());
    pose_ = DeviceBuffer<float>("poses", cells * pose_array_count);
    snapshot_ = DeviceBuffer<float>("snapshots", cells * pose_array_count);
    kind_ = DeviceBuffer<std::uint8_t>("kinds", cells);
    squeeze_ = DeviceBuffer<std::int32_t>("energies", cells);
    records_ = DeviceBuffer<TrialRecord>("trials", count * data.trial_count);
    counters_ = DeviceBuffer<TrialCounters>("counters", 1);
    counters_.fill_zero(queue_.stream());
    if (scene.wall_kind() == WallKind::points) {
      choose_parts<PointWall>();
    } else {
      choose_parts<TriangleWall>();
    }
    elements_ = DeviceBuffer<std::uint32_t>("near elements of the wall",
                                            static_cast<std::size_t>(blocks_) * parts_ * element_scratch);
    next_ = DeviceBuffer<int>("work", rounds_ahead);
    arguments_.instances = {state_.data(),    pose_.data(),        kind_.data(), squeeze_.data(),
                            snapshot_.data(), data.instance_count, data.capacity};
    arguments_.records = records_.data();
    arguments_.elements = elements_.data();
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
    elites_.worth = elites.worth;
    check_cuda(cudaStreamSynchronize(queue_.stream()), "trials", "upload", 0);
  }

  void begin(int rounds) override {
    queue_.make_current();
    const int count = arguments_.instances.count;
    if (static_cast<long long>(count) * arguments_.trial_count > std::numeric_limits<int>::max() - 4096)
      throw OverflowError("a round has more than 2^31 trials: take fewer --instances");
    if (stop_flag_.raised()) stop_flag_.lower();
    arguments_.elites = elites_;
    rounds_ = rounds;
    launch_rounds();
    trials_ += static_cast<long long>(rounds) * count * arguments_.trial_count;
  }

  void finish(StopToken& stop) override {
    queue_.make_current();
    for (;;) {
      wait_for(queue_.stream(), "trials", [&] {
        if (stop.stop_requested()) stop_flag_.raise();
      });
      if (rounds_ == 0 || stop_flag_.raised()) break;
      launch_rounds();
    }
    TrialCounters counters{};
    state_.download(host_state_, queue_.stream());
    counters_.download(std::span(&counters, 1), queue_.stream());
    check_cuda(cudaStreamSynchronize(queue_.stream()), "trials", "download", 0);
    steps_ = static_cast<long long>(counters.steps);
    valid_ = static_cast<long long>(counters.valid);
  }

  [[nodiscard]] std::span<const InstanceState> states() const override { return host_state_; }
  [[nodiscard]] std::vector<float> snapshot(int k) const override {
    queue_.make_current();
    std::vector<float> poses(static_cast<std::size_t>(pose_array_count) * capacity_);
    const float* const from = snapshot_.data() + static_cast<std::size_t>(k) * poses.size();
    JAM_CUDA(cudaMemcpyAsync(poses.data(), from, poses.size() * sizeof(float), cudaMemcpyDeviceToHost,
                             queue_.stream()));
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
    const std::size_t at = k;
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

  /// As many parts for a block as let a multiprocessor hold most of them. JAM_CUDA_WARPS, up to 6, asks for
  /// the smaller blocks.
  template <TrialWall Wall>
  void choose_parts() {
    const bool fewer = wanted_warps() > 0 && wanted_warps() <= 2 * fewer_parts;
    int best = 0;
    const auto try_parts = [&](int parts, auto* kernel) {
      const std::size_t shared = static_cast<std::size_t>(parts) * sizeof(PartMemory);
      if (shared > shared_memory_limit() || (fewer && parts != fewer_parts)) return;
      const int blocks = resident_blocks(kernel, 2 * parts * warp_size, shared);
      if (parts * blocks <= best) return;
      best = parts * blocks;
      parts_ = parts;
      relax_ = kernel;
      blocks_ = queue_.multiprocessors() * blocks;
    };
    try_parts(most_parts, relax_kernel<most_parts, Wall>);
    try_parts(fewer_parts, relax_kernel<fewer_parts, Wall>);
    if (best == 0)
      throw DeviceError("trials: a block needs " + format_bytes(fewer_parts * sizeof(PartMemory)) +
                        " of shared memory");
  }

  [[nodiscard]] int threads() const { return 2 * parts_ * warp_size; }
  [[nodiscard]] std::size_t shared_bytes() const {
    return static_cast<std::size_t>(parts_) * sizeof(PartMemory);
  }

  /// Launches the next rounds of the batch, at most `rounds_ahead`.
  void launch_rounds() {
    const int count = std::min(rounds_, rounds_ahead);
    rounds_ -= count;
    next_.fill_zero(queue_.stream());
    const int instances = arguments_.instances.count;
    const auto blocks_for = [](int items, int of_block) {
      return dim3(static_cast<unsigned>((items + of_block - 1) / of_block));
    };
    const dim3 proposing = blocks_for(instances * arguments_.trial_count, proposing_warps);
    for (int round = 0; round < count; ++round) {
      arguments_.next = next_.data() + round;
      launch("proposals", {proposing, dim3(warp_size * proposing_warps), 0, queue_.stream()},
             arguments_.scene.is_set() ? propose_kernel<SetMoves> : propose_kernel<TrialMoves>, arguments_);
      launch(
          "trials",
          {blocks_for(blocks_, 1), dim3(static_cast<unsigned>(threads())), shared_bytes(), queue_.stream()},
          relax_, arguments_);
      launch("decisions", {blocks_for(instances, 1), dim3(warp_size), 0, queue_.stream()}, decide_kernel,
             arguments_);
    }
  }

  DeviceQueue queue_;
  int capacity_;
  int parts_ = 0;                            ///< Number of parts of a block.
  void (*relax_)(TrialArguments) = nullptr;  ///< Kernel for blocks of `parts_` parts.
  int blocks_ = 0;
  int rounds_ = 0;  ///< Number of rounds of the batch that are still to come.
  TrialArguments arguments_{};
  ElitesView elites_;
  std::vector<InstanceState> host_state_;
  DeviceBuffer<float> corner_, normal_, point_x_, point_y_, point_z_, pose_, snapshot_, elite_pose_;
  DeviceBuffer<std::uint32_t> low_cell_, entry_cell_, elements_;
  DeviceBuffer<std::int32_t> cell_begin_, cell_triangle_, point_cell_begin_, inner_list_, squeeze_;
  DeviceBuffer<std::uint8_t> inner_, kind_, elite_kind_;
  DeviceBuffer<BoxSize> sizes_;
  DeviceBuffer<TrialKindOfBox> kinds_;
  DeviceBuffer<InstanceState> state_;
  DeviceBuffer<TrialRecord> records_;
  DeviceBuffer<TrialCounters> counters_;
  StopFlag stop_flag_;
  DeviceBuffer<int> next_;
};

}  // namespace

std::unique_ptr<TrialEngine> make_cuda_trial_engine(const TrialSceneData& data, int index) {
  return std::make_unique<CudaTrialEngine>(data, index);
}

}  // namespace jam::trunk
