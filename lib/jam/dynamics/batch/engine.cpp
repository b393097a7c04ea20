// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/batch/engine.hpp"

#include <fmt/format.h>

#include "jam/core/memory_plan.hpp"
#include "jam/core/multi_device.hpp"

namespace jam::dynamics {

std::size_t step_bytes(const SmallBatch& batch) {
  ArrayDealer counter(nullptr);
  static_cast<void>(deal_work(counter, batch.model, batch.capacity, batch.solver.kind == SolverKind::sor));
  return (counter.used() + 127) / 128 * 128;
}

void require_device_memory(const SmallBatch& batch, int scenes, int blocks, std::size_t available) {
  const auto n = static_cast<std::size_t>(scenes), bodies = static_cast<std::size_t>(batch.model.bodies);
  const std::size_t contacts = batch.scenes.contact_capacity;
  MemoryPlan plan;
  plan.add("records", sizeof(SceneRecord), n, 256);
  plan.add("bodies", sizeof(BodyKind) + sizeof(Pose) + sizeof(Twist), n * bodies, 256);
  plan.add("contacts", sizeof(std::uint64_t) + sizeof(std::uint32_t) + sizeof(WorldImpulse), n * contacts,
           256);
  plan.add("joints", sizeof(Vec3d), n * static_cast<std::size_t>(batch.model.joint_slots()), 256);
  plan.add("steps", step_bytes(batch), blocks, 256);
  plan.require_fit(1, available, fmt::format("a batch of {} scenes on this GPU", scenes),
                   "a smaller batch needs less");
}

std::unique_ptr<SmallEngine> make_small_engine(const Device& device, int thread_count, int scenes) {
  if (device.kind == DeviceKind::cpu) return make_cpu_small_engine(thread_count);
  return make_gpu_engine<SmallBatch>(device, scenes,
                                     [](int gpu, int) { return make_cuda_small_engine(gpu); });
}

}  // namespace jam::dynamics
