// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Bytes as text (base64, RFC 4648), for binary data in a page.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace jam::io {

/// With padding.
[[nodiscard]] std::string base64(std::string_view bytes);

/// The bytes of numbers in memory, in the order of this machine; browsers read those of the usual,
/// little-endian machines.
template <class Number>
[[nodiscard]] std::string base64_of(std::span<const Number> numbers) {
  static_assert(std::is_arithmetic_v<Number>);
  return base64({reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()});
}

}  // namespace jam::io
