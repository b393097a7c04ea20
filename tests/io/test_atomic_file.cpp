// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Atomic files: what is there after success, and that failures leave everything as it was. A full disk is
// played by a limit on the size of files. Permissions cannot be tested: tests may run as root, whom they do
// not stop.
#include <catch2/catch.hpp>

#include <csignal>
#include <fstream>

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "jam/core/error.hpp"
#include "jam/io/atomic_file.hpp"
#include "support/file_size_limit.hpp"
#include "support/paths.hpp"

using namespace jam;
using namespace jam::io;
namespace fs = std::filesystem;

namespace {

int entry_count(const fs::path& folder) {
  int count = 0;
  for ([[maybe_unused]] const auto& entry : fs::directory_iterator(folder)) ++count;
  return count;
}

std::string failure(const fs::path& file, std::string_view text) {
  try {
    write_atomically(file, text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no failure";
}

}  // namespace

TEST_CASE("a file is written and replaced, and nothing else stays", "[unit]") {
  const test::TemporaryFolder folder;
  const fs::path file = folder / "a.txt";
  write_atomically(file, "first");
  CHECK(test::text_of(file) == "first");
  const std::string large(3'000'000, 'x');
  write_atomically(file, large);
  CHECK(test::text_of(file) == large);
  write_atomically(file, "");
  CHECK(test::text_of(file).empty());
  CHECK(entry_count(folder.path()) == 1);
}

TEST_CASE("a full disk leaves the old file intact and no temporary file", "[unit]") {
  const test::TemporaryFolder folder;
  const fs::path file = folder / "a.txt";
  write_atomically(file, "old");
  std::string message;
  {
    const test::FileSizeLimit limit(4096);
    message = failure(file, std::string(100'000, 'x'));
  }
  CHECK_THAT(message, Catch::Contains("a.txt: cannot be written (File too large)") &&
                          Catch::Contains("free some space"));
  CHECK(test::text_of(file) == "old");
  CHECK(entry_count(folder.path()) == 1);
}

TEST_CASE("folders that are none are found before anything is written", "[unit]") {
  const test::TemporaryFolder folder;
  write_atomically(folder / "file", "x");
  fs::create_directory(folder / "sub");
  CHECK_THROWS_AS(require_writable(folder.path() / "file" / "a.txt"), InputError);
  CHECK_THROWS_WITH(require_writable(folder.path() / "none" / "a.txt"),
                    Catch::Contains("create the folder first"));
  CHECK_THROWS_WITH(require_writable(folder / "sub"), Catch::Contains("Is a directory"));
  CHECK_THROWS_AS(require_writable(folder.path() / "sub" / ""), InputError);
  CHECK_THROWS_AS(require_writable("/proc/jampack-test.txt"), InputError);
  CHECK_THROWS_AS(require_writable(folder / std::string(300, 'n')), InputError);
  CHECK_THROWS_AS(require_writable(""), InputError);
  CHECK_THROWS_AS(write_atomically(folder.path() / "none" / "a.txt", "x"), InputError);
  CHECK_THROWS_AS(write_atomically(folder / "sub", "x"), InputError);
  CHECK(entry_count(folder.path()) == 2);
}

TEST_CASE("temporary files of processes that were killed are removed, those of others stay", "[unit]") {
  const test::TemporaryFolder folder;
  const fs::path sub = folder / "sub";
  fs::create_directory(sub);
  const pid_t child = ::fork();
  if (child == 0) {
    // Killed in the middle of a write: by the limit on the size of files.
    const rlimit limit{4096, 4096};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    std::signal(SIGXFSZ, SIG_DFL);
    write_atomically(sub / "a.txt", std::string(100'000, 'x'));
    ::_exit(0);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  REQUIRE(WIFSIGNALED(status));
  REQUIRE(entry_count(sub) == 1);
  const fs::path abandoned = fs::directory_iterator(sub)->path();
  const std::string name = abandoned.filename().string();
  REQUIRE(name.starts_with(".jampack-" + std::to_string(child) + "-"));
  const std::string rest = name.substr(name.find('-', 10));
  const fs::path alive = sub / (".jampack-" + std::to_string(::getppid()) + rest);
  const fs::path elsewhere = sub / (".jampack-" + std::to_string(child) + "-otherone-0");
  const fs::path notes = sub / ".jampack-notes";
  for (const fs::path& file : {alive, elsewhere, notes}) std::ofstream(file) << "of others";
  write_atomically(sub / "a.txt", "x");
  CHECK_FALSE(fs::exists(abandoned));
  for (const fs::path& file : {alive, elsewhere, notes}) CHECK(fs::exists(file));
  CHECK(test::text_of(sub / "a.txt") == "x");
}

TEST_CASE("asking whether a file is writable changes nothing", "[unit]") {
  const test::TemporaryFolder folder;
  require_writable(folder / "new.txt");
  CHECK(entry_count(folder.path()) == 0);
  write_atomically(folder / "old.txt", "old");
  require_writable(folder / "old.txt");
  CHECK(test::text_of(folder / "old.txt") == "old");
  CHECK(entry_count(folder.path()) == 1);
}

TEST_CASE("permissions of a replaced file stay, those of a new one are the usual ones", "[unit]") {
  const test::TemporaryFolder folder;
  const fs::path file = folder / "a.txt";
  std::ofstream(folder / "usual.txt") << "x";
  write_atomically(file, "x");
  CHECK(fs::status(file).permissions() == fs::status(folder / "usual.txt").permissions());
  fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
  write_atomically(file, "y");
  CHECK(fs::status(file).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
}

TEST_CASE("a symbolic link stays one, and its target is replaced", "[unit]") {
  const test::TemporaryFolder folder;
  fs::create_directory(folder / "sub");
  fs::create_symlink("sub/target.txt", folder / "link.txt");
  for (const char* text : {"made through the link", "replaced through the link"}) {
    write_atomically(folder / "link.txt", text);
    CHECK(fs::is_symlink(folder / "link.txt"));
    CHECK(test::text_of(folder.path() / "sub" / "target.txt") == text);
  }
  CHECK(entry_count(folder.path() / "sub") == 1);
}

TEST_CASE("what is no ordinary file is written directly", "[unit]") {
  require_writable("/dev/null");
  write_atomically("/dev/null", "x");
  CHECK(fs::is_character_file("/dev/null"));
  if (fs::exists("/dev/full"))
    CHECK_THAT(failure("/dev/full", "x"), Catch::Contains("No space left on device"));
}

TEST_CASE("a name without folder lies in the current one", "[unit]") {
  const test::TemporaryFolder folder;
  const fs::path former = fs::current_path();
  fs::current_path(folder.path());
  write_atomically("a.txt", "x");
  fs::current_path(former);
  CHECK(test::text_of(folder / "a.txt") == "x");
}
