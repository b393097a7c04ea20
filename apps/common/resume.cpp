// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "common/resume.hpp"

#include <utility>

#include "common/checkpointer.hpp"
#include "jam/core/error.hpp"
#include "jam/io/binary_state.hpp"

namespace jam::app {
namespace {

using io::CheckpointOption;

/// The values of an option, which may be given several times, in one text; nothing where it does not occur.
std::optional<std::string> values_of(const std::vector<CheckpointOption>& options, const std::string& name) {
  std::optional<std::string> values;
  for (const CheckpointOption& option : options) {
    if (option.name == name) values = values ? *values + " " + option.value : option.value;
  }
  return values;
}

}  // namespace

const std::string& Resumed::section(const std::string& name) const {
  const auto found = checkpoint.sections.find(name);
  if (found == checkpoint.sections.end()) {
    throw InputError(file.string() + ": has no section " + name + ": resume it with the version that wrote it, " + checkpoint.version);
  }
  return found->second;
}

Resumed read_resumed(const std::filesystem::path& file, std::string_view program) {
  io::ReadCheckpoint read = io::read_checkpoint(file, program);
  Resumed resumed{file, std::move(read.checkpoint), std::move(read.warning), 0};
  io::StateReader time(resumed.section(Checkpointer::seconds_section));
  resumed.seconds = time.take<double>();
  time.finish();
  return resumed;
}

void require_same_options(const Resumed& resumed, const std::vector<CheckpointOption>& asked, const std::set<std::string>& free) {
  for (const CheckpointOption& option : asked) {
    if (!option.given || free.contains(option.name)) continue;
    const std::optional<std::string> wanted = values_of(asked, option.name);
    const std::optional<std::string> held = values_of(resumed.checkpoint.options, option.name);
    if (wanted == held) continue;
    throw InputError("--" + option.name + " is " + *wanted + ", " + resumed.file.string() + " was made " +
                     (held ? "with --" + option.name + " " + *held : "without it") +
                     ": leave the option out, or begin anew without --resume");
  }
}

std::vector<std::string> missing_arguments(const std::vector<CheckpointOption>& options, const std::set<std::string>& given) {
  std::vector<std::string> words;
  for (const CheckpointOption& option : options) {
    if (option.given && !given.contains(option.name)) words.push_back("--" + option.name + "=" + option.value);
  }
  return words;
}

bool replaces_checkpoint(const std::filesystem::path& file, const std::string& remark) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error) || std::filesystem::file_size(file, error) == 0) return false;
  if (!io::is_checkpoint(file)) throw InputError(file.string() + ": exists and is no checkpoint: " + remark);
  return true;
}

}  // namespace jam::app
