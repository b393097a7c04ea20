// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "jam/core/error.hpp"
#include "jam/elastic/cuda/device.hpp"

namespace jam::elastic {

void require_device_normal(const Grid& grid, const NormalSettings& settings) {
  if (settings.method != NormalMethod::bound_cg) {
    throw InputError(fmt::format("--method {} on a GPU: bound-cg is accepted there", name_of(settings.method)));
  }
  if (grid.nx > device_edge || grid.ny > device_edge) {
    throw InputError(
        fmt::format("a grid of {} x {} cells on a GPU: at most {} along an axis are accepted there", grid.nx, grid.ny, device_edge));
  }
}

}  // namespace jam::elastic
