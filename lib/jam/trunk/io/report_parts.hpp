// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The texts that the page of a report is made of, put into the library when it is built (from web/, by cmake/EmbedText.cmake).
#pragma once

#include <string_view>

namespace jam::trunk {

std::string_view load_page();   ///< HTML and CSS with places {{name}} to fill in.
std::string_view load_panel();  ///< JavaScript of the panel.
std::string_view load_view();   ///< JavaScript of the picture.

}  // namespace jam::trunk
