// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/polish/gap_system.hpp"

#include <algorithm>
#include <cmath>

namespace jam::trunk {

float GapSystem::change(const Row& row, const std::vector<Six>& d) {
  const Six& a = d[row.at_a];
  const Six& b = d[row.at_b];
  return Six::dot(row.a.low * a.low + row.b.low * b.low, row.a.high * a.high + row.b.high * b.high);
}

double GapSystem::product(const std::vector<Six>& x, const std::vector<Six>& y) const {
  Six sum{};
  for (std::size_t i = 0; i < static_cast<std::size_t>(count_); ++i)
    sum.low += x[i].low * y[i].low, sum.high += x[i].high * y[i].high;
  return static_cast<double>(Six::dot(sum.low, sum.high));
}

void GapSystem::take(std::span<const GapRow> rows, std::span<const std::uint8_t> movable) {
  unknown_.assign(movable.size(), -1);
  count_ = 0;
  const auto see = [&](std::int32_t box) {
    if (box < 0 || movable[box] == 0) return;
    std::int32_t& number = unknown_[box];
    if (number < 0) number = count_++;
  };
  for (const GapRow& row : rows) see(row.a), see(row.b);

  rows_.resize(rows.size());
  pairs_.clear();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const GapRow& from = rows[i];
    Row& row = rows_[i];
    const auto set = [&](std::int32_t box, const Vec3d& arm, const Vec3d& normal, std::int32_t& at,
                         Six& six) {
      at = box < 0 || unknown_[box] < 0 ? count_ : unknown_[box];
      const Vec3d move = at == count_ ? Vec3d{} : normal;
      const Vec3d turn = cross(arm, move) * (1 / turn_length);
      six.low = Lanes{static_cast<float>(move.x), static_cast<float>(move.y), static_cast<float>(move.z),
                      static_cast<float>(turn.x)};
      six.high = Lanes{static_cast<float>(turn.y), static_cast<float>(turn.z), 0, 0};
    };
    set(from.a, from.arm_a, -from.normal, row.at_a, row.a);
    set(from.b, from.arm_b, from.normal, row.at_b, row.b);
    row.gap = static_cast<float>(from.gap);
    row.pair = -1;
    if (row.at_a == count_ || row.at_b == count_) continue;
    if (pairs_.empty() || pairs_.back().a != row.at_a || pairs_.back().b != row.at_b)
      pairs_.push_back({row.at_a, row.at_b, -1});
    row.pair = static_cast<std::int32_t>(pairs_.size()) - 1;
  }
}

void GapSystem::solve(const Limits& limits, double target, double damping) {
  const auto n = static_cast<std::size_t>(count_) + 1;
  const auto aim = static_cast<float>(target);
  motion_.assign(n, Six{});
  active_.clear();
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (rows_[i].gap < 0) active_.push_back(static_cast<std::int32_t>(i));
  }
  for (int round = 0; round < limits.active_rounds; ++round) {
    assemble(target, damping);
    minimise(limits);
    // Activate rows that penetrate after the motion, deactivate those with a wide gap.
    next_active_.clear();
    std::size_t at = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const bool was = at < active_.size() && active_[at] == static_cast<std::int32_t>(i);
      if (was) ++at;
      const float gap = rows_[i].gap + change(rows_[i], motion_);
      if (was ? gap < 2 * aim : gap < -0.1F * aim) next_active_.push_back(static_cast<std::int32_t>(i));
    }
    if (next_active_ == active_) break;
    active_.swap(next_active_);
  }
}

void GapSystem::assemble(double target, double damping) {
  const auto n = static_cast<std::size_t>(count_) + 1;
  const auto aim = static_cast<float>(target);
  Block empty{};
  diagonal_.assign(n, empty);
  gradient_.assign(n, Six{});  // J^T (target - c - J d) - damping d.
  for (const std::int32_t k : used_) {
    if (static_cast<std::size_t>(k) < pairs_.size()) pairs_[k].at = -1;
  }
  used_.clear();
  std::size_t block_count = 0;
  for (const std::int32_t i : active_) {
    const Row& row = rows_[i];
    const float miss = aim - row.gap - change(row, motion_);
    const std::size_t a = row.at_a;
    const std::size_t b = row.at_b;
    gradient_[a].add(row.a, miss);
    gradient_[b].add(row.b, miss);
    if (row.at_a != count_) diagonal_[a].add_product(row.a, row.a);
    if (row.at_b != count_) diagonal_[b].add_product(row.b, row.b);
    if (row.pair < 0) continue;
    Pair& pair = pairs_[row.pair];
    if (pair.at < 0) {
      pair.at = static_cast<std::int32_t>(block_count++);
      used_.push_back(row.pair);
      if (blocks_.size() < block_count) blocks_.resize(block_count);
      blocks_[block_count - 1] = PairBlocks{};
    }
    PairBlocks& blocks = blocks_[pair.at];
    blocks.ab.add_product(row.a, row.b);
    blocks.ba.add_product(row.b, row.a);
  }
  const auto damp = static_cast<float>(damping);
  for (std::size_t i = 0; i < n; ++i) {
    gradient_[i].add(motion_[i], -damp);
    for (int k = 0; k < 6; ++k) diagonal_[i].column[k].set(k, diagonal_[i].column[k][k] + damp);
  }
  gradient_.back() = Six{};
  invert_diagonal();
}

void GapSystem::invert_diagonal() {
  inverse_.resize(count_);
  for (std::size_t i = 0; i < inverse_.size(); ++i) {
    // Cholesky: lower = L with the inverses of its diagonal, then the inverse of L, then L^-T L^-1.
    double lower[6][6];
    for (int r = 0; r < 6; ++r) {
      for (int c = 0; c <= r; ++c) {
        double sum = static_cast<double>(diagonal_[i].column[c][r]);
        for (int k = 0; k < c; ++k) sum -= lower[r][k] * lower[c][k];
        lower[r][c] = r == c ? 1 / std::sqrt(std::max(sum, 1e-7)) : sum * lower[c][c];
      }
    }
    double inverse[6][6] = {};
    for (int c = 0; c < 6; ++c) {
      inverse[c][c] = lower[c][c];
      for (int r = c + 1; r < 6; ++r) {
        double sum = 0;
        for (int k = c; k < r; ++k) sum -= lower[r][k] * inverse[k][c];
        inverse[r][c] = sum * lower[r][r];
      }
    }
    for (int c = 0; c < 6; ++c) {
      Six column{};
      for (int r = 0; r < 6; ++r) {
        double sum = 0;
        for (int k = std::max(r, c); k < 6; ++k) sum += inverse[k][r] * inverse[k][c];
        column.set(r, static_cast<float>(sum));
      }
      inverse_[i].column[c] = column;
    }
  }
}

void GapSystem::multiply(const std::vector<Six>& x, std::vector<Six>& y) const {
  for (std::size_t i = 0; i < static_cast<std::size_t>(count_); ++i) y[i] = diagonal_[i].times(x[i]);
  for (const std::int32_t k : used_) {
    const Pair& pair = pairs_[k];
    const PairBlocks& blocks = blocks_[pair.at];
    const std::size_t a = pair.a;
    const std::size_t b = pair.b;
    y[a].add(blocks.ab.times(x[b]), 1);
    y[b].add(blocks.ba.times(x[a]), 1);
  }
}

void GapSystem::minimise(const Limits& limits) {
  const std::size_t n = count_;
  scaled_.resize(n + 1);
  direction_.resize(n + 1);
  image_.resize(n + 1);
  const auto precondition = [&] {
    for (std::size_t i = 0; i < n; ++i) scaled_[i] = inverse_[i].times(gradient_[i]);
  };
  precondition();
  direction_ = scaled_;
  double size = product(gradient_, scaled_);
  const double enough = limits.accuracy * limits.accuracy * size;
  for (int step = 0; step < limits.gradient_limit && size > enough && size > 1e-26; ++step) {
    multiply(direction_, image_);
    const double curvature = product(direction_, image_);
    if (!(curvature > 0)) break;
    const auto length = static_cast<float>(size / curvature);
    for (std::size_t i = 0; i < n; ++i) {
      motion_[i].add(direction_[i], length);
      gradient_[i].add(image_[i], -length);
    }
    precondition();
    const double next = product(gradient_, scaled_);
    const auto share = static_cast<float>(next / size);
    size = next;
    for (std::size_t i = 0; i < n; ++i) {
      direction_[i] = {scaled_[i].low + share * direction_[i].low,
                       scaled_[i].high + share * direction_[i].high};
    }
  }
}

bool GapSystem::motion_of(std::size_t box, Vec3d& move, Vec3d& turn) const {
  const std::int32_t number = unknown_[box];
  if (number < 0) return false;
  double x[6];
  bool any = false;
  for (int k = 0; k < 6; ++k) {
    x[k] = static_cast<double>(motion_[number][k]);
    any = any || x[k] != 0;
  }
  move = {x[0], x[1], x[2]};
  turn = (1 / turn_length) * Vec3d{x[3], x[4], x[5]};
  return any;
}

}  // namespace jam::trunk
