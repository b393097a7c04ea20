// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// circlepack's share in --status and --metrics: what there is to tell of a search for circles. Radii are in the unit of the radii.
#pragma once

#include <filesystem>

#include "checkpointing.hpp"
#include "jam/circles/model/search.hpp"
#include "shell/run_status.hpp"
#include "stats.hpp"
#include "task.hpp"

namespace jam::app {

/// The files that the search writes beside its outputs; empty: none.
struct SearchFiles {
  std::filesystem::path result, checkpoint, archive;
};

/// What stays the same during a search.
[[nodiscard]] RunFacts run_facts(const Assignment& assignment, const Task& task, const Device& device, const SearchFiles& files);

/// Passes the news of a search on.
class SearchStatus : public circles::SearchListener {
 public:
  /// The references must outlive it. `last_gain` is that of a search that goes on.
  SearchStatus(RunStatus& status, const Task& task, const Checkpointer& checkpointer, const std::optional<circles::Progress>& last_gain);

  void improved(const circles::Improvement& improvement) override;
  void progressed(const circles::Progress& progress) override;

 private:
  RunStatus& status_;
  const Task& task_;
  const Checkpointer& checkpointer_;
  double radius_;  ///< Of the best packing; infinity before the first.
};

/// A gain as status and metrics count it; nothing for nothing.
[[nodiscard]] std::optional<Gain> gain_of(const std::optional<circles::Progress>& progress);

/// What a user may do about a search that stalls.
[[nodiscard]] std::string stall_advice(const Options& options);

}  // namespace jam::app
