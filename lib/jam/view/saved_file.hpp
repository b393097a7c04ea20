// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The file of a document: whether others have changed it since it was read or written here.
#pragma once

#include <filesystem>
#include <string>

#include "jam/io/json.hpp"

namespace jam::view {

/// Not thread-safe: the session that owns it locks.
class SavedFile {
 public:
  SavedFile() = default;
  /// Reads the file. Throws InputError as io::read_file().
  explicit SavedFile(std::filesystem::path file);

  /// A file that will be written first here.
  [[nodiscard]] static SavedFile to_be(std::filesystem::path file);

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// Text of the file as last read or written here.
  [[nodiscard]] const std::string& text() const { return text_; }
  /// Takes what is in the file now. Throws InputError as io::read_file(); the text then stays as it was.
  void read_again();

  /// Executes the command of /api/save: members `over` (replace what others changed or made) and `as` (a name
  /// in the same folder that ends in `suffix`; it becomes the name of the file). Returns the name. Throws
  /// Refusal if it would replace what others wrote, InputError if the file cannot be written.
  std::string save(const io::JsonNode& command, const std::string& text, const char* suffix);

 private:
  std::filesystem::path path_;
  std::string text_;
};

}  // namespace jam::view
