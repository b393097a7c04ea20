// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Test cases that cannot run where they are. A program with such a case exits with 77, which ctest counts as
// skipped; so cases that need something special carry a tag by which CMake makes a test of their own of them
// (jam_add_test, APART).
#pragma once

#include <cstdlib>
#include <iostream>
#include <string>

namespace jam::test {

inline constexpr int skip_code = 77;

/// Whether a test case of this program was skipped.
inline bool& any_skipped() {
  static bool skipped = false;
  return skipped;
}

/// Says why; `return test::skip(...)` ends the test case. scripts/test shows the line, and a package named as
/// "(Debian package NAME)".
inline void skip(const std::string& reason) {
  std::cout << "skipped: " << reason << std::endl;
  any_skipped() = true;
}

/// The exit code of the program, given what its test cases ended with.
inline int exit_code(int result) { return result == 0 && any_skipped() ? skip_code : result; }

/// Whether the system's Python has this module.
inline bool has_python_module(const std::string& name) {
  return std::system(("/usr/bin/python3 -c 'import " + name + "' >/dev/null 2>&1").c_str()) == 0;
}

}  // namespace jam::test
