// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "live_scene.hpp"

#include <memory>

#include "options.hpp"

namespace jam::app {
namespace {

constexpr double interval = 0.5;  ///< Time between two measurements of the rates [s].

}  // namespace

LiveScene::LiveScene(int port, const dynamics::World& world, const dynamics::StepReport& start,
                     const dynamics::PageFacts& facts, double seconds)
    : server_(port, view::LiveFacts{program_name, facts.name, "simulated time"},
              [&](view::Feed& feed, view::LiveRun& run) {
                auto session = std::make_unique<view::SceneSession>(world, start, facts, feed, run);
                session_ = session.get();
                return session;
              }),
      reported_step_(start.step),
      reported_time_(start.time),
      reported_at_(seconds) {}

void LiveScene::step(const dynamics::StepReport& report, double seconds) {
  const double passed = seconds - reported_at_;
  if (passed < interval) return;
  server_.run().reached(seconds, report.time);
  server_.run().progressed(seconds,
                           {{"steps_per_s", static_cast<double>(report.step - reported_step_) / passed},
                            {"simulated_s_per_s", (report.time - reported_time_) / passed}});
  reported_step_ = report.step;
  reported_time_ = report.time;
  reported_at_ = seconds;
}

void LiveScene::end(const dynamics::World& world, const dynamics::StepReport& report,
                    const std::string& reason) {
  session_->finish(world, report);
  server_.end(reason);
}

}  // namespace jam::app
