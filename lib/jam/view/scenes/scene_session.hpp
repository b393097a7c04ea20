// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A simulation that pages show while it runs: they get its frames as they are recorded, and play them.
#pragma once

#include <cstdint>
#include <mutex>
#include <string>

#include "jam/dynamics/io/recording.hpp"
#include "jam/dynamics/io/scene_page.hpp"
#include "jam/view/feed.hpp"
#include "jam/view/live_run.hpp"
#include "jam/view/session.hpp"

namespace jam::view {

class SceneSession : public ReadOnlySession {
 public:
  /// Session for a world at the start of a run. Feed and run must outlive the session. Throws InputError for
  /// a world of too many shapes.
  SceneSession(const dynamics::World& world, const dynamics::StepReport& start,
               const dynamics::PageFacts& facts, Feed& feed, LiveRun& run);

  /// The state at a time that is a whole number of frames from the start; from the thread of the simulation,
  /// which waits for copies at most.
  void take(const dynamics::World& world, const dynamics::StepReport& report);
  /// The state at the end.
  void finish(const dynamics::World& world, const dynamics::StepReport& report);

  [[nodiscard]] io::JsonObject document() override;
  /// Sends the frames that pages do not have, and the state of the run.
  void publish_live() override;

 private:
  /// The frames after a step.
  [[nodiscard]] dynamics::Recording recorded_after(std::int64_t step) const;

  Feed& feed_;
  LiveRun& run_;
  std::string name_;
  io::JsonObject parts_;  ///< Parts of the scene (dynamics::scene_parts).
  mutable std::mutex mutex_;
  dynamics::Recording recording_;
  std::mutex reporting_;            ///< Guards the next two members, which tell what pages have.
  std::int64_t reported_step_;      ///< Step of the last frame.
  long long reported_change_ = -1;  ///< Last change of `run_` that was reported.
};

}  // namespace jam::view
