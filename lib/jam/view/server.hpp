// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The web server of a document: the page, the document as JSON, its events, its commands (docs/packview.md, "For programs"). It listens on
// this machine only, unless told otherwise, reads no files, and makes no request.
#pragma once

#include <memory>
#include <string>

#include "jam/view/feed.hpp"
#include "jam/view/session.hpp"

namespace jam::view {

/// Whether Jampack was built with a web server (Debian package libcpp-httplib-dev).
[[nodiscard]] bool has_server();
/// Throws InputError, with the package to install, where it has none.
void require_server();

struct ServerOptions {
  std::string address = "127.0.0.1";
  int port = 8080;    ///< 0: any that is free.
  std::string token;  ///< Needed by every request; empty: none. Other addresses than those of this machine need one (is_local()).
};

/// Serves while it lives, in threads of its own.
class Server {
 public:
  /// Throws InputError where the port is in use or the address cannot be listened on, and in a build without a server.
  Server(const ServerOptions& options, Session& session, Feed& feed, std::string page);
  /// Tells the pages, and ends within a second; within three where a page does not read what it asked for.
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// For a browser, with the token.
  [[nodiscard]] std::string url() const;

 private:
  class Http;
  std::unique_ptr<Http> http_;
  std::string url_;
};

}  // namespace jam::view
