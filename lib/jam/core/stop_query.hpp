// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#pragma once

#include "jam/core/macros.hpp"

namespace jam {

/// Asked by long work whether it is to be given up; what it has done so far is then not used. Plain data, so
/// that it passes into code for any instruction set.
struct StopQuery {
  bool (*asked)(void* context) = nullptr;  ///< Null: never.
  void* context = nullptr;

  [[nodiscard]] JAM_HD_INLINE bool stopped() const { return asked != nullptr && asked(context); }
};

}  // namespace jam
