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
      "--html needs three.js, which was not there when this program was built: install the Debian package libjs-three and build it again");
}

std::string stage_page(std::string_view page, std::string_view script, std::vector<std::pair<std::string_view, std::string>> parts) {
  require_stage_pages();
  const auto joined = [](std::initializer_list<std::string_view> texts) {
    std::string all;
    for (const std::string_view text : texts) (all += text) += '\n';
    return all;
  };
  parts.emplace_back("style", joined({page_style(), stage_style()}));
  parts.emplace_back("three", joined({three_licence(), three_library(), three_controls()}));
  parts.emplace_back("script", joined({page_script(), stage_script(), script}));
  return filled(page, parts);
}

}  // namespace jam::io
