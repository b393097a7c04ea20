// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/io/html_text.hpp"

#include <cstddef>
#include <initializer_list>

namespace jam::io {
namespace {

/// `text` with each character of `from` replaced.
std::string escaped(std::string_view text, std::string_view from,
                    std::initializer_list<std::string_view> to) {
  std::string result;
  for (const char c : text) {
    const std::size_t found = from.find(c);
    if (found == std::string_view::npos) result += c;
    if (found != std::string_view::npos) result += to.begin()[found];
  }
  return result;
}

}  // namespace

std::string html_text(std::string_view text) {
  return escaped(text, "&<>\"'", {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"});
}

std::string page_head(std::string_view title) {
  return R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>)" +
         html_text(title) + "</title>\n<style>\n" + std::string(page_style());
}

std::string json_in_html(std::string_view json) { return escaped(json, "<", {"\\u003c"}); }

std::string filled(std::string_view page,
                   const std::vector<std::pair<std::string_view, std::string>>& parts) {
  std::string result;
  while (true) {
    const std::size_t open = page.find("{{");
    result += page.substr(0, open);
    if (open == std::string_view::npos) return result;
    const std::size_t close = page.find("}}", open);
    const std::string_view name = page.substr(open + 2, close - open - 2);
    for (const auto& [key, text] : parts) {
      if (key == name) result += text;
    }
    page.remove_prefix(close + 2);
  }
}

}  // namespace jam::io
