// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "shell/resume.hpp"

#include <fmt/format.h>

#include <system_error>
#include <utility>

#include "jam/core/duration.hpp"
#include "jam/core/error.hpp"
#include "jam/core/version.hpp"
#include "jam/io/binary_state.hpp"
#include "jam/io/number_text.hpp"

namespace jam::app {
namespace {

namespace fs = std::filesystem;
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

/// Whether a checkpoint could stand beside `file`: it is an ordinary file, or will be one.
bool has_neighbours(const fs::path& file) {
  std::error_code error;
  return !file.empty() && file != "-" && (!fs::exists(file, error) || fs::is_regular_file(file, error));
}

Resumed read_resumed(const fs::path& file, std::string_view program) {
  io::ReadCheckpoint read = io::read_checkpoint(file, program);
  Resumed resumed{file, std::move(read.checkpoint), std::move(read.warning), 0};
  io::StateReader time(resumed.section(seconds_section));
  resumed.seconds = time.read<double>();
  time.finish();
  return resumed;
}

/// A note where --instances were `before` and are `now`; InputError where they are fewer.
void compare_instances(Assignment& assignment, const CheckpointRules& rules, const std::string& before, const std::string& now) {
  if (before == now) return;
  const Resumed& resumed = *assignment.resumed;
  // `auto` became a number once the search began.
  std::optional<int> many = io::parse_number<int>(before);
  if (!many) many = rules.instances_in_state(resumed.section(state_section));
  const std::string number = many ? std::to_string(*many) : before;
  const std::optional<int> wanted = io::parse_number<int>(now);
  if (many && wanted && *wanted < *many) {
    throw InputError(fmt::format("--instances is {}, {} was made with --instances {}: give at least as many, or leave the option out", now,
                                 resumed.file.string(), number));
  }
  if (number != now) assignment.notes.push_back(fmt::format("--instances {} before, {} now; those added begin afresh", number, now));
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

std::string Resumed::option(const std::string& name) const { return values_of(checkpoint.options, name).value_or(""); }

Assignment read_assignment(const RunOptions& asked, const ResumeRules& rules) {
  Assignment assignment;
  if (asked.resume.empty()) return assignment;
  fs::path file = asked.resume;
  if (file == "auto") {
    if (asked.checkpoint == "none") {
      throw InputError("--resume auto has nothing to go on from with --checkpoint none: leave one of them out");
    }
    if (asked.checkpoint.empty() && !has_neighbours(asked.out) && !has_neighbours(asked.json)) rules.require_problem();
    file = own_checkpoint(asked, rules.stem);
    if (!io::checkpoint_exists(file)) {
      rules.require_problem();
      assignment.notes.push_back("begins anew: there is no " + file.string());
      return assignment;
    }
  }
  const Resumed& resumed = assignment.resumed.emplace(read_resumed(file, rules.program));
  assignment.words = rules.complete(resumed);
  if (!resumed.warning.empty()) assignment.warnings.push_back(resumed.warning);
  if (resumed.checkpoint.version != version_number) {
    assignment.warnings.push_back(
        fmt::format("{}: was written by version {}, this is {}: the same options may give another packing from here on", file.string(),
                    resumed.checkpoint.version, version_number));
  }
  return assignment;
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

void compare_options(Assignment& assignment, const CheckpointRules& rules, const RunOptions& options) {
  if (!assignment.resumed) return;
  const Resumed& resumed = *assignment.resumed;
  const std::string after = format_duration(resumed.seconds);
  assignment.notes.push_back(fmt::format("goes on from {}, after {}", resumed.file.string(), after));
  const std::string limits_before = limits_text(io::parse_options(resumed.section(limits_section)));
  const std::string limits = limits_text(limit_options(options.table));
  if (limits_before != limits)
    assignment.notes.push_back(fmt::format("limits: {} before, {} now; they count from the very beginning", limits_before, limits));

  const std::string instances_before = resumed.option(instances_option);
  const std::string instances = values_of(result_options(options.table, ""), instances_option).value_or("");
  compare_instances(assignment, rules, instances_before, instances);
  assignment.history = resumed.section(history_section);
  const auto add = [&](const std::string& text) {
    assignment.history += fmt::format("{}{} until {}", assignment.history.empty() ? "" : ", ", text, after);
  };
  if (instances_before != instances) add(fmt::format("--{} {}", instances_option, instances_before));
  if (resumed.checkpoint.version != version_number) add("version " + resumed.checkpoint.version);
}

void compare_device(Assignment& assignment, const Device& device) {
  if (!assignment.resumed) return;
  const Resumed& resumed = *assignment.resumed;
  const std::string kind = device_kind(device), kind_before = resumed.option("device");
  if (kind_before != kind) {
    throw InputError(fmt::format(
        "--device is {}, {} was made with --device {}: resume it on the same kind of device, or begin from its packing with --start", kind,
        resumed.file.string(), kind_before));
  }
  const std::string& before = resumed.section(device_section);
  if (before != device.description) assignment.notes.push_back(fmt::format("device: {} before, {} now", before, device.description));
}

fs::path own_checkpoint(const RunOptions& options, const std::function<std::string()>& stem) {
  if (!options.checkpoint.empty()) return options.checkpoint;
  for (const fs::path& output : {options.out, options.json}) {
    if (has_neighbours(output)) return fs::path(output).replace_extension(".checkpoint");
  }
  return stem() + ".checkpoint";
}

const char* device_kind(const Device& device) { return device.kind == DeviceKind::cuda ? "cuda" : "cpu"; }

}  // namespace jam::app
