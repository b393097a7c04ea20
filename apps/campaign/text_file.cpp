// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "campaign/text_file.hpp"

#include <fstream>
#include <sstream>

#include "jam/core/error.hpp"

namespace jam::campaign {

std::optional<std::string> text_of_file(const std::filesystem::path& file) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) return std::nullopt;
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  if (!stream) return std::nullopt;
  return text.str();
}

std::string required_text(const std::filesystem::path& file) {
  if (auto text = text_of_file(file)) return *std::move(text);
  throw InputError(file.string() + ": cannot be read: check that it is there, and its permissions");
}

}  // namespace jam::campaign
