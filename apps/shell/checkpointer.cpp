// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "shell/checkpointer.hpp"

#include <chrono>
#include <utility>

#include "jam/core/duration.hpp"
#include "jam/core/error.hpp"
#include "jam/io/binary_state.hpp"
#include "shell/resume.hpp"

namespace jam::app {
namespace {

constexpr const char* goes_on = "the search goes on, and it is tried again";

}  // namespace

Checkpointer::Checkpointer(CheckpointPlan plan, io::Checkpoint frame, std::string begun, double seconds,
                           std::function<void(Sections&)> add_sections, Note note)
    : plan_(std::move(plan)),
      frame_(std::move(frame)),
      begun_(std::move(begun)),
      add_sections_(std::move(add_sections)),
      note_(std::move(note)),
      seconds_(seconds),
      last_write_(seconds),
      boundary_(seconds) {}

bool Checkpointer::due(double seconds) {
  round_ = seconds - std::exchange(boundary_, seconds);
  asked_ = UserSignalGuard::take();
  if (asked_ && plan_.file.empty()) {
    note_("SIGUSR1: no checkpoint is written with --checkpoint none", true);
    asked_ = false;
  }
  return asked_ || (plan_.periodic() && seconds >= plan_.first_after);
}

void Checkpointer::save(std::string state, double seconds) {
  state_ = std::move(state);
  seconds_ = seconds;
  written_ = false;
  if (std::exchange(asked_, false)) {
    if (write(goes_on)) note_("checkpoint " + plan_.file.string() + " after " + format_duration(seconds), false);
    return;
  }
  if (!plan_.periodic() || seconds < plan_.first_after) return;
  // Not later than due: another round like the last one would be.
  if (seconds + round_ - last_write_ >= plan_.interval) write(goes_on);
}

bool Checkpointer::write(const char* consequence) {
  last_write_ = seconds_;
  frame_.sections.clear();
  io::StateWriter time;
  time.write(seconds_);
  frame_.sections[seconds_section] = time.finish();
  frame_.sections[state_section] = state_;
  add_sections_(frame_.sections);
  try {
    if (plan_.look_first && replaces_checkpoint(plan_.file, "choose another --checkpoint")) {
      note_(plan_.file.string() + " is the checkpoint of another run and is replaced; it is kept as " + plan_.file.string() + ".previous",
            true);
    }
    plan_.look_first = false;
    io::write_checkpoint(plan_.file, frame_, !plan_.replace_damaged);
  } catch (const InputError& error) {
    if (!std::exchange(failed_, true)) note_(std::string(error.what()) + " (" + consequence + ")", true);
    return false;
  }
  if (std::exchange(failed_, false)) note_("checkpoint " + plan_.file.string() + ": can be written again", true);
  plan_.replace_damaged = false;
  written_ = true;
  written_at_ = std::chrono::system_clock::now();
  return true;
}

std::optional<std::filesystem::path> Checkpointer::finish() {
  if (!plan_.periodic() || seconds_ < plan_.first_after || state_.empty()) return std::nullopt;
  failed_ = false;  // The last word on it.
  if (!written_ && !write("the last checkpoint is missing")) return std::nullopt;
  return plan_.file;
}

}  // namespace jam::app
