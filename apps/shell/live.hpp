// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// --live: a search on a web page of this machine while it runs. Pages never hold the search up: its thread copies numbers and results, all
// else is done in threads of the server.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "jam/view/live_run.hpp"
#include "jam/view/server.hpp"
#include "shell/option_values.hpp"
#include "shell/run_events.hpp"
#include "shell/run_options.hpp"

namespace jam::app {

/// How a program shows its results while it searches.
struct LiveView {
  bool takes_back = false;  ///< Whether the search takes edited results.
  /// The session of the pages; feed and run outlive it.
  std::function<std::unique_ptr<view::Session>(view::Feed& feed, view::LiveRun& run)> open;
  /// Shows a new best result in that session; from the thread of the search.
  std::function<void(const Result& result)> show;
  /// Members of a JSON object that place its parts (LiveRun::improved).
  std::function<std::string(const Result& result)> picture;
};

/// The row --live.
[[nodiscard]] inline OptionRow live_row(RunOptions& options) {
  return {"live", search_modes, Effect::output, whole(options.live_port, 0, 65535, "PORT"),
          "show the search on a web page while it runs, at http://127.0.0.1:PORT/, where the best result can be edited and handed back; 0: "
          "any port that is free"};
}

class Live : public RunListener {
 public:
  /// Serves at once. Throws InputError where it cannot.
  Live(int port, LiveView view, const MetricTable& metrics, view::LiveFacts facts);
  ~Live() override;

  [[nodiscard]] std::string url() const { return server_->url(); }
  [[nodiscard]] Inbox& inbox() { return run_.inbox; }

  void improved(const RunImprovement& improvement) override;
  void progressed(const RunProgress& progress) override;
  /// Tells the pages why the search ended.
  void end(const std::string& reason);

 private:
  LiveView view_;
  const MetricTable& metrics_;
  view::LiveRun run_;
  view::Feed feed_;
  std::unique_ptr<view::Session> session_;
  std::unique_ptr<view::Server> server_;
  RunProgress last_;     ///< Of the last rates.
  std::jthread teller_;  ///< Tells the pages.
};

}  // namespace jam::app
