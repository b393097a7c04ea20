// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The web server of a document: the page, the document as JSON, its events, its commands (docs/packview.md,
// "For programs"). It listens on this machine only, unless told otherwise, reads no files, and makes no
// request. Every request needs the secret of the printed address.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "jam/view/feed.hpp"
#include "jam/view/session.hpp"

namespace jam::view {

struct ServerOptions {
  std::string address = "127.0.0.1";
  int port = 8080;  ///< 0: any that is free.
};

/// Serves while it lives, in threads of its own.
class Server {
 public:
  /// Throws InputError if the port is in use or the address cannot be listened on.
  Server(const ServerOptions& options, Session& session, Feed& feed, std::string page);
  /// Tells the pages, and ends within a second; within three if a page does not read what it asked for.
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// For a browser of this machine, with the secret.
  [[nodiscard]] std::string url() const;
  /// For browsers of other machines, with the secret; empty if none can reach the server.
  [[nodiscard]] std::vector<std::string> network_urls() const;

 private:
  class Routes;
  std::unique_ptr<Routes> routes_;
};

}  // namespace jam::view
