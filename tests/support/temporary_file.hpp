// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A file that exists during one test.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include "support/paths.hpp"

/// Writes `text` to a file of this name in a folder of its own; removes both at the end.
class TemporaryFile {
 public:
  TemporaryFile(const std::string& name, const std::string& text) : path_(folder_ / name) {
    std::ofstream(path_, std::ios::binary) << text;
  }

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  jam::test::TemporaryFolder folder_;
  std::filesystem::path path_;
};
