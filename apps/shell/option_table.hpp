// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The options of a program: one row each. Parsing, --help, the refusal of options without effect, the line
// that repeats a search, the comparison on --resume, shell completion and the man page follow from the rows.
// To add an option, add a row (docs/developing.md). Errors are InputErrors of one line.
#pragma once

#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "jam/io/checkpoint_file.hpp"

namespace jam::app {

/// The uses of a program in which an option has an effect: a set of bits. A program names its kinds of search
/// with the lowest eight bits. The other bits are the same in all programs; the archive's bits follow the
/// order in ArchiveAction.
using Modes = unsigned;
inline constexpr Modes search_modes = 0xff, simulate_mode = 0x100, verify_mode = 0x200, all_modes = ~0U;
inline constexpr Modes list_mode = 0x400, show_mode = 0x800, export_mode = 0x1000, import_mode = 0x2000,
                       merge_mode = 0x4000, audit_mode = 0x8000, archive_modes = 0xfc00, check_mode = 0x10000,
                       compare_mode = 0x20000;

/// The effect of an option.
enum class Effect {
  result,  ///< The results, which equal values repeat. Listed in every file written.
  limit,   ///< When a search ends. A resumed search keeps its limits unless one is given.
  device,  ///< The device that computes.
  output,  ///< Files and printed text.
  query    ///< Another use of the program.
};

/// How the file of an option is used. An output shares its file neither with another output nor with an
/// input; only a packing may replace the packing that it began from, and a checkpoint the one that is
/// resumed.
enum class FileUse {
  none,
  input,
  output,
  output_folder,
  archive,
  packing_input,
  packing_output,
  checkpoint_input,
  checkpoint_output
};

/// The value of an option. The functions refer to the program's options, which must outlive them.
struct OptionValue {
  std::string shown;  ///< `N`, `auto|on|off`, `FILE|none`: words in small letters; empty: takes no value.
  /// Throws InputError that says what is accepted, without option and text.
  std::function<void(const std::string&)> set;
  /// Present values as texts that `set` takes; one per occurrence. Empty: no value.
  std::function<std::vector<std::string>()> texts;
  FileUse file = FileUse::none;
  /// The other files that are written for a value; a `*` at the end of a name stands for any characters.
  /// Empty: none.
  std::vector<std::string> (*companions)(const std::string& text) = nullptr;
  std::vector<std::string> neutral = {};  ///< Texts, other than the default, that every mode accepts.
};

struct OptionTraits {
  bool always = false;      ///< With Effect::result: files list the option even if it was not given.
  bool may_change = false;  ///< With Effect::result: a resumed search may have another value.
  bool repeats = false;     ///< May be given several times.
  bool word = false;        ///< A word without an option; its name occurs in checkpoints only.
  bool page = false;        ///< Prints a page and nothing else; other options are not read.
  char letter = 0;          ///< `-h` for --help.
};
inline constexpr OptionTraits always_listed{.always = true}, may_change{.may_change = true},
    may_repeat{.repeats = true};

struct OptionRow {
  const char* name;
  Modes modes;
  Effect effect;
  OptionValue value;
  std::string help;
  OptionTraits traits = {};
  // Filled by OptionTable::add():
  const char* group = "";
  std::vector<std::string> default_texts = {};
};

struct OptionTable {
  std::vector<OptionRow> rows;
  std::set<std::string> given = {};     ///< Names of the options on the command line, without dashes.
  std::string topic = {};               ///< The word after --help.
  std::vector<std::string> words = {};  ///< The words that are not options, in their order.

  /// Appends rows under a caption of --help. Their present values are the defaults.
  void add(const char* caption, std::vector<OptionRow> more);
  [[nodiscard]] bool has(const std::string& name) const { return given.contains(name); }
  [[nodiscard]] const OptionRow* find(std::string_view name) const;
};

/// Reads a command line. Unknown options (with the nearest name), missing values, and an option given twice
/// with different values are errors; a word that is not an option goes to `take_word`. If a page is asked
/// for, only that option takes its value.
void parse_command_line(const char* program, OptionTable& table, int argc, const char* const* argv,
                        const std::function<void(const std::string&)>& take_word);

/// Throws InputError if an option was given that has no effect in `mode` (one bit): "--NAME has no effect
/// REASON". Its default and its neutral texts are accepted, as they change nothing (not so the options of a
/// problem in an archive: they look like a selection).
void require_effects(const OptionTable& table, Modes mode, const std::string& reason);

/// Throws InputError if one of these options was given; `reason` names the case.
void refuse(const OptionTable& table, const std::vector<std::string_view>& names, const std::string& reason);

/// Whether two paths, neither of them empty, lead to the same ordinary file: through links where both exist,
/// else by their absolute names. Other files (/dev/null) may be shared and are never the same.
[[nodiscard]] bool same_file(const std::filesystem::path& a, const std::filesystem::path& b);

/// Throws InputError that names both options if two options use the same file (FileUse). Companions of files
/// (OptionValue::companions) count, too.
void require_separate_files(const OptionTable& table);

/// Throws InputError if an option other than `own` names `file` or one of its companions, which this run
/// writes without being asked; `what` says what it is: `the checkpoint of this run`.
void require_unused(const OptionTable& table, const std::filesystem::path& file, const char* own,
                    const std::string& what);

/// The options that decide results, `device` (`cpu` or `cuda`) the last of them: with the same version they
/// give the same result again. They do not depend on threads, limits and written files. Each is marked as
/// given if it was, or if it is always listed.
[[nodiscard]] std::vector<io::CheckpointOption> result_options(const OptionTable& table,
                                                               const std::string& device);

/// The limits that were given.
[[nodiscard]] std::vector<io::CheckpointOption> limit_options(const OptionTable& table);

/// The options that are marked as given, as a command line, quoted for a shell if necessary.
[[nodiscard]] std::string command_text(const OptionTable& table,
                                       const std::vector<io::CheckpointOption>& options);

/// The command line that repeats a search: result_options() without defaults.
[[nodiscard]] std::string reproducing_options(const OptionTable& table, const std::string& device);

/// `text` as one word of a POSIX shell: unchanged where it holds nothing that a shell treats specially, else
/// in single quotes.
[[nodiscard]] std::string shell_word(std::string_view text);

/// The words that `shown` lists: `auto|cpu|cuda[:i]` has auto, cpu and cuda, `FILE|none` has none.
[[nodiscard]] std::vector<std::string> value_words(const OptionRow& row);

}  // namespace jam::app
