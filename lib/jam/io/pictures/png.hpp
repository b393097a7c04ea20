// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// PNG files (ISO/IEC 15948) of opaque colours. Rows are stored as differences from the row above and
// compressed by Deflate (RFC 1951) with its fixed codes: small for drawings of flat areas, and short enough
// to need no library.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace jam::io {

/// The bytes of a file. `pixels` holds red, green and blue of each pixel, row by row from the top; both sides
/// are at least 1.
[[nodiscard]] std::string png_file(const std::vector<std::uint8_t>& pixels, int width, int height);

}  // namespace jam::io
