// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "shell/resume.hpp"

#include <fmt/format.h>

#include <utility>

#include "jam/core/duration.hpp"
#include "jam/core/error.hpp"
#include "jam/core/version.hpp"
#include "jam/io/binary_state.hpp"
#include "shell/checkpointer.hpp"
#include "shell/checkpointing.hpp"
#include "shell/run_options.hpp"

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
    text += fmt::format("{}--{} {}", text.empty() ? "" : " ", limit.name, value);
  }
  return text.empty() ? "none given" : text;
}

}  // namespace

const std::string& Resumed::section(const std::string& name) const {
  const auto found = checkpoint.sections.find(name);
  if (found == checkpoint.sections.end()) {
    throw InputError(
        fmt::format("{}: has no section {}: resume it with the version that wrote it, {}", file.string(), name, checkpoint.version));
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

std::vector<std::string> resumed_arguments(const OptionTable& table, int argc, const char* const* argv, const Resumed& resumed) {
  std::vector<std::string> words(argv, argv + argc);
  const std::vector<CheckpointOption>& before = resumed.checkpoint.options;
  bool limited = false;
  for (const OptionRow& row : table.rows) {
    limited = limited || (row.effect == Effect::limit && table.has(row.name));
    if (row.effect != Effect::result) continue;
    if (!table.has(row.name)) {
      for (const CheckpointOption& option : before) {
        if (!option.given || option.name != row.name) continue;
        words.push_back(row.traits.word ? option.value : fmt::format("--{}={}", option.name, option.value));
      }
    } else if (!row.traits.may_change) {
      const std::string wanted = fmt::format("{}", fmt::join(row.value.texts(), " "));
      const std::optional<std::string> held = values_of(before, row.name);
      if (held == wanted) continue;
      throw InputError(fmt::format("--{} is {}, {} was made {}: leave the option out, or start a new search without --resume", row.name,
                                   wanted, resumed.file.string(), held ? fmt::format("with --{} {}", row.name, *held) : "without it"));
    }
  }
  if (limited) return words;
  for (const CheckpointOption& limit : io::parse_options(resumed.section(limits_section)))
    words.push_back(fmt::format("--{}={}", limit.name, limit.value));
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
    warnings.push_back(fmt::format("{}: was written by version {}, this is {}: the same options may give another packing from here on",
                                   resumed.file.string(), resumed.checkpoint.version, version_number));
  }
  return warnings;
}

std::string extended_history(const Resumed& resumed, const std::string& before, const std::string& instances) {
  std::string history = before;
  const auto add = [&](const std::string& text) {
    history += fmt::format("{}{} until {}", history.empty() ? "" : ", ", text, format_duration(resumed.seconds));
  };
  const std::string instances_before = value_before(resumed, instances_option);
  if (instances_before != instances) add(fmt::format("--{} {}", instances_option, instances_before));
  if (resumed.checkpoint.version != version_number) add("version " + resumed.checkpoint.version);
  return history;
}

void require_same_device(const Resumed& resumed, const std::string& kind) {
  const std::string before = value_before(resumed, "device");
  if (before == kind) return;
  throw InputError(fmt::format(
      "--device is {}, {} was made with --device {}: resume it on the same kind of device, or begin from its packing with --start", kind,
      resumed.file.string(), before));
}

std::string value_before(const Resumed& resumed, const std::string& name) {
  return values_of(resumed.checkpoint.options, name).value_or("");
}

std::string resume_hint(std::string_view program, const std::filesystem::path& checkpoint) {
  return fmt::format("to go on with this search: {} --resume {} --time 10h (counted from the very beginning; --time 0: until Ctrl-C)",
                     program, shell_word(checkpoint.string()));
}

bool replaces_checkpoint(const std::filesystem::path& file, const std::string& remark) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error) || std::filesystem::file_size(file, error) == 0) return false;
  if (!io::is_checkpoint(file)) throw InputError(file.string() + ": exists and is no checkpoint: " + remark);
  return true;
}

}  // namespace jam::app
