// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Results on standard output.
#pragma once

#include <string>

namespace jam::app {

/// Prints `text` at once. A full disk there is an output that cannot be written: InputError.
void print_result(const std::string& text);

}  // namespace jam::app
