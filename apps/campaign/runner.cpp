// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "campaign/runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "campaign/report.hpp"
#include "jam/core/duration.hpp"
#include "jam/core/stop.hpp"
#include "jam/core/time_stamp.hpp"
#include "jam/io/atomic_file.hpp"
#include "jam/io/file_lock.hpp"
#include "shell/figure_text.hpp"
#include "shell/program.hpp"

namespace jam::campaign {
namespace {

namespace fs = std::filesystem;

constexpr double lock_timeout = 20;   ///< Waits for the lock until searches of a killed run end [s].
constexpr double child_timeout = 10;  ///< Time from SIGTERM to SIGKILL [s].
/// Batch systems send SIGTERM to all processes at once, and a second SIGTERM ends a search without its
/// result: children get ours only after this time [s].
constexpr double signal_delay = 0.3;
constexpr double overtime = 2;  ///< Time that searches get after the campaign's time has ended [s].
constexpr int crash_limit = 3;  ///< Consecutive crashes after which a search is given up.
constexpr auto pause = std::chrono::milliseconds(10);

/// Runs one search at a time on its device.
struct Worker {
  std::string device;
  FoundDevice found;
  bool closed = false;  ///< The device was lost.
  std::optional<Child> child;
  Running slice;
  double end = 0;  ///< End of the slice, counted from the beginning of the search [s].
};

class Runner {
 public:
  Runner(const Campaign& campaign, const Programs& programs, fs::path report, const Note& note)
      : campaign_(campaign), programs_(programs), report_(std::move(report)), note_(note), guard_(stop_) {
    std::error_code error;
    for (const char* folder : {"searches", "best"}) fs::create_directories(campaign.folder / folder, error);
    if (error)
      throw InputError(campaign.folder.string() + ": cannot be made: " + error.message() +
                       ": check the permissions");
    io::require_writable(report_);
  }

  ExitCode run() {
    const io::FileLock lock(campaign_.folder / "campaign.lock");
    if (!lock.opened())
      throw InputError(campaign_.folder.string() + ": cannot be written: check the folder's permissions");
    if (!lock.acquire(lock_timeout, stop_.query())) {
      throw InputError(
          campaign_.folder.string() +
          ": another campaign works in this folder: wait for it or end it, or name another folder");
    }
    lock_ = lock.descriptor();
    state_ = read_state(campaign_);
    before_ = state_.seconds;
    if (state_.begun.empty()) state_.begun = utc_now();
    for (auto& [id, record] : state_.records) record.error.clear();  // Another try.
    find_devices();
    require_devices();
    note_(fmt::format("campaign {}: {} searches, report {}", campaign_.name, campaign_.searches.size(),
                      report_.string()),
          false);
    work();
    return end();
  }

 private:
  [[nodiscard]] double remaining() const {
    return campaign_.time > 0 ? campaign_.time - before_ - stop_.elapsed()
                              : std::numeric_limits<double>::infinity();
  }

  [[nodiscard]] std::vector<Running> running() const {
    std::vector<Running> slices;
    for (const Worker& worker : workers_) {
      if (worker.child) slices.push_back(worker.slice);
    }
    return slices;
  }

  void find_devices() {
    const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    threads_ = campaign_.threads > 0 ? campaign_.threads
                                     : std::max(1, cores / static_cast<int>(campaign_.devices.size()));
    std::map<std::string, FoundDevice> found;
    for (const std::string& device : campaign_.devices) {
      if (!found.contains(device)) found[device] = find_device(campaign_, programs_, device, threads_);
      workers_.push_back({device, found[device], false, {}, {}, 0});
    }
  }

  /// Throws InputError if an unfinished search has no device of its kind.
  void require_devices() const {
    for (const Search& search : campaign_.searches) {
      const std::string& kind = record_of(state_, search).kind;
      const bool there = std::any_of(workers_.begin(), workers_.end(),
                                     [&](const Worker& worker) { return worker.found.kind == kind; });
      if (kind.empty() || there || done(campaign_, state_, search) != Done::no) continue;
      throw InputError(
          fmt::format("{} was begun on a device of the kind {}, of which {} names none: add one to "
                      "\"devices\", or name another folder",
                      search.id, kind, campaign_.file.string()));
    }
  }

  void work() {
    double last_report = stop_.elapsed();
    save("running", true);
    while (!stop_.stop_requested()) {
      bool changed = false;
      for (Worker& worker : workers_) changed = advance(worker) || changed;
      if (running().empty()) return;
      // The page shows the time too.
      if (changed || stop_.elapsed() - last_report > 60) {
        save("running", true);
        last_report = stop_.elapsed();
      }
      if (remaining() < -overtime) break;
      std::this_thread::sleep_for(pause);
    }
    save("stopping", true);
    end_children();
  }

  /// Takes the result of a slice that is over, and starts the next one. Returns whether anything happened.
  bool advance(Worker& worker) {
    bool changed = false;
    if (worker.child) {
      const auto ending = worker.child->ended();
      if (!ending) return false;
      take(worker, *ending, false);
      changed = true;
    }
    if (worker.closed || remaining() <= 0 || stop_.stop_requested()) return changed;
    const auto next = next_search(campaign_, state_, running(), worker.found.kind);
    if (!next) return changed;
    begin(worker, *next);
    return true;
  }

  void begin(Worker& worker, std::size_t index) {
    const Search& search = campaign_.searches[index];
    Record& record = state_.records[search.id];
    record.arguments = deciding_arguments(campaign_, search);
    record.kind = worker.found.kind;
    record.device = worker.found.description;
    worker.end = slice_end(campaign_, state_, search, remaining());
    worker.slice = {index, worker.end - record.seconds, worker.device};
    // A result that exists after the slice is the result of this slice.
    std::error_code ignored;
    fs::remove(search_file(campaign_, search, ".json"), ignored);
    Command command = slice_command(campaign_, programs_, search,
                                    slice_words(campaign_, search, worker.device, threads_, worker.end));
    command.kept_open = lock_;
    worker.child.emplace(command);
  }

  void take(Worker& worker, const Ending& ending, bool asked) {
    const Search& search = campaign_.searches[worker.slice.search];
    Record& record = state_.records[search.id];
    worker.child.reset();
    const auto [verdict, text] = take_outcome(campaign_, search, {worker.end, ending, asked}, record);
    switch (verdict) {
      case Verdict::recorded: crashes_.erase(search.id); break;
      case Verdict::no_device:
        worker.closed = true;
        lost_ = worker.device + ": " + text;
        note_(lost_ + "; " + search.id + " waits for another device", true);
        return;
      case Verdict::crashed:
        if (++crashes_[search.id] >= crash_limit) {
          record.error = fmt::format("{}, {} times in a row", text, crash_limit);
          record.error_code = static_cast<int>(ExitCode::internal);
        }
        note_(search.id + ": " + text, true);
        break;
    }
    if (!record.error.empty()) note_(search.id + " failed: " + record.error, true);
    keep_best(search, record);
    const Done state = done(campaign_, state_, search);
    note_(fmt::format(
              "{}  {}{}{}", search.id, format_duration(record.seconds),
              record.value ? "  " + value_and_gap_text(campaign_.problem_of(search), *record.value) : "",
              state == Done::no ? "" : std::string("  ") + done_text(state)),
          false);
  }

  /// Copies the packing of a search to the folder `best`, unless another search has one as good of this
  /// problem.
  void keep_best(const Search& search, const Record& record) {
    if (!record.value) return;
    const Problem& problem = campaign_.problem_of(search);
    for (const Search& other : campaign_.searches) {
      const Record& rival = record_of(state_, other);
      if (other.problem == search.problem && &rival != &record && rival.value &&
          !problem.better(*record.value, *rival.value))
        return;
    }
    const std::string text = left_text(search_file(campaign_, search, problem.suffix()));
    if (!text.empty()) try_to_write(campaign_.folder / "best" / (problem.name + problem.suffix()), text);
  }

  /// A full disk is reported once, and the campaign continues.
  void try_to_write(const fs::path& file, const std::string& text) {
    try {
      if (left_text(file) != text) io::write_atomically(file, text);
      if (unwritten_.erase(file) > 0) note_(file.string() + " can be written again", true);
    } catch (const InputError& error) {
      if (unwritten_.insert(file).second)
        note_(std::string(error.what()) + "; the campaign continues and tries again", true);
    }
  }

  void save(const std::string& standing, bool live) {
    state_.seconds = before_ + stop_.elapsed();
    try_to_write(state_file(campaign_), state_text(state_));
    try_to_write(report_, report_html(campaign_, state_, {standing, live, utc_now(), running()}));
  }

  void end_children() {
    const double begin = stop_.elapsed();
    bool signalled = false;
    while (!running().empty()) {
      const double waited = stop_.elapsed() - begin;
      for (Worker& worker : workers_) {
        if (!worker.child) continue;
        if (const auto ending = worker.child->ended()) {
          take(worker, *ending, true);
        } else if (waited > child_timeout) {
          worker.child->signal(SIGKILL);
        } else if (waited > signal_delay && !signalled) {
          worker.child->signal(SIGTERM);
        }
      }
      signalled = waited > signal_delay;
      std::this_thread::sleep_for(pause);
    }
  }

  ExitCode end() {
    const Totals totals = totals_of(summarise(campaign_, state_, {}));
    const bool signalled = stop_.signalled(), interrupted = stop_.reason() == StopReason::interrupt;
    const bool open = totals.of(Done::no) > 0, timed = remaining() <= 0;
    const std::string reason = interrupted      ? "interrupted (SIGINT)"
                               : signalled      ? "terminated (SIGTERM)"
                               : !open          ? "everything is done"
                               : timed          ? "time limit of " + format_duration(campaign_.time)
                               : !lost_.empty() ? "no device is left"
                                                : "nothing can be done";
    save(signalled ? "stopped" : !open ? "done" : timed ? "time used up" : "stopped", false);
    app::print_result(summary_text(campaign_, state_) + app::fact("ended by", reason) +
                      app::fact("report", report_.string()));
    if (open) note_("the same command resumes it", false);
    if (signalled) return app::exit_code_of(stop_.reason());
    if (open && !timed && !lost_.empty()) throw DeviceError(lost_);
    if (!unwritten_.empty())
      throw InputError(unwritten_.begin()->string() +
                       ": its last version could not be written: free some space");
    for (const Search& search : campaign_.searches) {
      const Record& record = record_of(state_, search);
      if (!record.error.empty()) return static_cast<ExitCode>(record.error_code);
    }
    return ExitCode::ok;
  }

  const Campaign& campaign_;
  const Programs& programs_;
  fs::path report_;
  const Note& note_;
  StopToken stop_;
  SignalGuard guard_;
  int lock_ = -1;
  int threads_ = 1;
  State state_;
  double before_ = 0;  ///< Time by the clock of earlier runs.
  std::vector<Worker> workers_;
  std::map<std::string, int> crashes_;  ///< Number of consecutive crashes of each search, by Search::id.
  std::set<fs::path> unwritten_;        ///< Files that could not be written.
  std::string lost_;                    ///< The last device that was lost, and why.
};

}  // namespace

ExitCode run_campaign(const Campaign& campaign, const Programs& programs, const fs::path& report,
                      const Note& note) {
  return Runner(campaign, programs, report, note).run();
}

}  // namespace jam::campaign
