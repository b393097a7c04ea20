// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The linear part of the polish. For rows of box_gaps.hpp with gaps c_i and derivatives J_i by the motion
// d of the boxes, finds d:
//   min_d  sum_i max(0, target - c_i - J_i d)^2 + damping |d|^2.
// Lengths in mm.
//
// d has for each box its displacement and its rotation vector times turn_length. The set of active rows is
// corrected a few times; for each set the normal equations are assembled in blocks of 6 x 6, one for each box
// and one for each pair of boxes with active rows, so that the cost of a product depends on the number of
// pairs, not of rows. They are solved by conjugate gradients (M. R. Hestenes, E. Stiefel 1952) with the
// inverses of the diagonal blocks as preconditioner (block Jacobi). Blocks and vectors are in float, columns
// padded to eight: float suffices for a step, because the gaps after it are computed in double. Sums have the
// same order on every machine.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "jam/core/vec.hpp"
#include "jam/trunk/polish/box_gaps.hpp"

namespace jam::trunk {

class GapSystem {
 public:
  /// Displacement that counts as a rotation of 1 rad [mm]; about the radius of gyration.
  static constexpr double turn_length = 60;

  /// When the iterations end.
  struct Limits {
    int active_rounds = 8;    ///< Largest number of corrections of the set of active rows.
    int gradient_limit = 80;  ///< Largest number of steps of the conjugate gradients for each set.
    double accuracy = 1e-4;   ///< Relative residual at which the conjugate gradients end.
  };

  /// Takes the rows; boxes that are not `movable` (one entry for each box) have no unknowns, nor have boxes
  /// without rows.
  void take(std::span<const GapRow> rows, std::span<const std::uint8_t> movable);

  /// Solves for d, from d = 0. `target` is the gap to which active rows are moved [mm], damping > 0.
  void solve(const Limits& limits, double target, double damping);

  /// Whether d moves the box. If so, `move` is its displacement [mm] and `turn` its rotation vector [rad].
  [[nodiscard]] bool motion_of(std::size_t box, Vec3d& move, Vec3d& turn) const;

 private:
  using Lanes = float __attribute__((vector_size(16)));
  /// Six numbers of a box and two zeros.
  struct Six {
    Lanes low;
    Lanes high;
    [[nodiscard]] float operator[](int k) const { return k < 4 ? low[k] : high[k - 4]; }
    void set(int k, float x) {
      if (k < 4) {
        low[k] = x;
      } else {
        high[k - 4] = x;
      }
    }
    void add(const Six& other, float factor) { low += other.low * factor, high += other.high * factor; }
    [[nodiscard]] static float dot(const Lanes& low, const Lanes& high) {
      return ((low[0] + high[0]) + low[2]) + ((low[1] + high[1]) + low[3]);
    }
  };
  /// 6 x 6 by columns.
  struct Block {
    Six column[6];
    void add_product(const Six& left, const Six& right) {  ///< left right^T
      column[0].add(left, right.low[0]), column[1].add(left, right.low[1]), column[2].add(left, right.low[2]);
      column[3].add(left, right.low[3]), column[4].add(left, right.high[0]),
          column[5].add(left, right.high[1]);
    }
    [[nodiscard]] Six times(const Six& x) const {
      const float x0 = x.low[0];
      const float x1 = x.low[1];
      const float x2 = x.low[2];
      const float x3 = x.low[3];
      const float x4 = x.high[0];
      const float x5 = x.high[1];
      return {(column[0].low * x0 + column[1].low * x1) + (column[2].low * x2 + column[3].low * x3) +
                  (column[4].low * x4 + column[5].low * x5),
              (column[0].high * x0 + column[1].high * x1) + (column[2].high * x2 + column[3].high * x3) +
                  (column[4].high * x4 + column[5].high * x5)};
    }
  };
  struct Row {
    Six a;  ///< Derivative by the unknowns of box a.
    Six b;  ///< Derivative by the unknowns of box b; zeros where it has none.
    std::int32_t at_a;
    std::int32_t at_b;
    std::int32_t pair;  ///< -1 where one of the boxes has no unknowns.
    float gap;
  };
  /// A pair of boxes with off-diagonal blocks: unknowns of a by those of b, and the transpose.
  struct Pair {
    std::int32_t a;
    std::int32_t b;
    std::int32_t at;  ///< Index in blocks_; -1 where no row is active.
  };
  struct PairBlocks {
    Block ab;
    Block ba;
  };

  void assemble(double target, double damping);
  void invert_diagonal();
  void multiply(const std::vector<Six>& x, std::vector<Six>& y) const;
  void minimise(const Limits& limits);
  [[nodiscard]] double product(const std::vector<Six>& x, const std::vector<Six>& y) const;
  [[nodiscard]] static float change(const Row& row, const std::vector<Six>& d);

  std::vector<std::int32_t> unknown_;  ///< Number of each box among those with unknowns, or -1.
  std::int32_t count_ = 0;
  std::vector<Row> rows_;
  std::vector<std::int32_t> active_, next_active_;  ///< Numbers of rows, ascending.
  std::vector<Pair> pairs_;
  std::vector<std::int32_t> used_;  ///< Pairs with blocks.
  std::vector<PairBlocks> blocks_;
  std::vector<Block> diagonal_, inverse_;
  std::vector<Six> motion_, gradient_, scaled_, direction_,
      image_;  ///< One more than boxes: the last one stays zero.
};

}  // namespace jam::trunk
