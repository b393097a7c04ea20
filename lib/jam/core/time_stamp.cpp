// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/core/time_stamp.hpp"

#include <fmt/chrono.h>

#include <chrono>
#include <ctime>

namespace jam {

std::string utc_text(TimePoint time) {
  // fmt 9 takes a time point as one of local time.
  const std::time_t seconds =
      std::chrono::system_clock::to_time_t(std::chrono::floor<std::chrono::seconds>(time));
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(seconds));
}

}  // namespace jam
