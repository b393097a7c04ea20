// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "shell/standard_output.hpp"

#include <iostream>

#include "jam/core/error.hpp"

namespace jam::app {

void print_result(const std::string& text) {
  std::cout << text << std::flush;
  if (!std::cout) throw InputError("standard output could not be written (disk full?)");
}

}  // namespace jam::app
