// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "shell/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string_view>

namespace jam::app {
namespace {

std::size_t terminal_width() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace

bool is_terminal() {
  const char* kind = std::getenv("TERM");
  return isatty(STDERR_FILENO) == 1 && kind != nullptr && std::string_view(kind) != "dumb";
}

void StatusLine::draw(const std::string& figures, double part) {
  const std::size_t width = terminal_width();
  std::string line = figures;
  // The bar proper takes what the figures leave, where that is worth it.
  constexpr std::size_t least = 6, most = 30, frame = 4;  // Brackets, a blank, and the last column.
  if (part >= 0 && line.size() + least + frame <= width) {
    const std::size_t length = std::min(most, width - line.size() - frame);
    std::string bar(static_cast<std::size_t>(std::min(part, 1.0) * static_cast<double>(length)), '=');
    if (bar.size() < length) bar += '>';
    bar.resize(length, ' ');
    line.insert(0, "[" + bar + "] ");
  }
  // A full last column would make some terminals wrap.
  if (line.size() >= width) line.resize(width - 1);
  std::cerr << "\r\033[K" << line << std::flush;
  drawn_ = true;
}

void StatusLine::clear() {
  std::cerr.clear();  // It may be a file on a disk that was full: a stream that has failed says nothing more.
  if (drawn_) std::cerr << "\r\033[K";
  drawn_ = false;
}

}  // namespace jam::app
