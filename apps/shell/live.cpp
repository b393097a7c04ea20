// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "shell/live.hpp"

#include <chrono>
#include <exception>
#include <string_view>

#include "jam/io/stage_page.hpp"

namespace jam::app {
namespace {

constexpr double interval = 0.25;  ///< Time between two messages to the pages [s].

}  // namespace

LiveServer::LiveServer(int port, view::LiveFacts facts, const OpenSession& open)
    : run_(std::move(facts)), session_(open(feed_, run_)) {
  view::ServerOptions where;
  where.port = port;
  server_ = std::make_unique<view::Server>(where, *session_, feed_, io::stage_page("Live run", "null"));
  reporter_ = std::jthread([this](const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      try {
        session_->publish_live();
      } catch (const std::exception&) {
        // For want of memory: pages wait for the next time, the run goes on.
      }
      std::this_thread::sleep_for(std::chrono::duration<double>(interval));
    }
  });
}

LiveServer::~LiveServer() {
  reporter_ = {};
  server_.reset();
  session_.reset();
}

void LiveServer::end(const std::string& reason) {
  run_.ended(reason);
  session_->publish_live();
}

void Live::improved(const RunImprovement& improvement) {
  server_.run().improved(improvement.progress.seconds, improvement.result.value,
                         view_.picture(improvement.result));
  view_.show(improvement.result);
}

void Live::progressed(const RunProgress& progress) {
  const double passed = progress.seconds - last_.seconds;
  if (passed < interval) return;
  std::vector<std::pair<std::string, double>> rates;
  for (std::size_t k = 0; k < metrics_.rows.size() && last_.values.size() == progress.values.size(); ++k) {
    const Metric& row = metrics_.rows[k];
    if (!row.derived && std::string_view(row.metric).ends_with("_total"))
      rates.emplace_back(std::string(row.name) + "_per_s", (progress.values[k] - last_.values[k]) / passed);
  }
  last_ = progress;
  server_.run().progressed(progress.seconds, std::move(rates));
}

}  // namespace jam::app
