// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "shell/status/run_status.hpp"

#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <exception>
#include <utility>

#include "jam/core/duration.hpp"
#include "jam/io/atomic_file.hpp"

namespace jam::app {
namespace {

constexpr std::chrono::seconds interval{5};  ///< Time between two versions of the files.

/// Leaves signals to the threads of the search. Blocking SIGXFSZ makes write() fail with EFBIG instead of
/// killing the process.
void block_signals() {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, nullptr);
}

}  // namespace

RunStatus::RunStatus(std::filesystem::path status, std::filesystem::path metrics)
    : files_{{{std::move(status), status_json}, {std::move(metrics), metrics_text}}} {}

void RunStatus::begin(StatusStart start) {
  start_ = std::move(start);
  start_.facts.started = std::chrono::system_clock::now();
  if (files_[0].name.empty() && files_[1].name.empty()) return;
  report_.facts = start_.facts;
  report_.sample.progress.seconds = report_.sample.last_round = start_.facts.seconds_before;
  sampled_ = Clock::now();
  thread_ = std::thread([this] { work(); });
}

void RunStatus::improved(const RunImprovement& improvement) {
  // A resumed search reports its best result first, which does not count as a gain.
  std::optional<Gain>& last = start_.last_gain;
  if (last && !start_.facts.metrics.better(improvement.result.value, last->value)) return;
  last = Gain{improvement.progress.seconds, static_cast<long long>(improvement.progress.work()),
              improvement.result.value};
}

void RunStatus::progressed(const RunProgress& progress) {
  rounds_.update(progress.seconds, progress.rounds);
  const double gain_time = start_.last_gain ? start_.last_gain->seconds : 0;
  if (stall_.begins(progress.seconds, gain_time)) {
    start_.warn(fmt::format("no gain for {}{}: the search seems to stall; {}",
                            format_duration(progress.seconds - gain_time),
                            start_.last_gain ? ", since " + format_duration(gain_time) : "", start_.advice));
  }
  if (!thread_.joinable()) return;
  RunSample sample{progress,           rate_.update(progress.seconds, progress.work()),
                   rounds_.last_end(), rounds_.longest(),
                   start_.last_gain,   start_.checkpoint_written()};
  sample.progress.text = {};  // It refers to the event.
  {
    const std::lock_guard lock(mutex_);
    report_.sample = std::move(sample);
    sampled_ = Clock::now();
  }
  pass_warnings();
}

void RunStatus::end(StopReason reason, const std::string& text, bool found,
                    const std::vector<std::string>& errors) {
  const bool interrupted = reason == StopReason::interrupt || reason == StopReason::terminate;
  {
    const std::lock_guard lock(mutex_);
    report_.sample.checkpoint_written = start_.checkpoint_written();
  }
  if (!errors.empty()) {
    finish(RunState::failed, errors.front());
  } else if (interrupted || found) {
    finish(interrupted ? RunState::interrupted : RunState::finished, text);
  } else {
    finish(RunState::failed, "no verified packing was found (" + text + ")");
  }
  pass_warnings();
}

std::vector<std::string> RunStatus::lost() const {
  std::vector<std::string> errors;
  for (const File& file : files_) {
    if (file.lost)
      errors.push_back(file.name.string() + ": how the search ended could not be written (disk full?)");
  }
  return errors;
}

ExitCode RunStatus::supervise(const std::function<ExitCode()>& run) {
  try {
    return run();
  } catch (const std::exception& error) {
    finish(RunState::failed, error.what());  // The caller prints it.
    throw;
  }
}

void RunStatus::finish(RunState state, const std::string& reason) {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    report_ = report();
    // The time of a result is that of its search; after an error it is unknown.
    if (state != RunState::failed) report_.elapsed = report_.sample.progress.seconds;
    report_.state = state;
    report_.reason = reason;
  }
  ended_.notify_one();
  thread_.join();
}

RunReport RunStatus::report() const {
  RunReport report = report_;
  report.now = std::chrono::system_clock::now();
  if (report.state == RunState::running) {
    report.elapsed =
        report.sample.progress.seconds + std::chrono::duration<double>(Clock::now() - sampled_).count();
  }
  return report;
}

void RunStatus::work() {
  block_signals();
  std::unique_lock lock(mutex_);
  for (;;) {
    const RunReport now = report();
    lock.unlock();
    for (File& file : files_) write(file, now);
    lock.lock();
    if (now.state != RunState::running) return;
    ended_.wait_for(lock, interval, [this] { return report_.state != RunState::running; });
  }
}

void RunStatus::write(File& file, const RunReport& report) {
  if (file.name.empty()) return;
  try {
    io::write_atomically(file.name, file.text(report));
    file.lost = false;
  } catch (const InputError& error) {
    file.lost = true;
    if (std::exchange(file.warned, true)) return;
    const std::lock_guard lock(mutex_);
    warnings_.push_back(std::string(error.what()) + " (the search continues and tries again)");
  }
}

void RunStatus::pass_warnings() {
  std::vector<std::string> warnings;
  {
    const std::lock_guard lock(mutex_);
    warnings.swap(warnings_);
  }
  for (const std::string& warning : warnings) start_.warn(warning);
}

std::string device_label(const Device& device) {
  return device.kind == DeviceKind::cuda ? "cuda:" + std::to_string(device.index) : "cpu";
}

}  // namespace jam::app
