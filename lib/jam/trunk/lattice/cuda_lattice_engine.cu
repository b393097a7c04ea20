// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Rounds on a CUDA device: one block of threads per packing, thousands of rounds in one launch. As many blocks are started as run at once;
// each takes one packing after the other. A packing is known by its boxes: a block begins with the cells of the empty container and takes
// the boxes' cells out, so nothing but boxes is copied between host and device, and containers when they change. Everything goes through a
// stream of its own.
#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "jam/core/cuda_buffer.cuh"
#include "jam/core/device.hpp"
#include "jam/core/error.hpp"
#include "jam/core/launch.cuh"
#include "jam/core/stream.cuh"
#include "jam/trunk/lattice/cuda_round_team.cuh"
#include "jam/trunk/lattice/lattice_engine.hpp"

namespace jam::trunk {
namespace {

constexpr int thread_limit = 32 * lattice_orientation_limit;
constexpr double launch_seconds = 0.3;  ///< Wanted length of a launch [s]; a stop waits for its end.
constexpr long long trial_rounds = 50;  ///< In the first launch, which tells how long a round takes.

/// A packing on the device.
struct DevicePacking {
  RoundProblem problem;
  std::uint64_t container;  ///< First word of the empty container's cells.
  std::uint64_t boxes;      ///< First of its `capacity` boxes, among the present and among the best ones.
  std::uint64_t round;
  std::uint64_t best_round;
  std::uint32_t number;
  std::int32_t count;
  std::int32_t best_count;
  std::int32_t capacity;
};

/// Bytes from the beginning of a block's shared memory.
struct SharedLayout {
  unsigned lists;
  unsigned problem;
  unsigned left;
};

struct RoundsArguments {
  RoundParameters parameters;
  SharedLayout layout;
  DevicePacking* packings;
  const std::uint64_t* containers;
  LatticeBox* boxes;
  LatticeBox* best;
  std::uint64_t* free;     ///< Of block 0; block b has free_words from b * free_words on.
  std::uint64_t* windows;  ///< The same with CudaRoundTeam::slow_words.
  std::uint64_t free_words;
  long long rounds;
  int packing_count;
  int shared_rows;
};

__global__ void __launch_bounds__(thread_limit, 4) lattice_rounds_kernel(const __grid_constant__ RoundsArguments arguments) {
  extern __shared__ __align__(16) std::byte shared[];
  auto* const problem = reinterpret_cast<RoundProblem*>(shared + arguments.layout.problem);
  const CudaRoundTeam team(reinterpret_cast<RoundLists*>(shared + arguments.layout.lists),
                           reinterpret_cast<std::uint64_t*>(shared + arguments.layout.left), arguments.shared_rows,
                           arguments.windows + blockIdx.x * static_cast<std::uint64_t>(CudaRoundTeam::slow_words));
  for (int k = static_cast<int>(blockIdx.x); k < arguments.packing_count; k += static_cast<int>(gridDim.x)) {
    DevicePacking& packing = arguments.packings[k];
    if (threadIdx.x == 0) *problem = packing.problem;
    RoundState state;
    state.free = arguments.free + blockIdx.x * arguments.free_words;
    state.boxes = arguments.boxes + packing.boxes;
    state.best = arguments.best + packing.boxes;
    state.count = packing.count;
    state.best_count = packing.best_count;
    state.capacity = packing.capacity;
    state.round = packing.round;
    state.best_round = packing.best_round;
    RoundParameters parameters = arguments.parameters;
    parameters.instance = packing.number;
    __syncthreads();
    const std::uint64_t* const container = arguments.containers + packing.container;
    const int words = problem->cells.y * problem->cells.z * problem->row_words;
    team.for_all(words, [&](int i) { state.free[i] = container[i]; });
    for (int i = 0; i < state.count; ++i) mark(team, *problem, state.free, state.boxes[i], false);
    run_rounds(team, *problem, parameters, state, arguments.rounds);
    __syncthreads();
    if (threadIdx.x == 0) {
      packing.count = state.count;
      packing.best_count = state.best_count;
      packing.round = state.round;
      packing.best_round = state.best_round;
    }
    __syncthreads();
  }
}

MemoryPlan plan_shared(int shared_rows, SharedLayout& layout) {
  MemoryPlan plan;
  layout.lists = static_cast<unsigned>(plan.add("lists", sizeof(RoundLists), 1, 16));
  layout.problem = static_cast<unsigned>(plan.add("problem", sizeof(RoundProblem), 1, 16));
  layout.left =
      static_cast<unsigned>(plan.add("left positions", sizeof(std::uint64_t),
                                     static_cast<std::size_t>(lattice_orientation_limit) * static_cast<std::size_t>(shared_rows), 16));
  return plan;
}

class CudaLatticeEngine final : public LatticeEngine {
 public:
  CudaLatticeEngine(int index, const CudaLatticeShape& shape) : index_(index), shape_(shape) {
    static_cast<void>(open_cuda_device(index));
    stream_.emplace();
    JAM_CUDA(cudaDeviceGetAttribute(&multiprocessors_, cudaDevAttrMultiProcessorCount, index));
    if (shape.warps < 1 || shape.warps > lattice_orientation_limit || shape.shared_rows < 0) {
      throw std::logic_error("CudaLatticeShape: 1 to 6 warps, rows of 0 or more");
    }
    shape_.shared_rows = std::min(shape.shared_rows, lattice_window_rows);
    // Windows of all sizes lie in global memory where a block has too little of its own.
    if (!plan_shared(shape_.shared_rows, layout_).fits(shared_memory_limit())) shape_.shared_rows = 0;
    shared_bytes_ = plan_shared(shape_.shared_rows, layout_).total_bytes();
    const auto* function = reinterpret_cast<const void*>(lattice_rounds_kernel);
    JAM_CUDA(cudaFuncSetAttribute(function, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared_bytes_)));
    int blocks = 0;
    JAM_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, 32 * shape_.warps, shared_bytes_));
    resident_blocks_ = multiprocessors_ * std::max(blocks, 1);
    for (cudaEvent_t& event : events_) JAM_CUDA(cudaEventCreate(&event));
  }
  /// A launch that nobody waited for still uses the memory.
  ~CudaLatticeEngine() override {
    JAM_CUDA_NOTHROW(cudaStreamSynchronize(stream_->get()));
    for (cudaEvent_t event : events_) JAM_CUDA_NOTHROW(cudaEventDestroy(event));
  }
  CudaLatticeEngine(const CudaLatticeEngine&) = delete;
  CudaLatticeEngine& operator=(const CudaLatticeEngine&) = delete;

  void run(std::span<LatticeInstance* const> instances, const RoundParameters& parameters, long long rounds, StopToken& stop) override {
    if (instances.empty() || rounds <= 0) return;
    JAM_CUDA(cudaSetDevice(index_));
    const int blocks = std::min(static_cast<int>(instances.size()), resident_blocks_);
    RoundsArguments arguments{};
    arguments.parameters = parameters;
    arguments.layout = layout_;
    arguments.shared_rows = shape_.shared_rows;
    arguments.packing_count = static_cast<int>(instances.size());
    upload(instances, blocks, arguments);
    // The rate is known from the last call where that had as many packings.
    if (rate_packings_ != instances.size()) seconds_per_round_ = 0;
    rate_packings_ = instances.size();
    long long done = 0;
    while (done < rounds && !stop.stop_requested()) {
      const double affordable = seconds_per_round_ > 0 ? launch_seconds / seconds_per_round_ : static_cast<double>(trial_rounds);
      arguments.rounds = std::min(rounds - done, static_cast<long long>(std::clamp(affordable, 1.0, 1e6)));
      JAM_CUDA(cudaEventRecord(events_[0], stream_->get()));
      launch("lattice_rounds",
             {dim3(static_cast<unsigned>(blocks)), dim3(static_cast<unsigned>(32 * shape_.warps)), shared_bytes_, stream_->get()},
             lattice_rounds_kernel, arguments);
      JAM_CUDA(cudaEventRecord(events_[1], stream_->get()));
      wait_for(stream_->get(), "lattice_rounds");
      float milliseconds = 0;
      JAM_CUDA(cudaEventElapsedTime(&milliseconds, events_[0], events_[1]));
      seconds_per_round_ = 1e-3 * static_cast<double>(milliseconds) / static_cast<double>(arguments.rounds);
      done += arguments.rounds;
    }
    download(instances, done);
  }

 private:
  template <class T>
  static T* grown(DeviceBuffer<T>& buffer, const char* name, std::size_t count) {
    if (buffer.count() < count) {
      buffer = {};
      buffer = DeviceBuffer<T>(name, count);
    }
    return buffer.data();
  }

  /// Where the cells of each packing's container begin; copies them to the device unless they are there.
  std::vector<std::uint64_t> hold_containers(std::span<LatticeInstance* const> instances) {
    std::vector<ContainerCells> wanted;
    std::vector<std::uint64_t> begins;
    std::vector<std::uint64_t> begin_of_wanted;
    std::uint64_t end = 0;
    for (const LatticeInstance* instance : instances) {
      const auto known = std::find(wanted.begin(), wanted.end(), instance->container());
      begins.push_back(known == wanted.end() ? end : begin_of_wanted[static_cast<std::size_t>(known - wanted.begin())]);
      if (known != wanted.end()) continue;
      wanted.push_back(instance->container());
      begin_of_wanted.push_back(end);
      end += wanted.back()->words().size();
    }
    if (wanted == held_) return begins;
    held_.clear();
    std::vector<std::uint64_t> words;
    words.reserve(end);
    for (const ContainerCells& cells : wanted) words.insert(words.end(), cells->words().begin(), cells->words().end());
    static_cast<void>(grown(containers_, "containers", words.size()));
    containers_.upload(words, stream_->get());
    held_ = std::move(wanted);
    return begins;
  }

  void upload(std::span<LatticeInstance* const> instances, int blocks, RoundsArguments& arguments) {
    const std::vector<std::uint64_t> containers = hold_containers(instances);
    packings_.resize(instances.size());
    std::size_t free_words = 0;
    std::size_t end = 0;
    for (std::size_t k = 0; k < instances.size(); ++k) {
      const LatticeInstance& instance = *instances[k];
      DevicePacking& packing = packings_[k];
      packing = {};
      packing.problem = instance.problem();
      packing.container = containers[k];
      packing.boxes = end;
      packing.round = static_cast<std::uint64_t>(instance.rounds());
      packing.number = instance.number();
      packing.count = static_cast<std::int32_t>(instance.boxes().size());
      packing.best_count = instance.best_count();
      packing.capacity = instance.capacity();
      end += static_cast<std::size_t>(instance.capacity());
      free_words = std::max(free_words, instance.container()->words().size());
    }
    boxes_.assign(end, {});
    best_.assign(end, {});
    for (std::size_t k = 0; k < instances.size(); ++k) {
      const auto begin = static_cast<std::ptrdiff_t>(packings_[k].boxes);
      std::copy(instances[k]->boxes().begin(), instances[k]->boxes().end(), boxes_.begin() + begin);
      std::copy(instances[k]->best_boxes().begin(), instances[k]->best_boxes().end(), best_.begin() + begin);
    }
    arguments.containers = containers_.data();
    arguments.packings = grown(device_packings_, "packings", packings_.size());
    arguments.boxes = grown(device_boxes_, "boxes", end);
    arguments.best = grown(device_best_, "best boxes", end);
    arguments.free = grown(free_, "free cells", free_words * static_cast<std::size_t>(blocks));
    arguments.free_words = free_words;
    arguments.windows = grown(windows_, "windows", CudaRoundTeam::slow_words * static_cast<std::size_t>(blocks));
    device_packings_.upload(packings_, stream_->get());
    device_boxes_.upload(boxes_, stream_->get());
    device_best_.upload(best_, stream_->get());
  }

  void download(std::span<LatticeInstance* const> instances, long long rounds) {
    device_packings_.download(packings_, stream_->get());
    device_boxes_.download(boxes_, stream_->get());
    device_best_.download(best_, stream_->get());
    check_cuda(cudaStreamSynchronize(stream_->get()), "lattice_rounds", "download", 0);
    for (std::size_t k = 0; k < instances.size(); ++k) {
      const DevicePacking& packing = packings_[k];
      if (packing.count < 0 || packing.count > packing.capacity || packing.best_count < 0 || packing.best_count > packing.capacity) {
        throw DeviceError("lattice_rounds: packing " + std::to_string(k) + " came back with " + std::to_string(packing.count) + " boxes");
      }
      const auto begin = static_cast<std::ptrdiff_t>(packing.boxes);
      instances[k]->assign({boxes_.begin() + begin, boxes_.begin() + begin + packing.count},
                           {best_.begin() + begin, best_.begin() + begin + packing.best_count}, rounds);
    }
  }

  int index_;
  CudaLatticeShape shape_;
  SharedLayout layout_{};
  std::size_t shared_bytes_ = 0;
  int multiprocessors_ = 0;
  int resident_blocks_ = 1;
  double seconds_per_round_ = 0;
  std::size_t rate_packings_ = 0;
  std::vector<ContainerCells> held_;  ///< In containers_.
  std::vector<DevicePacking> packings_;
  std::vector<LatticeBox> boxes_;
  std::vector<LatticeBox> best_;
  DeviceBuffer<std::uint64_t> containers_, free_, windows_;
  DeviceBuffer<DevicePacking> device_packings_;
  DeviceBuffer<LatticeBox> device_boxes_, device_best_;
  std::optional<Stream> stream_;  ///< Made once the device is current.
  cudaEvent_t events_[2] = {};
};

}  // namespace

std::unique_ptr<LatticeEngine> make_cuda_lattice_engine(int index, const CudaLatticeShape& shape) {
  return std::make_unique<CudaLatticeEngine>(index, shape);
}

}  // namespace jam::trunk
