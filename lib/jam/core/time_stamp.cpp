// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/core/time_stamp.hpp"

#include <fmt/chrono.h>

namespace jam {

std::string utc_text(TimePoint time) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", std::chrono::floor<std::chrono::seconds>(time));
}

}  // namespace jam
