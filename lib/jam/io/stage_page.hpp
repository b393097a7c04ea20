// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The page with a picture that all programs have (web/page.html), with three.js and its licence, in one text
// that needs no network. What it shows is a document, a JSON object:
//
//   schema    `jampack/view/1`
//   kind      `boxes`: `load`, as in the JSON of a load, and `view`, further data for the picture
//             `circles`: `circles`, as in the JSON of a packing, and `view`
//             `scene`: `scene`, a recorded simulation
//             `contact`: `contact`, as in the JSON of contactpatch
//             `container`: only of packview (docs/packview.md)
//             `mesh`: `check`, as in the JSON of trunkpack check, and `view`
//   name      name that the page shows
//
// Without a document (`null`) the page asks the server it came from for one, and for what may be done with
// it.
#pragma once

#include <string>
#include <string_view>

namespace jam::io {

/// Whether Jampack was built with three.js (Debian package libjs-three, or the folder -DJAM_THREE_DIR).
/// Without it there is no page.
[[nodiscard]] bool has_stage_pages();
/// Throws InputError, with the package to install, where there is none.
void require_stage_pages();

/// The page with a title, plain text, and a document, JSON. About 0.9 MB of the text is three.js. Throws as
/// require_stage_pages().
[[nodiscard]] std::string stage_page(std::string_view title, std::string_view document);

}  // namespace jam::io
