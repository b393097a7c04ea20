// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The texts of stage_page.hpp, put into the library when it is built (from web/, by cmake/EmbedText.cmake).
#pragma once

#include <string_view>

namespace jam::io {

std::string_view page_script();     ///< JavaScript that all of these pages share: elements, rows of tables, numbers.
std::string_view stage_script();    ///< Camera, light, views, sizes.
std::string_view stage_style();     ///< CSS of the picture and of the panel beside it.
std::string_view three_licence();   ///< As a comment of JavaScript.
std::string_view three_library();   ///< three.js, minified; empty where the build had none.
std::string_view three_controls();  ///< Its OrbitControls; likewise.

}  // namespace jam::io
