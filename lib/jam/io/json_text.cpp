// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/io/json_text.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "jam/io/number_text.hpp"

namespace jam::io {

std::string json_string(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string json_number(double value) { return std::isfinite(value) ? number_text(value) : "null"; }

}  // namespace jam::io
