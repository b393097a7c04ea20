// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// trunkpack's share in --status and --metrics: what there is to tell of a search for boxes.
#pragma once

#include <filesystem>
#include <string>

#include "jam/trunk/search/trunk_search.hpp"
#include "options.hpp"
#include "shell/checkpointer.hpp"
#include "shell/run_status.hpp"
#include "task.hpp"

namespace jam::app {

/// What stays the same during a search. `result` and `archive` are files; empty: none.
[[nodiscard]] RunFacts run_facts(const Options& options, const Task& task, const Device& device, const std::filesystem::path& result,
                                 const std::string& archive);

/// Passes the news of a search on.
class SearchStatus : public trunk::TrunkListener {
 public:
  /// Both have to outlive it.
  SearchStatus(RunStatus& status, const Checkpointer& checkpointer) : status_(status), checkpointer_(checkpointer) {}

  void improved(const trunk::TrunkImprovement& improvement) override;
  void progressed(const trunk::TrunkProgress& progress) override;

 private:
  RunStatus& status_;
  const Checkpointer& checkpointer_;
  double litres_ = 0;    ///< Of the best load.
  long long turns_ = 0;  ///< So far.
};

/// What a user may do about a search that stalls.
[[nodiscard]] std::string stall_advice(const Options& options);

}  // namespace jam::app
