// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Stands in for the server in a build without cpp-httplib.
#include "jam/core/error.hpp"
#include "jam/view/server.hpp"

namespace jam::view {

class Server::Http {};

bool has_server() { return false; }

void require_server() {
  throw InputError("this program was built without a web server: install the Debian package libcpp-httplib-dev and build it again");
}

Server::Server(const ServerOptions& /*options*/, Session& /*session*/, Feed& /*feed*/, std::string /*page*/) { require_server(); }

Server::~Server() = default;

std::string Server::url() const { return url_; }

}  // namespace jam::view
