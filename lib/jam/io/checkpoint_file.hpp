// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Checkpoints: files from which a killed program is resumed. A checkpoint holds the options that decide the
// results, and named sections of bytes that only their writers understand. docs/formats.md has the layout;
// every byte is covered by a checksum (CRC-64/XZ), so that any truncation and any damage is found. A
// checkpoint is never half written (atomic_file.hpp), and the previous one stays as NAME.previous.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "jam/core/error.hpp"

namespace jam::io {

/// Version of the layout; a file of a higher one is refused.
inline constexpr std::uint32_t checkpoint_format_version = 1;

/// An option that enters the results, as on a command line, without dashes.
struct CheckpointOption {
  std::string name;
  std::string value;
  bool given = false;  ///< The user gave it; false: `value` is the default.

  bool operator==(const CheckpointOption&) const = default;
};

struct Checkpoint {
  std::string program;                    ///< `circlepack`
  std::string version;                    ///< Version of the program.
  std::vector<CheckpointOption> options;  ///< Options in the order of the program's table; names may repeat.
  std::map<std::string, std::string> sections;  ///< Bytes by name.
};

/// Hash of the options' names and values: equal for searches that give the same results.
[[nodiscard]] std::uint64_t options_hash(const std::vector<CheckpointOption>& options);

/// Options as bytes, for a section, and back. Throws InputError for bytes that are not options.
[[nodiscard]] std::string options_bytes(const std::vector<CheckpointOption>& options);
[[nodiscard]] std::vector<CheckpointOption> parse_options(std::string_view bytes);

/// The file cannot be a checkpoint, or no longer is one: damaged, truncated, empty, something else.
class DamagedCheckpoint : public InputError {
 public:
  using InputError::InputError;
};

/// The bytes of a checkpoint file.
[[nodiscard]] std::string checkpoint_bytes(const Checkpoint& checkpoint);

/// The checkpoint in the bytes of a file; `name` stands for the file in errors. Throws DamagedCheckpoint, and
/// InputError for a sound file of a newer format version or of a machine with another byte order.
[[nodiscard]] Checkpoint parse_checkpoint(std::string_view bytes, const std::string& name);

/// The file of the checkpoint before the last one: NAME.previous.
[[nodiscard]] std::filesystem::path previous_checkpoint(const std::filesystem::path& file);

/// Replaces `file`; with `keep_previous`, its old content becomes NAME.previous. Throws InputError on
/// failure, with both files as they were.
void write_checkpoint(const std::filesystem::path& file, const Checkpoint& checkpoint,
                      bool keep_previous = true);

/// Whether the file begins like a checkpoint of any version, sound or not.
[[nodiscard]] bool is_checkpoint(const std::filesystem::path& file);

/// Whether there is something to resume from: `file` or its NAME.previous.
[[nodiscard]] bool checkpoint_exists(const std::filesystem::path& file);

struct ReadCheckpoint {
  Checkpoint checkpoint;
  std::string warning;  ///< Reason, in one line, why NAME.previous was taken; empty if `file` was taken.
};

/// Reads `file`, or NAME.previous where `file` is missing or damaged. Throws InputError if neither can be
/// used, and, whatever NAME.previous holds, for a newer format version, another byte order, and a
/// checkpoint of another program than `program`.
[[nodiscard]] ReadCheckpoint read_checkpoint(const std::filesystem::path& file, std::string_view program);

}  // namespace jam::io
