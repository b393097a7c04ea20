// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Pieces of HTML pages: text that is safe in them, pages with places to be filled in, the style that all pages share.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace jam::io {

/// `text` as it stands in an element or in a quoted attribute: what HTML takes specially is escaped.
[[nodiscard]] std::string html_text(std::string_view text);

/// web/style.css, which a page has in place of {{style}}.
[[nodiscard]] std::string_view page_style();

/// JSON as it stands in a script element: nothing in it may look like a tag. '<' occurs in strings only.
[[nodiscard]] std::string json_in_html(std::string_view json);

/// `page` with each {{name}} replaced by the text of that name, or by nothing, in one pass: what is filled in is not looked at again.
[[nodiscard]] std::string filled(std::string_view page, std::initializer_list<std::pair<std::string_view, std::string>> parts);

}  // namespace jam::io
