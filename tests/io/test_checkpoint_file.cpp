// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Checkpoint files: what comes back, that every damage is found, and that the one before stands in for a
// damaged one.
#include <catch2/catch.hpp>

#include <fstream>
#include <random>

#include <sys/stat.h>
#include <unistd.h>

#include "jam/io/binary_state.hpp"
#include "jam/io/checkpoint_file.hpp"
#include "support/file_size_limit.hpp"
#include "support/paths.hpp"

using namespace jam;
using namespace jam::io;
namespace fs = std::filesystem;

namespace {

void write(const fs::path& file, const std::string& bytes) { std::ofstream(file, std::ios::binary) << bytes; }

/// With some bytes of every value in its sections.
Checkpoint sample(int number = 0) {
  Checkpoint checkpoint;
  checkpoint.program = "circlepack";
  checkpoint.version = "1.2.3";
  checkpoint.options = {
      {"n", "24", true}, {"start", "a b", true}, {"start", "c", true}, {"stuck", "auto", false}};
  std::string bytes;
  for (int k = 0; k < 600; ++k) bytes += static_cast<char>(k + number);
  checkpoint.sections = {{"state", bytes}, {"empty", ""}, {"number", std::to_string(number)}};
  return checkpoint;
}

void check_same(const Checkpoint& a, const Checkpoint& b) {
  CHECK(a.program == b.program);
  CHECK(a.version == b.version);
  CHECK(a.options == b.options);
  CHECK(a.sections == b.sections);
}

std::string refusal(const std::string& bytes) {
  try {
    static_cast<void>(parse_checkpoint(bytes, "x.checkpoint"));
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("values come back from bytes in their order") {
  StateWriter writer;
  writer.write(1.5);
  writer.write(std::vector<int>{1, 2, 3});
  writer.write(std::string_view("text"));
  writer.write(std::vector<float>{});
  writer.write(std::vector<int>{7, 8, 9}, 2);
  writer.write(true);
  const std::string bytes = writer.finish();
  StateReader reader(bytes);
  CHECK(reader.read<double>() == 1.5);
  CHECK(reader.read_vector<int>() == std::vector<int>{1, 2, 3});
  CHECK(reader.read_text() == "text");
  CHECK(reader.read_vector<float>().empty());
  CHECK(reader.read_vector<int>() == std::vector<int>{7, 8});
  CHECK_THROWS_AS(reader.finish(), InputError);
  CHECK(reader.read<bool>());
  CHECK_NOTHROW(reader.finish());
  CHECK_THROWS_AS(reader.read<char>(), InputError);
}

TEST_CASE("a length that cannot be is an error before memory is taken") {
  StateWriter writer;
  writer.write(std::uint64_t{1} << 61);
  writer.write(0.0);
  const std::string bytes = writer.finish();
  CHECK_THROWS_AS(StateReader(bytes).read_vector<double>(), InputError);
  CHECK_THROWS_AS(StateReader(bytes).read_text(), InputError);
}

TEST_CASE("a checkpoint comes back as it was written") {
  check_same(parse_checkpoint(checkpoint_bytes(sample()), "x"), sample());
  check_same(parse_checkpoint(checkpoint_bytes({}), "x"), {});
  CHECK(parse_options(options_bytes(sample().options)) == sample().options);
}

TEST_CASE("the hash of options is that of names and values") {
  std::vector<CheckpointOption> options = sample().options;
  const std::uint64_t hash = options_hash(options);
  options[0].given = !options[0].given;
  CHECK(options_hash(options) == hash);
  options[0].value = "25";
  CHECK(options_hash(options) != hash);
  // Not only the letters in a row.
  CHECK(options_hash({{"ab", "c", true}}) != options_hash({{"a", "bc", true}}));
}

TEST_CASE("the checksum is CRC-64/XZ, as formats.md says") {
  // The preamble of version 1 on a machine with the lowest byte first: magic, byte order, version; and their
  // checksum, made with xz's crc64.
  const std::string bytes = checkpoint_bytes(sample());
  CHECK(bytes.substr(0, 16) == std::string("\x89JAMCP\r\n\x04\x03\x02\x01\x01\0\0\0", 16));
  std::uint64_t checksum = 0;
  bytes.copy(reinterpret_cast<char*>(&checksum), sizeof(checksum), 16);
  std::uint64_t crc = ~std::uint64_t{0};
  for (int k = 0; k < 16; ++k) {
    crc ^= static_cast<unsigned char>(bytes[k]);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1U) ^ ((crc & 1U) != 0 ? 0xC96C5795D7870F42U : 0U);
  }
  CHECK(checksum == ~crc);
}

TEST_CASE("every truncation is found") {
  const std::string bytes = checkpoint_bytes(sample());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    INFO(size << " of " << bytes.size() << " bytes");
    CHECK_THROWS_AS(parse_checkpoint(bytes.substr(0, size), "x"), DamagedCheckpoint);
  }
  CHECK_THROWS_AS(parse_checkpoint(bytes + '\0', "x"), DamagedCheckpoint);
}

TEST_CASE("every changed bit is found") {
  const std::string bytes = checkpoint_bytes(sample());
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string damaged = bytes;
      damaged[at] = static_cast<char>(damaged[at] ^ (1 << bit));
      CHECK_THROWS_AS(parse_checkpoint(damaged, "x"), DamagedCheckpoint);
    }
  }
}

TEST_CASE("random damage is found") {
  const std::string bytes = checkpoint_bytes(sample());
  std::mt19937 random(1);
  for (int k = 0; k < 2000; ++k) {
    std::string damaged = bytes;
    // A stretch of noise or of zeros somewhere, as from a lost sector.
    const std::size_t from = random() % bytes.size(), length = 1 + random() % 64;
    for (std::size_t at = from; at < std::min(from + length, bytes.size()); ++at)
      damaged[at] = static_cast<char>(k % 2 == 0 ? random() : 0);
    if (damaged != bytes) CHECK_THROWS_AS(parse_checkpoint(damaged, "x"), DamagedCheckpoint);
  }
}

TEST_CASE("a checkpoint of a newer version or another byte order is refused, not called damaged") {
  std::string newer = checkpoint_bytes(sample());
  newer[12] = 2;
  CHECK_THROWS_AS(parse_checkpoint(newer, "x"), DamagedCheckpoint);  // Without its checksum it is damage.
  // Checksums of the two preambles, by xz's crc64.
  const auto with_checksum = [](std::string bytes, bool swapped) {
    std::uint64_t crc = ~std::uint64_t{0};
    for (int k = 0; k < 16; ++k) {
      crc ^= static_cast<unsigned char>(bytes[k]);
      for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1U) ^ ((crc & 1U) != 0 ? 0xC96C5795D7870F42U : 0U);
    }
    crc = ~crc;
    for (int k = 0; k < 8; ++k)
      bytes[16 + k] = static_cast<char>(crc >> (8U * static_cast<unsigned>(swapped ? 7 - k : k)));
    return bytes;
  };
  CHECK_THAT(refusal(with_checksum(newer, false)),
             Catch::Contains("x.checkpoint: has format version 2, this program knows up to 1"));
  std::string swapped = checkpoint_bytes(sample());
  std::reverse(swapped.begin() + 8, swapped.begin() + 12);
  std::reverse(swapped.begin() + 12, swapped.begin() + 16);
  CHECK_THAT(refusal(with_checksum(swapped, true)), Catch::Contains("another byte order"));
  CHECK(refusal(with_checksum(newer, false)).find('\n') == std::string::npos);

  // Whatever stands in for it: it is not used.
  const test::TemporaryFolder folder;
  write(folder / "x", with_checksum(newer, false));
  write_checkpoint(folder / "x.previous", sample());
  CHECK_THROWS_WITH(read_checkpoint(folder / "x", "circlepack"), Catch::Contains("format version 2"));
}

TEST_CASE("the checkpoint before stays, and stands in for one that is damaged or missing") {
  const test::TemporaryFolder folder;
  const fs::path file = folder / "x.checkpoint";
  CHECK_FALSE(checkpoint_exists(file));
  CHECK_THROWS_AS(read_checkpoint(file, "circlepack"), InputError);
  for (int k = 0; k < 3; ++k) write_checkpoint(file, sample(k));
  CHECK(test::text_of(file) == checkpoint_bytes(sample(2)));
  CHECK(test::text_of(previous_checkpoint(file)) == checkpoint_bytes(sample(1)));
  CHECK(read_checkpoint(file, "circlepack").warning.empty());

  const std::string sound = test::text_of(file);
  for (const std::string& bytes : {std::string(), sound.substr(0, 10), sound.substr(0, sound.size() - 1),
                                   std::string("something else")}) {
    write(file, bytes);
    const ReadCheckpoint read = read_checkpoint(file, "circlepack");
    check_same(read.checkpoint, sample(1));
    CHECK_THAT(read.warning, Catch::Contains(file.string()) && Catch::Contains(".previous is taken instead"));
  }
  // The damaged one must not take the place of the sound one.
  write_checkpoint(file, sample(4), false);
  CHECK(test::text_of(previous_checkpoint(file)) == checkpoint_bytes(sample(1)));
  CHECK(test::text_of(file) == checkpoint_bytes(sample(4)));

  fs::remove(file);
  CHECK(checkpoint_exists(file));
  check_same(read_checkpoint(file, "circlepack").checkpoint, sample(1));
  write(file, "damaged");
  write(previous_checkpoint(file), "damaged too");
  CHECK_THROWS_WITH(read_checkpoint(file, "circlepack"), Catch::Contains("both"));
}

TEST_CASE("a checkpoint of another program is refused") {
  const test::TemporaryFolder folder;
  write_checkpoint(folder / "x", sample());
  CHECK_THROWS_WITH(read_checkpoint(folder / "x", "trunkpack"),
                    Catch::Contains("is a checkpoint of circlepack, this is trunkpack"));
}

TEST_CASE("a full disk leaves both checkpoints as they were and nothing beside them") {
  const test::TemporaryFolder folder;
  const fs::path file = folder / "x";
  for (int k = 0; k < 2; ++k) write_checkpoint(file, sample(k));
  {
    const test::FileSizeLimit limit(100);
    CHECK_THROWS_AS(write_checkpoint(file, sample(2)), InputError);
  }
  CHECK(test::text_of(file) == checkpoint_bytes(sample(1)));
  CHECK(test::text_of(previous_checkpoint(file)) == checkpoint_bytes(sample(0)));
  CHECK(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) == 2);
}

TEST_CASE("what a killed process left behind does not disturb the next checkpoint") {
  const test::TemporaryFolder folder;
  const fs::path file = folder / "x";
  write_checkpoint(file, sample(0));
  // Killed between the two names: file and previous are the same.
  fs::create_hard_link(file, previous_checkpoint(file));
  write_checkpoint(file, sample(1));
  CHECK(test::text_of(file) == checkpoint_bytes(sample(1)));
  CHECK(test::text_of(previous_checkpoint(file)) == checkpoint_bytes(sample(0)));
  CHECK(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) == 2);
}

TEST_CASE("through a symbolic link both files are kept where it points to") {
  const test::TemporaryFolder folder;
  fs::create_directory(folder / "there");
  fs::create_symlink(folder / "there/x", folder / "link");
  for (int k = 0; k < 2; ++k) write_checkpoint(folder / "link", sample(k));
  CHECK(fs::is_symlink(folder / "link"));
  CHECK(test::text_of(folder / "there/x") == checkpoint_bytes(sample(1)));
  CHECK(test::text_of(folder / "there/x.previous") == checkpoint_bytes(sample(0)));
  write(folder / "there/x", "");
  CHECK_FALSE(read_checkpoint(folder / "link", "circlepack").warning.empty());
}
