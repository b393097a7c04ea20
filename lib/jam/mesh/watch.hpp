// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "jam/core/stop.hpp"

namespace jam::mesh {

/// Who may end work on a mesh, and who hears how far it is.
struct Watch {
  StopToken* stop = nullptr;                              ///< Asked all the time; null: nobody ends it.
  std::function<void(const std::string& text)> progress;  ///< "repairing, 12 s", once a second, from the second second on.
  std::size_t memory_limit = 0;                           ///< [bytes]; 0: nine tenths of what is free (available_memory_bytes).
};

}  // namespace jam::mesh
