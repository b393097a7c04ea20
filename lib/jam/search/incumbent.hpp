// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The incumbent of a search: the best verified result so far, and the only way by which results leave the
// search. It reports improvements, counts time across the processes that go on from each other, and limits
// how often counters are reported. Used from the driving thread. Times are in seconds.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>

#include "jam/core/error.hpp"
#include "jam/core/stop.hpp"
#include "jam/io/binary_state.hpp"
#include "jam/search/events.hpp"

namespace jam {

/// `Kind` tells an Incumbent about its results:
///   Improvement, Progress             the event types (events.hpp)
///   counter_count, counters(Progress&)  the counters that islands add up, as an array of pointers
///   Improvement nothing() const       before the first result
///   bool is_nothing(i) const
///   bool precedes(a, b) const         a takes the place of b: a total order, so that the best of some
///                                     results is the same one in whatever order they are offered
///   bool gains(i, progress) const     i is better than the last reported one, by more than rounding
///   void show(i, progress) const      puts the result into the counters for display
///   StopReason reached(i) const       why the search ends with this result; none: it goes on
///   bool complete(i) const            nothing better can exist; asked between rounds
///   bool legal(i, why) const          exact verification
///   write, read                       an improvement as bytes, without its progress
///   write_display, read_display       what else a saved state needs of the progress
template <class Kind>
class Incumbent {
 public:
  using Improvement = typename Kind::Improvement;
  using Progress = typename Kind::Progress;
  using Counters = std::array<long long, Kind::counter_count>;

  /// Time counts from here. The references must outlive the object.
  Incumbent(Kind kind, StopToken& stop, EventListener<Improvement, Progress>& listener)
      : kind_(std::move(kind)),
        best_(kind_.nothing()),
        stop_(stop),
        listener_(listener),
        begin_(stop.elapsed()) {
    kind_.show(best_, progress);
  }

  /// Takes a verified result if it precedes the best one, and reports it if it gains; returns whether
  /// it did. Requests the end of the search if reached() names a reason.
  bool offer(Improvement candidate) {
    if (!kind_.precedes(candidate, best_)) return false;
    const bool gains = kind_.gains(candidate, progress);
    progress.seconds = seconds();
    if (gains) kind_.show(candidate, progress);
    best_ = std::move(candidate);
    best_.seconds = progress.seconds;
    best_.progress = progress;
    ++change_count_;
    if (gains) listener_.improved(best_);
    end_when_reached();
    return gains;
  }

  [[nodiscard]] const Improvement& best() const { return best_; }
  [[nodiscard]] bool empty() const { return kind_.is_nothing(best_); }
  [[nodiscard]] bool complete() const { return kind_.complete(best_); }

  /// Number of times that the best result was replaced, reported or not.
  [[nodiscard]] long long change_count() const { return change_count_; }

  /// Since the search began, with the time of the searches that it goes on from.
  [[nodiscard]] double seconds() const { return stop_.elapsed() - begin_; }

  /// Passes the counters on, at most ten times a second unless `now`.
  void report(bool now = false) {
    const double time = stop_.elapsed();
    if (!now && last_report_ >= 0 && time - last_report_ < report_interval) return;
    last_report_ = time;
    progress.seconds = seconds();
    listener_.progressed(progress);
  }

  /// The last report, with the best result to its last digit.
  void report_end() {
    if (!empty()) kind_.show(best_, progress);
    report(true);
  }

  /// Replaces the last counters of an island or a rank by its present counters.
  void add_counters(const Counters& now, Counters& before) {
    const auto counters = Kind::counters(progress);
    for (std::size_t i = 0; i < now.size(); ++i) *counters[i] += now[i] - before[i];
    before = now;
  }

  /// The present counters of the progress, and the way back into a progress.
  [[nodiscard]] Counters counters() const {
    Progress totals = progress;
    Counters values{};
    const auto counters = Kind::counters(totals);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = *counters[i];
    return values;
  }
  static void set_counters(Progress& totals, const Counters& values) {
    const auto counters = Kind::counters(totals);
    for (std::size_t i = 0; i < values.size(); ++i) *counters[i] = values[i];
  }

  /// The best result as bytes for other ranks. A result that another rank sent is verified before it is
  /// offered.
  [[nodiscard]] std::string event() const {
    io::StateWriter writer;
    kind_.write(writer, best_);
    return writer.finish();
  }
  void merge(const std::string& event) {
    io::StateReader reader(event);
    Improvement candidate = kind_.read(reader);
    reader.finish();
    std::string why;
    if (kind_.legal(candidate, why)) offer(std::move(candidate));
  }

  /// Best result, time, and the counters `totals`, which may be those of an earlier boundary. Reading
  /// verifies the result, reports it, and requests the end as offer() does; StateError for a result that is
  /// not legal.
  void write(io::StateWriter& state, Progress totals) const {
    state.write(best_.seconds);
    kind_.write(state, best_);
    state.write(seconds());
    state.write(totals.rounds);
    for (const long long* counter : Kind::counters(totals)) state.write(*counter);
    kind_.write_display(state, totals);
  }
  void read(io::StateReader& state) {
    const auto found = state.read<double>();
    Improvement best = kind_.read(state);
    progress.seconds = state.read<double>();
    begin_ = stop_.elapsed() - progress.seconds;
    progress.rounds = state.read<long long>();
    for (long long* counter : Kind::counters(progress)) *counter = state.read<long long>();
    kind_.read_display(state, progress);
    const auto is_time = [](double value) { return value >= 0 && std::isfinite(value); };
    bool possible = is_time(found) && is_time(progress.seconds) && io::is_count(progress.rounds);
    for (const long long* counter : Kind::counters(progress)) possible = possible && io::is_count(*counter);
    if (!possible) io::fail_state("its times and counters cannot be");
    if (kind_.is_nothing(best)) return;
    std::string why;
    if (!kind_.legal(best, why)) {
      throw io::StateError(std::string("the best ") + Kind::name + " in the checkpoint is not legal" +
                           (why.empty() ? "" : ": " + why) + ": resume from another checkpoint");
    }
    best_ = std::move(best);
    best_.seconds = found;
    best_.progress = progress;
    listener_.improved(best_);
    end_when_reached();
  }

  Progress progress;  ///< Counted by the search, except for time and best result.

 protected:
  [[nodiscard]] StopToken& stop() const { return stop_; }
  [[nodiscard]] const Kind& kind() const { return kind_; }

 private:
  static constexpr double report_interval = 0.1;  ///< [s]

  void end_when_reached() {
    const StopReason reason = kind_.reached(best_);
    if (reason != StopReason::none) stop_.request(reason);
  }

  Kind kind_;
  Improvement best_;
  StopToken& stop_;
  EventListener<Improvement, Progress>& listener_;
  double begin_;             ///< StopToken::elapsed() when the search began [s]; negative: it was resumed.
  double last_report_ = -1;  ///< StopToken::elapsed() of the last report [s]; negative: none yet.
  long long change_count_ = 0;
};

}  // namespace jam
