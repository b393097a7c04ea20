// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "shell/output_rules.hpp"

#include <string>
#include <system_error>

#include "jam/core/error.hpp"

namespace jam::app {
namespace {

namespace fs = std::filesystem;

void require_apart(const NamedFile& output, const NamedFile& other) {
  if (output.second.empty() || other.second.empty() || !same_file(output.second, other.second)) return;
  throw InputError(std::string(other.first) + " and " + output.first + " name the same file " + output.second.string() +
                   ": give each its own");
}

}  // namespace

bool same_file(const fs::path& a, const fs::path& b) {
  std::error_code error;
  if (fs::exists(a, error) && fs::exists(b, error)) return fs::is_regular_file(a, error) && fs::equivalent(a, b, error);
  // One of the two is still to be written; folders on the way there may be links.
  const fs::path first = fs::weakly_canonical(fs::absolute(a, error), error);
  return !first.empty() && first == fs::weakly_canonical(fs::absolute(b, error), error);
}

void require_different_files(const std::vector<NamedFile>& outputs) {
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    for (std::size_t i = 0; i < k; ++i) require_apart(outputs[k], outputs[i]);
  }
}

void require_inputs_kept(const std::vector<NamedFile>& outputs, const std::vector<NamedFile>& inputs) {
  for (const NamedFile& output : outputs) {
    for (const NamedFile& input : inputs) require_apart(output, input);
  }
}

}  // namespace jam::app
