// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Relaxation on a CUDA device: one block of threads per packing, all steps in one launch. As many blocks are
// started as can run at once; each takes one packing after the other, so that the scratch memory stays in the
// cache. An engine has its own stream and works on a range of the packings, so that several engines, each
// with its own device, can share a batch.
#include <algorithm>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "jam/core/cuda/batch.cuh"
#include "jam/trunk/relax/cuda_box_phases.cuh"

namespace jam::trunk {
namespace {

constexpr int thread_limit = 512;

struct RelaxArguments {
  BoxRelaxation parameters;
  BoxLayout layout;
  contact::PointGridView grid;
  BoxScratch scratch;  ///< Scratch memory of block 0; block b: b * scratch_stride bytes further.
  std::size_t scratch_stride;
  float* pose;
  const std::uint8_t* kind;
  const std::int32_t* count;
  const BoxSize* sizes;
  BoxRelaxationResult* results;
  int size_count;
  int instance_count;
  unsigned long long* cycles;  ///< Cycles of each phase, of the clocked kernel alone [relax_phase_count].
};

template <class T>
__device__ void shift(T*& array, std::size_t bytes) {
  array = reinterpret_cast<T*>(reinterpret_cast<std::byte*>(array) + bytes);
}

template <class Phases>
__global__ void __launch_bounds__(thread_limit)
    relax_boxes_kernel(const __grid_constant__ RelaxArguments arguments) {
  extern __shared__ __align__(16) std::byte shared[];
  const BoxLayout& layout = arguments.layout;
  const int capacity = layout.capacity;
  auto* const pose = reinterpret_cast<float*>(shared + layout.pose);
  auto* const kind = reinterpret_cast<std::uint8_t*>(shared + layout.kind);
  auto* const sizes = reinterpret_cast<BoxSize*>(shared + layout.sizes);
  const auto thread = static_cast<int>(threadIdx.x);
  const auto threads = static_cast<int>(blockDim.x);
  for (int k = thread; k < arguments.size_count; k += threads) sizes[k] = arguments.sizes[k];

  BoxScratch scratch = arguments.scratch;
  const std::size_t offset = blockIdx.x * arguments.scratch_stride;
  shift(scratch.listed_pose, offset);
  shift(scratch.partner, offset);
  shift(scratch.back, offset);
  shift(scratch.pair, offset);
  shift(scratch.contact, offset);
  shift(scratch.wall, offset);
  shift(scratch.point, offset);
  shift(scratch.overlap, offset);

  for (int instance = static_cast<int>(blockIdx.x); instance < arguments.instance_count;
       instance += static_cast<int>(gridDim.x)) {
    const int count = arguments.count[instance];
    const std::size_t at = static_cast<std::size_t>(instance) * capacity;
    float* const own_pose = arguments.pose + at * pose_array_count;
    for (int k = 0; k < pose_array_count; ++k) {
      for (int i = thread; i < count; i += threads) pose[k * capacity + i] = own_pose[k * capacity + i];
    }
    for (int i = thread; i < count; i += threads) kind[i] = arguments.kind[at + i];
    __syncthreads();
    Phases packing(shared, layout, scratch, arguments.grid, count, arguments.parameters);
    const BoxRelaxationResult result = relax_boxes(packing, arguments.parameters);
    __syncthreads();
    for (int k = 0; k < pose_array_count; ++k) {
      for (int i = thread; i < count; i += threads) own_pose[k * capacity + i] = pose[k * capacity + i];
    }
    if (thread == 0) arguments.results[instance] = result;
    if constexpr (std::is_same_v<Phases, ClockedBoxPhases>) packing.add_cycles(arguments.cycles);
    __syncthreads();
  }
}

/// The shared memory of a block.
MemoryPlan plan_shared(int capacity, int size_count, BoxLayout& layout) {
  MemoryPlan plan;
  const std::size_t n = capacity;
  const auto place = [&](const char* name, std::size_t bytes, std::size_t count) {
    return static_cast<unsigned>(plan.add(name, bytes, count, 16));
  };
  layout.capacity = capacity;
  layout.pose = place("poses", sizeof(float), n * pose_array_count);
  layout.axes = place("axes", sizeof(float), n * 9);
  layout.correction = place("corrections", sizeof(float), n * 6);
  layout.contacts = place("contacts", sizeof(int), n);
  layout.pair_begin = place("first pairs", sizeof(int), n);
  layout.point_begin = place("first points", sizeof(int), n);
  layout.point_count = place("points", sizeof(int), n);
  layout.row = place("rows", sizeof(unsigned), n);
  layout.sizes = place("sizes", sizeof(BoxSize), size_count);
  layout.kind = place("kinds", 1, n);
  layout.words = place("sums", sizeof(BlockWords), 1);
  return plan;
}

/// The scratch memory of a block; pointers relative to `base`.
MemoryPlan plan_scratch(int capacity, std::byte* base, BoxScratch& scratch) {
  MemoryPlan plan;
  const std::size_t n = capacity;
  const auto place = [&](const char* name, auto*& array, std::size_t count) {
    const std::size_t offset = plan.add(name, sizeof(*array), count, 128);
    array = reinterpret_cast<std::remove_reference_t<decltype(array)>>(base + offset);
  };
  place("contacts", scratch.contact, 3 * pairs_per_box * n);
  place("pairs", scratch.pair, pairs_per_box * n);
  place("points", scratch.point, points_per_box * n);
  place("overlaps", scratch.overlap, pairs_per_box * n);
  place("walls", scratch.wall, face_count * n);
  place("listed poses", scratch.listed_pose, pose_array_count * n);
  place("partners", scratch.partner, row_limit * n);
  place("back", scratch.back, row_limit * n);
  return plan;
}

class CudaRelaxEngine final : public RelaxEngine {
 public:
  CudaRelaxEngine(const PointGrid& grid, int index) : queue_(index), grid_(grid.view()) {
    grid_.x = upload(x_, "points", grid.x());
    grid_.y = upload(y_, "points", grid.y());
    grid_.z = upload(z_, "points", grid.z());
    grid_.number = upload(number_, "points", grid.number());
    grid_.cell_begin = upload(cell_begin_, "cells", grid.cell_begin());
  }
  /// An abandoned launch may still use the memory.
  ~CudaRelaxEngine() override { queue_.drain(); }

  void begin(const RelaxBatch& batch, IndexRange range) override {
    if (begun_) throw std::logic_error("RelaxEngine: begin() before finish() or abandon() of the last batch");
    BoxInstances& instances = batch.instances;
    queue_.make_current();
    RelaxArguments arguments{};
    arguments.parameters = batch.parameters;
    arguments.size_count = static_cast<int>(instances.sizes.size());
    arguments.instance_count = range.count;
    arguments.grid = grid_;
    const std::size_t bytes = plan_block(instances, arguments.layout);
    const int threads = choose_threads(range.count);
    const auto kernel =
        batch.time_phases ? relax_boxes_kernel<ClockedBoxPhases> : relax_boxes_kernel<CudaBoxPhases>;
    const int blocks = std::min(
        range.count, queue_.multiprocessors() * std::max(resident_blocks(kernel, threads, bytes), 1));

    const std::size_t stride = plan_scratch(instances.capacity, nullptr, arguments.scratch).total_bytes();
    std::byte* const scratch = grow(scratch_, "neighbour lists", stride * blocks);
    static_cast<void>(plan_scratch(instances.capacity, scratch, arguments.scratch));
    arguments.scratch_stride = stride;

    timer_.mark(0, queue_.stream());
    arguments.pose =
        upload(pose_, "poses", std::span<const float>(part_of(instances, instances.pose, range)));
    arguments.kind =
        upload(kind_, "kinds", std::span<const std::uint8_t>(part_of(instances, instances.kind, range)));
    arguments.count =
        upload(count_, "counts", std::span<const std::int32_t>(part_of(instances, instances.count, range)));
    arguments.sizes = upload(sizes_, "sizes", std::span<const BoxSize>(instances.sizes));
    arguments.results = grow(results_, "results", range.count);
    if (batch.time_phases) {
      arguments.cycles = grow(cycles_, "phase counters", relax_phase_count);
      check_cuda(cudaMemsetAsync(arguments.cycles, 0, relax_phase_count * sizeof(*arguments.cycles),
                                 queue_.stream()),
                 "relax_boxes", "clear", 0);
    }
    timer_.mark(1, queue_.stream());
    launch(
        "relax_boxes",
        {dim3(static_cast<unsigned>(blocks)), dim3(static_cast<unsigned>(threads)), bytes, queue_.stream()},
        kernel, arguments);
    timer_.mark(2, queue_.stream());
    begun_.emplace(batch, range);
  }

  void finish() override {
    if (!begun_) return;
    const auto [batch, range] = *std::exchange(begun_, std::nullopt);
    queue_.make_current();
    // A copy into pageable memory blocks the CPU until it is done: wait for the kernel first, without using a
    // core.
    wait_for(queue_.stream(), "relax_boxes");
    timer_.mark(3, queue_.stream());
    pose_.download(part_of(batch.instances, batch.instances.pose, range), queue_.stream());
    results_.download(batch.results.subspan(range.first, range.count), queue_.stream());
    timer_.mark(4, queue_.stream());
    check_cuda(cudaStreamSynchronize(queue_.stream()), "relax_boxes", "download", 0);
    times_[RelaxPhase::copy] += timer_.seconds(0, 1) + timer_.seconds(3, 4);
    count_kernel(timer_.seconds(1, 2), batch.time_phases);
  }

  /// The launch is not cancelled: a relaxation is short.
  void abandon() override { begun_.reset(); }

  [[nodiscard]] std::vector<double> phase_seconds() const override {
    return {std::begin(times_.seconds), std::end(times_.seconds)};
  }

 private:
  /// Copies `values` into `buffer`, which grows if it is too small; returns their address.
  template <class T>
  T* upload(DeviceBuffer<T>& buffer, const char* name, std::span<const T> values) {
    static_cast<void>(grow(buffer, name, values.size()));
    buffer.upload(values, queue_.stream());
    return buffer.data();
  }

  /// The part of an array that belongs to the packings `range`; all packings have equal parts.
  template <class T>
  static std::span<T> part_of(const BoxInstances& instances, std::vector<T>& array, IndexRange range) {
    const std::size_t each = array.size() / static_cast<std::size_t>(instances.instance_count);
    return std::span(array).subspan(static_cast<std::size_t>(range.first) * each,
                                    static_cast<std::size_t>(range.count) * each);
  }

  /// Divides the time of a launch among the phases in proportion to their cycles; if these are not counted,
  /// all of it is box/box.
  void count_kernel(double seconds, bool timed) {
    if (!timed) {
      times_[RelaxPhase::box_box] += seconds;
      return;
    }
    unsigned long long cycles[relax_phase_count] = {};
    cycles_.download(std::span<unsigned long long>(cycles), queue_.stream());
    check_cuda(cudaStreamSynchronize(queue_.stream()), "relax_boxes", "download", 0);
    double sum = 0;
    for (const unsigned long long count : cycles) sum += static_cast<double>(count);
    for (int phase = 0; phase < relax_phase_count && sum > 0; ++phase)
      times_.seconds[phase] += seconds * static_cast<double>(cycles[phase]) / sum;
  }

  static std::size_t plan_block(const BoxInstances& instances, BoxLayout& layout) {
    const MemoryPlan plan = plan_shared(instances.capacity, static_cast<int>(instances.sizes.size()), layout);
    if (!plan.fits(shared_memory_limit())) {
      throw OverflowError(std::to_string(instances.capacity) + " boxes need " +
                          format_bytes(plan.total_bytes()) + " of shared memory, this GPU has " +
                          format_bytes(shared_memory_limit()) + " per block; use --device cpu");
    }
    return plan.total_bytes();
  }

  /// Few packings: many threads for each. Many packings: as many at once as fit. No result depends on it.
  [[nodiscard]] int choose_threads(int packing_count) const {
    if (const int warps = wanted_warps(); warps > 0) return 32 * warps;
    return packing_count <= queue_.multiprocessors() ? thread_limit : thread_limit / 4;
  }

  DeviceQueue queue_;
  contact::PointGridView grid_;
  DeviceBuffer<float> x_, y_, z_, pose_;
  DeviceBuffer<std::int32_t> number_, cell_begin_, count_;
  DeviceBuffer<std::uint8_t> kind_;
  DeviceBuffer<BoxSize> sizes_;
  DeviceBuffer<BoxRelaxationResult> results_;
  DeviceBuffer<std::byte> scratch_;
  DeviceBuffer<unsigned long long> cycles_;
  StreamTimer<5> timer_;
  std::optional<std::pair<RelaxBatch, IndexRange>> begun_;
  RelaxPhaseTimes times_;
};

}  // namespace

std::unique_ptr<RelaxEngine> make_cuda_relax_engine(const PointGrid& grid, int index) {
  return std::make_unique<CudaRelaxEngine>(grid, index);
}

}  // namespace jam::trunk
