// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A checkpoint sink for tests: holds the newest state of a search, and ends the search at a boundary where
// that is asked for.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "jam/core/stop.hpp"
#include "jam/search/run_context.hpp"

namespace jam::test {

inline constexpr int never = 1 << 30;

struct ResumeSink : CheckpointSink {
  /// Resumes from `state` (empty: a new search). At the boundary `last`, counted from 0, `end` is requested,
  /// where there is one.
  explicit ResumeSink(std::string state = {}, StopToken* end = nullptr, int last = never)
      : newest(state), token(end), end_at(last), resumed(std::move(state)) {}

  [[nodiscard]] const std::string& resume_state() const override { return resumed; }
  void save(std::string state, double at) override {
    if (at < newest_seconds) throw std::logic_error("the time of a search went back");
    newest = std::move(state);
    newest_seconds = at;
    if (token != nullptr && boundaries == end_at) token->request(StopReason::interrupt);
    ++boundaries;
  }

  std::string newest;
  double newest_seconds = 0;  ///< Time of the newest state [s].
  StopToken* token;
  int end_at;
  int boundaries = 0;  ///< States that were saved.
  const std::string resumed;
};

}  // namespace jam::test
