// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What merging recovers of a damaged archive.
#include <sqlite3.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "sample_archive.hpp"

using namespace jam;
using namespace jam::test;
using archive::Archive;
using archive::ArchiveError;
namespace fs = std::filesystem;

namespace {

/// Whether SQLite refuses to read the texts of an archive where it checks the cells of pages.
bool is_refused(const fs::path& file) {
  sqlite3* handle = nullptr;
  REQUIRE(sqlite3_open(file.c_str(), &handle) == SQLITE_OK);
  const int status =
      sqlite3_exec(handle, "PRAGMA cell_size_check = ON; SELECT sum(length(text)) FROM result NOT INDEXED",
                   nullptr, nullptr, nullptr);
  sqlite3_close(handle);
  return status != SQLITE_OK;
}

}  // namespace

TEST_CASE("merging takes what can be read of an archive that was set aside") {
  const TemporaryFolder folder;
  const fs::path file = folder / "archive";
  fill(file);
  fs::resize_file(file, fs::file_size(file) / 2 / 4096 * 4096);
  Archive archive(file, numbers());
  archive.prepare();
  const std::string aside = content(folder / "archive.corrupt-1");
  const archive::Merged merged = archive.merge(Archive(folder / "archive.corrupt-1", numbers()));
  CHECK(merged.entered >= 5);
  CHECK(merged.entered < 20);
  CHECK_FALSE(merged.refused.empty());
  CHECK(archive.audit().faults.empty());
  CHECK(archive.audit().result_count == merged.entered);
  CHECK(content(folder / "archive.corrupt-1") == aside);

  write(folder / "garbage", std::string(10000, 'g'));
  CHECK_THROWS_AS(archive.merge(Archive(folder / "garbage", numbers())), ArchiveError);
  CHECK(content(folder / "garbage") == std::string(10000, 'g'));
}

TEST_CASE("merging takes what lies behind the damage, too") {
  const auto merged_of = [](const std::string& bytes, long long& entered) {
    const TemporaryFolder copy;
    write(copy / "damaged", bytes);
    Archive archive(copy / "new", numbers());
    const archive::Merged merged = archive.merge(Archive(copy / "damaged", numbers()));
    entered = merged.entered;
    if (entered > 0) CHECK(archive.audit().faults.empty());
    return merged.refused;
  };
  const TemporaryFolder folder;
  const fs::path file = folder / "archive";
  {
    Archive archive(file, numbers());
    for (int k = 0; k < 60; ++k)
      static_cast<void>(archive.offer(problem("a"), record(100 - k, std::string(300, 'x'))));
  }
  const std::string sound = content(file);
  long long entered = 0;
  CHECK(merged_of(sound, entered).empty());
  CHECK(entered == 60);
  // Every page in turn, but the first, which says what the others are. A page holds less than twenty
  // results of this length.
  long long most_refused = 0;
  int between = 0;
  for (std::size_t page = 1; page < sound.size() / 4096; ++page) {
    CAPTURE(page);
    std::string damaged = sound;
    damaged.replace(4096 * page, 4096, std::string(4096, '?'));
    try {
      const std::vector<std::string> refused = merged_of(damaged, entered);
      if (!refused.empty() && refused.front().find("between results") != std::string::npos) {
        ++between;
        CHECK(entered >= 40);
        most_refused = std::max(most_refused, 60 - entered);
      }
    } catch (const ArchiveError&) {
      // The root of a tree.
    }
  }
  CHECK(between >= 3);
  CHECK(most_refused > 0);
}

TEST_CASE("one damaged cell of a page does not hide the others") {
  const TemporaryFolder folder;
  const fs::path file = folder / "archive";
  {
    Archive archive(file, numbers());
    for (int k = 0; k < 6; ++k) static_cast<void>(archive.offer(problem("a"), record(100 - k)));
  }
  // The length of a cell, somewhere before a text, is made too large; other places that this finds on the way
  // only make a checksum wrong.
  const std::string bytes = content(file);
  const std::size_t text = bytes.find(record(97).text);
  REQUIRE(text != std::string::npos);
  int recovered = 0;
  for (std::size_t at = text - 250; at < text && recovered == 0; ++at) {
    CAPTURE(at);
    std::string damaged = bytes;
    damaged[at] = damaged[at + 1] = static_cast<char>(0xff);
    const TemporaryFolder copy;
    write(copy / "damaged", damaged);
    write(copy / "checked", damaged);
    if (!is_refused(copy / "checked")) continue;
    Archive archive(copy / "new", numbers());
    const archive::Merged merged = archive.merge(Archive(copy / "damaged", numbers()));
    CHECK(merged.entered >= 4);  // The two damaged bytes may lie in two different cells.
    CHECK_FALSE(merged.refused.empty());
    if (merged.entered == 5) ++recovered;
  }
  CHECK(recovered == 1);
}
