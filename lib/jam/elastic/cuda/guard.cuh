// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Flags that tell a kernel of a solve whether it has work to do.
#pragma once

#include "jam/elastic/product/cell_steps.hpp"

namespace jam::elastic {

/// Parts of a control block on the device. Without any: there is always something to do.
struct Guard {
  const SolveEnd* end = nullptr;  ///< Only until the solve has ended.
  const bool* wanted = nullptr;   ///< Only where this holds.

  [[nodiscard]] __device__ bool closed() const {
    return (end != nullptr && *end != SolveEnd::none) || (wanted != nullptr && !*wanted);
  }
};

}  // namespace jam::elastic
