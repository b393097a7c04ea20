// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/constraints/body_operator.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>

#include "jam/core/error.hpp"
#include "jam/dynamics/constraints/contact_arms.hpp"
#include "jam/dynamics/constraints/ranges.hpp"
#include "jam/io/number_text.hpp"

namespace jam::dynamics {
namespace {

/// J v of a contact.
Vec3d row_velocity(const ContactRow& row, const Twist* twist) {
  Vec3d u;
  if (row.b >= 0) u += point_velocity(row.axis, row.turn_b, twist[row.b]);
  if (row.a >= 0) u -= point_velocity(row.axis, row.turn_a, twist[row.a]);
  return u;
}

/// W_ii. A row that a joint does not have is zero: its diagonal entry is not, which lets solvers divide by
/// it.
Mat3d diagonal_block(const ContactRow& row, const std::vector<InverseMass>& inverse_mass) {
  Mat3d block;
  if (row.a >= 0) block = coupling(row.axis, row.turn_a, row.axis, row.turn_a, inverse_mass[row.a], 1);
  if (row.b >= 0) {
    const Mat3d other = coupling(row.axis, row.turn_b, row.axis, row.turn_b, inverse_mass[row.b], 1);
    for (int c = 0; c < 3; ++c) block.column[c] += other.column[c];
  }
  const Vec3d diagonal = filled_diagonal({block.column[0].x, block.column[1].y, block.column[2].z});
  block.column[0].x = diagonal.x, block.column[1].y = diagonal.y, block.column[2].z = diagonal.z;
  return block;
}

/// Bodies whose impulses one task adds up.
constexpr int bodies_per_task = 64;

/// A block of W on the diagonal is, up to the rounding of its sums: solvers rely on it.
[[maybe_unused]] bool is_symmetric(const Mat3d& d) {
  const double largest = std::max({d.column[0].x, d.column[1].y, d.column[2].z});
  return std::max({std::abs(d.column[0].y - d.column[1].x), std::abs(d.column[0].z - d.column[2].x),
                   std::abs(d.column[1].z - d.column[2].y)}) <= 1e-12 * largest;
}

}  // namespace

BodyOperator::BodyOperator(std::vector<ContactRow> rows, std::vector<InverseMass> inverse_mass,
                           int thread_count)
    : rows_(std::move(rows)), inverse_mass_(std::move(inverse_mass)) {
  const int contacts = static_cast<int>(rows_.size()), bodies = static_cast<int>(inverse_mass_.size());
  start_.assign(bodies + 1, 0);
  for (int i = 0; i < contacts; ++i) {
    const ContactRow& row = rows_[i];
    if (row.a < 0 && row.b < 0)
      throw InputError("contact " + io::number_text(i) + " is between two walls: forces move neither");
    if (row.a >= 0) ++start_[row.a + 1];
    if (row.b >= 0) ++start_[row.b + 1];
  }
  for (int k = 0; k < bodies; ++k) start_[k + 1] += start_[k];
  side_.resize(start_[bodies]);
  std::vector<int> next(start_.begin(), start_.end() - 1);
  for (int i = 0; i < contacts; ++i) {
    const ContactRow& row = rows_[i];
    if (row.a >= 0) side_[next[row.a]++] = 2 * i;
    if (row.b >= 0) side_[next[row.b]++] = 2 * i + 1;
  }
  diagonal_.resize(contacts);
  for_ranges(contacts, thread_count, [&](int first, int last) {
    for (int i = first; i < last; ++i) diagonal_[i] = diagonal_block(rows_[i], inverse_mass_);
  });
  assert(std::all_of(diagonal_.begin(), diagonal_.end(), is_symmetric));
}

Colouring BodyOperator::colouring() const {
  std::vector<BodyPair> pairs;
  pairs.reserve(rows_.size());
  for (const ContactRow& row : rows_) pairs.push_back({row.a, row.b});
  return colours_by_bodies(pairs, static_cast<int>(inverse_mass_.size()));
}

void BodyOperator::velocities(std::span<const Vec3d> r, std::span<Twist> change, int thread_count) const {
  const int bodies = static_cast<int>(inverse_mass_.size());
  if (threads_for(count(), thread_count) == 1) {
    // Contact by contact, which reads the rows in their order. Each body adds up the same impulses in the
    // same order as below.
    std::fill(change.begin(), change.end(), Twist{});
    const auto add = [](Twist& sum, const Twist& impulse) {
      sum.linear += impulse.linear;
      sum.angular += impulse.angular;
    };
    for (int i = 0; i < count(); ++i) {
      const ContactRow& row = rows_[i];
      if (row.a >= 0) add(change[row.a], impulse_on(row.axis, row.turn_a, -r[i]));
      if (row.b >= 0) add(change[row.b], impulse_on(row.axis, row.turn_b, r[i]));
    }
    for (int k = 0; k < bodies; ++k) change[k] = response(inverse_mass_[k], change[k]);
    return;
  }
  parallel_for((bodies + bodies_per_task - 1) / bodies_per_task, thread_count, [&](int task) {
    for (int k = task * bodies_per_task; k < std::min(bodies, (task + 1) * bodies_per_task); ++k) {
      Twist sum;
      for (int e = start_[k]; e < start_[k + 1]; ++e) {
        const int i = side_[e] / 2;
        const ContactRow& row = rows_[i];
        const Twist impulse = side_[e] % 2 == 1 ? impulse_on(row.axis, row.turn_b, r[i])
                                                : impulse_on(row.axis, row.turn_a, -r[i]);
        sum.linear += impulse.linear;
        sum.angular += impulse.angular;
      }
      change[k] = response(inverse_mass_[k], sum);
    }
  });
}

void BodyOperator::multiply(std::span<const Vec3d> r, std::span<Vec3d> product, int thread_count) const {
  std::vector<Twist> twist(inverse_mass_.size());
  velocities(r, twist, thread_count);
  for_ranges(count(), thread_count, [&](int first, int last) {
    for (int i = first; i < last; ++i) product[i] = row_velocity(rows_[i], twist.data());
  });
}

void BodyOperator::visit_blocks(const std::function<void(int, int, const Mat3d&)>& visit) const {
  for (int i = 0; i < count(); ++i) {
    std::map<int, Mat3d> blocks;
    for (const bool b_side : {false, true}) {
      const int body = b_side ? rows_[i].b : rows_[i].a;
      if (body < 0) continue;
      for (int e = start_[body]; e < start_[body + 1]; ++e) {
        const int j = side_[e] / 2;
        const bool b_other = side_[e] % 2 == 1;
        const Mat3d block = coupling(rows_[i].axis, b_side ? rows_[i].turn_b : rows_[i].turn_a, rows_[j].axis,
                                     b_other ? rows_[j].turn_b : rows_[j].turn_a, inverse_mass_[body],
                                     b_side == b_other ? 1 : -1);
        for (int c = 0; c < 3; ++c) blocks[j].column[c] += block.column[c];
      }
    }
    for (const auto& [j, block] : blocks) visit(i, j, block);
  }
}

}  // namespace jam::dynamics
