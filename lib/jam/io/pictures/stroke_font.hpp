// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Letters of single strokes, as on engineering drawings: text for pictures of pixels without a font file.
#pragma once

#include <string_view>
#include <vector>

#include "jam/io/pictures/drawing.hpp"

namespace jam::io {

/// The lines of a text in UTF-8, from `at` on: the base line at its left end. Capital letters are 0.72 `size`
/// high. Characters beyond ASCII become small frames.
[[nodiscard]] std::vector<std::vector<DrawnPoint>> text_strokes(std::string_view text, DrawnPoint at,
                                                                double size);

/// Width of a text in this font.
[[nodiscard]] double text_width(std::string_view text, double size);

}  // namespace jam::io
