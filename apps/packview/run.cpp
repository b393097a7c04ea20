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
#include "jam/view/server.hpp"
#include "options.hpp"
#include "shell/program.hpp"

namespace jam::app {
namespace {

/// A document whose page may end the program.
class EndedByPage : public view::Session {
 public:
  EndedByPage(view::Session& document, StopToken& stop) : document_(document), stop_(stop) {}
  [[nodiscard]] long long revision() const override { return document_.revision(); }
  [[nodiscard]] io::JsonObject document() override { return document_.document().add("can_quit", true); }
  void edit(const io::JsonNode& command) override {
    if (command.at("do").text() != "quit") return document_.edit(command);
    command.require_keys({"do"});
    stop_.request(StopReason::finished);
  }
  void publish_live() override { document_.publish_live(); }
  void give_up() override { document_.give_up(); }
  std::string save(const io::JsonNode& command) override { return document_.save(command); }

 private:
  view::Session& document_;
  StopToken& stop_;
};

/// Shows an address in the browser of the desktop, if there is one.
void open_browser(const std::string& url) {
  std::string program = "xdg-open", address = url;
  char* const words[] = {program.data(), address.data(), nullptr};
  pid_t child = 0;
  if (::posix_spawnp(&child, program.c_str(), nullptr, nullptr, words, environ) != 0)
    std::cerr << "warning: --open: xdg-open was not found: open " << url << " by hand\n" << std::flush;
}

/// One a line, those that other machines can open first.
std::string addresses_of(const view::Server& server) {
  std::string text;
  for (const std::string& url : server.network_urls()) text += url + "\n";
  return text.empty() ? server.url() + "\n" : text;
}

}  // namespace

ExitCode run_server(const Options& options) {
  io::require_stage_pages();
  StopToken stop;
  const SignalGuard signals(stop);
  view::Feed feed;
  const std::unique_ptr<view::Session> session = open_document(options, feed, stop);
  EndedByPage ended_by_page(*session, stop);
  view::ServerOptions where;
  where.port = options.port;
  if (!options.listen.empty()) where.address = options.listen;
  const std::string name = options.file.filename().string();
  const view::Server server(where, ended_by_page, feed, io::stage_page("packview: " + name, "null"));
  print_result(addresses_of(server));
  if (!options.listen.empty() && server.network_urls().empty())
    std::cerr << "warning: --listen " << options.listen << ": no other machine can reach this address\n"
              << std::flush;
  if (!options.quiet)
    std::cerr << "note: open this address in a browser; Ctrl-C, or q there, ends\n" << std::flush;
  if (options.open) open_browser(server.url());
  while (!stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(50));
  if (stop.reason() == StopReason::finished) return ExitCode::ok;
  return stop.reason() == StopReason::interrupt ? ExitCode::interrupted : ExitCode::terminated;
}

}  // namespace jam::app
