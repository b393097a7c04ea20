// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// --live: the simulation on a web page of this machine while it runs.
#pragma once

#include <string>

#include "jam/view/scenes/scene_session.hpp"
#include "shell/live.hpp"

namespace jam::app {

class LiveScene {
 public:
  /// Begins to serve. `world` and `start` are the state at the start of this run; `seconds` is the run time
  /// until then (above 0 in a resumed run) [s]. Throws InputError if it cannot serve at `port`.
  LiveScene(int port, const dynamics::World& world, const dynamics::StepReport& start,
            const dynamics::PageFacts& facts, double seconds);

  [[nodiscard]] std::string url() const { return server_.url(); }

  /// The state at the time of a frame.
  void frame(const dynamics::World& world, const dynamics::StepReport& report) {
    session_->take(world, report);
  }
  /// Reports a step that was taken after `seconds` seconds.
  void step(const dynamics::StepReport& report, double seconds);
  /// The state at the end, and why the run ended.
  void end(const dynamics::World& world, const dynamics::StepReport& report, const std::string& reason);

 private:
  view::SceneSession* session_ = nullptr;  ///< Session of the server.
  LiveServer server_;
  long long reported_step_;  ///< Step of the last report of rates.
  double reported_time_;     ///< Simulated time of that report [s].
  double reported_at_;       ///< Wall-clock time of that report [s].
};

}  // namespace jam::app
