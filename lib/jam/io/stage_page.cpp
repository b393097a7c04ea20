// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/io/stage_page.hpp"

#include "jam/core/error.hpp"
#include "jam/io/html_text.hpp"
#include "jam/io/stage_parts.hpp"

namespace jam::io {

bool has_stage_pages() { return !three_library().empty() && !three_controls().empty(); }

void require_stage_pages() {
  if (has_stage_pages()) return;
  throw InputError(
      "--html needs three.js, which was not there when this program was built: install the Debian package "
      "libjs-three and build it again");
}

std::string stage_page(std::string_view title, std::string_view document) {
  require_stage_pages();
  const auto joined = [](std::initializer_list<std::string_view> texts) {
    std::string all;
    for (const std::string_view text : texts) (all += text) += '\n';
    return all;
  };
  return filled(page_text(), {{"head", page_head(title)},
                              {"style", std::string(stage_style())},
                              {"document", json_in_html(document)},
                              {"three", joined({three_licence(), three_library(), three_controls()})},
                              {"script", std::string(page_scripts())}});
}

}  // namespace jam::io
