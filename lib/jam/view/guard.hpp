// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Which requests are answered at all: those that come from the server's own page, and know the secret of its
// address. A page of another origin in the same browser must neither read nor change a document, even if
// its host name leads to this machine (DNS rebinding).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "jam/view/http_server.hpp"

namespace jam::view {

/// Why a request is not answered.
struct Rejection {
  const char* reason;  ///< `token`, `origin`.
  std::string message;
};

class Guard {
 public:
  /// Guards a server at `address` and `port`. Every request needs the token. `any_host`: any host name is
  /// accepted, as other machines know the server by names of their own.
  Guard(std::string address, int port, std::string token, bool any_host);

  /// Tests the fields Host, Origin, Sec-Fetch-Site and Sec-Fetch-Mode, and at the token: field
  /// X-Jam-Token, else the parameter `token` of the address. Nothing: the request may be answered.
  [[nodiscard]] std::optional<Rejection> check(const HttpRequest& request) const;

 private:
  [[nodiscard]] bool own_host(std::string_view host) const;

  std::string address_;
  std::string port_;
  std::string token_;
  bool any_host_;
};

/// 32 random hexadecimal digits.
[[nodiscard]] std::string random_token();

/// A name that a page gives itself: 8 to 64 letters, digits, `-`, `_`.
[[nodiscard]] bool is_client_name(std::string_view text);

}  // namespace jam::view
