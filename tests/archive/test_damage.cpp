// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <sqlite3.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>

#include "jam/io/text_table.hpp"
#include "sample_archive.hpp"

using namespace jam;
using namespace jam::test;
using archive::Archive;
using archive::ArchiveError;
namespace fs = std::filesystem;

namespace {

/// A connection beside the archive's own.
class Raw {
 public:
  explicit Raw(const fs::path& file) { REQUIRE(sqlite3_open(file.c_str(), &handle_) == SQLITE_OK); }
  ~Raw() { sqlite3_close(handle_); }
  Raw(const Raw&) = delete;
  Raw& operator=(const Raw&) = delete;
  void run(const std::string& sql) const {
    INFO(sqlite3_errmsg(handle_));
    REQUIRE(sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK);
  }

 private:
  sqlite3* handle_ = nullptr;
};

}  // namespace

TEST_CASE("a damaged archive is set aside with what SQLite keeps beside it, and a new one is made") {
  const TemporaryFolder folder;
  const fs::path file = folder / "archive";
  Warnings warnings;
  for (int k = 1; k <= 2; ++k) {
    fill(file);
    const std::string damaged = content(file).replace(100, 3990, std::string(3990, 'g'));
    write(file, damaged);
    write(folder / "archive-wal", "an old log");
    Archive archive(file, numbers(), warnings.settings());
    CHECK(archive.offer(problem("a"), record(5)).entered);
    const std::string aside = "archive.corrupt-" + std::to_string(k);
    CHECK(content(folder / aside) == damaged);
    CHECK(content(folder / (aside + "-wal")) == "an old log");
    REQUIRE(warnings.lines.size() == static_cast<std::size_t>(k));
    CHECK_THAT(warnings.lines.back(), Catch::Contains(aside));
    CHECK(archive.audit().result_count == 1);
    fs::remove(file);
  }
}

TEST_CASE(
    "of an archive that is cut off anywhere, or overwritten from its beginning, what is left is set aside") {
  const TemporaryFolder folder;
  fill(folder / "archive");
  const std::string sound = content(folder / "archive");
  std::vector<std::string> remains = {std::string(4096, '?') + sound.substr(4096)};
  for (const std::size_t size : {2, 11, 15, 16, 80, 3000, 5000}) remains.push_back(sound.substr(0, size));
  // Most pages hold what does not fit into those of the B-trees.
  const TemporaryFolder long_texts;
  for (int k = 0; k < 9; ++k)
    static_cast<void>(
        Archive(long_texts / "a", numbers()).offer(problem("a"), record(9 - k, std::string(60000, 'x'))));
  remains.push_back(std::string(300, '?') + content(long_texts / "a").substr(300));
  for (const std::string& bytes : remains) {
    CAPTURE(bytes.size());
    const TemporaryFolder copy;
    write(copy / "archive", bytes);
    Archive archive(copy / "archive", numbers());
    CHECK(archive.offer(problem("a"), record(5)).entered);
    CHECK(content(copy / "archive.corrupt-1") == bytes);
  }
}

TEST_CASE("a file that never was an archive is refused and left as it is") {
  const TemporaryFolder folder;
  const fs::path file = folder / "notes.txt";
  std::string bytes(50000, ' ');
  for (std::size_t k = 0; k < bytes.size(); ++k) bytes[k] = static_cast<char>(k * k % 251);
  std::vector<std::string> others = {
      "x", "my notes\n", std::string(10000, 'g'), std::string(12288, '\n'), std::string(40960, '\0'), bytes};
  // One mark of a database alone: its first words, the mark of an archive, pages that begin like those of a
  // B-tree, or like what overflows.
  others.push_back("SQLite format 3 is what the archive is written in.\n");
  others.push_back("SQLite format 3 keeps " + std::string(8170, 'g'));
  others.push_back(std::string(68, 'g') + "JAMP" + std::string(8120, 'g'));
  const auto pages = [](const std::string& begin, std::size_t count) {
    std::string all = "MYDATA" + std::string(4090, '\0');
    for (std::size_t k = 1; k < count; ++k) all += begin + std::string(4096 - begin.size(), '\1');
    return all;
  };
  for (const std::size_t count : {2, 9}) {
    others.push_back(pages(std::string("\2\0\0\0\5\0\10\0", 8), count));
    others.push_back(pages(std::string("\15\0\0\0\1\17\0\0\1\0", 10), count));
    others.push_back(pages(std::string("\0\0\0\0text", 8), count));
  }
  // Whole pages of a B-tree, but fewer than an archive has, and not whole.
  others.push_back(pages(std::string("\15\0\0\0\1\17\0\0\17\0", 10), 4));
  others.push_back(pages(std::string("\15\0\0\0\1\17\0\0\17\0", 10), 9) + "more");
  for (const std::string& other : others) {
    CAPTURE(other.substr(0, 30), other.size());
    write(file, other);
    Warnings warnings;
    Archive archive(file, numbers(), warnings.settings());
    CHECK_THROWS_AS(archive.offer(problem("a"), record(5)), ArchiveError);
    CHECK_THROWS_AS(archive::require_archive_or_nothing(file), ArchiveError);
    CHECK_THROWS_WITH(archive.audit(), Catch::Contains("notes.txt: is not an archive"));
    CHECK_THROWS_WITH(Archive(folder / "new", numbers()).merge(archive),
                      Catch::Contains("notes.txt: is not an archive"));
    CHECK(content(file) == other);
    CHECK(std::distance(fs::directory_iterator(folder / "."), fs::directory_iterator()) == 1);
    CHECK(warnings.lines.empty());
  }
}

TEST_CASE("a truncated archive is set aside with all that is left of it") {
  const TemporaryFolder folder;
  const fs::path file = folder / "archive";
  fill(file);
  // Cut within a page, at a page, and within the first page.
  const std::uintmax_t size = fs::file_size(file);
  for (const std::uintmax_t left :
       {size - 1000, size / 4096 / 2 * 4096, std::uintmax_t{700}, std::uintmax_t{50}}) {
    CAPTURE(left);
    const TemporaryFolder copy;
    fs::copy_file(file, copy / "archive");
    fs::resize_file(copy / "archive", left);
    const std::string remains = content(copy / "archive");
    Warnings warnings;
    Archive archive(copy / "archive", numbers(), warnings.settings());
    CHECK(archive.offer(problem("b"), record(5)).entered);
    REQUIRE(warnings.lines.size() == 1);
    CHECK(content(copy / "archive.corrupt-1") == remains);
    CHECK(archive.audit().result_count == 1);
  }
}

TEST_CASE("bytes overwritten anywhere are found before anything is written or trusted") {
  const TemporaryFolder folder;
  fill(folder / "archive");
  const std::string sound = content(folder / "archive");
  for (std::size_t at = 0; at < sound.size(); at += at < 4096 ? 131 : 1531) {  // Closely where the schema is.
    CAPTURE(at);
    const TemporaryFolder copy;
    std::string damaged = sound;
    for (std::size_t k = at; k < std::min(at + 16, sound.size()); ++k)
      damaged[k] = static_cast<char>(~damaged[k]);
    write(copy / "archive", damaged);
    Warnings warnings;
    Archive archive(copy / "archive", numbers(), warnings.settings());
    try {
      const bool entered = archive.offer(problem("a"), record(1)).entered;
      CHECK(entered);
    } catch (const ArchiveError&) {
      // The marks of an archive are gone: taken for the database of another program, which is left alone.
      CHECK(content(copy / "archive") == damaged);
      continue;
    }
    for (const std::string& line : warnings.lines) CHECK(line == io::printable(line));
    // Either set aside, or the damage is in a row, which is not counted, or in bytes that nothing uses.
    const bool aside = fs::exists(copy / "archive.corrupt-1");
    if (aside) CHECK(content(copy / "archive.corrupt-1") == damaged);
    CHECK(archive.history(problem("a").id).front().record.value == 1);
    for (const archive::Entry& entry : archive.history(problem("a").id)) {
      CHECK(numbers().violation(entry.problem, entry.record).empty());
      if (entry.record.value != 1)
        CHECK(entry.record.text == record(entry.record.value, std::string(3000, 'x')).text);
    }
  }
}

TEST_CASE("whichever bit is flipped, an archive that took a result is sound in its structure") {
  const TemporaryFolder folder;
  {
    Archive archive(folder / "archive", numbers());
    for (const std::string label : {"a", "b", "c"}) {
      for (int value = 9; value > 6; --value) static_cast<void>(archive.offer(problem(label), record(value)));
    }
  }
  const std::string sound = content(folder / "archive");
  int found = 0;
  for (std::size_t bit = 0; bit < sound.size() * 8; bit += sound[bit / 8] == 0 ? 997 : 29) {
    CAPTURE(bit);
    const TemporaryFolder copy;
    std::string damaged = sound;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ 1 << bit % 8);
    write(copy / "archive", damaged);
    Archive archive(copy / "archive", numbers());
    std::string message;
    try {
      static_cast<void>(archive.offer(problem("a"), record(5)));
      static_cast<void>(archive.audit());
    } catch (const ArchiveError& error) {
      message = error.what();
    }
    if (!message.empty()) {
      // Only the marks of an archive may keep a result from entering.
      CAPTURE(message);
      CHECK(content(copy / "archive") == damaged);
      CHECK(bit / 8 < 100);
    }
    found += fs::exists(copy / "archive.corrupt-1") ? 1 : 0;
  }
  CHECK(found > 50);
}

TEST_CASE("a damaged row counts as absent and is named") {
  const TemporaryFolder folder;
  Warnings warnings;
  Archive archive(folder / "archive", numbers(), warnings.settings());
  static_cast<void>(archive.offer(problem("a"), record(5)));
  static_cast<void>(archive.offer(problem("a"), record(4)));
  Raw(folder / "archive").run("UPDATE result SET value = 1 WHERE id = 2");
  CHECK(archive.offer(problem("a"), record(4.5)).entered);
  CHECK(archive.history(problem("a").id).size() == 2);
  REQUIRE(warnings.lines.size() == 1);
  CHECK_THAT(warnings.lines.front(), Catch::Contains("result 2: damaged"));
  CHECK_THROWS_AS(archive.entry(2), ArchiveError);
  REQUIRE(archive.audit().faults.size() == 1);

  Archive other(folder / "other", numbers());
  const archive::Merged merged = other.merge(archive);
  CHECK(merged.entered == 2);
  CHECK(merged.refused.size() == 1);
}

TEST_CASE("a damaged definition makes its results count as absent until it is offered again") {
  const TemporaryFolder folder;
  Archive archive(folder / "archive", numbers());
  static_cast<void>(archive.offer(problem("a"), record(5)));
  Raw(folder / "archive").run("UPDATE problem SET definition = 'something else'");
  CHECK(archive.summaries().empty());
  CHECK(archive.offer(problem("a"), record(6)).entered);
  CHECK(archive.history(problem("a").id).size() == 2);
}

TEST_CASE("a newer schema is refused in one line and not touched") {
  const TemporaryFolder folder;
  Archive archive(folder / "archive", numbers());
  static_cast<void>(archive.offer(problem("a"), record(5)));
  Raw(folder / "archive").run("PRAGMA user_version = 99");
  const std::string before = content(folder / "archive");
  Archive again(folder / "archive", numbers());
  CHECK_THROWS_WITH(again.offer(problem("a"), record(4)), Catch::Contains("newer version (schema 99"));
  CHECK_THROWS_WITH(again.summaries(), Catch::Contains("newer version (schema 99"));
  CHECK(content(folder / "archive") == before);
  CHECK_FALSE(fs::exists(folder / "archive.corrupt-1"));
}

TEST_CASE("the database of another program is refused and not touched") {
  const TemporaryFolder folder;
  Raw(folder / "theirs").run("CREATE TABLE bookmark (url TEXT)");
  const std::string before = content(folder / "theirs");
  Archive archive(folder / "theirs", numbers());
  CHECK_THROWS_WITH(archive.offer(problem("a"), record(5)), Catch::Contains("another program"));
  CHECK_THROWS_WITH(archive.summaries(), Catch::Contains("another program"));
  CHECK(content(folder / "theirs") == before);

  // At once, before a search: marked as its own, with a log, and damaged, too.
  Raw(folder / "theirs").run("PRAGMA application_id = 7");
  Raw(folder / "logged").run("PRAGMA journal_mode = WAL; CREATE TABLE bookmark (url TEXT)");
  for (const char* name : {"theirs", "logged"}) {
    const std::string sound = content(folder / name);
    const std::string damaged = std::string(sound).replace(100, 3990, std::string(3990, 'g'));
    const TemporaryFolder copy;
    for (const std::string& bytes : {sound, damaged}) {
      write(copy / name, bytes);
      CHECK_THROWS_WITH(archive::require_archive_or_nothing(copy / name), Catch::Contains("another program"));
      CHECK_THROWS_WITH(Archive(copy / name, numbers()).prepare(), Catch::Contains("another program"));
      CHECK(content(copy / name) == bytes);
      CHECK(std::distance(fs::directory_iterator(copy / "."), fs::directory_iterator()) == 1);
    }
  }
}

TEST_CASE("an archive that was begun, and has no tables yet, goes on") {
  const TemporaryFolder folder;
  Raw(folder / "archive").run("PRAGMA journal_mode = WAL");
  REQUIRE(fs::file_size(folder / "archive") == 4096);
  archive::require_archive_or_nothing(folder / "archive");
  Archive archive(folder / "archive", numbers());
  CHECK_THROWS_WITH(archive.summaries(), Catch::Contains("holds no results yet"));
  CHECK(archive.offer(problem("a"), record(5)).entered);
}

TEST_CASE("an empty file is an archive that begins") {
  const TemporaryFolder folder;
  write(folder / "archive", "");
  Warnings warnings;
  Archive archive(folder / "archive", numbers(), warnings.settings());
  CHECK_THROWS_AS(archive.summaries(), ArchiveError);
  CHECK(archive.offer(problem("a"), record(5)).entered);
  CHECK(warnings.lines.empty());
}

TEST_CASE(
    "an archive that another process holds is an error after the patience is over, and works again "
    "afterwards") {
  const TemporaryFolder folder;
  Archive archive(folder / "archive", numbers(), {0.02});
  static_cast<void>(archive.offer(problem("a"), record(5)));
  const Raw other(folder / "archive");
  other.run("BEGIN IMMEDIATE");
  CHECK_THROWS_WITH(archive.offer(problem("a"), record(4)), Catch::Contains("another process"));
  // Readers are not kept waiting.
  CHECK(archive.summaries().front().best.value == 5);
  other.run("ROLLBACK");
  CHECK(archive.offer(problem("a"), record(4)).entered);
}

TEST_CASE("a name below what is no folder, and a folder, are errors that name the file") {
  const TemporaryFolder folder;
  write(folder / "plain", "text");
  Archive below(folder / "plain/archive", numbers());
  CHECK_THROWS_WITH(below.offer(problem("a"), record(5)), Catch::Contains("plain/archive"));
  fs::create_directory(folder / "folder");
  Archive is_folder(folder / "folder", numbers());
  CHECK_THROWS_WITH(is_folder.offer(problem("a"), record(5)), Catch::Contains("folder"));
  CHECK_THROWS_WITH(Archive(folder / "nowhere", numbers()).summaries(),
                    Catch::Contains("there is no archive"));
}
