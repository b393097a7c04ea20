// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The texts that the page of a simulation is made of, put into the library when it is built (from web/, by cmake/EmbedText.cmake).
#pragma once

#include <string_view>

namespace jam::dynamics {

std::string_view scene_page_text();    ///< HTML and CSS with places {{name}} to fill in.
std::string_view scene_frames_text();  ///< JavaScript that decodes poses.
std::string_view scene_view_text();    ///< JavaScript of the picture.
std::string_view scene_player_text();  ///< JavaScript of the panel.

}  // namespace jam::dynamics
