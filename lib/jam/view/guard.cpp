// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/view/guard.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <random>
#include <utility>

namespace jam::view {
namespace {

/// Takes the same time wherever the texts differ.
bool same_secret(std::string_view a, std::string_view b) {
  unsigned difference = a.size() == b.size() ? 0 : 1;
  for (std::size_t i = 0; i < b.size(); ++i) {
    difference |= static_cast<unsigned char>(i < a.size() ? a[i] : 0) ^
                  static_cast<unsigned>(static_cast<unsigned char>(b[i]));
  }
  return difference == 0;
}

}  // namespace

Guard::Guard(std::string address, int port, std::string token, bool any_host)
    : address_(std::move(address)),
      port_(std::to_string(port)),
      token_(std::move(token)),
      any_host_(any_host) {}

bool Guard::own_host(std::string_view host) const {
  const std::string names[] = {"127.0.0.1", "localhost", "[::1]", address_, "[" + address_ + "]"};
  return std::any_of(std::begin(names), std::end(names), [&](const std::string& name) {
    return host == fmt::format("{}:{}", name, port_) || (port_ == "80" && host == name);
  });
}

std::optional<Rejection> Guard::check(const HttpRequest& request) const {
  const std::string_view host = request.field("host"), origin = request.field("origin"),
                         site = request.field("sec-fetch-site"), token = request.field("x-jam-token");
  if (host.empty() || (!any_host_ && !own_host(host)))
    return Rejection{"origin", "this host name is not that of the server"};
  const bool own_site = site.empty() || site == "same-origin" || site == "none";
  if ((!origin.empty() && origin != fmt::format("http://{}", host)) ||
      (!own_site && request.field("sec-fetch-mode") != "navigate"))
    return Rejection{"origin", "requests from other pages are not answered"};
  if (!same_secret(token.empty() ? request.parameter("token") : token, token_))
    return Rejection{"token", "the token is missing or wrong: open the address that the program printed"};
  return std::nullopt;
}

std::string random_token() {
  std::random_device device;
  std::string text;
  for (int k = 0; k < 4; ++k) text += fmt::format("{:08x}", static_cast<std::uint32_t>(device()));
  return text;
}

bool is_client_name(std::string_view text) {
  constexpr std::string_view accepted = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_";
  return text.size() >= 8 && text.size() <= 64 && text.find_first_not_of(accepted) == std::string_view::npos;
}

}  // namespace jam::view
