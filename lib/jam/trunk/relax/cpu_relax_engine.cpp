// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cassert>
#include <cstring>
#include <mutex>

#include "jam/core/aligned_array.hpp"
#include "jam/core/parallel.hpp"
#include "jam/core/pool.hpp"
#include "jam/trunk/relax/cpu_relaxation.hpp"

namespace jam::trunk {

JAM_ISA_TABLE(CpuRelaxation, cpu_relaxation);

namespace {

/// CpuBoxMemory of one thread that owns its arrays.
class ThreadMemory : public CpuBoxMemory {
 public:
  ThreadMemory() { grow = grow_lists; }

  void reserve(int boxes) {
    const int padded = (boxes + 15) / 16 * 16 + 16;
    if (padded > box_capacity) {
      box_capacity = padded;
      const std::size_t n = padded;
      row = rows_.reserve(n * box_row_size);
      sphere = spheres_.reserve(n * 4);
      listed_pose = listed_.reserve(n * pose_array_count);
      point_begin = begins_.reserve(n + 1);
      contact_count = counts_.reserve(n);
      correction = corrections_.reserve(n);
      wall = walls_.reserve(n * face_count);
    }
    grow_lists(*this, 32 * box_capacity, 16 * box_capacity);
  }

 private:
  /// Arrays of several rows are moved row by row, because their stride is the capacity.
  template <class T>
  static T* grow_rows(AlignedArray<T>& array, T* rows, int count, int old_stride, int stride) {
    AlignedArray<T> larger;
    T* const moved = larger.reserve(static_cast<std::size_t>(count) * stride);
    for (int k = 0; k < count && old_stride > 0; ++k) {
      std::memcpy(moved + static_cast<std::ptrdiff_t>(k) * stride,
                  rows + static_cast<std::ptrdiff_t>(k) * old_stride,
                  static_cast<std::size_t>(old_stride) * sizeof(T));
    }
    array = std::move(larger);
    return moved;
  }

  static void grow_lists(CpuBoxMemory& base, int pairs, int points) {
    auto& memory = static_cast<ThreadMemory&>(base);
    if (pairs > memory.pair_capacity) {
      memory.pair = grow_rows(memory.pairs_, memory.pair, 2, memory.pair_capacity, pairs);
      memory.contact_pair =
          grow_rows(memory.contact_pairs_, memory.contact_pair, 2, memory.pair_capacity, pairs);
      memory.contact = memory.contacts_.reserve(pairs);
      memory.pair_capacity = pairs;
    }
    points = (points + 15) / 16 * 16;
    if (points > memory.point_capacity) {
      memory.point = grow_rows(memory.points_, memory.point, 3, memory.point_capacity, points);
      memory.point_number = memory.numbers_.reserve(points);
      memory.point_capacity = points;
    }
  }

  AlignedArray<float> rows_, spheres_, listed_, counts_, points_;
  AlignedArray<std::int32_t> begins_, pairs_, contact_pairs_, numbers_;
  AlignedArray<contact::Correction<float>> corrections_;
  AlignedArray<WallContact> walls_;
  AlignedArray<PairContact> contacts_;
};

class CpuRelaxEngine final : public CpuBatchEngine<RelaxBatch> {
 public:
  CpuRelaxEngine(const PointGrid& grid, int thread_count) : grid_(grid), thread_count_(thread_count) {}

  [[nodiscard]] std::vector<double> phase_seconds() const override {
    const std::lock_guard lock(mutex_);
    return {std::begin(times_.seconds), std::end(times_.seconds)};
  }

 private:
  void work(const RelaxBatch& batch, IndexRange range) override {
    parallel_for(range.count, thread_count_, [&](int i) {
      const int k = range.first + i;
      const auto memory = memory_.borrow();
      RelaxPhaseTimes times;
      memory->times = &times;
      memory->reserve(batch.instances.count[k]);
      batch.results[k] = relax_(batch.instances.view(k), grid_.view(), batch.parameters, *memory);
      [[maybe_unused]] const BoxRelaxationResult& result = batch.results[k];
      assert(result.deepest >= 0 && result.energy >= 0 &&
             result.steps <= std::max(batch.parameters.step_limit, 0));
      const std::lock_guard lock(mutex_);
      for (int phase = 0; phase < relax_phase_count; ++phase) times_.seconds[phase] += times.seconds[phase];
    });
  }

  const PointGrid& grid_;
  int thread_count_;
  CpuRelaxation* relax_ = cpu_relaxation.best();
  Pool<ThreadMemory> memory_;
  mutable std::mutex mutex_;
  RelaxPhaseTimes times_;
};

}  // namespace

std::unique_ptr<RelaxEngine> make_cpu_relax_engine(const PointGrid& grid, int thread_count) {
  return std::make_unique<CpuRelaxEngine>(grid, thread_count);
}

}  // namespace jam::trunk
