// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "shell/option_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/program_options.hpp>
#include <cctype>
#include <map>
#include <utility>

#include "jam/core/error.hpp"
#include "jam/core/nearest_word.hpp"
#include "jam/io/text_table.hpp"
#include "shell/option_values.hpp"
#include "shell/output_rules.hpp"
#include "shell/shell_text.hpp"

namespace po = boost::program_options;

namespace jam::app {
namespace {

const OptionRow* find(const OptionTable& table, std::string_view name) {
  const auto found = std::find_if(table.begin(), table.end(), [&](const OptionRow& row) { return row.name == name; });
  return found == table.end() ? nullptr : &*found;
}

/// Turns what Boost found wrong into one line.
[[noreturn]] void fail_parsing(const std::string& program, const po::error& error, const OptionTable& table) {
  const auto* named = dynamic_cast<const po::error_with_option_name*>(&error);
  std::string name = named == nullptr ? std::string() : named->get_option_name();
  name.erase(0, name.find_first_not_of('-'));
  if (dynamic_cast<const po::unknown_option*>(&error) != nullptr) {
    std::vector<std::string> names;
    for (const OptionRow& row : table) {
      if (!row.traits.word) names.emplace_back(row.name);
    }
    const std::string meant = nearest_word(name.substr(0, name.find('=')), names);
    throw InputError(fmt::format("there is no option {}{}", name.size() == 1 ? "-" : "--", name) +
                     (meant.empty() ? fmt::format("; {} --help lists them", program) : fmt::format(": did you mean --{}?", meant)));
  }
  if (const auto* syntax = dynamic_cast<const po::invalid_command_line_syntax*>(&error)) {
    const bool missing =
        syntax->kind() == po::invalid_syntax::missing_parameter || syntax->kind() == po::invalid_syntax::empty_adjacent_parameter;
    throw InputError(fmt::format("--{} {} value; see {} --help", name, missing ? "needs a" : "takes no", program));
  }
  throw InputError(fmt::format("{}; see {} --help", error.what(), program));
}

void set_value(const OptionRow& row, const std::string& text) {
  try {
    row.value.set(text);
  } catch (const InputError& error) {
    throw InputError(fmt::format("--{} is {}: {}", row.name, io::quoted(text), error.what()));
  }
}

/// `--out`; `MESH` for a word of its own.
std::string typed_name(const OptionRow& row) { return row.traits.word ? row.value.shown : fmt::format("--{}", row.name); }

/// Whether the value asks for what holds anyway.
bool is_harmless(const OptionRow& row) {
  const std::vector<std::string> texts = row.value.texts();
  const auto& neutral = row.value.neutral;
  return texts == row.default_texts || (texts.size() == 1 && std::find(neutral.begin(), neutral.end(), texts.front()) != neutral.end());
}

void refuse_row(const OptionRow& row, const std::set<std::string>& given, const std::string& reason) {
  if (!given.contains(row.name)) return;
  throw InputError(fmt::format("{} has no effect {}: leave it out", typed_name(row), reason));
}

/// The texts of an option that name files.
std::vector<std::string> files_of(const OptionRow& row) {
  std::vector<std::string> files;
  if (row.value.file == FileUse::none) return files;
  const std::vector<std::string> words = value_words(row);
  for (const std::string& text : row.value.texts()) {
    if (text != "-" && std::find(words.begin(), words.end(), text) == words.end()) files.push_back(text);
  }
  return files;
}

bool is_output(FileUse use) { return use == FileUse::output || use == FileUse::packing_output || use == FileUse::checkpoint_output; }

/// Whether an output may replace an input.
bool may_replace(FileUse output, FileUse input) {
  return (output == FileUse::packing_output && input == FileUse::packing_input) ||
         (output == FileUse::checkpoint_output && input == FileUse::checkpoint_input);
}

}  // namespace

void add_group(OptionTable& table, const char* caption, std::vector<OptionRow> rows) {
  for (OptionRow& row : rows) {
    row.group = caption;
    row.default_texts = row.value.texts();
    table.push_back(std::move(row));
  }
}

std::set<std::string> parse_command_line(const char* program, const OptionTable& table, int argc, const char* const* argv,
                                         const std::function<void(const std::string&)>& take_word) {
  po::options_description description;
  for (const OptionRow& row : table) {
    if (row.traits.word) continue;
    const std::string name = row.traits.letter == 0 ? row.name : fmt::format("{},{}", row.name, row.traits.letter);
    row.value.shown.empty() ? description.add_options()(name.c_str(), "")
                            : description.add_options()(name.c_str(), po::value<std::string>(), "");
  }
  std::vector<std::pair<const OptionRow*, std::string>> values;
  std::vector<std::string> words;
  try {
    constexpr int style = po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
    for (const auto& option : po::command_line_parser(argc, argv).options(description).style(style).run().options) {
      const std::string text = option.value.empty() ? std::string() : option.value.front();
      if (option.position_key >= 0) {
        words.push_back(text);
      } else {
        values.emplace_back(find(table, option.string_key), text);
      }
    }
  } catch (const po::error& error) {
    fail_parsing(program, error, table);
  }

  for (const auto& [row, text] : values) {
    if (!row->traits.page) continue;
    set_value(*row, text);
    return {row->name};
  }
  for (const std::string& word : words) take_word(word);
  std::map<const OptionRow*, std::string> before;
  std::set<std::string> given;
  for (const auto& [row, text] : values) {
    const auto [first, is_new] = before.emplace(row, text);
    if (!is_new && !row->traits.repeats) {
      if (first->second == text) continue;
      throw InputError(
          fmt::format("--{} is given twice, as {} and {}: give it once", row->name, io::quoted(first->second), io::quoted(text)));
    }
    set_value(*row, text);
    given.insert(row->name);
  }
  return given;
}

void require_effects(const OptionTable& table, const std::set<std::string>& given, Modes mode, const std::string& reason) {
  for (const OptionRow& row : table) {
    // What describes a problem selects nothing in an archive that does not take it, not even its default.
    const bool selects = row.effect == Effect::result && (mode & archive_modes) != 0;
    if ((row.modes & mode) == 0 && (selects || !is_harmless(row))) refuse_row(row, given, reason);
  }
}

void refuse(const OptionTable& table, const std::set<std::string>& given, const std::vector<std::string_view>& names,
            const std::string& reason) {
  for (const std::string_view name : names) {
    const OptionRow& row = *find(table, name);
    if (!is_harmless(row)) refuse_row(row, given, reason);
  }
}

std::string mode_reason(Modes mode) {
  switch (mode) {
    case simulate_mode: return "with --steps";
    case verify_mode: return "with --verify";
    case list_mode: return "with archive list";
    case show_mode: return "with archive show";
    case export_mode: return "with archive export";
    case import_mode: return "with archive import";
    case merge_mode: return "with archive merge";
    case audit_mode: return "with archive verify";
    default: return "in a search";
  }
}

void require_separate_files(const OptionTable& table) {
  for (auto row = table.begin(); row != table.end(); ++row) {
    if (!is_output(row->value.file)) continue;
    for (auto other = table.begin(); other != table.end(); ++other) {
      const bool excused = is_output(other->value.file) ? other >= row : may_replace(row->value.file, other->value.file);
      if (excused) continue;
      for (const std::string& file : files_of(*row)) {
        for (const std::string& second : files_of(*other)) {
          if (!same_file(file, second)) continue;
          throw InputError(fmt::format("{} and {} name the same file {}: give each its own", typed_name(*other), typed_name(*row), file));
        }
      }
    }
  }
}

std::vector<io::CheckpointOption> result_options(const OptionTable& table, const std::set<std::string>& given, const std::string& device) {
  std::vector<io::CheckpointOption> list;
  for (const OptionRow& row : table) {
    if (row.effect != Effect::result) continue;
    for (const std::string& text : row.value.texts()) list.push_back({row.name, text, row.traits.always || given.contains(row.name)});
  }
  list.push_back({"device", device, true});
  return list;
}

std::vector<io::CheckpointOption> limit_options(const OptionTable& table, const std::set<std::string>& given) {
  std::vector<io::CheckpointOption> list;
  for (const OptionRow& row : table) {
    if (row.effect != Effect::limit || !given.contains(row.name)) continue;
    for (const std::string& text : row.value.texts()) list.push_back({row.name, text, true});
  }
  return list;
}

std::string command_text(const OptionTable& table, const std::vector<io::CheckpointOption>& options) {
  std::string text;
  for (const io::CheckpointOption& option : options) {
    if (!option.given) continue;
    const OptionRow* row = find(table, option.name);
    if (row == nullptr || !row->traits.word) text += (text.empty() ? "--" : " --") + option.name;
    if (row == nullptr || !row->value.shown.empty()) text += (text.empty() ? "" : " ") + shell_word(option.value);
  }
  return text;
}

std::vector<std::string> value_words(const OptionRow& row) {
  std::vector<std::string> words;
  const std::string& shown = row.value.shown;
  for (std::size_t begin = 0; begin < shown.size();) {
    const std::size_t end = std::min(shown.find('|', begin), shown.size());
    const std::string part = shown.substr(begin, end - begin);
    if (std::islower(static_cast<unsigned char>(part.front())) != 0) words.push_back(part.substr(0, part.find('[')));
    begin = end + 1;
  }
  return words;
}

}  // namespace jam::app
