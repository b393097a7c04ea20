// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Rounds on a CUDA device: one block of threads per packing, thousands of rounds in one launch. As many
// blocks are started as can run at once; each takes one packing after the other. A packing is represented by
// its boxes: a block starts from the cells of the empty container and clears the cells of the boxes. So only
// boxes are copied between host and device, and containers when they change. An engine has its own stream.
#include <algorithm>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "jam/core/cuda/batch.cuh"
#include "jam/trunk/lattice/cuda_round_workers.cuh"
#include "jam/trunk/lattice/engine.hpp"

namespace jam::trunk {
namespace {

constexpr int thread_limit = 32 * lattice_orientation_limit;
constexpr double launch_seconds = 0.3;  ///< Wanted length of a launch [s]; a stop waits for its end.
constexpr long long trial_rounds = 50;  ///< In the first launch, which measures how long a round takes.

/// A packing on the device.
struct DevicePacking {
  RoundProblem problem;
  std::uint64_t container;  ///< First word of the empty container's cells.
  std::uint64_t boxes;      ///< First of its `capacity` boxes, among the current and among the best ones.
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
  std::uint64_t* free;  ///< Free cells of block 0; those of block b begin at b * free_words.
  std::uint64_t*
      windows;  ///< Windows of block 0; those of block b begin at b * CudaRoundWorkers::slow_words.
  std::uint64_t free_words;
  long long rounds;
  int packing_count;
  int shared_words;
};

__global__ void __launch_bounds__(thread_limit, 4)
    lattice_rounds_kernel(const __grid_constant__ RoundsArguments arguments) {
  extern __shared__ __align__(16) std::byte shared[];
  auto* const problem = reinterpret_cast<RoundProblem*>(shared + arguments.layout.problem);
  const CudaRoundWorkers workers(
      reinterpret_cast<RoundLists*>(shared + arguments.layout.lists),
      reinterpret_cast<std::uint64_t*>(shared + arguments.layout.left), arguments.shared_words,
      arguments.windows + blockIdx.x * static_cast<std::uint64_t>(CudaRoundWorkers::slow_words));
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
    workers.for_all(words, [&](int i) { state.free[i] = container[i]; });
    for (int i = 0; i < state.count; ++i) mark(workers, *problem, state.free, state.boxes[i], false);
    run_rounds(workers, *problem, parameters, state, arguments.rounds);
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

MemoryPlan plan_shared(int shared_words, SharedLayout& layout) {
  MemoryPlan plan;
  layout.lists = static_cast<unsigned>(plan.add("lists", sizeof(RoundLists), 1, 16));
  layout.problem = static_cast<unsigned>(plan.add("problem", sizeof(RoundProblem), 1, 16));
  layout.left = static_cast<unsigned>(plan.add(
      "left positions", sizeof(std::uint64_t),
      static_cast<std::size_t>(lattice_orientation_limit) * static_cast<std::size_t>(shared_words), 16));
  return plan;
}

class CudaLatticeEngine final : public LatticeEngine {
 public:
  CudaLatticeEngine(int index, const CudaLatticeShape& shape) : queue_(index), shape_(shape) {
    if (shape.warps < 1 || shape.warps > lattice_orientation_limit || shape.shared_words < 0) {
      throw std::logic_error("CudaLatticeShape: 1 to 6 warps, 0 words or more");
    }
    shape_.shared_words = std::min(shape.shared_words, lattice_window_limit);
    // Where shared memory is too small, windows of all sizes lie in global memory.
    if (!plan_shared(shape_.shared_words, layout_).fits(shared_memory_limit())) shape_.shared_words = 0;
    shared_bytes_ = plan_shared(shape_.shared_words, layout_).total_bytes();
    block_limit_ = queue_.multiprocessors() *
                   std::max(resident_blocks(lattice_rounds_kernel, 32 * shape_.warps, shared_bytes_), 1);
  }
  /// An abandoned launch may still use the memory.
  ~CudaLatticeEngine() override { queue_.drain(); }

  void begin(const LatticeBatch& batch, IndexRange range) override {
    if (stop_ != nullptr)
      throw std::logic_error("LatticeEngine: begin() before finish() or abandon() of the last batch");
    queue_.make_current();
    instances_ = batch.instances.subspan(range.first, range.count);
    stop_ = &batch.stop;
    rounds_ = std::max(batch.rounds, 0LL);
    done_ = 0;
    // The time per round is known if the last batch had as many packings.
    if (rate_packings_ != instances_.size()) seconds_per_round_ = 0;
    rate_packings_ = instances_.size();
    arguments_ = {};
    arguments_.parameters = batch.parameters;
    arguments_.layout = layout_;
    arguments_.shared_words = shape_.shared_words;
    arguments_.packing_count = range.count;
    blocks_ = std::min(range.count, block_limit_);
    upload();
    launched_ = launch_some();
  }

  void finish() override {
    if (stop_ == nullptr) return;
    queue_.make_current();
    while (launched_) {
      wait_for(queue_.stream(), "lattice_rounds");
      seconds_per_round_ = timer_.seconds(0, 1) / static_cast<double>(arguments_.rounds);
      done_ += arguments_.rounds;
      launched_ = launch_some();
    }
    download();
    stop_ = nullptr;
  }

  /// The launch is not cancelled: it is short.
  void abandon() override { stop_ = nullptr; }

 private:
  /// Launches rounds for about launch_seconds; false where no rounds are left or a stop was requested.
  bool launch_some() {
    if (done_ >= rounds_ || stop_->stop_requested()) return false;
    const double affordable =
        seconds_per_round_ > 0 ? launch_seconds / seconds_per_round_ : static_cast<double>(trial_rounds);
    arguments_.rounds = std::min(rounds_ - done_, static_cast<long long>(std::clamp(affordable, 1.0, 1e6)));
    timer_.mark(0, queue_.stream());
    launch("lattice_rounds",
           {dim3(static_cast<unsigned>(blocks_)), dim3(static_cast<unsigned>(32 * shape_.warps)),
            shared_bytes_, queue_.stream()},
           lattice_rounds_kernel, arguments_);
    timer_.mark(1, queue_.stream());
    return true;
  }

  /// Where the cells of each packing's container begin; copies them to the device unless they are there.
  std::vector<std::uint64_t> hold_containers() {
    std::vector<ContainerCells> wanted;
    std::vector<std::uint64_t> begins;
    std::vector<std::uint64_t> begin_of_wanted;
    std::uint64_t end = 0;
    for (const LatticeInstance* instance : instances_) {
      const auto known = std::find(wanted.begin(), wanted.end(), instance->container());
      begins.push_back(known == wanted.end() ? end : begin_of_wanted[known - wanted.begin()]);
      if (known != wanted.end()) continue;
      wanted.push_back(instance->container());
      begin_of_wanted.push_back(end);
      end += wanted.back()->words().size();
    }
    if (wanted == held_) return begins;
    held_.clear();
    std::vector<std::uint64_t> words;
    words.reserve(end);
    for (const ContainerCells& cells : wanted)
      words.insert(words.end(), cells->words().begin(), cells->words().end());
    static_cast<void>(grow(containers_, "containers", words.size()));
    containers_.upload(words, queue_.stream());
    held_ = std::move(wanted);
    return begins;
  }

  void upload() {
    const std::vector<std::uint64_t> containers = hold_containers();
    packings_.resize(instances_.size());
    std::size_t free_words = 0;
    std::size_t end = 0;
    for (std::size_t k = 0; k < instances_.size(); ++k) {
      const LatticeInstance& instance = *instances_[k];
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
    for (std::size_t k = 0; k < instances_.size(); ++k) {
      const auto begin = static_cast<std::ptrdiff_t>(packings_[k].boxes);
      std::copy(instances_[k]->boxes().begin(), instances_[k]->boxes().end(), boxes_.begin() + begin);
      std::copy(instances_[k]->best_boxes().begin(), instances_[k]->best_boxes().end(),
                best_.begin() + begin);
    }
    arguments_.containers = containers_.data();
    arguments_.packings = grow(device_packings_, "packings", packings_.size());
    arguments_.boxes = grow(device_boxes_, "boxes", end);
    arguments_.best = grow(device_best_, "best boxes", end);
    arguments_.free = grow(free_, "free cells", free_words * static_cast<std::size_t>(blocks_));
    arguments_.free_words = free_words;
    arguments_.windows =
        grow(windows_, "windows", CudaRoundWorkers::slow_words * static_cast<std::size_t>(blocks_));
    device_packings_.upload(packings_, queue_.stream());
    device_boxes_.upload(boxes_, queue_.stream());
    device_best_.upload(best_, queue_.stream());
  }

  void download() {
    device_packings_.download(packings_, queue_.stream());
    device_boxes_.download(boxes_, queue_.stream());
    device_best_.download(best_, queue_.stream());
    check_cuda(cudaStreamSynchronize(queue_.stream()), "lattice_rounds", "download", 0);
    for (std::size_t k = 0; k < instances_.size(); ++k) {
      const DevicePacking& packing = packings_[k];
      if (packing.count < 0 || packing.count > packing.capacity || packing.best_count < 0 ||
          packing.best_count > packing.capacity) {
        throw DeviceError("lattice_rounds: packing " + std::to_string(k) + " came back with " +
                          std::to_string(packing.count) + " boxes");
      }
      const auto begin = static_cast<std::ptrdiff_t>(packing.boxes);
      instances_[k]->assign({boxes_.begin() + begin, boxes_.begin() + begin + packing.count},
                            {best_.begin() + begin, best_.begin() + begin + packing.best_count}, done_);
    }
  }

  DeviceQueue queue_;
  CudaLatticeShape shape_;
  SharedLayout layout_{};
  std::size_t shared_bytes_ = 0;
  int block_limit_ = 1;  ///< Blocks that run at once.
  double seconds_per_round_ = 0;
  std::size_t rate_packings_ = 0;
  std::vector<ContainerCells> held_;  ///< In containers_.
  std::vector<DevicePacking> packings_;
  std::vector<LatticeBox> boxes_;
  std::vector<LatticeBox> best_;
  DeviceBuffer<std::uint64_t> containers_, free_, windows_;
  DeviceBuffer<DevicePacking> device_packings_;
  DeviceBuffer<LatticeBox> device_boxes_, device_best_;
  StreamTimer<2> timer_;

  // The current batch.
  StopToken* stop_ = nullptr;  ///< Null: there is none.
  std::span<LatticeInstance* const> instances_;
  RoundsArguments arguments_{};
  int blocks_ = 0;
  long long rounds_ = 0;  ///< Rounds to be done.
  long long done_ = 0;    ///< Rounds that are done.
  bool launched_ = false;
};

}  // namespace

std::unique_ptr<LatticeEngine> make_cuda_lattice_engine(int index, const CudaLatticeShape& shape) {
  return std::make_unique<CudaLatticeEngine>(index, shape);
}

}  // namespace jam::trunk
