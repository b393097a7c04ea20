// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#pragma once

#include "archive_mode.hpp"
#include "console.hpp"
#include "jam/core/user_signal.hpp"
#include "outputs.hpp"

namespace jam::app {

/// Passes the news of a search to the files, the screen and the archive, which must outlive it.
class Listeners : public trunk::TrunkListener {
 public:
  Listeners(Outputs& outputs, Console& console, Archiving& archiving) : outputs_(outputs), console_(console), archiving_(archiving) {}

  void improved(const trunk::TrunkImprovement& improvement) override {
    outputs_.improved(improvement);
    console_.improved(improvement);
    archiving_.improved(improvement);
  }
  void progressed(const trunk::TrunkProgress& progress) override {
    outputs_.progressed(progress);
    console_.progressed(progress);
    archiving_.progressed(progress);
    if (UserSignalGuard::take()) console_.note("SIGUSR1: trunkpack writes no checkpoints; the best load is in its file", true);
  }

 private:
  Outputs& outputs_;
  Console& console_;
  Archiving& archiving_;
  UserSignalGuard signal_;  ///< A signal that asks other programs for a checkpoint must not end this one.
};

}  // namespace jam::app
