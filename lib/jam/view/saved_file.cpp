// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/view/saved_file.hpp"

#include <fmt/format.h>

#include <utility>

#include "jam/core/error.hpp"
#include "jam/io/atomic_file.hpp"
#include "jam/io/read_file.hpp"
#include "jam/view/session.hpp"

namespace jam::view {

namespace fs = std::filesystem;

SavedFile::SavedFile(fs::path file) : path_(std::move(file)), text_(io::read_file(path_)) {}

SavedFile SavedFile::to_be(fs::path file) {
  SavedFile saved;
  saved.path_ = std::move(file);
  return saved;
}

void SavedFile::read_again() { text_ = io::read_file(path_); }

std::string SavedFile::save(const io::JsonNode& command, const std::string& text, const char* suffix) {
  command.require_keys({"over", "as"});
  const auto over = command.find("over");
  const bool replace = over && over->truth();
  fs::path target = path_;
  if (const auto as = command.find("as")) {
    const fs::path name = as->text();
    // A page chooses a name, never a folder.
    if (name.has_parent_path() || name != name.filename() || name == "." || name == ".." ||
        as->text().size() > 200)
      as->fail("a name without a folder is accepted");
    if (name.extension() != suffix) as->fail(fmt::format("a name that ends in {} is accepted", suffix));
    target = path_.parent_path() / name;
  }
  std::error_code none;
  if (!replace && fs::exists(target, none)) {
    if (target != path_) throw Refusal(409, "changed", fmt::format("{} exists", target.filename().string()));
    if (io::read_file(target) != text_)
      throw Refusal(
          409, "changed",
          fmt::format("{} was changed by another program since it was read", target.filename().string()));
  }
  io::write_atomically(target, text);
  path_ = target;
  text_ = text;
  return path_.filename().string();
}

}  // namespace jam::view
