// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/circles/model/packing_bytes.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace jam::circles {

static_assert(sizeof(Circle) == 3 * 8, "circles are written as they lie in memory: no gaps");

void write_packing(io::StateWriter& state, const Packing& packing) {
  state.write(packing.enclosing_radius);
  state.write(packing.circles);
}

Packing read_packing(io::StateReader& state, const Problem& problem) {
  Packing packing;
  packing.enclosing_radius = state.read<double>();
  packing.circles = state.read_vector<Circle>();
  if (packing.circles.empty()) return packing;
  std::vector<double> radii;
  for (const Circle& circle : packing.circles) {
    if (!std::isfinite(circle.x) || !std::isfinite(circle.y)) io::fail_state("a centre is not finite");
    radii.push_back(circle.radius);
  }
  std::sort(radii.begin(), radii.end());
  if (radii != problem.radii) io::fail_state("it holds other circles than the problem");
  return packing;
}

}  // namespace jam::circles
