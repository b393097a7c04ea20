// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The large search on a CUDA device: grid-wide kernels, four per step, without a round trip to the host
// between steps. The shared state of the relaxation (Control) lives on the device; once a relaxation is over,
// or lists are stale, the kernels that were already launched do nothing, so the number of steps that the host
// launches at a time changes no result. Sums are taken in fixed order: a slice of a list by one thread, a
// circle's slices by one thread, 256 circles by a tree, the blocks by one block.
#include <algorithm>
#include <bit>
#include <vector>

#include "jam/circles/large/engine.hpp"
#include "jam/circles/large/lists.cuh"
#include "jam/core/cuda/buffer.cuh"
#include "jam/core/cuda/launch.cuh"

namespace jam::circles::large {

namespace {

/// Steps launched between two checks by the host.
constexpr int batch_least = 4;
constexpr int batch_largest = 64;

__device__ bool is_active(const Control& control) {
  return control.status == Status::running && control.stale == 0;
}

__global__ void slice_kernel(const Control* control, int slice_count, const Site* sites, ListView lists,
                             Sum* slice_sums) {
  const int slice = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (slice >= slice_count || !is_active(*control)) return;
  const int owner = lists.slice_owner[slice];
  const int first = lists.row_begin[owner] + (slice - lists.slice_begin[owner]) * slice_length;
  const int row_end = lists.row_begin[owner + 1];
  const int last = first + slice_length < row_end ? first + slice_length : row_end;
  slice_sums[slice] = sum_slice(sites, lists.near, first, last, sites[owner], control->law);
}

/// Sum of the threads' totals, in thread 0; a tree of fixed shape.
__device__ void reduce_block(Totals* shared) {
  for (int half = block_length / 2; half > 0; half /= 2) {
    __syncthreads();
    const int thread = static_cast<int>(threadIdx.x);
    if (thread < half) shared[thread].add(shared[thread + half]);
  }
}

__global__ void __launch_bounds__(block_length)
    circle_kernel(const Control* control, int count, const Site* sites, const Vector* velocity,
                  ListView lists, const Sum* slice_sums, Sum* force, Totals* block_totals) {
  __shared__ Totals shared[block_length];
  if (!is_active(*control)) return;
  Totals totals;
  const int i = static_cast<int>(blockIdx.x * block_length + threadIdx.x);
  if (i < count) {
    Sum sum;
    for (int slice = lists.slice_begin[i]; slice < lists.slice_begin[i + 1]; ++slice)
      sum.add(slice_sums[slice]);
    const float reach = add_wall(sites[i], control->container_radius, sum);
    force[i] = sum;
    totals.add(sum, reach, velocity[i], inverse_mass(lists.row_begin[i + 1] - lists.row_begin[i]));
  }
  shared[threadIdx.x] = totals;
  reduce_block(shared);
  if (threadIdx.x == 0) block_totals[blockIdx.x] = shared[0];
}

__global__ void __launch_bounds__(block_length)
    decide_kernel(Control* control, int block_count, const Totals* block_totals) {
  __shared__ Totals shared[block_length];
  if (!is_active(*control)) {
    if (threadIdx.x == 0) control->go = 0;
    return;
  }
  Totals totals;
  for (int block = static_cast<int>(threadIdx.x); block < block_count; block += block_length)
    totals.add(block_totals[block]);
  shared[threadIdx.x] = totals;
  reduce_block(shared);
  if (threadIdx.x == 0) decide_step(*control, shared[0]);
}

__global__ void move_kernel(Control* control, int count, const Sum* force, ListView lists,
                            const double2* anchor, Site* sites, Vector* velocity) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= count || control->go == 0) return;
  const float mass_inverse = inverse_mass(lists.row_begin[i + 1] - lists.row_begin[i]);
  // All threads that write, write the same value.
  if (move_circle(*control, force[i], mass_inverse, anchor[i].x, anchor[i].y, sites[i], velocity[i]))
    control->stale = 1;
}

class CudaEngine final : public Engine {
 public:
  CudaEngine(const std::vector<double>& radii, int device_index)
      : table_(make_levels(radii)),
        count_(static_cast<int>(radii.size())),
        block_count_((count_ + block_length - 1) / block_length),
        device_index_(device_index) {
    JAM_CUDA(cudaSetDevice(device_index));
    require_device_memory();
    lists_ = DeviceLists(count_);
    force_ = DeviceBuffer<Sum>("forces", radii.size());
    block_totals_ = DeviceBuffer<Totals>("block sums", block_count_);
    control_ = DeviceBuffer<Control>("control", 1);
    look_ = PinnedBuffer<Control>(1);
    host_sites_.resize(radii.size());
  }

  RelaxReport relax(const RelaxTask& task, Centres& centres, const StopQuery& stop,
                    const StepListener& listener) override {
    JAM_CUDA(cudaSetDevice(device_index_));  // The thread may have changed since the last call.
    load(centres, task);
    Control& control = look_[0];
    StepReports reports(listener);
    int batch = batch_least;
    while (!stop.stopped()) {
      if (!lists_valid_) rebuild(task.container_radius);
      const int steps_before = control.step;
      for (int k = 0; k < batch; ++k) launch_step();
      control_.download(look_.span());
      JAM_CUDA(cudaStreamSynchronize(nullptr));
      if (control.status != Status::running) break;
      batch = control.stale != 0 ? control.step - steps_before + batch_least : 2 * batch;
      batch = std::clamp(batch, batch_least, batch_largest);
      if (control.stale != 0) {
        lists_valid_ = false;
        control.stale = 0;
        control_.upload(look_.span());
      }
      reports.report(control.step);
    }
    reports.report(control.step, true);
    lists_.sites.download(host_sites_);
    JAM_CUDA(cudaStreamSynchronize(nullptr));
    read_centres(host_sites_, centres);
    return make_report(control);
  }

  std::vector<Sum> forces(const Centres& centres, double container_radius, Law law) override {
    JAM_CUDA(cudaSetDevice(device_index_));
    load(centres, {.container_radius = container_radius, .law = law});
    rebuild(container_radius);
    launch_forces();
    const std::vector<Sum> in_slots = force_.to_host();
    lists_.sites.download(host_sites_);
    JAM_CUDA(cudaStreamSynchronize(nullptr));
    std::vector<Sum> sums(in_slots.size());
    for (int slot = 0; slot < count_; ++slot) sums[host_sites_[slot].id] = in_slots[slot];
    return sums;
  }

  bool on_gpu() const override { return true; }

  std::size_t device_bytes() const override {
    return lists_.bytes() + force_.bytes() + block_totals_.bytes() + control_.bytes() + slice_sums_.bytes();
  }

 private:
  /// Refuses problems that cannot fit; lists of deeply overlapping circles may still exceed the memory later,
  /// which is an error then.
  void require_device_memory() const {
    std::size_t free_bytes = 0;
    std::size_t total_bytes = 0;
    JAM_CUDA(cudaMemGetInfo(&free_bytes, &total_bytes));
    const std::size_t needed = engine_bytes_per_circle * static_cast<std::size_t>(count_);
    if (needed <= free_bytes) return;
    throw OverflowError("search single: " + std::to_string(count_) + " circles need " + format_bytes(needed) +
                        " of device memory, " + format_bytes(free_bytes) +
                        " are free: use fewer circles, or fewer --islands");
  }

  /// Takes over the centres, with velocities of 0.
  void load(const Centres& centres, const RelaxTask& task) {
    place_sites(table_, centres, host_sites_);
    lists_.sites.upload(host_sites_);
    lists_.velocity.fill_zero();
    look_[0] = Control{task};
    control_.upload(look_.span());
    lists_valid_ = false;
  }

  void rebuild(double container_radius) {
    lists_.build(plan_grid(table_, container_radius));
    reserve(slice_sums_, "slice sums", lists_.slice_count());
    lists_valid_ = true;
  }

  void launch_forces() {
    const ListView view = lists_.view();
    launch("slice", shape_for_items(lists_.slice_count(), block_length), slice_kernel, control_.data(),
           lists_.slice_count(), lists_.sites.data(), view, slice_sums_.data());
    launch("circle", shape_for_items(count_, block_length), circle_kernel, control_.data(), count_,
           lists_.sites.data(), lists_.velocity.data(), view, slice_sums_.data(), force_.data(),
           block_totals_.data());
  }

  void launch_step() {
    launch_forces();
    launch("decide", {dim3(1), dim3(block_length), 0, nullptr}, decide_kernel, control_.data(), block_count_,
           block_totals_.data());
    launch("move", shape_for_items(count_, block_length), move_kernel, control_.data(), count_, force_.data(),
           lists_.view(), lists_.anchor.data(), lists_.sites.data(), lists_.velocity.data());
  }

  LevelTable table_;
  int count_;
  int block_count_;
  int device_index_;
  DeviceLists lists_;
  DeviceBuffer<Sum> force_;
  DeviceBuffer<Sum> slice_sums_;
  DeviceBuffer<Totals> block_totals_;
  DeviceBuffer<Control> control_;
  PinnedBuffer<Control> look_;
  std::vector<Site> host_sites_;
  bool lists_valid_ = false;
};

}  // namespace

std::unique_ptr<Engine> make_cuda_engine(const std::vector<double>& radii, int device_index) {
  return std::make_unique<CudaEngine>(radii, device_index);
}

}  // namespace jam::circles::large
