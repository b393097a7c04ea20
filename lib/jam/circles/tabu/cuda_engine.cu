// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Rounds on a CUDA device. All arrays of all instances lie in one block of device memory and in one of pinned host memory with the same
// layout: a round is one copy there, one launch, one copy back, all in a stream of its own.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>

#include "jam/circles/tabu/cpu_engine.hpp"
#include "jam/circles/tabu/round_kernels.cuh"
#include "jam/core/cuda_buffer.cuh"
#include "jam/core/device.hpp"
#include "jam/core/launch.cuh"
#include "jam/core/stream.cuh"

namespace jam::circles {
namespace {

/// The first kernel that takes `count` circles. Throws OverflowError beyond the last one.
const RoundKernel& kernel_for(int count) {
  for (const auto list : {warp_round_kernels, block_round_kernels}) {
    int kernel_count = 0;
    const RoundKernel* kernels = list(kernel_count);
    for (int k = 0; k < kernel_count; ++k) {
      if (count <= kernels[k].circle_limit) return kernels[k];
    }
  }
  throw OverflowError(std::to_string(count) + " circles: rounds on a GPU take at most " + std::to_string(round_circle_limit) +
                      "; use --search single");
}

/// The shared memory of a block with `team_count` teams.
MemoryPlan plan_block(const RoundKernel& kernel, int team_count, RoundLayout& layout) {
  MemoryPlan plan;
  const auto stride = static_cast<std::size_t>(kernel.circle_limit);
  const auto teams = static_cast<std::size_t>(team_count);
  layout.choices = static_cast<unsigned>(plan.add<TeamChoice>("choices", teams));
  layout.next_pack = static_cast<unsigned>(plan.add<int>("next pack", 1));
  layout.partial = static_cast<unsigned>(plan.add<float>("partial sums", 96));
  layout.state = static_cast<unsigned>(plan.add<InstanceState>("state", 1));
  layout.instance = static_cast<unsigned>(plan.add<float>("instance", instance_array_count * stride));
  layout.teams = static_cast<unsigned>(plan.add<float>("teams", teams * team_array_count * stride));
  return plan;
}

class CudaEngine final : public RoundEngine {
 public:
  CudaEngine(int index, InstanceRange range, int count, StopToken& stop)
      : index_(index), range_(range), count_(count), stop_(stop), kernel_(kernel_for(count)) {
    static_cast<void>(open_cuda_device(index));
    work_.emplace();
    message_.emplace();
    JAM_CUDA(cudaDeviceGetAttribute(&multiprocessors_, cudaDevAttrMultiProcessorCount, index));
    const auto circles = static_cast<std::size_t>(count);
    const std::size_t cells = static_cast<std::size_t>(range.count) * circles;
    // Alignments of 128 bytes: no line of the cache is shared by two arrays.
    state_ = plan_.add("state", sizeof(InstanceState), static_cast<std::size_t>(range.count), 128);
    radius_ = plan_.add("radius", sizeof(float), circles, 128);
    constexpr const char* names[] = {"x", "y", "best x", "best y", "tabu swap", "tabu place"};
    for (int k = 0; k < 6; ++k) cells_[k] = plan_.add(names[k], sizeof(float), cells, 128);
    device_ = DeviceBuffer<std::byte>("instances", plan_.total_bytes());
    host_ = PinnedBuffer<std::byte>(plan_.total_bytes());
    flag_ = DeviceBuffer<int>("stop flag", 1);
    raised_ = PinnedBuffer<int>(1);
    raised_[0] = 1;
    flag_.fill_zero(message_->get());
    JAM_CUDA(cudaStreamSynchronize(message_->get()));
  }

  /// A round that nobody waited for still uses the memory.
  ~CudaEngine() override { CudaEngine::abandon(); }

  void begin(InstanceArrays& arrays, const RoundParameters& parameters) override {
    JAM_CUDA(cudaSetDevice(index_));
    if (arrays.instance_count < range_.first + range_.count || arrays.count != count_ || arrays_ != nullptr) {
      throw std::logic_error("the arrays are not those that the engine was made for, or it is at work");
    }
    stage(arrays, [](void* there, void* here, std::size_t bytes) { std::memcpy(there, here, bytes); });
    // Never by the stream of the round: that may wait for a free multiprocessor until after the flag was raised.
    if (told_) {
      flag_.fill_zero(message_->get());
      JAM_CUDA(cudaStreamSynchronize(message_->get()));
      told_ = false;
    }
    device_.upload(host_.span(), work_->get());

    RoundArguments arguments{};
    arguments.parameters = parameters;
    arguments.first = range_.first;
    arguments.stop = flag_.data();
    const int team_count = choose_team_count(parameters);
    const MemoryPlan block = plan_block(kernel_, team_count, arguments.layout);
    block.require_fit(1, shared_memory_limit(), "a thread block", "this GPU is too small for so many circles; use --search single");
    arguments.radius = at<float>(radius_);
    arguments.x = at<float>(cells_[0]);
    arguments.y = at<float>(cells_[1]);
    arguments.best_x = at<float>(cells_[2]);
    arguments.best_y = at<float>(cells_[3]);
    arguments.tabu_swap = at<std::int32_t>(cells_[4]);
    arguments.tabu_place = at<std::int32_t>(cells_[5]);
    arguments.state = at<InstanceState>(state_);
    const LaunchShape shape{dim3(static_cast<unsigned>(range_.count)), dim3(static_cast<unsigned>(team_count * kernel_.team_threads)),
                            block.total_bytes(), work_->get()};
    launch(kernel_.name, shape, kernel_.run, arguments);
    device_.download(host_.span(), work_->get());
    arrays_ = &arrays;
    finish_begun_ = parameters.finish_begun != 0;
  }

  void finish() override {
    JAM_CUDA(cudaSetDevice(index_));
    wait();
    stage(*arrays_, [](void* there, void* here, std::size_t bytes) { std::memcpy(here, there, bytes); });
    arrays_ = nullptr;
  }

  /// Before any memory of the device is freed: that waits for all rounds, also those of other engines.
  void abandon() override {
    if (arrays_ == nullptr) return;
    arrays_ = nullptr;
    told_ = true;
    JAM_CUDA_NOTHROW(cudaSetDevice(index_));
    JAM_CUDA_NOTHROW(cudaMemcpyAsync(flag_.data(), raised_.data(), sizeof(int), cudaMemcpyHostToDevice, message_->get()));
    JAM_CUDA_NOTHROW(cudaStreamSynchronize(message_->get()));
    JAM_CUDA_NOTHROW(cudaStreamSynchronize(work_->get()));
  }

  [[nodiscard]] std::size_t device_bytes() const override { return device_.bytes() + flag_.bytes(); }

 private:
  template <class T>
  T* at(std::size_t offset) {
    return reinterpret_cast<T*>(device_.data() + offset);
  }

  /// Until the stream is empty. Where the search is told to stop, the kernel hears of it.
  void wait() {
    wait_for(work_->get(), kernel_.name, [this] {
      if (told_ || !(finish_begun_ ? stop_.signalled() : stop_.stop_requested())) return;
      JAM_CUDA(cudaMemcpyAsync(flag_.data(), raised_.data(), sizeof(int), cudaMemcpyHostToDevice, message_->get()));
      told_ = true;
    });
  }

  /// copy(place in the pinned memory, array, bytes) for the part of every array that belongs to these instances.
  template <class Copy>
  void stage(InstanceArrays& arrays, const Copy& copy) {
    const auto one = [&](std::size_t offset, auto& array, std::size_t first, std::size_t count) {
      copy(host_.data() + offset, array.data() + first, count * sizeof(array[0]));
    };
    const auto first = static_cast<std::size_t>(range_.first);
    const auto instances = static_cast<std::size_t>(range_.count);
    const auto circles = static_cast<std::size_t>(count_);
    const auto cells = [&](int k, auto& array) { one(cells_[k], array, first * circles, instances * circles); };
    one(state_, arrays.state, first, instances);
    one(radius_, arrays.radius, 0, circles);
    cells(0, arrays.x);
    cells(1, arrays.y);
    cells(2, arrays.best_x);
    cells(3, arrays.best_y);
    cells(4, arrays.tabu_swap);
    cells(5, arrays.tabu_place);
  }

  /// As many teams per block as keep most teams running at once, and of these the fewest: teams of one block wait for each other.
  int choose_team_count(const RoundParameters& parameters) {
    const int limit = std::clamp(parameters.candidate_count, 1, kernel_.team_limit);
    if (const char* wanted = std::getenv("JAM_CUDA_WARPS"); wanted != nullptr && *wanted != '\0') {
      const int teams = std::atoi(wanted);
      if (teams < 1) throw InputError("JAM_CUDA_WARPS=" + std::string(wanted) + ": give a number of warps per block from 1 to 16");
      return std::min(teams, limit);
    }
    if (limit == planned_limit_) return planned_teams_;
    long long most = 0;
    for (int teams = 1; teams <= limit; ++teams) {
      RoundLayout layout{};
      const std::size_t bytes = plan_block(kernel_, teams, layout).total_bytes();
      if (bytes > shared_memory_limit()) break;
      const auto* function = reinterpret_cast<const void*>(kernel_.run);
      JAM_CUDA(cudaFuncSetAttribute(function, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)));
      int blocks = 0;
      JAM_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, teams * kernel_.team_threads, bytes));
      const long long running = static_cast<long long>(std::min(range_.count, blocks * multiprocessors_)) * teams;
      if (running > most) {
        most = running;
        planned_teams_ = teams;
      }
    }
    planned_limit_ = limit;
    return planned_teams_;
  }

  int index_;
  InstanceRange range_;
  int count_;
  StopToken& stop_;
  const RoundKernel& kernel_;
  int multiprocessors_ = 0;
  int planned_limit_ = 0;
  int planned_teams_ = 1;
  MemoryPlan plan_;
  std::size_t state_ = 0;
  std::size_t radius_ = 0;
  std::size_t cells_[6] = {};
  DeviceBuffer<std::byte> device_;
  PinnedBuffer<std::byte> host_;
  DeviceBuffer<int> flag_;            ///< Not 0: the round is to be given up.
  PinnedBuffer<int> raised_;          ///< What is written there then.
  std::optional<Stream> work_;        ///< Made once the device is current.
  std::optional<Stream> message_;     ///< For what the kernel is told while it runs.
  InstanceArrays* arrays_ = nullptr;  ///< Of the round that is under way; null: none.
  bool finish_begun_ = false;
  bool told_ = false;  ///< The flag is raised.
};

}  // namespace

std::unique_ptr<RoundEngine> make_cuda_engine(int index, InstanceRange range, int count, StopToken& stop) {
  return std::make_unique<CudaEngine>(index, range, count, stop);
}

}  // namespace jam::circles
