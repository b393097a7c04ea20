// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The files of a run, except its last state: a row for every step, pictures, the page that plays it, a
// contact problem.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "jam/dynamics/io/recording.hpp"
#include "jam/dynamics/io/scene_page.hpp"
#include "jam/io/file_lock.hpp"
#include "options.hpp"
#include "row_file.hpp"

namespace jam::app {

class Series {
 public:
  /// `steps` of the whole run; the world must outlive it. Makes the folder of --vtk; throws InputError where
  /// that cannot be, or a page cannot show the world.
  Series(const Options& options, const dynamics::World& world, long long steps, OutputFaults& faults);

  /// Called with the state at the time of each frame.
  std::function<void(const dynamics::Simulation& simulation, const dynamics::StepReport& report)> on_frame;

  /// Takes the state after a step, or at the start; rows and pictures are written while the run goes on.
  /// Those that cannot be are faults.
  void take(const dynamics::Simulation& simulation, const dynamics::StepReport& report);

  /// Writes all files that are not written yet; `facts` are the facts of the page. Returns the names of the
  /// files written, as shown to users.
  [[nodiscard]] std::vector<std::string> write(const dynamics::Simulation& simulation,
                                               const dynamics::StepReport& last,
                                               const dynamics::PageFacts& facts);

  /// For checkpoints. Returns notes: files that will lack what comes before the checkpoint, as they were not
  /// asked for then.
  void write_state(io::StateWriter& state);
  [[nodiscard]] std::vector<std::string> read_state(io::StateReader& state);

  /// The contact problem that was asked for was solved.
  [[nodiscard]] bool has_problem() const { return !problem_.empty(); }

 private:
  void write_picture(const dynamics::Simulation& simulation);

  const Options& options_;
  OutputFaults& faults_;
  const dynamics::World& world_;  ///< The world at the start.
  long long problem_step_;
  std::int64_t frames_ = 0;  ///< Number of times at which pictures and frames were taken.
  RowFile rows_;
  std::optional<io::FileLock> folder_;  ///< Lock on the folder of --vtk: no other run may write there.
  std::string problem_;
  std::vector<std::pair<double, std::string>> pictures_;  ///< Times [s] and names.
  std::optional<dynamics::Recording> recording_;
};

}  // namespace jam::app
