// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A file that exists during one test.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

/// Writes `text` to a file of this name in a folder of its own; removes both at the end.
class TemporaryFile {
 public:
  TemporaryFile(const std::string& name, const std::string& text) {
    static int count = 0;
    folder_ = std::filesystem::temp_directory_path() / ("jampack-test-" + std::to_string(::getpid()) + "-" + std::to_string(++count));
    std::filesystem::create_directories(folder_);
    path_ = folder_ / name;
    std::ofstream(path_, std::ios::binary) << text;
  }
  ~TemporaryFile() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path folder_;
  std::filesystem::path path_;
};
