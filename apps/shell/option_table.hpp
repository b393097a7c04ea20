// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The options of a program: one row each. Parsing, --help, the refusal of what has no effect, the line that repeats a search, the
// comparison on --resume, shell completion and the man page all follow from the rows. To add an option, add a row (docs/developing.md).
// Errors are InputErrors of one line.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "jam/io/checkpoint_file.hpp"

namespace jam::app {

/// The uses of a program in which an option has an effect: a set of bits. A program names its kinds of search with the lowest eight bits,
/// the others are the same in all programs.
using Modes = unsigned;
inline constexpr Modes search_modes = 0xff, simulate_mode = 0x100, verify_mode = 0x200, all_modes = ~0U;
inline constexpr Modes list_mode = 0x400, show_mode = 0x800, export_mode = 0x1000, import_mode = 0x2000, merge_mode = 0x4000,
                       audit_mode = 0x8000, archive_modes = 0xfc00;

/// What an option decides.
enum class Effect {
  result,  ///< The results: with the same version and kind of device, equal values give equal results. Listed in every file written.
  limit,   ///< When a search ends. A search that goes on keeps the limits unless one is given.
  device,  ///< Where it is computed.
  output,  ///< What is written or printed.
  query    ///< Another use of the program.
};

/// How the file of an option is used. An output shares its file neither with another output nor with an input; only a packing may replace
/// the packing that it began from, and a checkpoint the one that is resumed.
enum class FileUse { none, input, output, packing_input, packing_output, checkpoint_input, checkpoint_output };

/// The value of an option. The functions refer to the program's options, which must outlive them.
struct OptionValue {
  std::string shown;                                ///< `N`, `auto|on|off`, `FILE|none`: words in small letters; empty: takes no value.
  std::function<void(const std::string&)> set;      ///< Throws InputError that says what is accepted, without option and text.
  std::function<std::vector<std::string>()> texts;  ///< What `set` takes; one per occurrence. Empty: no value.
  FileUse file = FileUse::none;
  std::vector<std::string> neutral = {};  ///< Besides the default: texts that ask for nothing, and so are accepted in every mode.
};

struct OptionTraits {
  bool always = false;      ///< Of a result: listed even where it was not given.
  bool may_change = false;  ///< Of a result: a search that goes on may have another value; the program compares what matters.
  bool repeats = false;     ///< May be given several times.
  bool word = false;        ///< No option but a word of its own; its name only stands in checkpoints.
  bool page = false;        ///< Printed instead of anything else: then no other option takes its value.
  char letter = 0;          ///< `-h` for --help.
};

struct OptionRow {
  const char* name;
  Modes modes;
  Effect effect;
  OptionValue value;
  std::string help;
  OptionTraits traits = {};
  // Filled by add_group():
  const char* group = "";
  std::vector<std::string> default_texts = {};
};

using OptionTable = std::vector<OptionRow>;

/// Appends rows under a caption of --help. The values that they hold now are the defaults.
void add_group(OptionTable& table, const char* caption, std::vector<OptionRow> rows);

/// Reads a command line. Unknown options (with the nearest name), missing values, and an option given twice with different values are
/// errors; what is no option goes to `take_word`. Returns the names given. Where a page is asked for, only that takes its value.
std::set<std::string> parse_command_line(const char* program, const OptionTable& table, int argc, const char* const* argv,
                                         const std::function<void(const std::string&)>& take_word);

/// Throws InputError where an option was given that has no effect in `mode` (one bit): "--NAME has no effect REASON". Its default and its
/// neutral texts are accepted: they ask for what holds anyway (in an archive, options of a problem are not: they look like a selection).
void require_effects(const OptionTable& table, const std::set<std::string>& given, Modes mode, const std::string& reason);

/// The same for some options in a special case.
void refuse(const OptionTable& table, const std::set<std::string>& given, const std::vector<std::string_view>& names,
            const std::string& reason);

/// For require_effects(): "with --verify", "with archive list", "in a search".
[[nodiscard]] std::string mode_reason(Modes mode);

/// Throws InputError, naming both options, where a file is used twice (FileUse).
void require_separate_files(const OptionTable& table);

/// The options that decide results, `device` (`cpu` or `cuda`) the last of them; the others are marked as given where they were, or always.
[[nodiscard]] std::vector<io::CheckpointOption> result_options(const OptionTable& table, const std::set<std::string>& given,
                                                               const std::string& device);

/// The limits that were given.
[[nodiscard]] std::vector<io::CheckpointOption> limit_options(const OptionTable& table, const std::set<std::string>& given);

/// As a command line: the options that are marked as given, quoted for a shell where necessary.
[[nodiscard]] std::string command_text(const OptionTable& table, const std::vector<io::CheckpointOption>& options);

/// The words that `shown` lists: `auto|cpu|cuda[:i]` has auto, cpu and cuda, `FILE|none` has none.
[[nodiscard]] std::vector<std::string> value_words(const OptionRow& row);

}  // namespace jam::app
