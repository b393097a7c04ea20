// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "shell/checkpoints.hpp"

#include <fmt/format.h>

#include <chrono>
#include <system_error>
#include <utility>

#include "jam/core/duration.hpp"
#include "jam/core/error.hpp"
#include "jam/core/version.hpp"
#include "jam/io/atomic_file.hpp"
#include "jam/io/binary_state.hpp"
#include "jam/io/number_text.hpp"

namespace jam::app {
namespace {

namespace fs = std::filesystem;
using io::CheckpointOption;

/// The values of an option, which may be given several times, in one text; nothing if it is not among the
/// options.
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
    const std::string value =
        limit.name == "time" ? format_duration(parse_duration(limit.value)) : limit.value;
    text += fmt::format("{}--{} {}", text.empty() ? "" : " ", limit.name, value);
  }
  return text.empty() ? "none given" : text;
}

/// Whether a checkpoint can be written next to `file`: it is an ordinary file, or will be one.
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

/// Removes an option with its value from a command line.
void drop_option(std::vector<std::string>& words, const std::string& option) {
  for (auto word = words.begin(); word != words.end();) {
    const bool alone = *word == option;
    word = alone || word->starts_with(option + "=") ? words.erase(word, word + (alone ? 2 : 1)) : word + 1;
  }
}

/// A note where --instances were `before` and are `now`; InputError where they are fewer.
void compare_instances(Assignment& assignment, const CheckpointRules& rules, const std::string& before,
                       const std::string& now) {
  if (before == now) return;
  const Resumed& resumed = *assignment.resumed;
  // `auto` became a number once the search began.
  std::optional<int> many = io::parse_number<int>(before);
  if (!many) many = rules.instances_in_state(resumed.section(state_section));
  const std::string number = many ? std::to_string(*many) : before;
  const std::optional<int> wanted = io::parse_number<int>(now);
  if (many && wanted && *wanted < *many) {
    throw InputError(fmt::format(
        "--instances is {}, {} was made with --instances {}: give at least as many, or leave the option out",
        now, resumed.file.string(), number));
  }
  if (number != now)
    assignment.notes.push_back(
        fmt::format("--instances {} before, {} now; the added ones get fresh starts", number, now));
}

/// Runs longer than this write checkpoints without being asked [s].
constexpr double long_run = 600;

constexpr const char* goes_on = "the search continues and tries again";

/// Whether `file` holds a checkpoint. Throws InputError if it holds anything else.
bool replaces_checkpoint(const fs::path& file) {
  std::error_code error;
  if (!fs::is_regular_file(file, error) || fs::file_size(file, error) == 0) return false;
  if (!io::is_checkpoint(file))
    throw InputError(file.string() + ": exists and is not a checkpoint: choose another --checkpoint");
  return true;
}

}  // namespace

const std::string& Resumed::section(const std::string& name) const {
  const auto found = checkpoint.sections.find(name);
  if (found == checkpoint.sections.end()) {
    throw InputError(fmt::format("{}: has no section {}: resume it with the version that wrote it, {}",
                                 file.string(), name, checkpoint.version));
  }
  return found->second;
}

std::string Resumed::option(const std::string& name) const {
  return values_of(checkpoint.options, name).value_or("");
}

Assignment read_assignment(const RunOptions& asked, const ResumeRules& rules) {
  Assignment assignment;
  if (asked.resume.empty()) return assignment;
  fs::path file = asked.resume;
  if (file == "auto") {
    if (asked.checkpoint == "none") {
      throw InputError(
          "--resume auto needs a checkpoint, and --checkpoint none allows none: leave one of them out");
    }
    if (asked.checkpoint.empty() && !has_neighbours(asked.out) && !has_neighbours(asked.json))
      rules.require_problem();
    file = own_checkpoint(asked, rules.stem);
    if (!io::checkpoint_exists(file)) {
      rules.require_problem();
      assignment.notes.push_back("starts a new search: there is no " + file.string());
      return assignment;
    }
  }
  const Resumed& resumed = assignment.resumed.emplace(read_resumed(file, rules.program));
  assignment.words = rules.complete(resumed);
  if (!resumed.warning.empty()) assignment.warnings.push_back(resumed.warning);
  if (resumed.checkpoint.version != version_number) {
    assignment.warnings.push_back(fmt::format(
        "{}: was written by version {}, this is {}: the same options may give another packing from here on",
        file.string(), resumed.checkpoint.version, version_number));
  }
  return assignment;
}

std::vector<std::string> resumed_arguments(const OptionTable& table, int argc, const char* const* argv,
                                           const Resumed& resumed) {
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
      continue;
    }
    const std::string wanted = fmt::format("{}", fmt::join(row.value.texts(), " "));
    const std::optional<std::string> held = values_of(before, row.name);
    if (wanted == "auto" && held) {
      drop_option(words, fmt::format("--{}", row.name));
      words.push_back(fmt::format("--{}={}", row.name, *held));
    } else if (!row.traits.may_change && held != wanted) {
      throw InputError(fmt::format(
          "--{} is {}, {} was made {}: leave the option out, or start a new search without --resume",
          row.name, wanted, resumed.file.string(),
          held ? fmt::format("with --{} {}", row.name, *held) : "without it"));
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
  assignment.notes.push_back(fmt::format("resumes from {}, after {}", resumed.file.string(), after));
  const std::string limits_before = limits_text(io::parse_options(resumed.section(limits_section)));
  const std::string limits = limits_text(limit_options(options.table));
  if (limits_before != limits)
    assignment.notes.push_back(
        fmt::format("limits: {} before, {} now; they count from the very beginning", limits_before, limits));

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
    throw InputError(
        fmt::format("--device is {}, {} was made with --device {}: resume it on the same kind of device, or "
                    "begin from its packing with --start",
                    kind, resumed.file.string(), kind_before));
  }
  const std::string& before = resumed.section(device_section);
  if (before != device.description)
    assignment.notes.push_back(fmt::format("device: {} before, {} now", before, device.description));
}

fs::path own_checkpoint(const RunOptions& options, const std::function<std::string()>& stem) {
  if (!options.checkpoint.empty()) return options.checkpoint;
  for (const fs::path& output : {options.out, options.json}) {
    if (has_neighbours(output)) return fs::path(output).replace_extension(".checkpoint");
  }
  return stem() + ".checkpoint";
}

const char* device_kind(const Device& device) { return device.kind == DeviceKind::cuda ? "cuda" : "cpu"; }

CheckpointPlan plan_checkpoints(const RunOptions& options, RunLimits limits, const CheckpointRules& rules,
                                Assignment& assignment) {
  CheckpointPlan plan;
  if (options.checkpoint == "none" || !rules.stem) return plan;
  plan.file = own_checkpoint(options, rules.stem);
  require_unused(options.table, plan.file, "checkpoint", "the checkpoint of this run");
  plan.interval = options.checkpoint_interval;
  const Resumed* resumed = assignment.resumed ? &*assignment.resumed : nullptr;
  plan.replace_damaged = resumed != nullptr && !resumed->warning.empty();
  const bool asked = plan.asked =
      options.has("checkpoint") || options.has("checkpoint-every") || options.has("resume");
  // How long a run takes that only a limit on the work ends is unknown.
  const bool counted = rules.time_unknown || (limits.work > 0 && !options.has("time"));
  const bool known_long = !counted && (limits.time == 0 || limits.time > long_run);
  plan.first_after = asked || known_long ? 0 : counted ? long_run : CheckpointPlan::never;
  const bool own = resumed != nullptr && same_file(resumed->file, plan.file);
  plan.check_file = !own && plan.first_after > 0;  // It may never be written: no reason to refuse the run.
  if (plan.first_after > 0) return plan;

  io::require_writable(plan.file);
  if (!own && replaces_checkpoint(plan.file)) {
    assignment.warnings.push_back(
        fmt::format("{} is the checkpoint of another run and will be replaced; --resume {} would resume it",
                    plan.file.string(), shell_word(plan.file.string())));
  }
  return plan;
}

Checkpointer::Checkpointer(CheckpointPlan plan, io::Checkpoint frame, const Assignment& assignment,
                           std::function<void(Sections&)> add_sections, Notices notices)
    : plan_(std::move(plan)),
      frame_(std::move(frame)),
      resume_state_(assignment.resumed ? assignment.resumed->section(state_section) : std::string()),
      add_sections_(std::move(add_sections)),
      notices_(std::move(notices)),
      seconds_(assignment.seconds_before()),
      last_attempt_(seconds_),
      boundary_(seconds_) {}

bool Checkpointer::due(double seconds) {
  round_ = seconds - std::exchange(boundary_, seconds);
  requested_ = UserSignalGuard::take();
  if (requested_ && plan_.file.empty()) {
    notices_.warn("SIGUSR1: no checkpoint is written with --checkpoint none");
    requested_ = false;
  }
  return requested_ || (plan_.periodic() && seconds >= plan_.first_after);
}

void Checkpointer::save(std::string state, double seconds) {
  state_ = std::move(state);
  seconds_ = seconds;
  written_ = false;
  if (std::exchange(requested_, false)) {
    if (write(goes_on))
      notices_.present("checkpoint " + plan_.file.string() + " after " + format_duration(seconds));
    return;
  }
  if (writes_now()) write(goes_on);
}

bool Checkpointer::writes_now() const {
  if (requested_) return true;
  if (!plan_.periodic() || boundary_ < plan_.first_after) return false;
  // A checkpoint after another round like the last one would be late.
  return boundary_ + round_ - last_attempt_ >= plan_.interval;
}

bool Checkpointer::write(const char* consequence) {
  last_attempt_ = seconds_;
  frame_.sections.clear();
  io::StateWriter time;
  time.write(seconds_);
  frame_.sections[seconds_section] = time.finish();
  frame_.sections[state_section] = state_;
  add_sections_(frame_.sections);
  try {
    if (plan_.check_file && replaces_checkpoint(plan_.file))
      notices_.warn(
          fmt::format("{0} is the checkpoint of another run and is replaced; it is kept as {0}.previous",
                      plan_.file.string()));
    plan_.check_file = false;
    io::write_checkpoint(plan_.file, frame_, !plan_.replace_damaged);
  } catch (const InputError& error) {
    if (!std::exchange(failed_, true)) notices_.warn(fmt::format("{} ({})", error.what(), consequence));
    return false;
  }
  if (std::exchange(failed_, false))
    notices_.warn(fmt::format("checkpoint {}: can be written again", plan_.file.string()));
  plan_.replace_damaged = false;
  written_ = true;
  written_at_ = std::chrono::system_clock::now();
  return true;
}

std::optional<std::filesystem::path> Checkpointer::finish(bool unfinished) {
  if (state_.empty() && resume_state_.empty() && plan_.asked && unfinished)
    notices_.warn("no checkpoint was written: the search ended before its first round was complete");
  if (!plan_.periodic() || seconds_ < plan_.first_after || state_.empty()) return std::nullopt;
  failed_ = false;  // The last attempt is reported in any case.
  if (!written_ && !write("the last checkpoint is missing")) return std::nullopt;
  return plan_.file;
}

}  // namespace jam::app
