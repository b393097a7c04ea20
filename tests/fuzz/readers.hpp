// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Every reader of files, with sound files of its format.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace jam::fuzz {

struct Reader {
  std::string name;
  std::string file;  ///< Name of the file that it is given; some go by the extension.
  std::function<void(const std::filesystem::path& file)> read;
  std::vector<std::string> corpus;  ///< Contents of sound files.
};

/// `folder` is for files that are made on the way.
[[nodiscard]] std::vector<Reader> all_readers(const std::filesystem::path& folder);

}  // namespace jam::fuzz
