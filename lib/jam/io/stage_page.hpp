// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Pages with a picture in three dimensions, in one file that needs no network: three.js with its licence, and what such pages share
// (web/page.js, web/stage.js, web/stage_style.css). A page has the places {{style}}, {{three}}, {{script}}, and those of its own.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jam::io {

/// Whether Jampack was built with three.js (Debian package libjs-three, or the folder -DJAM_THREE_DIR). Without it there are no
/// such pages.
[[nodiscard]] bool has_stage_pages();
/// Throws InputError, with the package to install, where there are none.
void require_stage_pages();

/// `page` with its places filled in: `parts` by their names; its own `script` follows the shared ones. About 0.7 MB of the text is
/// three.js. Throws as require_stage_pages().
[[nodiscard]] std::string stage_page(std::string_view page, std::string_view script,
                                     std::vector<std::pair<std::string_view, std::string>> parts);

}  // namespace jam::io
