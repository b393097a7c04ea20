// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The texts of stage_page.hpp, put into the library when it is built (from web/, by cmake/EmbedText.cmake).
#pragma once

#include <string_view>

namespace jam::io {

std::string_view page_text();       ///< HTML with places {{name}} to fill in.
std::string_view page_scripts();    ///< The page's own JavaScript, all files of web/ in one.
std::string_view stage_style();     ///< CSS of the picture and of the panel next to it.
std::string_view three_licence();   ///< Licence of three.js as a comment of JavaScript.
std::string_view three_library();   ///< three.js, minified; empty if the build had none.
std::string_view three_controls();  ///< OrbitControls of three.js; empty if the build had none.

}  // namespace jam::io
