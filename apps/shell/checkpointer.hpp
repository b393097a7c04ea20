// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Checkpoints of a running search: takes its state at the round boundaries, writes it when the interval is over, when SIGUSR1 came, and at
// the end. Trouble with the file is told, and the search goes on; what was written before stays. Times are in seconds, counted from the
// beginning of the first of the runs that went on from each other.
#pragma once

#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>

#include "jam/core/time_stamp.hpp"
#include "jam/core/user_signal.hpp"
#include "jam/io/checkpoint_file.hpp"
#include "jam/search/checkpoint_sink.hpp"

namespace jam::app {

/// When and where checkpoints are written.
struct CheckpointPlan {
  static constexpr double never = std::numeric_limits<double>::infinity();

  std::filesystem::path file;    ///< Empty: none are written, not even when asked.
  double interval = 60;          ///< Between two of them; 0: after every round.
  double first_after = 0;        ///< None before the search has lasted so long, but on SIGUSR1; `never`: on SIGUSR1 alone.
  bool look_first = false;       ///< Another run's file may be there: look before the first one is written.
  bool replace_damaged = false;  ///< The file is damaged, its NAME.previous is not: that one is kept when the file is replaced.

  /// Written without being asked, sooner or later.
  [[nodiscard]] bool periodic() const { return !file.empty() && first_after < never; }
};

class Checkpointer : public CheckpointSink {
 public:
  using Sections = std::map<std::string, std::string>;
  /// A line for the user; `warning`: to be seen in any case.
  using Note = std::function<void(const std::string& text, bool warning)>;

  /// `frame` is what every checkpoint says of its origin; `begun` the state to go on from, after `seconds`, or empty. `add_sections` adds
  /// what the program itself wants to find again.
  Checkpointer(CheckpointPlan plan, io::Checkpoint frame, std::string begun, double seconds, std::function<void(Sections&)> add_sections,
               Note note);

  [[nodiscard]] const std::string& resume_state() const override { return begun_; }
  /// Every state where one is to be written at the end; else those that SIGUSR1 asks for.
  [[nodiscard]] bool due(double seconds) override;
  void save(std::string state, double seconds) override;

  /// The end: writes the last state, unless it is in the file already or none is to be written yet. Returns the file where there is one
  /// that holds the last state.
  std::optional<std::filesystem::path> finish();

  /// When this process wrote its last one.
  [[nodiscard]] std::optional<TimePoint> written_at() const { return written_at_; }

  /// Name of the section that holds the search's state, and of the one that holds the time it took.
  static constexpr const char* state_section = "state";
  static constexpr const char* seconds_section = "seconds";

 private:
  /// False, with a warning unless the last try failed too, where it cannot be written; `consequence` ends the warning.
  bool write(const char* consequence);

  CheckpointPlan plan_;
  io::Checkpoint frame_;
  std::string begun_;
  std::function<void(Sections&)> add_sections_;
  Note note_;
  UserSignalGuard signal_;
  std::string state_;     ///< The newest; empty before the first.
  double seconds_;        ///< When it was handed over.
  double last_write_;     ///< Or the last try.
  double boundary_;       ///< When the search was last between two rounds.
  double round_ = 0;      ///< How long the last round took.
  bool asked_ = false;    ///< By SIGUSR1, for the state that comes next.
  bool written_ = false;  ///< The newest state is in the file.
  bool failed_ = false;   ///< The last try.
  std::optional<TimePoint> written_at_;
};

}  // namespace jam::app
