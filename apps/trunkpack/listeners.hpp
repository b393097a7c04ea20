// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#pragma once

#include "console.hpp"
#include "outputs.hpp"

namespace jam::app {

/// Passes the news of a search to the files and to the screen, which must outlive it.
class Listeners : public trunk::TrunkListener {
 public:
  Listeners(Outputs& outputs, Console& console) : outputs_(outputs), console_(console) {}

  void improved(const trunk::TrunkImprovement& improvement) override {
    outputs_.improved(improvement);
    console_.improved(improvement);
  }
  void progressed(const trunk::TrunkProgress& progress) override {
    outputs_.progressed(progress);
    console_.progressed(progress);
  }

 private:
  Outputs& outputs_;
  Console& console_;
};

}  // namespace jam::app
