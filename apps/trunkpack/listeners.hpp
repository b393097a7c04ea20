// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#pragma once

#include "archive_mode.hpp"
#include "console.hpp"
#include "outputs.hpp"
#include "search_status.hpp"

namespace jam::app {

/// Passes the news of a search to the files, the screen, the archive and the status, which must outlive it.
class Listeners : public trunk::TrunkListener {
 public:
  Listeners(Outputs& outputs, Console& console, Archiving& archiving, SearchStatus& status)
      : outputs_(outputs), console_(console), archiving_(archiving), status_(status) {}

  void improved(const trunk::TrunkImprovement& improvement) override {
    outputs_.improved(improvement);
    console_.improved(improvement);
    archiving_.improved(improvement);
    status_.improved(improvement);
  }
  void progressed(const trunk::TrunkProgress& progress) override {
    outputs_.progressed(progress);
    console_.progressed(progress);
    archiving_.progressed(progress);
    status_.progressed(progress);
  }

 private:
  Outputs& outputs_;
  Console& console_;
  Archiving& archiving_;
  SearchStatus& status_;
};

}  // namespace jam::app
