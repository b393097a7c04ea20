// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/view/addresses.hpp"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>

#include <array>
#include <memory>

namespace jam::view {
namespace {

/// The address as text; empty where other machines cannot use it.
std::string text_of(const sockaddr& address) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  if (address.sa_family == AF_INET) {
    const in_addr& four = reinterpret_cast<const sockaddr_in&>(address).sin_addr;
    const bool link_local = ntohl(four.s_addr) >> 16 == 0xa9fe;  // 169.254.0.0/16
    return link_local ? "" : ::inet_ntop(AF_INET, &four, text.data(), text.size());
  }
  const in6_addr& six = reinterpret_cast<const sockaddr_in6&>(address).sin6_addr;
  return IN6_IS_ADDR_LINKLOCAL(&six) ? "" : ::inet_ntop(AF_INET6, &six, text.data(), text.size());
}

}  // namespace

std::vector<std::string> network_addresses(bool six) {
  ifaddrs* first = nullptr;
  if (::getifaddrs(&first) != 0) return {};
  const std::unique_ptr<ifaddrs, void (*)(ifaddrs*)> list(first, ::freeifaddrs);
  std::vector<std::string> found;
  for (const int family : {AF_INET, AF_INET6}) {
    if (family == AF_INET6 && !six) continue;
    for (const ifaddrs* one = first; one != nullptr; one = one->ifa_next) {
      if (one->ifa_addr == nullptr || one->ifa_addr->sa_family != family) continue;
      if ((one->ifa_flags & IFF_UP) == 0 || (one->ifa_flags & IFF_LOOPBACK) != 0) continue;
      if (std::string text = text_of(*one->ifa_addr); !text.empty()) found.push_back(std::move(text));
    }
  }
  return found;
}

}  // namespace jam::view
