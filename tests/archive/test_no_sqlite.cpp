// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>

#include "jam/archive/archive.hpp"

TEST_CASE("without SQLite the archive says what is missing") {
  CHECK_FALSE(jam::archive::available());
  jam::archive::Archive archive("x", {});
  CHECK_THROWS_WITH(archive.summaries(), Catch::Contains("libsqlite3-dev"));
  CHECK_THROWS_AS(archive.prepare(), jam::archive::ArchiveError);
}
