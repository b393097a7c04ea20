// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Relaxations on the device, without the search around them.
#pragma once

#include <vector>

#include "jam/circles/relax/relaxation.hpp"

namespace jam::test {

/// A packing, and what its relaxation told.
struct Relaxed {
  std::vector<float> x, y;
  float energy = 0;
  float steps = 0;
};

/// Relaxes circles of radii `radius` from centres x, y with the team that the search takes for
/// this number of circles.
[[nodiscard]] Relaxed device_relax(const std::vector<float>& radius, const std::vector<float>& x,
                                   const std::vector<float>& y,
                                   const circles::RelaxationParameters& parameters);

}  // namespace jam::test
