// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>

#include <cerrno>
#include <optional>

#include "jam/core/error.hpp"
#include "jam/io/atomic_file.hpp"
#include "jam/io/partial_file.hpp"
#include "support/file_size_limit.hpp"
#include "support/paths.hpp"

using namespace jam;
using namespace jam::io;
namespace fs = std::filesystem;

TEST_CASE("a partial file has a name of its own until it is finished", "[unit]") {
  const test::TemporaryFolder folder;
  const fs::path file = folder / "a.csv";
  write_atomically(folder / "a.csv.partial-1", "mine");
  PartialFile first = PartialFile::create(file), second = PartialFile::create(file);
  CHECK(first.name().filename() == "a.csv.partial-2");
  CHECK(second.name().filename() == "a.csv.partial-3");
  CHECK(first.append("one\n") == 4);
  CHECK(second.append("two\n") == 4);
  first.finish();
  CHECK(test::text_of(file) == "one\n");
  second.finish();
  CHECK(test::text_of(file) == "two\n");
  CHECK(test::text_of(folder / "a.csv.partial-1") == "mine");
}

TEST_CASE("a partial file is continued only where nobody writes it", "[unit]") {
  const test::TemporaryFolder folder;
  const fs::path file = folder / "a.csv";
  fs::path left;
  {
    PartialFile partial = PartialFile::create(file);
    CHECK(partial.append("one\ntwo\n") == 8);
    left = partial.name();
    CHECK_FALSE(PartialFile::reopen(file, left, 4).has_value());
  }
  CHECK_FALSE(PartialFile::reopen(folder / "b.csv", left, 4).has_value());
  CHECK_FALSE(PartialFile::reopen(file, left, 9).has_value());
  std::optional<PartialFile> again = PartialFile::reopen(file, left, 4);
  REQUIRE(again.has_value());
  CHECK(again->append("three\n") == 6);
  again->finish();
  CHECK(test::text_of(file) == "one\nthree\n");
}

TEST_CASE("what does not fit on the disk is left out in whole lines", "[unit]") {
  const test::TemporaryFolder folder;
  PartialFile partial = PartialFile::create(folder / "a.csv");
  CHECK(partial.append("one\n") == 4);
  {
    const test::FileSizeLimit limit(10);
    CHECK(partial.append("two\nthree\n") == 4);
    CHECK(partial.error() == EFBIG);
    CHECK(test::text_of(partial.name()) == "one\ntwo\n");
  }
  CHECK(partial.append("three\n") == 6);
  CHECK(partial.error() == 0);
  CHECK(test::text_of(partial.name()) == "one\ntwo\nthree\n");
}

TEST_CASE("a device is written directly", "[unit]") {
  PartialFile full = PartialFile::create("/dev/full");
  CHECK(full.direct());
  CHECK(full.append("one\n") == 0);
  CHECK(full.error() == ENOSPC);
  full.finish();
}

TEST_CASE("the name of a partial file tells that of the whole", "[unit]") {
  CHECK(name_of_partial("/a/b.csv.partial-12") == "/a/b.csv");
  CHECK(name_of_partial("/a/b.csv.partial-").empty());
  CHECK(name_of_partial("/a/b.csv").empty());
  CHECK(name_of_partial("").empty());
}
