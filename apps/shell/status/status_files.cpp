// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "shell/status/status_files.hpp"

#include <chrono>
#include <csignal>
#include <utility>

#include "jam/core/error.hpp"
#include "jam/io/atomic_file.hpp"

namespace jam::app {
namespace {

constexpr std::chrono::seconds interval{5};  ///< Between two versions of the files.

/// Signals are for the threads of the search. SIGXFSZ, which belongs to the thread that writes, is thereby none: the write fails instead.
void block_signals() {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, nullptr);
}

}  // namespace

StatusFiles::StatusFiles(std::filesystem::path status, std::filesystem::path metrics)
    : status_(std::move(status)), metrics_(std::move(metrics)) {}

StatusFiles::~StatusFiles() { end(RunState::failed, "the program ended by an error"); }

void StatusFiles::begin(RunFacts facts) {
  if (status_.empty() && metrics_.empty()) return;
  report_.sample.seconds = report_.sample.last_round = facts.seconds_before;
  report_.facts = std::move(facts);
  sampled_ = Clock::now();
  thread_ = std::thread([this] { work(); });
}

void StatusFiles::update(RunSample sample) {
  const std::lock_guard lock(mutex_);
  report_.sample = std::move(sample);
  sampled_ = Clock::now();
}

void StatusFiles::checkpoint_written(std::optional<TimePoint> time) {
  const std::lock_guard lock(mutex_);
  report_.sample.checkpoint_written = time;
}

void StatusFiles::end(RunState state, const std::string& reason) {
  if (!running()) return;
  {
    const std::lock_guard lock(mutex_);
    report_ = report();
    // The time of a result is that of its search; after an error nobody knows it.
    if (state != RunState::failed) report_.elapsed = report_.sample.seconds;
    report_.state = state;
    report_.reason = reason;
  }
  ended_.notify_one();
  thread_.join();
}

std::vector<std::string> StatusFiles::take_warnings() {
  const std::lock_guard lock(mutex_);
  return std::exchange(warnings_, {});
}

RunReport StatusFiles::report() const {
  RunReport report = report_;
  report.now = std::chrono::system_clock::now();
  if (report.state == RunState::running) {
    report.elapsed = report.sample.seconds + std::chrono::duration<double>(Clock::now() - sampled_).count();
  }
  return report;
}

void StatusFiles::work() {
  block_signals();
  std::unique_lock lock(mutex_);
  for (;;) {
    const RunReport now = report();
    lock.unlock();
    write(now);
    lock.lock();
    if (now.state != RunState::running) return;
    ended_.wait_for(lock, interval, [this] { return report_.state != RunState::running; });
  }
}

void StatusFiles::write(const RunReport& report) {
  if (!status_.empty()) write_one(status_, status_json(report), status_warned_);
  if (!metrics_.empty()) write_one(metrics_, metrics_text(report), metrics_warned_);
}

void StatusFiles::write_one(const std::filesystem::path& file, const std::string& text, bool& warned) {
  try {
    io::write_atomically(file, text);
  } catch (const InputError& error) {
    if (std::exchange(warned, true)) return;
    const std::lock_guard lock(mutex_);
    warnings_.push_back(std::string(error.what()) + " (the search goes on, and it is tried again)");
  }
}

}  // namespace jam::app
