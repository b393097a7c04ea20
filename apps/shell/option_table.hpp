// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Tables of options: one table of Boost.Program_options per program, from which parsing and --help both come. An option takes its text
// itself (option_values.hpp) and writes it into the program's config, whose defaults the table shows. Errors are InputErrors of one line.
#pragma once

#include <boost/program_options.hpp>
#include <filesystem>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "shell/option_values.hpp"
#include "shell/terminal.hpp"

namespace jam::app {

/// Most CPU threads, and most packings side by side, that are not a typing error.
inline constexpr long long thread_limit = 4096;
inline constexpr long long instance_limit = 100'000'000;

/// Width of the text of --help, and of its right column.
inline constexpr unsigned help_line_length = 110, help_description_width = 64;

/// A word of an option and what it stands for.
template <class Value>
using Words = std::pair<const char*, Value>;

inline constexpr Words<ProgressMode> progress_words[] = {
    {"auto", ProgressMode::automatic}, {"on", ProgressMode::on}, {"off", ProgressMode::off}};

using Take = std::function<void(const std::string&)>;
using TextOption = boost::program_options::typed_value<std::string>;

/// An option with a value; `take` puts its text into the config. A default is shown by --help, and taken like a text of the user.
[[nodiscard]] TextOption* value(const char* name, const Take& take, const std::string& default_text = {});

/// Any text; whoever uses it checks it.
[[nodiscard]] TextOption* text_value(const char* name, std::string& target);

/// A file to be written or read; "-" is allowed for --json alone. `shown` is what --help shows of the value.
[[nodiscard]] TextOption* file(const char* option, std::filesystem::path& target, const char* shown = "FILE");

/// A duration [s], whose default is what `seconds` holds.
[[nodiscard]] TextOption* duration(const char* option, double& seconds);

/// CPU threads, 0: all.
[[nodiscard]] TextOption* threads(int& count);

/// A choice among the words of a table.
template <class Value, std::size_t count>
[[nodiscard]] TextOption* choice(const char* option, Value& target, const Words<Value> (&table)[count]) {
  std::string shown;
  for (const auto& [word, entry] : table) shown += (shown.empty() ? "" : "|") + std::string(word);
  const std::span<const Words<Value>> words(table);
  const Take take = [option, &target, words](const std::string& text) { target = chosen<Value>(option, text, words); };
  return value(shown.c_str(), take, word_of(target, words));
}

/// A count of which 0 is written `auto`.
template <class Count>
[[nodiscard]] TextOption* automatic_count(const char* option, Count& target, long long highest) {
  const Take take = [option, &target, highest](const std::string& text) {
    target = text == "auto" ? Count{0} : static_cast<Count>(whole_number(option, text, 1, highest, "or auto: chosen by the search"));
  };
  return value("N", take, target == 0 ? "auto" : std::to_string(target));
}

/// A table in the making: options in groups with captions.
class OptionTable {
 public:
  void group(const char* caption);
  /// To the last group; `name` may be "help,h".
  void add(const char* name, boost::program_options::value_semantic* semantic, const std::string& text);
  void add(const char* name, const std::string& text);
  [[nodiscard]] const std::vector<boost::program_options::options_description>& groups() const { return groups_; }

 private:
  std::vector<boost::program_options::options_description> groups_;
};

/// Reads a command line: unknown options (naming the nearest one), missing values and options given twice are errors; what is no option
/// goes to `take_other`. Returns the names given. With --help or --version among them no option takes its value.
std::set<std::string> parse_command_line(const char* program, const OptionTable& table, int argc, const char* const* argv,
                                         const Take& take_other);

/// The groups as text, their columns aligned.
[[nodiscard]] std::string table_text(const OptionTable& table);

/// The text of --version: version, commit, compiler, CUDA, and `mpi` where that is not empty.
[[nodiscard]] std::string version_text(const char* program, const std::string& mpi = {});

}  // namespace jam::app
