// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The only source that knows the folder it was compiled in: a compiler cache serves the others in any clone.
#include "support/paths.hpp"

#include <cstdlib>

std::filesystem::path jam::test::source_dir() {
  const char* carried = std::getenv("JAM_SOURCE_DIR");
  return carried != nullptr ? carried : JAM_SOURCE_DIR;
}
