// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/view/scenes/scene_session.hpp"

namespace jam::view {

SceneSession::SceneSession(const dynamics::World& world, const dynamics::StepReport& start,
                           const dynamics::PageFacts& facts, Feed& feed, LiveRun& run)
    : feed_(feed), run_(run), name_(facts.name), recording_(world, "--live"), reported_step_(start.step) {
  recording_.finish(world, start);
  parts_ = dynamics::scene_parts(world, recording_, facts);
}

void SceneSession::take(const dynamics::World& world, const dynamics::StepReport& report) {
  const std::lock_guard lock(mutex_);
  if (report.step > recording_.figures().front().step) recording_.offer(world, report);
}

void SceneSession::finish(const dynamics::World& world, const dynamics::StepReport& report) {
  const std::lock_guard lock(mutex_);
  recording_.finish(world, report);
}

dynamics::Recording SceneSession::recorded_after(std::int64_t step) const {
  const std::lock_guard lock(mutex_);
  return recording_.after(step);
}

io::JsonObject SceneSession::document() {
  return dynamics::scene_document(name_, parts_, recorded_after(-1)).add("live", run_.json(true));
}

void SceneSession::publish_live() {
  const std::lock_guard lock(reporting_);
  const dynamics::Recording fresh = recorded_after(reported_step_);
  if (fresh.frame_count() > 0) {
    reported_step_ = fresh.figures().back().step;
    feed_.append("frames", dynamics::scene_frames(fresh).text());
  }
  if (const long long change = run_.change_count(); change != reported_change_) {
    reported_change_ = change;
    feed_.publish("live", run_.json(true).text());
  }
}

}  // namespace jam::view
