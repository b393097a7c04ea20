// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// --live: a run on a web page of this machine. Pages never hold it up: its thread copies numbers and results,
// all else is done in threads of the server.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "jam/view/live_run.hpp"
#include "jam/view/server.hpp"
#include "shell/option_values.hpp"
#include "shell/run_events.hpp"
#include "shell/run_options.hpp"

namespace jam::app {

/// Makes the session of the pages. `feed` and `run` outlive the session.
using OpenSession = std::function<std::unique_ptr<view::Session>(view::Feed& feed, view::LiveRun& run)>;

/// The server of a run, and the thread that tells its pages how the run stands.
class LiveServer {
 public:
  /// Serves at once. Throws InputError if it cannot.
  LiveServer(int port, view::LiveFacts facts, const OpenSession& open);
  ~LiveServer();
  LiveServer(const LiveServer&) = delete;
  LiveServer& operator=(const LiveServer&) = delete;

  [[nodiscard]] std::string url() const { return server_->url(); }
  [[nodiscard]] view::LiveRun& run() { return run_; }
  /// Tells the pages why the run ended.
  void end(const std::string& reason);

 private:
  view::LiveRun run_;
  view::Feed feed_;
  std::unique_ptr<view::Session> session_;
  std::unique_ptr<view::Server> server_;
  std::jthread reporter_;
};

/// How a program shows its results while it searches.
struct LiveView {
  bool takes_back = false;  ///< Whether the search takes edited results.
  OpenSession open;
  /// Shows a new best result in that session; from the thread of the search.
  std::function<void(const Result& result)> show;
  /// Members of a JSON object that place its parts (LiveRun::improved).
  std::function<io::JsonObject(const Result& result)> picture;
};

/// The row --live: `what` is shown, `more` is said of it.
[[nodiscard]] inline OptionRow live_row(
    RunOptions& options, const std::string& what = "search",
    const std::string& more = ". There the best result can be edited and handed back to the search") {
  return {"live", search_modes, Effect::output, whole(options.live_port, 0, 65535, "PORT"),
          "port of a web page on this machine that shows the " + what + " while it runs" + more +
              ". 0: any free port. The address of the page, with its token, is printed"};
}

/// A search that is shown.
class Live : public RunListener {
 public:
  /// Serves at once, as LiveServer does. Throws InputError if it cannot.
  Live(int port, LiveView view, const MetricTable& metrics, view::LiveFacts facts)
      : view_(std::move(view)), metrics_(metrics), server_(port, std::move(facts), view_.open) {}

  [[nodiscard]] std::string url() const { return server_.url(); }
  [[nodiscard]] Inbox& inbox() { return server_.run().inbox; }

  void improved(const RunImprovement& improvement) override;
  void progressed(const RunProgress& progress) override;
  void end(const std::string& reason) { server_.end(reason); }

 private:
  LiveView view_;
  const MetricTable& metrics_;
  RunProgress last_;  ///< Progress at the last report of rates.
  LiveServer server_;
};

}  // namespace jam::app
