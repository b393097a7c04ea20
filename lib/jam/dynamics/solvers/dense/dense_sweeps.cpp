// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/solvers/dense/dense_sweeps.hpp"

#include <algorithm>

#include "jam/core/memory_plan.hpp"
#include "jam/core/parallel.hpp"
#include "jam/dynamics/solvers/dense/panel.hpp"
#include "jam/dynamics/solvers/relaxation.hpp"
#include "jam/io/number_text.hpp"

namespace jam::dynamics {
namespace {

/// Entries of T below which a product is the work of one thread.
constexpr std::size_t entries_for_threads = std::size_t{1} << 20;

MemoryPlan memory_plan(int contacts) {
  const int rows = 3 * contacts;
  const std::size_t stride = padded_rows(rows);
  MemoryPlan plan;
  plan.add("matrix", sizeof(double) * stride, rows, 64);
  plan.add("vectors", sizeof(double), 12 * stride, 64);
  return plan;
}

/// The lanes of a panel, one after the other.
class SerialPanel {
 public:
  SerialPanel(const DenseArrays& arrays, GroupRows panel) : contacts_((panel.last - panel.first) / 3) {
    for (int k = 0; k < contacts_; ++k) lane_[k] = load_lane(arrays, panel, k);
  }
  void store(const DenseArrays& arrays, GroupRows panel) const {
    for (int k = 0; k < contacts_; ++k) store_lane(arrays, panel, k, lane_[k]);
  }

  [[nodiscard]] int contacts() const { return contacts_; }
  template <class F>
  void each(const F& f) {
    for (int k = 0; k < contacts_; ++k) f(lane_[k]);
  }
  template <class F>
  auto from(int contact, const F& f) {
    return f(lane_[contact]);
  }

 private:
  int contacts_;
  PanelLane lane_[panel_contacts];
};

}  // namespace

void require_dense_memory(SolverKind kind, int contacts, std::size_t available) {
  if (available == 0) return;
  memory_plan(contacts).require_fit(
      1, available,
      std::string("the matrix of ") + name_of(kind) + " for " + io::number_text(contacts) + " contacts",
      "apgd, sor and jor need none");
}

DenseSweeps::DenseSweeps(const ContactProblem& problem, const DenseRule& rule)
    : problem_(problem), rule_(rule), steps_(step_lengths(*problem.matrix, rule.steps)) {
  const int rows = 3 * problem.count();
  const std::size_t stride = padded_rows(rows);
  matrix_.resize(stride * static_cast<std::size_t>(rows));
  for (std::vector<double>* vector : {&shift_, &impulse_, &sum_}) vector->resize(stride);
  arrays_ = {
      rows, stride, matrix_.data(), shift_.data(), impulse_.data(), sum_.data(), problem.friction.data()};
}

void DenseSweeps::assemble(double alpha) {
  alpha_ = alpha;
  problem_.matrix->visit_blocks(
      [&](int i, int j, const Mat3d& block) { set_block(arrays_, i, j, block, alpha * steps_[i]); });
  for (int i = 0; i < problem_.count(); ++i) set_shift(arrays_, i, problem_.q[i], alpha * steps_[i]);
}

void DenseSweeps::start(std::span<const Vec3d> r) {
  for (std::size_t i = 0; i < r.size(); ++i) {
    impulse_[3 * i] = r[i].x, impulse_[3 * i + 1] = r[i].y, impulse_[3 * i + 2] = r[i].z;
  }
  sums_are_old_ = true;
}

void DenseSweeps::store(std::span<Vec3d> r) const {
  for (std::size_t i = 0; i < r.size(); ++i)
    r[i] = {impulse_[3 * i], impulse_[3 * i + 1], impulse_[3 * i + 2]};
}

void DenseSweeps::begin_sums(int thread_count) {
  sums_are_old_ = false;
  std::fill(sum_.begin(), sum_.end(), 0.0);
  if (std::all_of(impulse_.begin(), impulse_.end(), [](double x) { return x == 0; })) return;
  // A row holds the contacts after it in a sweep: the rest of its own group, and the later groups.
  for (int k = 0; k < group_count(rule_, arrays_.rows); ++k) {
    const GroupRows group = group_rows(rule_, arrays_.rows, k);
    if (rule_.in_turn) {
      for (int row = group.first; row < group.last; ++row)
        sum_[row] = first_sum(arrays_, rule_, row, group.last);
    }
    add_product(group, {rule_.in_turn ? group.first : group.last, static_cast<int>(arrays_.stride)},
                thread_count);
  }
}

void DenseSweeps::add_product(GroupRows columns, SkippedRows skipped, int thread_count) {
  const Strips strips(columns.first, columns.last);
  const auto tiles = static_cast<int>(arrays_.stride / tile_rows);
  const bool shared =
      arrays_.stride * static_cast<std::size_t>(columns.last - columns.first) >= entries_for_threads;
  // Segment after segment for all rows: a tile at a time would jump from column to column through the whole
  // matrix.
  for (int segment = 0; segment < strips.segments(); ++segment) {
    const auto work = [&](int tile) {
      const int first = tile * tile_rows;
      if (skipped.has_tile(first)) return;
      double segment_sum[tile_rows], strip[tile_rows];
      for (int k = 0; k < segment_strips; ++k) {
        const int column = strips.begin(segment, k);
        strip_product(arrays_, arrays_.impulse + column, first, column, strips.begin(segment, k + 1), strip);
        for (int row = 0; row < tile_rows; ++row)
          segment_sum[row] = k == 0 ? strip[row] : segment_sum[row] + strip[row];
      }
      for (int row = 0; row < tile_rows; ++row) {
        if (!skipped.has(first + row)) sum_[first + row] += segment_sum[row];
      }
    };
    parallel_for(tiles, shared ? thread_count : 1, work, 4);
  }
}

void DenseSweeps::run(double alpha, int thread_count) {
  if (alpha != alpha_) {
    assemble(alpha);
    sums_are_old_ = true;
  }
  if (sums_are_old_) begin_sums(thread_count);
  for (int k = 0; k < group_count(rule_, arrays_.rows); ++k) {
    const GroupRows group = group_rows(rule_, arrays_.rows, k);
    if (rule_.in_turn) {
      SerialPanel panel(arrays_, group);
      sweep_panel(panel, rule_, arrays_.stride);
      panel.store(arrays_, group);
      add_product(group, {group.first, group.last}, thread_count);
    } else {
      for (int i = group.first / 3; i < group.last / 3; ++i) project_contact(arrays_, rule_, i);
      add_product(group, {}, thread_count);
    }
  }
}

}  // namespace jam::dynamics
