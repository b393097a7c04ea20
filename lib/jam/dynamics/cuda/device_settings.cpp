// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/core/error.hpp"
#include "jam/dynamics/cuda/device.hpp"

namespace jam::dynamics {

void require_device_settings(const SolverSettings& settings) {
  check_settings(settings);
  if (settings.kind != SolverKind::apgd && settings.kind != SolverKind::jor && settings.kind != SolverKind::ccp) {
    throw InputError(std::string("the solver ") + name_of(settings.kind) +
                     " runs on the CPU only: on a CUDA device there are apgd, jor, ccp");
  }
  if (settings.criterion != Criterion::residual) throw InputError("on a CUDA device a solve ends by its residual only");
}

}  // namespace jam::dynamics
