// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "shell/status/run_status.hpp"

#include <unistd.h>

#include <array>
#include <chrono>
#include <exception>
#include <utility>

#include "jam/core/duration.hpp"
#include "jam/core/version.hpp"

namespace jam::app {
namespace {

std::string host_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

}  // namespace

void RunStatus::begin(RunFacts facts, std::string advice, std::optional<Gain> last_gain, Note note) {
  facts.version = version_number;
  facts.commit = version_commit();
  facts.host = host_name();
  facts.process = static_cast<int>(::getpid());
  facts.started = std::chrono::system_clock::now();
  advice_ = std::move(advice);
  last_gain_ = last_gain;
  note_ = std::move(note);
  files_.begin(std::move(facts));
}

void RunStatus::gained(Gain gain) { last_gain_ = gain; }

void RunStatus::progressed(const RunProgress& progress, std::optional<TimePoint> checkpoint_written) {
  rounds_.update(progress.seconds, progress.rounds);
  const double gain_time = last_gain_ ? last_gain_->seconds : 0;
  if (stall_.tell(progress.seconds, gain_time)) {
    note_("no gain for " + format_duration(progress.seconds - gain_time) +
              (last_gain_ ? ", after a last one at " + format_duration(gain_time) : std::string()) + ": the search seems to stall; " +
              advice_,
          true);
  }
  if (!files_.running()) return;
  RunSample sample;
  sample.seconds = progress.seconds;
  sample.work = static_cast<double>(progress.work);
  sample.work_rate = rate_.update(progress.seconds, sample.work);
  sample.last_round = rounds_.last_end();
  sample.longest_round = rounds_.longest();
  sample.last_gain = last_gain_;
  sample.best = progress.best;
  sample.counters = progress.counters;
  sample.checkpoint_written = checkpoint_written;
  sample.phase = progress.phase;
  files_.update(std::move(sample));
  tell_warnings();
}

void RunStatus::end(StopReason reason, const std::string& text, bool found, const std::vector<std::string>& errors) {
  const bool interrupted = reason == StopReason::interrupt || reason == StopReason::terminate;
  if (!errors.empty()) {
    files_.end(RunState::failed, errors.front());
  } else if (interrupted || found) {
    files_.end(interrupted ? RunState::interrupted : RunState::finished, text);
  } else {
    files_.end(RunState::failed, "no verified packing was found (" + text + ")");
  }
  tell_warnings();
}

ExitCode RunStatus::supervise(const std::function<ExitCode()>& run) {
  try {
    return run();
  } catch (const std::exception& error) {
    // Whoever catches it says the same on standard error.
    files_.end(RunState::failed, error.what());
    throw;
  }
}

void RunStatus::tell_warnings() {
  for (const std::string& warning : files_.take_warnings()) note_(warning, true);
}

std::string device_label(const Device& device) { return device.kind == DeviceKind::cuda ? "cuda:" + std::to_string(device.index) : "cpu"; }

}  // namespace jam::app
