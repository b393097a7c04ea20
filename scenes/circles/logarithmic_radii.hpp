// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <vector>

namespace jam::circles {

/// Radii from 1 to `ratio`, evenly on a logarithmic scale, ascending.
inline std::vector<double> logarithmic_radii(int count, double ratio) {
  std::vector<double> radii;
  for (int i = 0; i < count; ++i) radii.push_back(std::pow(ratio, (i + 0.5) / count));
  return radii;
}

}  // namespace jam::circles
