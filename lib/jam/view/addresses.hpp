// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace jam::view {

/// Addresses of this machine in its networks, IPv4 first: neither loopback nor link-local ones. With `six`
/// also IPv6.
[[nodiscard]] std::vector<std::string> network_addresses(bool six);

}  // namespace jam::view
