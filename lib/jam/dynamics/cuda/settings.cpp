// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/core/error.hpp"
#include "jam/dynamics/cuda/device.hpp"

namespace jam::dynamics {

void require_device_steps(const SolverSettings& settings) {
  check_settings(settings);
  if (settings.criterion != Criterion::residual)
    throw InputError("on a CUDA device a solve ends by its residual only");
}

}  // namespace jam::dynamics
