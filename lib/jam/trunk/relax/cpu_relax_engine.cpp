// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// CPU threads over packings.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>
#include <string>

#include "jam/core/error.hpp"
#include "jam/core/parallel.hpp"
#include "jam/trunk/relax/cpu_relaxation.hpp"

namespace jam::trunk {

#define JAM_DECLARE_CPU_RELAXATION(name) \
  BoxRelaxationResult name(const BoxView& boxes, const contact::PointGridView& grid, const BoxRelaxation& parameters, CpuBoxMemory& memory)
JAM_DECLARE_CPU_RELAXATION(cpu_relaxation_avx512);
JAM_DECLARE_CPU_RELAXATION(cpu_relaxation_avx2);
JAM_DECLARE_CPU_RELAXATION(cpu_relaxation_plain);
#undef JAM_DECLARE_CPU_RELAXATION

std::vector<CpuRelaxationVariant> cpu_relaxation_variants() {
  std::vector<CpuRelaxationVariant> variants;
#ifdef JAM_WITH_AVX512
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("fma")) {
    variants.push_back({"avx512", cpu_relaxation_avx512});
  }
#endif
#ifdef JAM_WITH_AVX2
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) variants.push_back({"avx2", cpu_relaxation_avx2});
#endif
  variants.push_back({"plain", cpu_relaxation_plain});
  return variants;
}

CpuRelaxation best_cpu_relaxation() {
  const std::vector<CpuRelaxationVariant> variants = cpu_relaxation_variants();
  const char* wanted = std::getenv("JAM_SIMD");
  if (wanted == nullptr || *wanted == '\0') return variants.front().run;
  for (const CpuRelaxationVariant& variant : variants) {
    if (variant.name == wanted) return variant.run;
  }
  throw InputError("JAM_SIMD=" + std::string(wanted) + ": this processor or build has no such instruction set; take avx512, avx2 or plain");
}

namespace {

/// An array aligned for the widest registers, which keeps its values when it grows.
template <class T>
class AlignedArray {
 public:
  T* resize(std::size_t count) {
    if (count > count_) {
      Memory larger(static_cast<T*>(::operator new (count * sizeof(T), std::align_val_t{64})));
      if (count_ > 0) std::memcpy(static_cast<void*>(larger.get()), memory_.get(), count_ * sizeof(T));
      memory_ = std::move(larger);
      count_ = count;
    }
    return memory_.get();
  }

 private:
  struct Free {
    void operator()(T* p) const { ::operator delete (p, std::align_val_t{64}); }
  };
  using Memory = std::unique_ptr<T, Free>;
  Memory memory_;
  std::size_t count_ = 0;
};

/// The memory of one thread and its owner in one.
class ThreadMemory : public CpuBoxMemory {
 public:
  ThreadMemory() { grow = grow_lists; }

  void reserve(int boxes) {
    const int padded = (boxes + 15) / 16 * 16 + 16;
    if (padded > box_capacity) {
      box_capacity = padded;
      const auto n = static_cast<std::size_t>(padded);
      row = rows_.resize(n * box_row_size);
      sphere = spheres_.resize(n * 4);
      listed_pose = listed_.resize(n * pose_array_count);
      point_begin = begins_.resize(n + 1);
      contact_count = counts_.resize(n);
      correction = corrections_.resize(n);
      wall = walls_.resize(n * face_count);
    }
    grow_lists(*this, 32 * box_capacity, 16 * box_capacity);
  }

 private:
  /// Arrays of several rows move row by row, for their stride is the capacity.
  template <class T>
  static T* grow_rows(AlignedArray<T>& array, T* rows, int count, int old_stride, int stride) {
    AlignedArray<T> larger;
    T* const moved = larger.resize(static_cast<std::size_t>(count) * static_cast<std::size_t>(stride));
    for (int k = 0; k < count && old_stride > 0; ++k) {
      std::memcpy(moved + static_cast<std::ptrdiff_t>(k) * stride, rows + static_cast<std::ptrdiff_t>(k) * old_stride,
                  static_cast<std::size_t>(old_stride) * sizeof(T));
    }
    array = std::move(larger);
    return moved;
  }

  static void grow_lists(CpuBoxMemory& base, int pairs, int points) {
    auto& memory = static_cast<ThreadMemory&>(base);
    if (pairs > memory.pair_capacity) {
      memory.pair = grow_rows(memory.pairs_, memory.pair, 2, memory.pair_capacity, pairs);
      memory.contact_pair = grow_rows(memory.contact_pairs_, memory.contact_pair, 2, memory.pair_capacity, pairs);
      memory.contact = memory.contacts_.resize(static_cast<std::size_t>(pairs));
      memory.pair_capacity = pairs;
    }
    points = (points + 15) / 16 * 16;
    if (points > memory.point_capacity) {
      memory.point = grow_rows(memory.points_, memory.point, 3, memory.point_capacity, points);
      memory.point_number = memory.numbers_.resize(static_cast<std::size_t>(points));
      memory.point_capacity = points;
    }
  }

  AlignedArray<float> rows_, spheres_, listed_, counts_, points_;
  AlignedArray<std::int32_t> begins_, pairs_, contact_pairs_, numbers_;
  AlignedArray<contact::Correction<float>> corrections_;
  AlignedArray<WallContact> walls_;
  AlignedArray<PairContact> contacts_;
};

class CpuRelaxEngine final : public RelaxEngine {
 public:
  CpuRelaxEngine(const PointGrid& grid, int thread_count) : grid_(grid), thread_count_(thread_count), relax_(best_cpu_relaxation()) {}

  void run(BoxInstances& instances, IndexRange range, const BoxRelaxation& parameters, std::span<BoxRelaxationResult> results) override {
    check_results(instances, results.size());
    parallel_for(range.count, thread_count_, [&](int i) {
      const int k = range.first + i;
      std::unique_ptr<ThreadMemory> memory = take();
      RelaxPhaseTimes times;
      memory->times = &times;
      memory->reserve(instances.count[static_cast<std::size_t>(k)]);
      results[static_cast<std::size_t>(k)] = relax_(instances.view(k), grid_.view(), parameters, *memory);
      give(std::move(memory), times);
    });
  }

  [[nodiscard]] RelaxPhaseTimes phase_times() const override {
    const std::lock_guard lock(mutex_);
    return times_;
  }

 private:
  std::unique_ptr<ThreadMemory> take() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) return std::make_unique<ThreadMemory>();
    auto memory = std::move(free_.back());
    free_.pop_back();
    return memory;
  }

  void give(std::unique_ptr<ThreadMemory> memory, const RelaxPhaseTimes& times) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(memory));
    for (int phase = 0; phase < relax_phase_count; ++phase) times_.seconds[phase] += times.seconds[phase];
  }

  const PointGrid& grid_;
  int thread_count_;
  CpuRelaxation relax_;
  mutable std::mutex mutex_;
  std::vector<std::unique_ptr<ThreadMemory>> free_;
  RelaxPhaseTimes times_;
};

}  // namespace

std::unique_ptr<RelaxEngine> make_cpu_relax_engine(const PointGrid& grid, int thread_count) {
  return std::make_unique<CpuRelaxEngine>(grid, thread_count);
}

}  // namespace jam::trunk
