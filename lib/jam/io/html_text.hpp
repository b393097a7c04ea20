// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Pieces of HTML pages: text that is safe in them, pages with places to be filled in, the style that all
// pages share.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jam::io {

/// `text` for an element or a quoted attribute: characters that are special in HTML are escaped.
[[nodiscard]] std::string html_text(std::string_view text);

/// The style that all pages share: web/style.css.
[[nodiscard]] std::string_view page_style();

/// The beginning of a page, up to the open element `style`: its kind, its head with this title (plain text),
/// and the style that all pages share. The rules of the page itself follow.
[[nodiscard]] std::string page_head(std::string_view title);

/// JSON for a script element, where nothing may look like a tag: each '<', which occurs in strings only, is
/// escaped.
[[nodiscard]] std::string json_in_html(std::string_view json);

/// `page` with each {{name}} replaced by the text of that name, or by nothing, in one pass: inserted text is
/// not searched again.
[[nodiscard]] std::string filled(std::string_view page,
                                 const std::vector<std::pair<std::string_view, std::string>>& parts);

}  // namespace jam::io
