// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "shell/status/time_left.hpp"

#include <algorithm>

#include "shell/figure_text.hpp"

namespace jam::app {

double done_part(const Extent& extent) {
  if (extent.time_limit <= 0 && extent.work_limit <= 0) return -1;
  double part = 0;
  if (extent.time_limit > 0) part = extent.seconds / extent.time_limit;
  if (extent.work_limit > 0) part = std::max(part, extent.work / extent.work_limit);
  return std::clamp(part, 0.0, 1.0);
}

std::optional<double> time_left(const Extent& extent) {
  std::optional<double> left;
  if (extent.time_limit > 0) left = std::max(0.0, extent.time_limit - extent.seconds);
  if (extent.work_limit > 0 && extent.work > 0 && extent.seconds > 0) {
    const double by_work = std::max(0.0, extent.work_limit - extent.work) * (extent.seconds / extent.work);
    left = std::min(left.value_or(by_work), by_work);
  }
  return left;
}

std::string progress_clock(const Extent& extent) {
  const std::optional<double> left = time_left(extent);
  return clock_text(extent.seconds) + (left ? " ETA " + clock_text(*left) : std::string());
}

}  // namespace jam::app
