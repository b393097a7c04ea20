// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Relaxation on a CUDA device: one block of threads per packing, all steps in one launch. As many blocks are started as run at once; each
// takes one packing after the other, so that the scratch memory stays in the cache. Everything goes through a stream of its own, and an
// engine works on a range of the packings: several engines, each with its device, may work on others at the same time.
#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>

#include "jam/core/cuda_buffer.cuh"
#include "jam/core/device.hpp"
#include "jam/core/error.hpp"
#include "jam/core/launch.cuh"
#include "jam/core/stream.cuh"
#include "jam/trunk/relax/box_instances.hpp"
#include "jam/trunk/relax/cuda_box_team.cuh"

namespace jam::trunk {
namespace {

constexpr int thread_limit = 512;

struct RelaxArguments {
  BoxRelaxation parameters;
  BoxLayout layout;
  contact::PointGridView grid;
  BoxScratch scratch;  ///< Of block 0; block b lies b * scratch_stride bytes behind.
  std::size_t scratch_stride;
  float* pose;
  const std::uint8_t* kind;
  const std::int32_t* count;
  const BoxSize* sizes;
  BoxRelaxationResult* results;
  int size_count;
  int instance_count;
};

template <class T>
__device__ void shift(T*& array, std::size_t bytes) {
  array = reinterpret_cast<T*>(reinterpret_cast<std::byte*>(array) + bytes);
}

__global__ void __launch_bounds__(thread_limit) relax_boxes_kernel(const __grid_constant__ RelaxArguments arguments) {
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

  for (int instance = static_cast<int>(blockIdx.x); instance < arguments.instance_count; instance += static_cast<int>(gridDim.x)) {
    const int count = arguments.count[instance];
    const std::size_t at = static_cast<std::size_t>(instance) * static_cast<std::size_t>(capacity);
    float* const own_pose = arguments.pose + at * pose_array_count;
    for (int k = 0; k < pose_array_count; ++k) {
      for (int i = thread; i < count; i += threads) pose[k * capacity + i] = own_pose[k * capacity + i];
    }
    for (int i = thread; i < count; i += threads) kind[i] = arguments.kind[at + i];
    __syncthreads();
    CudaBoxTeam team(shared, layout, scratch, arguments.grid, count, arguments.parameters);
    const BoxRelaxationResult result = relax_boxes(team, arguments.parameters);
    __syncthreads();
    for (int k = 0; k < pose_array_count; ++k) {
      for (int i = thread; i < count; i += threads) own_pose[k * capacity + i] = pose[k * capacity + i];
    }
    if (thread == 0) arguments.results[instance] = result;
    __syncthreads();
  }
}

/// The shared memory of a block.
MemoryPlan plan_shared(int capacity, int size_count, BoxLayout& layout) {
  MemoryPlan plan;
  const auto n = static_cast<std::size_t>(capacity);
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
  layout.sizes = place("sizes", sizeof(BoxSize), static_cast<std::size_t>(size_count));
  layout.kind = place("kinds", 1, n);
  layout.team = place("sums", sizeof(TeamWords), 1);
  return plan;
}

/// The scratch memory of a block; pointers relative to `base`.
MemoryPlan plan_scratch(int capacity, std::byte* base, BoxScratch& scratch) {
  MemoryPlan plan;
  const auto n = static_cast<std::size_t>(capacity);
  const auto place = [&](const char* name, auto*& array, std::size_t count) {
    const std::size_t offset = plan.add(name, sizeof(*array), count, 128);
    array = reinterpret_cast<std::remove_reference_t<decltype(array)>>(base + offset);
  };
  place("contacts", scratch.contact, 3 * pair_room * n);
  place("pairs", scratch.pair, pair_room * n);
  place("points", scratch.point, point_room * n);
  place("walls", scratch.wall, face_count * n);
  place("listed poses", scratch.listed_pose, pose_array_count * n);
  place("partners", scratch.partner, row_limit * n);
  place("back", scratch.back, row_limit * n);
  return plan;
}

class CudaRelaxEngine final : public RelaxEngine {
 public:
  CudaRelaxEngine(const PointGrid& grid, int index) : index_(index) {
    static_cast<void>(open_cuda_device(index));
    stream_.emplace();
    JAM_CUDA(cudaDeviceGetAttribute(&multiprocessors_, cudaDevAttrMultiProcessorCount, index));
    grid_ = grid.view();
    x_ = upload("points", grid.x());
    y_ = upload("points", grid.y());
    z_ = upload("points", grid.z());
    number_ = upload("points", grid.number());
    cell_begin_ = upload("cells", grid.cell_begin());
    grid_.x = x_.data();
    grid_.y = y_.data();
    grid_.z = z_.data();
    grid_.number = number_.data();
    grid_.cell_begin = cell_begin_.data();
    for (cudaEvent_t& event : events_) JAM_CUDA(cudaEventCreate(&event));
  }
  /// A launch that nobody waited for still uses the memory.
  ~CudaRelaxEngine() override {
    JAM_CUDA_NOTHROW(cudaStreamSynchronize(stream_->get()));
    for (cudaEvent_t event : events_) JAM_CUDA_NOTHROW(cudaEventDestroy(event));
  }
  CudaRelaxEngine(const CudaRelaxEngine&) = delete;
  CudaRelaxEngine& operator=(const CudaRelaxEngine&) = delete;

  void run(BoxInstances& instances, IndexRange range, const BoxRelaxation& parameters, std::span<BoxRelaxationResult> results) override {
    JAM_CUDA(cudaSetDevice(index_));
    check_results(instances, results.size());
    if (range.count == 0) return;
    RelaxArguments arguments{};
    arguments.parameters = parameters;
    arguments.size_count = static_cast<int>(instances.sizes.size());
    arguments.instance_count = range.count;
    arguments.grid = grid_;
    const std::size_t bytes = plan_block(instances, arguments.layout);
    const int threads = choose_threads(range.count);
    const int blocks = std::min(range.count, multiprocessors_ * resident_blocks(threads, bytes));

    const std::size_t stride = plan_scratch(instances.capacity, nullptr, arguments.scratch).total_bytes();
    if (scratch_.bytes() < stride * static_cast<std::size_t>(blocks)) {
      scratch_ = {};
      scratch_ = DeviceBuffer<std::byte>("neighbour lists", stride * static_cast<std::size_t>(blocks));
    }
    static_cast<void>(plan_scratch(instances.capacity, scratch_.data(), arguments.scratch));
    arguments.scratch_stride = stride;

    const auto part = [&](auto& array) {
      const std::size_t each = array.size() / static_cast<std::size_t>(instances.instance_count);
      return std::span(array).subspan(static_cast<std::size_t>(range.first) * each, static_cast<std::size_t>(range.count) * each);
    };
    const std::span<BoxRelaxationResult> own_results =
        results.subspan(static_cast<std::size_t>(range.first), static_cast<std::size_t>(range.count));
    record(0);
    arguments.pose = hold(pose_, "poses", std::span<const float>(part(instances.pose)));
    arguments.kind = hold(kind_, "kinds", std::span<const std::uint8_t>(part(instances.kind)));
    arguments.count = hold(count_, "counts", std::span<const std::int32_t>(part(instances.count)));
    arguments.sizes = hold(sizes_, "sizes", std::span<const BoxSize>(instances.sizes));
    if (results_.count() < own_results.size()) results_ = DeviceBuffer<BoxRelaxationResult>("results", own_results.size());
    arguments.results = results_.data();
    record(1);
    launch("relax_boxes", {dim3(static_cast<unsigned>(blocks)), dim3(static_cast<unsigned>(threads)), bytes, stream_->get()},
           relax_boxes_kernel, arguments);
    record(2);
    // Copies into ordinary memory hold the core until they are done: not before there is something to copy.
    wait_for(stream_->get(), "relax_boxes");
    record(3);
    pose_.download(part(instances.pose), stream_->get());
    results_.download(own_results, stream_->get());
    record(4);
    check_cuda(cudaStreamSynchronize(stream_->get()), "relax_boxes", "download", 0);
    times_[RelaxPhase::copy] += seconds_between(0, 1) + seconds_between(3, 4);
    times_[RelaxPhase::box_box] += seconds_between(1, 2);
  }

  [[nodiscard]] RelaxPhaseTimes phase_times() const override { return times_; }

 private:
  template <class T>
  DeviceBuffer<T> upload(const char* name, std::span<const T> values) {
    DeviceBuffer<T> buffer(name, values.size());
    buffer.upload(values, stream_->get());
    return buffer;
  }

  /// Copies `values` into `buffer`, which grows where it is too small; returns where they are.
  template <class T>
  T* hold(DeviceBuffer<T>& buffer, const char* name, std::span<const T> values) {
    if (buffer.count() < values.size()) buffer = DeviceBuffer<T>(name, values.size());
    buffer.upload(values, stream_->get());
    return buffer.data();
  }

  void record(int event) { JAM_CUDA(cudaEventRecord(events_[event], stream_->get())); }

  static std::size_t plan_block(const BoxInstances& instances, BoxLayout& layout) {
    const MemoryPlan plan = plan_shared(instances.capacity, static_cast<int>(instances.sizes.size()), layout);
    if (!plan.fits(shared_memory_limit())) {
      throw OverflowError(std::to_string(instances.capacity) + " boxes need " + format_bytes(plan.total_bytes()) +
                          " of shared memory, this GPU has " + format_bytes(shared_memory_limit()) + " per block; use --device cpu");
    }
    return plan.total_bytes();
  }

  /// Few packings: many threads for each. Many: as many packings at once as fit. No result depends on it.
  [[nodiscard]] int choose_threads(int packing_count) const {
    if (const char* wanted = std::getenv("JAM_CUDA_WARPS"); wanted != nullptr && *wanted != '\0') {
      const int warps = std::atoi(wanted);
      if (warps < 1 || warps > thread_limit / 32) {
        throw InputError("JAM_CUDA_WARPS=" + std::string(wanted) + ": give a number of warps per block from 1 to 16");
      }
      return 32 * warps;
    }
    return packing_count <= multiprocessors_ ? thread_limit : thread_limit / 4;
  }

  static int resident_blocks(int threads, std::size_t bytes) {
    const auto* function = reinterpret_cast<const void*>(relax_boxes_kernel);
    JAM_CUDA(cudaFuncSetAttribute(function, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)));
    int blocks = 0;
    JAM_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, threads, bytes));
    return std::max(blocks, 1);
  }

  double seconds_between(int first, int last) {
    float milliseconds = 0;
    JAM_CUDA(cudaEventElapsedTime(&milliseconds, events_[first], events_[last]));
    return 1e-3 * static_cast<double>(milliseconds);
  }

  int index_;
  int multiprocessors_ = 0;
  contact::PointGridView grid_;
  DeviceBuffer<float> x_, y_, z_, pose_;
  DeviceBuffer<std::int32_t> number_, cell_begin_, count_;
  DeviceBuffer<std::uint8_t> kind_;
  DeviceBuffer<BoxSize> sizes_;
  DeviceBuffer<BoxRelaxationResult> results_;
  DeviceBuffer<std::byte> scratch_;
  std::optional<Stream> stream_;  ///< Made once the device is current.
  cudaEvent_t events_[5] = {};
  RelaxPhaseTimes times_;
};

}  // namespace

std::unique_ptr<RelaxEngine> make_cuda_relax_engine(const PointGrid& grid, int index) {
  return std::make_unique<CudaRelaxEngine>(grid, index);
}

}  // namespace jam::trunk
