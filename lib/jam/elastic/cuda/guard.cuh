// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What tells a kernel of a solve whether it has anything to do.
#pragma once

#include "jam/elastic/normal/bound_cg_steps.hpp"

namespace jam::elastic {

/// Whether a kernel of a solve has anything to do. Without a control block: always.
struct Guard {
  const BoundCgControl* control = nullptr;
  bool fresh_only = false;  ///< Only where displacements are due.

  [[nodiscard]] __device__ bool closed() const { return control != nullptr && (control->finished() || (fresh_only && !control->fresh)); }
};

}  // namespace jam::elastic
