// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Many small scenes on a CUDA device: a block takes all steps of a scene, then those of the next scene that
// no block has. There are as many blocks as the device runs at once, each with memory for one step; scenes
// lie in device memory while they are worked on.
#include <algorithm>
#include <optional>
#include <stdexcept>

#include "jam/dynamics/batch/block_workers.cuh"
#include "jam/dynamics/batch/engine.hpp"
#include "jam/dynamics/batch/step.hpp"
#include "jam/dynamics/solvers/rounds/apgd_rounds.hpp"
#include "jam/dynamics/solvers/rounds/jacobi_rounds.hpp"

namespace jam::dynamics {
namespace {

/// Number of threads of a block: a power of two that covers the largest number of contacts of a scene, from
/// 32 to most_threads; or the number that JAM_CUDA_WARPS sets. With large blocks few scenes run at a time, so
/// that the data they read again in every round stay in the caches.
int threads_for(const SmallCapacity& capacity) {
  if (wanted_warps() > 0) return block_threads();
  int threads = 32;
  while (threads < most_threads && threads < capacity.contacts) threads *= 2;
  return threads;
}

template <class Control>
struct SmallArguments {
  SmallModel model;
  SmallRules rules;
  SmallScenes scenes;
  SmallCapacity capacity;
  const SmallStep* steps = nullptr;
  int first = 0, last = 0;
  int scene_count = 0;
  int* next_scene = nullptr;  ///< 0 before the launch.
  unsigned char* memory = nullptr;
  std::size_t block_bytes = 0;
  Control start;
};

/// Two blocks of 256 threads fit on a multiprocessor at once: 128 registers a thread, of which the narrow
/// phase alone would take more.
template <class Control>
__global__ void __launch_bounds__(most_threads, 2)
    small_kernel(const __grid_constant__ SmallArguments<Control> arguments) {
  __shared__ BlockWorkers::Shared shared;
  __shared__ SmallWork work;
  __shared__ Control control;
  __shared__ int scene;
  const BlockWorkers workers(shared);
  once(workers, [&] {
    ArrayDealer dealer(arguments.memory + blockIdx.x * arguments.block_bytes);
    work = deal_work(dealer, arguments.model, arguments.capacity, sweeps_by_colours<Control>);
  });
  for (;;) {
    once(workers, [&] { scene = atomicAdd(arguments.next_scene, 1); });
    if (scene >= arguments.scene_count) return;
    run_small(workers, arguments.model, arguments.scenes.at(scene, arguments.model.bodies), work,
              arguments.rules, arguments.steps, arguments.first, arguments.last, arguments.start, control);
    // All have read the number of the scene before it changes.
    workers.sync();
  }
}

class CudaSmallEngine final : public SmallEngine {
 public:
  explicit CudaSmallEngine(int index) : queue_(index) {}
  /// An abandoned launch may still use the memory.
  ~CudaSmallEngine() override { queue_.drain(); }

  void begin(const SmallBatch& batch, IndexRange range) override {
    if (begun_) throw std::logic_error("an engine was given a batch while another one is under way");
    queue_.make_current();
    if (batch.solver.kind == SolverKind::apgd) start(batch, range, begin_apgd(batch.solver));
    else if (batch.solver.kind == SolverKind::sor) start(batch, range, begin_small_sweeps(batch.solver));
    else start(batch, range, begin_jacobi(batch.solver));
    begun_.emplace(batch, range);
  }

  void finish() override {
    if (!begun_) return;
    const auto [batch, range] = *std::exchange(begun_, std::nullopt);
    queue_.make_current();
    wait_for(queue_.stream(), "small scenes");
    for_each_array(batch, range, [&](auto& buffer, auto* array, std::size_t count) {
      buffer.download({array, count}, queue_.stream());
    });
    JAM_CUDA(cudaStreamSynchronize(queue_.stream()));
  }

  void abandon() override { begun_.reset(); }

  [[nodiscard]] std::size_t device_bytes() const override { return held_; }

 private:
  /// visit(buffer, array, elements) for the part of each array of the scenes that belongs to these.
  template <class Visit>
  void for_each_array(const SmallBatch& batch, IndexRange range, const Visit& visit) {
    const SmallScenes scenes = batch.scenes.at(range.first, batch.model.bodies);
    const auto n = static_cast<std::size_t>(range.count),
               bodies = n * static_cast<std::size_t>(batch.model.bodies);
    const std::size_t contacts = n * static_cast<std::size_t>(batch.scenes.contact_capacity);
    visit(record_, scenes.record, n);
    visit(kind_, scenes.kind, bodies);
    visit(pose_, scenes.pose, bodies);
    visit(twist_, scenes.twist, bodies);
    visit(pair_, scenes.pair, contacts);
    visit(feature_, scenes.feature, contacts);
    visit(impulse_, scenes.impulse, contacts);
    visit(joint_impulse_, scenes.joint_impulse, n * static_cast<std::size_t>(batch.scenes.joint_slots));
  }

  template <class T>
  const T* uploaded(DeviceBuffer<T>& buffer, const T* values, int count) {
    const std::size_t n = count;
    static_cast<void>(grow(buffer, "model of the scenes", n));
    buffer.upload({values, n}, queue_.stream());
    return buffer.data();
  }

  SmallModel model_on_device(const SmallModel& host) {
    SmallModel model = host;
    model.shape = uploaded(shape_, host.shape, host.shapes);
    model.own = uploaded(own_, host.own, host.own_count);
    model.slot = uploaded(slot_, host.slot, host.shapes);
    model.fixed_world = uploaded(fixed_world_, host.fixed_world, host.shapes);
    model.fixed_bounds = uploaded(fixed_bounds_, host.fixed_bounds, host.shapes);
    model.of_shape = uploaded(of_shape_, host.of_shape, host.shapes);
    model.mass = uploaded(mass_, host.mass, host.bodies);
    model.inertia = uploaded(inertia_, host.inertia, host.bodies);
    model.size = uploaded(size_, host.size, host.bodies);
    model.reach = uploaded(reach_, host.reach, host.bodies);
    model.inverse_mass = uploaded(inverse_mass_, host.inverse_mass, host.bodies);
    model.surface = uploaded(surface_, host.surface, host.bodies);
    model.pair = uploaded(surface_pair_, host.pair, host.pair_count);
    model.joint = uploaded(joint_, host.joint, host.joint_count);
    return model;
  }

  template <class Control>
  void start(const SmallBatch& batch, IndexRange range, const Control& control) {
    const int threads = threads_for(batch.capacity);
    const int resident = resident_blocks(small_kernel<Control>, threads, 0) * queue_.multiprocessors();
    const int blocks = std::max(1, std::min(range.count, resident));
    reserve_memory(batch, range, blocks);

    SmallArguments<Control> arguments;
    arguments.model = model_on_device(batch.model);
    arguments.rules = batch.rules;
    arguments.scenes = {batch.scenes.contact_capacity,
                        batch.scenes.joint_slots,
                        record_.data(),
                        kind_.data(),
                        pose_.data(),
                        twist_.data(),
                        pair_.data(),
                        feature_.data(),
                        impulse_.data(),
                        joint_impulse_.data()};
    for_each_array(batch, range, [&](auto& buffer, auto* array, std::size_t count) {
      buffer.upload({array, count}, queue_.stream());
    });
    const WallStep* walls = uploaded(walls_, batch.walls.data(), static_cast<int>(batch.walls.size()));
    const std::vector<SmallStep> steps = steps_of(batch, walls);
    arguments.steps = uploaded(steps_, steps.data(), static_cast<int>(steps.size()));
    arguments.capacity = batch.capacity;
    arguments.first = batch.first;
    arguments.last = batch.last();
    arguments.scene_count = range.count;
    static_cast<void>(grow(next_scene_, "batch", 1));
    next_scene_.fill_zero(queue_.stream());
    arguments.next_scene = next_scene_.data();
    arguments.memory = memory_.data();
    arguments.block_bytes = step_bytes(batch);
    arguments.start = control;
    launch("small scenes",
           {dim3(static_cast<unsigned>(blocks)), dim3(static_cast<unsigned>(threads)), 0, queue_.stream()},
           small_kernel<Control>, arguments);
  }

  void reserve_memory(const SmallBatch& batch, IndexRange range, int blocks) {
    std::size_t free_bytes = 0, total_bytes = 0;
    JAM_CUDA(cudaMemGetInfo(&free_bytes, &total_bytes));
    require_device_memory(batch, range.count, blocks, free_bytes + held_);
    static_cast<void>(grow(memory_, "memory of steps", static_cast<std::size_t>(blocks) * step_bytes(batch)));
    held_ = memory_.bytes();
    for_each_array(batch, range, [&](auto& buffer, auto*, std::size_t count) {
      static_cast<void>(grow(buffer, "scenes", count));
      held_ += buffer.bytes();
    });
  }

  DeviceQueue queue_;
  std::optional<std::pair<SmallBatch, IndexRange>> begun_;
  std::size_t held_ = 0;  ///< Memory of scenes and of steps on the device [bytes].

  DeviceBuffer<SceneRecord> record_;
  DeviceBuffer<BodyKind> kind_;
  DeviceBuffer<Pose> pose_;
  DeviceBuffer<Twist> twist_;
  DeviceBuffer<std::uint64_t> pair_;
  DeviceBuffer<std::uint32_t> feature_;
  DeviceBuffer<WorldImpulse> impulse_;
  DeviceBuffer<Vec3d> joint_impulse_;
  DeviceBuffer<unsigned char> memory_;
  DeviceBuffer<int> next_scene_;

  DeviceBuffer<Shape> shape_;
  DeviceBuffer<int> own_, slot_, of_shape_;
  DeviceBuffer<Pose> fixed_world_;
  DeviceBuffer<Bounds> fixed_bounds_;
  DeviceBuffer<double> mass_, size_, reach_;
  DeviceBuffer<Vec3d> inertia_;
  DeviceBuffer<InverseMass> inverse_mass_;
  DeviceBuffer<Surface> surface_;
  DeviceBuffer<SurfacePair> surface_pair_;
  DeviceBuffer<SmallJoint> joint_;
  DeviceBuffer<WallStep> walls_;
  DeviceBuffer<SmallStep> steps_;
};

}  // namespace

std::unique_ptr<SmallEngine> make_cuda_small_engine(int index) {
  return std::make_unique<CudaSmallEngine>(index);
}

}  // namespace jam::dynamics
