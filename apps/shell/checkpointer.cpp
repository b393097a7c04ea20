// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "shell/checkpointer.hpp"

#include <fmt/format.h>

#include <chrono>
#include <system_error>
#include <utility>

#include "jam/core/duration.hpp"
#include "jam/core/error.hpp"
#include "jam/io/atomic_file.hpp"
#include "jam/io/binary_state.hpp"

namespace jam::app {
namespace {

namespace fs = std::filesystem;

/// Runs longer than this write checkpoints without being asked [s].
constexpr double long_run = 600;

constexpr const char* goes_on = "the search goes on, and it is tried again";

/// Whether `file` holds a checkpoint. Throws InputError where it holds anything else.
bool replaces_checkpoint(const fs::path& file) {
  std::error_code error;
  if (!fs::is_regular_file(file, error) || fs::file_size(file, error) == 0) return false;
  if (!io::is_checkpoint(file)) throw InputError(file.string() + ": exists and is no checkpoint: choose another --checkpoint");
  return true;
}

}  // namespace

CheckpointPlan plan_checkpoints(const RunOptions& options, RunLimits limits, const CheckpointRules& rules, Assignment& assignment) {
  CheckpointPlan plan;
  if (options.checkpoint == "none" || rules.none) return plan;
  plan.file = own_checkpoint(options, rules.stem);
  plan.interval = options.checkpoint_interval;
  const Resumed* resumed = assignment.resumed ? &*assignment.resumed : nullptr;
  plan.replace_damaged = resumed != nullptr && !resumed->warning.empty();
  const bool asked = options.has("checkpoint") || options.has("checkpoint-every") || options.has("resume");
  // How long a run takes that only a limit on the work ends is unknown.
  const bool counted = limits.work > 0 && !options.has("time");
  const bool known_long = !counted && (limits.time == 0 || limits.time > long_run);
  plan.first_after = asked || known_long ? 0 : counted ? long_run : CheckpointPlan::never;
  const bool own = resumed != nullptr && same_file(resumed->file, plan.file);
  plan.check_file = !own && plan.first_after > 0;  // It may never be written: no reason to refuse the run.
  if (plan.first_after > 0) return plan;

  io::require_writable(plan.file);
  if (!own && replaces_checkpoint(plan.file)) {
    assignment.warnings.push_back(fmt::format("{} is the checkpoint of another run and will be replaced; --resume {} would go on from it",
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
    if (write(goes_on)) notices_.present("checkpoint " + plan_.file.string() + " after " + format_duration(seconds));
    return;
  }
  if (!plan_.periodic() || seconds < plan_.first_after) return;
  // After another round like the last one it would be late.
  if (seconds + round_ - last_attempt_ >= plan_.interval) write(goes_on);
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
      notices_.warn(fmt::format("{0} is the checkpoint of another run and is replaced; it is kept as {0}.previous", plan_.file.string()));
    plan_.check_file = false;
    io::write_checkpoint(plan_.file, frame_, !plan_.replace_damaged);
  } catch (const InputError& error) {
    if (!std::exchange(failed_, true)) notices_.warn(fmt::format("{} ({})", error.what(), consequence));
    return false;
  }
  if (std::exchange(failed_, false)) notices_.warn(fmt::format("checkpoint {}: can be written again", plan_.file.string()));
  plan_.replace_damaged = false;
  written_ = true;
  written_at_ = std::chrono::system_clock::now();
  return true;
}

std::optional<std::filesystem::path> Checkpointer::finish() {
  if (!plan_.periodic() || seconds_ < plan_.first_after || state_.empty()) return std::nullopt;
  failed_ = false;  // The last attempt is reported in any case.
  if (!written_ && !write("the last checkpoint is missing")) return std::nullopt;
  return plan_.file;
}

}  // namespace jam::app
