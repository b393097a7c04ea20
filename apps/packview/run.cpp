// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <spawn.h>
#include <unistd.h>

#include <chrono>
#include <iostream>
#include <string>
#include <thread>

#include "jam/core/stop.hpp"
#include "jam/io/stage_page.hpp"
#include "jam/view/guard.hpp"
#include "jam/view/server.hpp"
#include "options.hpp"
#include "shell/program.hpp"

namespace jam::app {
namespace {

/// Shows an address in the browser of the desktop, if there is one.
void open_browser(const std::string& url) {
  std::string program = "xdg-open", address = url;
  char* const words[] = {program.data(), address.data(), nullptr};
  pid_t child = 0;
  if (::posix_spawnp(&child, program.c_str(), nullptr, nullptr, words, environ) != 0)
    std::cerr << "warning: --open: xdg-open was not found: open " << url << " by hand\n" << std::flush;
}

}  // namespace

ExitCode run_server(const Options& options) {
  io::require_stage_pages();
  StopToken stop;
  const SignalGuard signals(stop);
  view::Feed feed;
  const std::unique_ptr<view::Session> session = open_document(options, feed, stop);
  view::ServerOptions where;
  where.port = options.port;
  if (!options.listen.empty()) where.address = options.listen;
  if (!view::is_local(where.address)) where.token = view::random_token();
  const std::string name = options.file.filename().string();
  const view::Server server(where, *session, feed, io::stage_page("packview: " + name, "null"));
  print_result(server.url() + "\n");
  if (!options.quiet) std::cerr << "note: open this address in a browser; Ctrl-C ends\n" << std::flush;
  if (options.open) open_browser(server.url());
  while (!stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(50));
  return stop.reason() == StopReason::interrupt ? ExitCode::interrupted : ExitCode::terminated;
}

}  // namespace jam::app
