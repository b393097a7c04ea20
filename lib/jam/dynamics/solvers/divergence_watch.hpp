// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Watches the residual of a fixed-point iteration, and says when the relaxation is too large; for host and
// device.
#pragma once

#include "jam/core/macros.hpp"

namespace jam::dynamics {

class DivergenceWatch {
 public:
  /// `velocity` is the largest of the problem at the start, of q or of W r too [m/s].
  JAM_HD_INLINE constexpr explicit DivergenceWatch(double velocity)
      : velocity_(velocity > 1e-300 ? velocity : 1e-300) {}

  enum class Verdict : int { best, fine, reduce, hopeless };
  /// best: the smallest error [m/s] so far. hopeless: not a number, or beyond 1e6 times that velocity and the
  /// first error. reduce: ten times the best one.
  [[nodiscard]] JAM_HD_INLINE Verdict look(double absolute) {
    if (!(absolute <= 1e300)) return Verdict::hopeless;
    if (start_ < 0 && absolute > velocity_) velocity_ = absolute;
    if (absolute > 1e6 * velocity_) return Verdict::hopeless;
    if (start_ < 0) start_ = absolute;
    if (smallest_ < 0 || absolute < smallest_) {
      smallest_ = absolute;
      return Verdict::best;
    }
    return absolute > 10 * smallest_ ? Verdict::reduce : Verdict::fine;
  }

  [[nodiscard]] JAM_HD_INLINE bool worse_than_start(double absolute) const { return absolute > start_; }
  /// The best residual [m/s]; below 0: there is none.
  [[nodiscard]] JAM_HD_INLINE double smallest() const { return smallest_; }

 private:
  double velocity_;       ///< Errors beyond 1e6 times this are hopeless [m/s].
  double start_ = -1;     ///< Error of the first look [m/s].
  double smallest_ = -1;  ///< The best one [m/s].
};

}  // namespace jam::dynamics
