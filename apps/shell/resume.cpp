// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "shell/resume.hpp"

#include <utility>

#include "jam/core/duration.hpp"
#include "jam/core/error.hpp"
#include "jam/core/version.hpp"
#include "jam/io/binary_state.hpp"
#include "shell/checkpointer.hpp"
#include "shell/shell_text.hpp"

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

/// `--time 24h --trials 5`; `none given`.
std::string limits_text(const std::vector<CheckpointOption>& limits) {
  std::string text;
  for (const CheckpointOption& limit : limits) {
    const std::string value = limit.name == "time" ? format_duration(parse_duration(limit.value)) : limit.value;
    text += (text.empty() ? "--" : " --") + limit.name + " " + value;
  }
  return text.empty() ? "none given" : text;
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
  resumed.seconds = time.read<double>();
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

std::vector<std::string> completed_arguments(int argc, const char* const* argv, const std::set<std::string>& given, const Resumed& resumed,
                                             const std::vector<CheckpointOption>& limits, const std::set<std::string>& other) {
  std::vector<std::string> words(argv, argv + argc);
  const auto add = [&](const std::vector<CheckpointOption>& options) {
    for (std::string& word : missing_arguments(options, given)) words.push_back(std::move(word));
  };
  std::vector<CheckpointOption> options;
  for (const CheckpointOption& option : resumed.checkpoint.options) {
    if (!other.contains(option.name)) options.push_back(option);
  }
  add(options);
  const bool limited = given.contains("time") || given.contains("target") || given.contains("trials") || given.contains("turns");
  if (!limited) add(limits);
  return words;
}

std::vector<std::string> resumption_notes(const Resumed& resumed, const std::vector<CheckpointOption>& before,
                                          const std::vector<CheckpointOption>& now) {
  std::vector<std::string> notes{"goes on from " + resumed.file.string() + ", after " + format_duration(resumed.seconds)};
  const std::string then = limits_text(before), today = limits_text(now);
  if (then != today) notes.push_back("limits: " + then + " before, " + today + " now; they count from the very beginning");
  return notes;
}

std::vector<std::string> resumption_warnings(const Resumed& resumed) {
  std::vector<std::string> warnings;
  if (!resumed.warning.empty()) warnings.push_back(resumed.warning);
  if (resumed.checkpoint.version != version_number) {
    warnings.push_back(resumed.file.string() + ": was written by version " + resumed.checkpoint.version + ", this is " + version_number +
                       ": the same options may give another packing from here on");
  }
  return warnings;
}

std::string extended_history(const Resumed& resumed, const std::string& before, const std::string& instances) {
  std::string history = before;
  const auto add = [&](const std::string& text) {
    history += (history.empty() ? "" : ", ") + text + " until " + format_duration(resumed.seconds);
  };
  const std::string instances_before = value_before(resumed, "instances");
  if (instances_before != instances) add("--instances " + instances_before);
  if (resumed.checkpoint.version != version_number) add("version " + resumed.checkpoint.version);
  return history;
}

void require_same_device(const Resumed& resumed, const std::string& kind) {
  const std::string before = value_before(resumed, "device");
  if (before == kind) return;
  throw InputError("--device is " + kind + ", " + resumed.file.string() + " was made with --device " + before +
                   ": resume it on the same kind of device, or begin from its packing with --start");
}

std::string value_before(const Resumed& resumed, const std::string& name) {
  return values_of(resumed.checkpoint.options, name).value_or("");
}

std::string resume_hint(std::string_view program, const std::filesystem::path& checkpoint) {
  return "to go on with this search: " + std::string(program) + " --resume " + shell_word(checkpoint.string()) +
         " --time 10h (counted from the very beginning; --time 0: until Ctrl-C)";
}

bool replaces_checkpoint(const std::filesystem::path& file, const std::string& remark) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error) || std::filesystem::file_size(file, error) == 0) return false;
  if (!io::is_checkpoint(file)) throw InputError(file.string() + ": exists and is no checkpoint: " + remark);
  return true;
}

}  // namespace jam::app
