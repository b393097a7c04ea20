// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Texts in HTML pages.
#include <catch2/catch.hpp>

#include "jam/io/html_text.hpp"

using namespace jam::io;

TEST_CASE("text in a page cannot become an element or end an attribute", "[unit]") {
  CHECK(html_text("a<b>&\"c\"'d' \u00e4") == "a&lt;b&gt;&amp;&quot;c&quot;&#39;d&#39; \u00e4");
  CHECK(json_in_html("{\"a\": \"</script>\"}") == "{\"a\": \"\\u003c/script>\"}");
}

TEST_CASE("places of a page are filled once, unknown ones with nothing", "[unit]") {
  CHECK(filled("{{a}}-{{b}}-{{c}}|{{a}}", {{"a", "{{b}}"}, {"b", "x"}}) == "{{b}}-x-|{{b}}");
  CHECK(filled("nothing", {{"a", "b"}}) == "nothing");
}
