// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "common/output_rules.hpp"

#include <string>

#include "jam/core/error.hpp"

namespace jam::app {

void require_different_files(const std::vector<NamedOutput>& outputs) {
  namespace fs = std::filesystem;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    for (std::size_t k = i + 1; k < outputs.size(); ++k) {
      const auto& [first, first_file] = outputs[i];
      const auto& [second, second_file] = outputs[k];
      if (first_file.empty() || second_file.empty()) continue;
      if (fs::absolute(first_file).lexically_normal() != fs::absolute(second_file).lexically_normal()) continue;
      if (!fs::exists(first_file) || fs::is_regular_file(first_file)) {
        throw InputError(std::string(first) + " and " + second + " name the same file " + first_file.string() + ": give each its own");
      }
    }
  }
}

}  // namespace jam::app
