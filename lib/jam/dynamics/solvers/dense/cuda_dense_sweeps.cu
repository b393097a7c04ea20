// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Sweeps of the dense solvers on a CUDA device, with the bits of those on the CPU. A launch is a sweep, whose
// blocks wait for each other between its phases:
//   projection   of a group at once, a thread a contact; or of a panel in turn, by a warp of the first block,
//                from a copy of the panel's own entries of T in shared memory, which that block fetches while
//                the others compute the previous product
//   product      of the group's columns with its impulses: a block takes 64 rows and a segment of columns
//                (tile_product.hpp)
//   sums         of several segments, in their order: a thread a row
// Groups of dense-relaxed that are one segment take group_sweep.cuh, with half as many waits.
#include <cooperative_groups.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "jam/core/cuda/batch.cuh"
#include "jam/dynamics/solvers/dense/dense_sweeps.hpp"
#include "jam/dynamics/solvers/dense/group_sweep.cuh"
#include "jam/dynamics/solvers/dense/panel.hpp"
#include "jam/dynamics/solvers/relaxation.hpp"

namespace jam::dynamics {
namespace {

constexpr int panel_rows = 3 * panel_contacts;

/// A block of W.
struct PlacedBlock {
  int i = 0, j = 0;
  Mat3d block;
};

__global__ void block_kernel(int count, const PlacedBlock* blocks, DenseArrays arrays, const Vec3d* steps,
                             double alpha) {
  const int k = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (k < count) set_block(arrays, blocks[k].i, blocks[k].j, blocks[k].block, alpha * steps[blocks[k].i]);
}

__global__ void shift_kernel(int count, DenseArrays arrays, const Vec3d* q, const Vec3d* steps,
                             double alpha) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count) set_shift(arrays, i, q[i], alpha * steps[i]);
}

/// The sums of a tile of rows over a segment of columns, in thread `row` of the first 64; all threads of the
/// block come here.
__device__ double segment_sum(const DenseArrays& arrays, int first_row, const Strips& strips, int segment,
                              double (&shared)[segment_strips][tile_rows]) {
  const int warp = static_cast<int>(threadIdx.x) / 32, lane = static_cast<int>(threadIdx.x) % 32;
  const int column = strips.begin(segment, warp);
  double strip[2];
  strip_product(arrays, arrays.impulse + column, first_row + 2 * lane, column,
                strips.begin(segment, warp + 1), strip);
  __syncthreads();
  shared[warp][2 * lane] = strip[0];
  shared[warp][2 * lane + 1] = strip[1];
  __syncthreads();
  double sum = 0;
  if (threadIdx.x < tile_rows) {
    sum = shared[0][threadIdx.x];
    for (int k = 1; k < segment_strips; ++k) sum += shared[k][threadIdx.x];
  }
  return sum;
}

/// The sums that sweeps begin with: DenseSweeps::begin_sums(), a block for each tile.
__global__ void __launch_bounds__(strip_threads) begin_kernel(DenseArrays arrays, DenseRule rule) {
  __shared__ double shared[segment_strips][tile_rows];
  const int first_row = static_cast<int>(blockIdx.x) * tile_rows,
            row = first_row + static_cast<int>(threadIdx.x);
  double sum = 0;
  if (rule.in_turn && threadIdx.x < tile_rows && row < arrays.rows) {
    sum = first_sum(arrays, rule, row, group_rows(rule, arrays.rows, row / 3 / rule.group).last);
  }
  for (int k = 0; k < group_count(rule, arrays.rows); ++k) {
    const GroupRows group = group_rows(rule, arrays.rows, k);
    const SkippedRows skipped{rule.in_turn ? group.first : group.last, static_cast<int>(arrays.stride)};
    if (skipped.has_tile(first_row)) continue;
    const Strips strips(group.first, group.last);
    for (int segment = 0; segment < strips.segments(); ++segment) {
      const double more = segment_sum(arrays, first_row, strips, segment, shared);
      if (!skipped.has(row)) sum += more;
    }
  }
  if (threadIdx.x < tile_rows) arrays.sum[row] = sum;
}

/// A warp as a Panel (panel.hpp): lane k has contact k. All lanes come along.
class WarpPanel {
 public:
  /// `entries` is a copy of the panel's own rows and columns of T.
  __device__ WarpPanel(const DenseArrays& arrays, GroupRows panel, const double* entries)
      : contacts_((panel.last - panel.first) / 3), number_(static_cast<int>(threadIdx.x)) {
    if (number_ < contacts_) {
      lane_ = load_lane(arrays, panel, number_);
      lane_.entries = entries + 3 * number_;
    }
  }
  __device__ void store(const DenseArrays& arrays, GroupRows panel) const {
    if (number_ < contacts_) store_lane(arrays, panel, number_, lane_);
  }

  [[nodiscard]] __device__ int contacts() const { return contacts_; }
  template <class F>
  __device__ void each(const F& f) {
    if (number_ < contacts_) f(lane_);
  }
  template <class F>
  __device__ auto from(int contact, const F& f) {
    using Value = decltype(f(lane_));
    constexpr int words = sizeof(Value) / sizeof(double);
    double part[words] = {};
    if (number_ == contact) {
      const Value value = f(lane_);
      memcpy(part, &value, sizeof(Value));
    }
#pragma unroll
    for (int k = 0; k < words; ++k) part[k] = __shfl_sync(0xffffffffU, part[k], contact);
    Value value;
    memcpy(&value, part, sizeof(Value));
    return value;
  }

 private:
  int contacts_, number_;
  PanelLane lane_;
};

/// Copies a panel's own rows and columns of T, by a block.
__device__ void fetch_panel(const DenseArrays& arrays, GroupRows panel, double* entries) {
  const int rows = panel.last - panel.first;
  for (int k = static_cast<int>(threadIdx.x); k < rows * rows; k += static_cast<int>(blockDim.x)) {
    const int row = k % rows, column = k / rows;
    entries[panel_rows * column + row] =
        arrays.matrix[static_cast<std::size_t>(panel.first + row) +
                      arrays.stride * static_cast<std::size_t>(panel.first + column)];
  }
}

/// A sweep. `partial` has a vector for each segment of a product, where there are several.
__global__ void __launch_bounds__(strip_threads)
    sweep_kernel(DenseArrays arrays, DenseRule rule, double* partial) {
  extern __shared__ __align__(16) unsigned char panel_memory[];
  __shared__ double shared[segment_strips][tile_rows];
  auto* const entries = reinterpret_cast<double*>(panel_memory);
  const auto grid = cooperative_groups::this_grid();
  const int thread = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x),
            threads = static_cast<int>(gridDim.x * blockDim.x);
  const int groups = group_count(rule, arrays.rows), tiles = static_cast<int>(arrays.stride / tile_rows);
  const bool fetches = rule.in_turn && blockIdx.x == 0;
  // The first block has panels to fetch; the others share the product.
  const int workers =
      rule.in_turn && gridDim.x > 1 ? static_cast<int>(gridDim.x) - 1 : static_cast<int>(gridDim.x);
  const int worker =
      workers < static_cast<int>(gridDim.x) ? static_cast<int>(blockIdx.x) - 1 : static_cast<int>(blockIdx.x);
  if (fetches) fetch_panel(arrays, group_rows(rule, arrays.rows, 0), entries);
  for (int k = 0; k < groups; ++k) {
    const GroupRows group = group_rows(rule, arrays.rows, k);
    if (!rule.in_turn) {
      for (int i = group.first / 3 + thread; i < group.last / 3; i += threads)
        project_contact(arrays, rule, i);
    } else if (blockIdx.x == 0) {
      __syncthreads();
      if (threadIdx.x < 32) {
        WarpPanel panel(arrays, group, entries);
        sweep_panel(panel, rule, panel_rows);
        panel.store(arrays, group);
      }
      __syncthreads();
    }
    grid.sync();
    if (fetches && k + 1 < groups) fetch_panel(arrays, group_rows(rule, arrays.rows, k + 1), entries);
    const SkippedRows skipped = rule.in_turn ? SkippedRows{group.first, group.last} : SkippedRows{};
    const Strips strips(group.first, group.last);
    const int segments = strips.segments();
    for (int item = worker; worker >= 0 && item < tiles * segments; item += workers) {
      const int first_row = item % tiles * tile_rows, row = first_row + static_cast<int>(threadIdx.x);
      if (skipped.has_tile(first_row)) continue;
      const double sum = segment_sum(arrays, first_row, strips, item / tiles, shared);
      if (threadIdx.x >= tile_rows) continue;
      if (segments > 1) partial[arrays.stride * (item / tiles) + row] = sum;
      else if (!skipped.has(row)) arrays.sum[row] += sum;
    }
    grid.sync();
    if (segments == 1) continue;
    for (int row = thread; row < static_cast<int>(arrays.stride); row += threads) {
      double sum = arrays.sum[row];
      for (int segment = 0; segment < segments; ++segment) sum += partial[arrays.stride * segment + row];
      arrays.sum[row] = sum;
    }
    grid.sync();
  }
}

class CudaDenseSweeps final : public Sweeps {
 public:
  CudaDenseSweeps(int device, const ContactProblem& problem, const SolverSettings& settings)
      : queue_(device), problem_(problem), rule_(dense_rule(settings, problem.count())) {
    std::size_t free_bytes = 0, total_bytes = 0;
    JAM_CUDA(cudaMemGetInfo(&free_bytes, &total_bytes));
    require_dense_memory(settings.kind, problem.count(), free_bytes);
    const int rows = 3 * problem.count();
    const std::size_t stride = padded_rows(rows);
    matrix_ = DeviceBuffer<double>("matrix", stride * static_cast<std::size_t>(rows));
    vectors_ = DeviceBuffer<double>("vectors", 4 * stride);
    friction_ = filled(problem.friction);
    steps_ = filled(step_lengths(*problem.matrix, rule_.steps));
    q_ = filled(problem.q);
    std::vector<PlacedBlock> blocks;
    problem.matrix->visit_blocks([&](int i, int j, const Mat3d& block) { blocks.push_back({i, j, block}); });
    blocks_ = filled(blocks);
    vectors_.fill_zero(queue_.stream());
    double* const vector = vectors_.data();
    arrays_ = {rows, stride, matrix_.data(), vector, vector + stride, vector + 2 * stride, friction_.data()};
    next_sum_ = vector + 3 * stride;

    const GroupRows group = group_rows(rule_, rows, 0);
    const int segments = Strips(group.first, group.last).segments();
    if (segments > 1)
      partial_ = DeviceBuffer<double>("partial sums", stride * static_cast<std::size_t>(segments));
    by_groups_ = takes_group_sweep(rule_, rows);
    shared_bytes_ = rule_.in_turn ? sizeof(double) * panel_rows * panel_rows : 0;
    const int resident = (by_groups_ ? resident_blocks(group_kernel, strip_threads, 0)
                                     : resident_blocks(sweep_kernel, strip_threads, shared_bytes_)) *
                         queue_.multiprocessors();
    const int items = by_groups_ ? static_cast<int>(stride / group_tile_rows)
                                 : static_cast<int>(stride / tile_rows) * segments + (rule_.in_turn ? 1 : 0);
    blocks_of_sweep_ = std::max(1, std::min(items, resident));
    host_.resize(rows);
    JAM_CUDA(cudaStreamSynchronize(queue_.stream()));
  }
  ~CudaDenseSweeps() override { queue_.drain(); }

  void start(std::span<const Vec3d> r) override {
    queue_.make_current();
    for (std::size_t i = 0; i < r.size(); ++i)
      host_[3 * i] = r[i].x, host_[3 * i + 1] = r[i].y, host_[3 * i + 2] = r[i].z;
    JAM_CUDA(cudaMemcpyAsync(arrays_.impulse, host_.data(), host_.size() * sizeof(double),
                             cudaMemcpyHostToDevice, queue_.stream()));
    JAM_CUDA(cudaStreamSynchronize(queue_.stream()));
    sums_are_old_ = true;
  }

  void run(double alpha, int) override {
    queue_.make_current();
    if (alpha != alpha_) assemble(alpha);
    if (sums_are_old_) {
      const auto tiles = static_cast<unsigned>(arrays_.stride / tile_rows);
      launch("begin dense sweeps", {dim3(tiles), dim3(strip_threads), 0, queue_.stream()}, begin_kernel,
             arrays_, rule_);
      sums_are_old_ = false;
    }
    if (by_groups_) {
      void* arguments[] = {&arrays_, &rule_, &next_sum_};
      launch_sweep(reinterpret_cast<const void*>(group_kernel), arguments);
      if (group_count(rule_, arrays_.rows) % 2 == 1) std::swap(arrays_.sum, next_sum_);
    } else {
      double* partial = partial_.data();
      void* arguments[] = {&arrays_, &rule_, &partial};
      launch_sweep(reinterpret_cast<const void*>(sweep_kernel), arguments);
    }
  }

  void store(std::span<Vec3d> r) const override {
    queue_.make_current();
    std::vector<double> values(host_.size());
    JAM_CUDA(cudaMemcpyAsync(values.data(), arrays_.impulse, values.size() * sizeof(double),
                             cudaMemcpyDeviceToHost, queue_.stream()));
    JAM_CUDA(cudaStreamSynchronize(queue_.stream()));
    for (std::size_t i = 0; i < r.size(); ++i) r[i] = {values[3 * i], values[3 * i + 1], values[3 * i + 2]};
  }

 private:
  template <class T>
  DeviceBuffer<T> filled(const std::vector<T>& values) {
    DeviceBuffer<T> buffer("contact problem", values.size());
    buffer.upload(values, queue_.stream());
    return buffer;
  }

  void launch_sweep(const void* kernel, void** arguments) {
    JAM_CUDA(cudaLaunchCooperativeKernel(kernel, dim3(static_cast<unsigned>(blocks_of_sweep_)),
                                         dim3(strip_threads), arguments, shared_bytes_, queue_.stream()));
  }

  void assemble(double alpha) {
    alpha_ = alpha;
    sums_are_old_ = true;
    matrix_.fill_zero(queue_.stream());
    const int blocks = static_cast<int>(blocks_.count()), contacts = problem_.count();
    launch("dense blocks", shape_for_items(blocks, 128, queue_.stream()), block_kernel, blocks,
           blocks_.data(), arrays_, steps_.data(), alpha);
    launch("dense shift", shape_for_items(contacts, 128, queue_.stream()), shift_kernel, contacts, arrays_,
           q_.data(), steps_.data(), alpha);
  }

  DeviceQueue queue_;
  const ContactProblem& problem_;
  DenseRule rule_;
  double alpha_ = 0;          ///< alpha that T was assembled with; 0: there is no T yet.
  bool sums_are_old_ = true;  ///< The sums do not belong to the impulses that sweeps begin with.
  bool by_groups_ = false;    ///< group_kernel does the sweeps.
  int blocks_of_sweep_ = 1;
  std::size_t shared_bytes_ = 0;
  DenseArrays arrays_;
  double* next_sum_ = nullptr;  ///< Second array of sums, for group_kernel.
  DeviceBuffer<double> matrix_, vectors_, friction_, partial_;
  DeviceBuffer<Vec3d> steps_, q_;
  DeviceBuffer<PlacedBlock> blocks_;
  std::vector<double> host_;
};

}  // namespace

std::unique_ptr<Sweeps> cuda_dense_sweeps(int device, const ContactProblem& problem,
                                          const SolverSettings& settings) {
  return std::make_unique<CudaDenseSweeps>(device, problem, settings);
}

}  // namespace jam::dynamics
