// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A contact problem with a matrix that is stored whole, for host and device. With the step lengths R^-1 of
// the contacts (Nuetzi 2.7) the impulses x are a fixed point of x = projection of T x + d, where
//   T = I - alpha R^-1 W    3n x 3n, not symmetric [-]
//   d = - alpha R^-1 q      [N s]
// Sweeps (2.8 to 2.11) keep sums t next to x, so that they read each entry of T once: when a contact is
// projected, t holds its rows of T times the impulses of that moment.
//   dense-jor      all contacts at once: t = T x
//   dense-relaxed  group after group; the contacts of a group at once (2.11)
//   dense-sor      contact after contact in their order, the normal before the tangents (2.10); groups only
//                  cut the work into panels
// A group's impulses are projected from t + d, the sums of its rows begin at 0 again, and then its columns of
// T times its impulses are added to the sums of all rows.
#pragma once

#include <algorithm>
#include <cstddef>

#include "jam/dynamics/constraints/contact_operator.hpp"
#include "jam/dynamics/solvers/jacobi_step.hpp"

namespace jam::dynamics {

/// Rows of a tile, which are processed together. The number of rows is padded to a multiple of it.
inline constexpr int tile_rows = 64;

/// T by columns and the vectors of a sweep. Entries after the last row are 0 in all of them.
struct DenseArrays {
  int rows = 0;               ///< 3 n: normal, tangent 1, tangent 2 of each contact.
  std::size_t stride = 0;     ///< Number of entries of a column and of a vector: `rows` rounded up to tiles.
  double* matrix = nullptr;   ///< T: row i of column j is matrix[i + stride j].
  double* shift = nullptr;    ///< Shift d [N s].
  double* impulse = nullptr;  ///< Impulses x [N s].
  double* sum = nullptr;      ///< Sums t of T x [N s].
  const double* friction = nullptr;  ///< Friction of each contact; below 0: the rows belong to a joint.
};

[[nodiscard]] JAM_HD_INLINE std::size_t padded_rows(int rows) {
  return (static_cast<std::size_t>(rows) + tile_rows - 1) / tile_rows * tile_rows;
}

/// How a dense solver sweeps.
struct DenseRule {
  JacobiSteps steps = JacobiSteps::prox;
  JacobiSet set = JacobiSet::disc;
  bool in_turn = false;       ///< Whether contacts of a group change one after the other.
  bool normal_first = false;  ///< With in_turn: whether tangents use the new normal impulse.
  int group = 1;              ///< Number of contacts of a group.
};

/// Contacts of a panel of dense-sor: one for each lane of a warp.
inline constexpr int panel_contacts = 32;

/// The rule of dense-jor, dense-sor or dense-relaxed for a problem of `contacts` contacts.
[[nodiscard]] inline DenseRule dense_rule(const SolverSettings& settings, int contacts) {
  DenseRule rule;
  rule.steps = settings.law == ContactLaw::ccp ? JacobiSteps::cone : JacobiSteps::prox;
  rule.set = settings.law == ContactLaw::ccp       ? JacobiSet::cone
             : settings.law == ContactLaw::pyramid ? JacobiSet::box
                                                   : JacobiSet::disc;
  rule.in_turn = settings.kind == SolverKind::dense_sor;
  rule.normal_first = rule.in_turn && settings.law != ContactLaw::ccp;
  rule.group = rule.in_turn                             ? panel_contacts
               : settings.kind == SolverKind::dense_jor ? contacts
                                                        : std::min(settings.group, contacts);
  return rule;
}

/// Rows (and columns) of one group.
struct GroupRows {
  int first = 0, last = 0;
};

[[nodiscard]] JAM_HD_INLINE int group_count(const DenseRule& rule, int rows) {
  return (rows / 3 - 1) / rule.group + 1;
}
[[nodiscard]] JAM_HD_INLINE GroupRows group_rows(const DenseRule& rule, int rows, int k) {
  const int first = 3 * rule.group * k;
  return {first, rows - first < 3 * rule.group ? rows : first + 3 * rule.group};
}

/// Writes a block of T; `step` is alpha R_i^-1. Blocks that W does not have are 0.
JAM_HD_INLINE void set_block(const DenseArrays& arrays, int i, int j, const Mat3d& block, Vec3d step) {
  for (int c = 0; c < 3; ++c) {
    double* const column = arrays.matrix + (3 * static_cast<std::size_t>(j) + c) * arrays.stride +
                           3 * static_cast<std::size_t>(i);
    const Vec3d scaled_column = scaled(step, block.column[c]);
    column[0] = (i == j && c == 0 ? 1 : 0) - scaled_column.x;
    column[1] = (i == j && c == 1 ? 1 : 0) - scaled_column.y;
    column[2] = (i == j && c == 2 ? 1 : 0) - scaled_column.z;
  }
}

/// Writes d of contact i.
JAM_HD_INLINE void set_shift(const DenseArrays& arrays, int i, Vec3d q, Vec3d step) {
  double* const shift = arrays.shift + 3 * static_cast<std::size_t>(i);
  shift[0] = -step.x * q.x;
  shift[1] = -step.y * q.y;
  shift[2] = -step.z * q.z;
}

/// The impulse of contact i by dense-jor and dense-relaxed, once its rows of T x are complete.
[[nodiscard]] JAM_HD_INLINE Vec3d projected_contact(const DenseArrays& arrays, const DenseRule& rule, int i) {
  const std::size_t row = 3 * static_cast<std::size_t>(i);
  const double *const t = arrays.sum + row, *const d = arrays.shift + row;
  return on_set(rule.set, {t[0] + d[0], t[1] + d[1], t[2] + d[2]}, arrays.friction[i]);
}

/// Gives contact i its projected impulse, and sets its sums to 0.
JAM_HD_INLINE void project_contact(const DenseArrays& arrays, const DenseRule& rule, int i) {
  const Vec3d r = projected_contact(arrays, rule, i);
  double *const x = arrays.impulse + 3 * static_cast<std::size_t>(i), *const t =
                                                                          arrays.sum +
                                                                          3 * static_cast<std::size_t>(i);
  x[0] = r.x, x[1] = r.y, x[2] = r.z;
  t[0] = t[1] = t[2] = 0;
}

/// Part of the sum t of a row of dense-sor, before the first sweep, that comes from its own panel (Nuetzi
/// 5.15): from the columns that a sweep does not change before the row.
[[nodiscard]] JAM_HD_INLINE double first_sum(const DenseArrays& arrays, const DenseRule& rule, int row,
                                             int panel_end) {
  double sum = 0;
  for (int column = row / 3 * 3 + (rule.normal_first && row % 3 != 0 ? 1 : 0); column < panel_end; ++column) {
    sum += arrays.matrix[row + arrays.stride * column] * arrays.impulse[column];
  }
  return sum;
}

}  // namespace jam::dynamics
