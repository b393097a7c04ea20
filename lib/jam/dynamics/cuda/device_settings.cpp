// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "jam/core/error.hpp"
#include "jam/dynamics/cuda/device.hpp"

namespace jam::dynamics {

void require_device_steps(const World& world, const SolverSettings& settings) {
  if (std::ranges::find(world.shapes, ShapeKind::triangle, &Shape::kind) != world.shapes.end()) {
    throw InputError("scenes with meshes run on the CPU only");
  }
  if (!world.joints.empty()) throw InputError("scenes with joints run on the CPU only");
  check_settings(settings);
  if (settings.kind == SolverKind::sor || is_dense(settings.kind)) {
    throw InputError(std::string("the solver ") + name_of(settings.kind) +
                     " runs on the CPU only: on a CUDA device there are apgd, jor, ccp, pe-jacobi");
  }
  if (settings.criterion != Criterion::residual) throw InputError("on a CUDA device a solve ends by its residual only");
}

}  // namespace jam::dynamics
