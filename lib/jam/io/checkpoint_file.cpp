// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Layout: preamble (magic, byte order, format version, their checksum), then one block (length, checksum,
// bytes) that holds everything else.
#include "jam/io/checkpoint_file.hpp"

#include <fmt/format.h>

#include <array>
#include <boost/crc.hpp>
#include <cstring>
#include <fstream>

#include "jam/io/atomic_file.hpp"
#include "jam/io/binary_state.hpp"
#include "jam/io/read_file.hpp"

namespace jam::io {
namespace {

namespace fs = std::filesystem;

/// The first byte is no text; the last two reveal a transfer that changes the ends of lines.
constexpr std::array<char, 8> magic = {'\x89', 'J', 'A', 'M', 'C', 'P', '\r', '\n'};

constexpr std::uint32_t byte_order = 0x01020304;
constexpr std::uint32_t byte_order_swapped = 0x04030201;

/// First bytes of a file of any version.
struct Preamble {
  std::array<char, 8> magic;
  std::uint32_t byte_order;
  std::uint32_t format_version;
  std::uint64_t checksum;  ///< CRC-64 of the 16 bytes before it.
};
static_assert(sizeof(Preamble) == 24);
constexpr std::size_t preamble_checked = 16;

/// CRC-64/XZ.
std::uint64_t checksum_of(const void* data, std::size_t size) {
  boost::crc_optimal<64, 0x42F0E1EBA9EA3693U, ~std::uint64_t{0}, ~std::uint64_t{0}, true, true> crc;
  crc.process_bytes(data, size);
  return crc.checksum();
}

[[noreturn]] void fail_damaged(const std::string& name, const std::string& what) {
  throw DamagedCheckpoint(name + ": " + what +
                          ": resume from another checkpoint, or start a new search without --resume");
}

Checkpoint read_one(const fs::path& file, std::string_view program) {
  std::string bytes;
  try {
    bytes = read_file(file, checkpoint_byte_limit);
  } catch (const InputError& error) {
    throw DamagedCheckpoint(error.what());
  }
  Checkpoint checkpoint = parse_checkpoint(bytes, file.string());
  if (checkpoint.program != program) {
    throw InputError(fmt::format("{}: is a checkpoint of {}, this is {}: resume it with {}", file.string(),
                                 checkpoint.program, program, checkpoint.program));
  }
  return checkpoint;
}

}  // namespace

std::uint64_t options_hash(const std::vector<CheckpointOption>& options) {
  StateWriter writer;
  for (const CheckpointOption& option : options) write_all(writer, option.name, option.value);
  const std::string bytes = writer.finish();
  return checksum_of(bytes.data(), bytes.size());
}

std::string options_bytes(const std::vector<CheckpointOption>& options) {
  StateWriter writer;
  writer.write(static_cast<std::uint64_t>(options.size()));
  for (const CheckpointOption& option : options)
    write_all(writer, option.name, option.value, static_cast<std::uint8_t>(option.given));
  return writer.finish();
}

std::vector<CheckpointOption> parse_options(std::string_view bytes) {
  StateReader reader(bytes);
  std::vector<CheckpointOption> options;
  for (auto count = reader.read<std::uint64_t>(); count > 0; --count) {
    std::string name = reader.read_text(), value = reader.read_text();
    options.push_back({std::move(name), std::move(value), reader.read<std::uint8_t>() != 0});
  }
  reader.finish();
  return options;
}

std::string checkpoint_bytes(const Checkpoint& checkpoint) {
  StateWriter block;
  write_all(block, options_hash(checkpoint.options), checkpoint.program, checkpoint.version,
            options_bytes(checkpoint.options), static_cast<std::uint64_t>(checkpoint.sections.size()));
  for (const auto& [name, bytes] : checkpoint.sections) write_all(block, name, bytes);
  const std::string content = block.finish();

  Preamble preamble{magic, byte_order, checkpoint_format_version, 0};
  preamble.checksum = checksum_of(&preamble, preamble_checked);
  StateWriter file;
  write_all(file, preamble, checksum_of(content.data(), content.size()), content);
  return file.finish();
}

Checkpoint parse_checkpoint(std::string_view bytes, const std::string& name) {
  Preamble preamble;
  if (bytes.size() < sizeof(preamble))
    fail_damaged(name, bytes.empty() ? "is empty" : "is no checkpoint, or a truncated one");
  std::memcpy(&preamble, bytes.data(), sizeof(preamble));
  if (preamble.magic != magic) fail_damaged(name, "is no checkpoint");
  const std::uint64_t checksum = checksum_of(&preamble, preamble_checked);
  if (preamble.byte_order == byte_order_swapped && __builtin_bswap64(preamble.checksum) == checksum) {
    throw InputError(name + ": was written on a machine with another byte order: resume it on one like that");
  }
  if (preamble.byte_order != byte_order || preamble.checksum != checksum) fail_damaged(name, "is damaged");
  if (preamble.format_version > checkpoint_format_version) {
    throw InputError(fmt::format(
        "{}: has format version {}, this program knows up to {}: take the newer program that wrote it", name,
        preamble.format_version, checkpoint_format_version));
  }

  Checkpoint checkpoint;
  try {
    StateReader file(bytes.substr(sizeof(preamble)));
    const auto content_checksum = file.read<std::uint64_t>();
    const std::string content = file.read_text();
    file.finish();
    if (checksum_of(content.data(), content.size()) != content_checksum) fail_damaged(name, "is damaged");

    StateReader block(content);
    const auto hash = block.read<std::uint64_t>();
    checkpoint.program = block.read_text();
    checkpoint.version = block.read_text();
    checkpoint.options = parse_options(block.read_text());
    for (auto count = block.read<std::uint64_t>(); count > 0; --count) {
      std::string section = block.read_text();
      checkpoint.sections[std::move(section)] = block.read_text();
    }
    block.finish();
    if (hash != options_hash(checkpoint.options)) fail_damaged(name, "is damaged");
  } catch (const DamagedCheckpoint&) {
    throw;
  } catch (const InputError&) {
    fail_damaged(name, "is truncated or damaged");
  }
  return checkpoint;
}

fs::path previous_checkpoint(const fs::path& file) {
  // Next to the file that a link points to: it must be possible to rename one to the other.
  std::error_code error;
  fs::path previous = fs::is_symlink(file, error) ? fs::weakly_canonical(file, error) : file;
  if (error) previous = file;
  previous += ".previous";
  return previous;
}

void write_checkpoint(const fs::path& file, const Checkpoint& checkpoint, bool keep_previous) {
  write_atomically(file, checkpoint_bytes(checkpoint),
                   keep_previous ? previous_checkpoint(file) : fs::path());
}

bool is_checkpoint(const fs::path& file) {
  std::array<char, magic.size()> begin{};
  std::ifstream stream(file, std::ios::binary);
  return stream.read(begin.data(), begin.size()) && begin == magic;
}

bool checkpoint_exists(const fs::path& file) {
  std::error_code error;
  return fs::exists(file, error) || fs::exists(previous_checkpoint(file), error);
}

ReadCheckpoint read_checkpoint(const fs::path& file, std::string_view program) {
  const fs::path previous = previous_checkpoint(file);
  std::error_code error;
  try {
    return {read_one(file, program), {}};
  } catch (const DamagedCheckpoint& damage) {
    if (!fs::exists(previous, error)) throw;
    const std::string reason = damage.what();
    try {
      return {read_one(previous, program),
              reason.substr(0, reason.rfind(": ")) + ": " + previous.string() + " is taken instead"};
    } catch (const DamagedCheckpoint&) {
      throw InputError(file.string() + " and " + previous.filename().string() +
                       ": both cannot be read as checkpoints: start a new search without --resume");
    }
  }
}

}  // namespace jam::io
