// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "shell/output_rules.hpp"

#include <fmt/format.h>

#include <system_error>

#include "jam/core/error.hpp"

namespace jam::app {
namespace fs = std::filesystem;

bool same_file(const fs::path& a, const fs::path& b) {
  std::error_code error;
  if (fs::exists(a, error) && fs::exists(b, error)) return fs::is_regular_file(a, error) && fs::equivalent(a, b, error);
  // One of the two is still to be written; folders on the way there may be links.
  const fs::path first = fs::weakly_canonical(fs::absolute(a, error), error);
  return !first.empty() && first == fs::weakly_canonical(fs::absolute(b, error), error);
}

void require_inputs_kept(const std::vector<NamedFile>& outputs, const std::vector<NamedFile>& inputs) {
  for (const auto& [output, written] : outputs) {
    for (const auto& [input, read] : inputs) {
      if (written.empty() || read.empty() || !same_file(written, read)) continue;
      throw InputError(fmt::format("{} and {} name the same file {}: give each its own", input, output, written.string()));
    }
  }
}

}  // namespace jam::app
