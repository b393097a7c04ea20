// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Whole files, and what only looks like one.
#include <catch2/catch.hpp>
#include <fstream>
#include <thread>

#include <sys/stat.h>

#include "jam/core/error.hpp"
#include "jam/io/checkpoint_file.hpp"
#include "jam/io/read_file.hpp"
#include "jam/io/text_table.hpp"
#include "support/paths.hpp"

using namespace jam;
using namespace jam::io;
using Catch::Contains;

TEST_CASE("a file is read byte for byte up to the limit, a larger one is refused with its name") {
  const test::TemporaryFolder folder;
  const std::filesystem::path file = folder / "a.bin";
  std::string bytes(300'000, '\0');
  for (std::size_t k = 0; k < bytes.size(); ++k) bytes[k] = static_cast<char>(k * k);
  std::ofstream(file, std::ios::binary) << bytes;
  CHECK(read_file(file) == bytes);
  CHECK(read_file(file, bytes.size()) == bytes);
  CHECK_THROWS_WITH(read_file(file, bytes.size() - 1), Contains("a.bin: is larger than 293 KiB"));
  std::ofstream(folder / "empty") << "";
  CHECK(read_file(folder / "empty").empty());
  CHECK_FALSE(read_file("/proc/self/status").empty());  // Says that it has no bytes.
}

TEST_CASE("a pipe is read to its end, and refused beyond the limit") {
  const test::TemporaryFolder folder;
  const std::filesystem::path pipe = folder / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  const auto writer = [&](std::size_t size) {
    return std::thread([&pipe, size] { std::ofstream(pipe) << std::string(size, 'x'); });
  };
  std::thread first = writer(200'000);
  CHECK(read_file(pipe).size() == 200'000);
  first.join();
  std::thread second = writer(50'000);
  CHECK_THROWS_WITH(read_file(pipe, 1000), Contains("pipe: is larger than 1000 B"));
  second.join();
}

TEST_CASE("devices without end, folders and missing files are refused by every reader") {
  const test::TemporaryFolder folder;
  for (const char* device : {"/dev/zero", "/dev/full", "/dev/urandom"}) {
    CHECK_THROWS_WITH(read_file(device), Contains(device) && Contains("this is a device"));
    CHECK_THROWS_WITH(TextTable::read(device), Contains("this is a device"));
    CHECK_THROWS_WITH(read_checkpoint(device, "circlepack"), Contains("this is a device"));
  }
  CHECK(read_file("/dev/null").empty());
  CHECK_THROWS_WITH(read_file(folder.path()), Contains("this is a folder"));
  CHECK_THROWS_WITH(read_file(folder / "none"),
                    Contains("none: cannot be opened (No such file or directory)"));
}
