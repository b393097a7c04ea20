// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Names for texts: the UUID of version 5 (RFC 4122: SHA-1, cut to 122 bits) of a text in a name space of
// ours. Problems get their identity from it, rows of an archive their checksum. Any UUID library makes the
// same from the same text.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace jam::archive {

/// The name space of all fingerprints.
inline constexpr const char* fingerprint_namespace = "d5faffdd-0154-4a2b-965d-0ca5f8d199b0";

/// 36 characters: `xxxxxxxx-xxxx-5xxx-xxxx-xxxxxxxxxxxx`.
[[nodiscard]] std::string fingerprint(std::string_view text);

/// The fingerprint of several texts, joined as length in bytes, colon, text, comma for each, so that no two
/// lists look the same.
[[nodiscard]] std::string fingerprint(std::initializer_list<std::string_view> fields);

}  // namespace jam::archive
