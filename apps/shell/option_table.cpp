// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "shell/option_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/program_options.hpp>
#include <cctype>
#include <iterator>
#include <map>
#include <system_error>
#include <utility>

#include "jam/core/error.hpp"
#include "jam/core/nearest_word.hpp"
#include "jam/io/text_table.hpp"

namespace po = boost::program_options;
namespace fs = std::filesystem;

namespace jam::app {
namespace {

/// The error of Boost in one line.
[[noreturn]] void fail_parsing(const std::string& program, const po::error& error, const OptionTable& table) {
  const auto* named = dynamic_cast<const po::error_with_option_name*>(&error);
  std::string name = named == nullptr ? std::string() : named->get_option_name();
  name.erase(0, name.find_first_not_of('-'));
  if (dynamic_cast<const po::unknown_option*>(&error) != nullptr) {
    std::vector<std::string> names;
    for (const OptionRow& row : table.rows) {
      if (!row.traits.word) names.emplace_back(row.name);
    }
    const std::string meant = nearest_word(name.substr(0, name.find('=')), names);
    throw InputError(fmt::format("there is no option {}{}", name.size() == 1 ? "-" : "--", name) +
                     (meant.empty() ? fmt::format("; {} --help lists them", program)
                                    : fmt::format(": did you mean --{}?", meant)));
  }
  const auto* syntax = dynamic_cast<const po::invalid_command_line_syntax*>(&error);
  if (syntax == nullptr) throw InputError(fmt::format("{}; see {} --help", error.what(), program));
  const bool missing = syntax->kind() == po::invalid_syntax::missing_parameter ||
                       syntax->kind() == po::invalid_syntax::empty_adjacent_parameter;
  throw InputError(
      fmt::format("--{} {} value; see {} --help", name, missing ? "needs a" : "takes no", program));
}

void set_value(const OptionRow& row, const std::string& text) {
  try {
    row.value.set(text);
  } catch (const InputError& error) {
    throw InputError(fmt::format("--{} is {}: {}", row.name, io::quoted(text), error.what()));
  }
}

/// `--out`; `MESH` for a word of its own.
std::string typed_name(const OptionRow& row) {
  return row.traits.word ? row.value.shown : fmt::format("--{}", row.name);
}

/// Throws if the option was given and its value is neither the default nor neutral.
void refuse_row(const OptionTable& table, const OptionRow& row, const std::string& reason,
                bool even_default = false) {
  if (!table.has(row.name)) return;
  const std::vector<std::string> texts = row.value.texts();
  const auto& neutral = row.value.neutral;
  const bool harmless =
      texts == row.default_texts ||
      (texts.size() == 1 && std::find(neutral.begin(), neutral.end(), texts.front()) != neutral.end());
  if (even_default || !harmless)
    throw InputError(fmt::format("{} has no effect {}: leave it out", typed_name(row), reason));
}

/// The values of an option that name files.
std::vector<std::string> files_of(const OptionRow& row) {
  if (row.value.file == FileUse::none) return {};
  const std::vector<std::string> words = value_words(row);
  std::vector<std::string> files = row.value.texts();
  std::erase_if(files, [&](const std::string& text) {
    return text == "-" || std::find(words.begin(), words.end(), text) != words.end();
  });
  return files;
}

bool is_output(FileUse use) {
  return use == FileUse::output || use == FileUse::output_folder || use == FileUse::archive ||
         use == FileUse::packing_output || use == FileUse::checkpoint_output;
}

/// The files that are written for an option, except the files that it names.
std::vector<std::string> companions_of(const OptionRow& row) {
  std::vector<std::string> all;
  if (row.value.companions == nullptr) return all;
  for (const std::string& file : files_of(row)) {
    std::ranges::move(row.value.companions(file), std::back_inserter(all));
  }
  return all;
}

/// Whether a companion, whose name may end with `*`, is or may become this file.
bool matches(const std::string& companion, const std::string& file) {
  if (!companion.ends_with('*')) return same_file(companion, file);
  std::error_code error;
  const fs::path begin =
      fs::weakly_canonical(fs::absolute(companion.substr(0, companion.size() - 1), error), error);
  const fs::path whole = fs::weakly_canonical(fs::absolute(file, error), error);
  return begin.parent_path() == whole.parent_path() &&
         whole.filename().string().starts_with(begin.filename().string());
}

bool any_matches(const std::vector<std::string>& names, const std::string& file) {
  return std::ranges::any_of(names, [&](const std::string& name) { return matches(name, file); });
}

/// Whether an input may name the file that an output writes: the output may replace it.
bool excused(const OptionRow& output, const OptionRow& input) {
  const FileUse written = output.value.file, read = input.value.file;
  return (written == FileUse::packing_output && read == FileUse::packing_input) ||
         (written == FileUse::checkpoint_output && read == FileUse::checkpoint_input);
}

/// Whether a shell takes the character as it is. Bytes above 127 are letters of UTF-8.
bool is_plain(char c) {
  const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      static_cast<unsigned char>(c) > 127;
  return letter || std::string_view("_-./,:=+@%").find(c) != std::string_view::npos;
}

}  // namespace

void OptionTable::add(const char* caption, std::vector<OptionRow> more) {
  for (OptionRow& row : more) {
    row.group = caption;
    row.default_texts = row.value.texts();
    rows.push_back(std::move(row));
  }
}

const OptionRow* OptionTable::find(std::string_view name) const {
  const auto found =
      std::find_if(rows.begin(), rows.end(), [&](const OptionRow& row) { return row.name == name; });
  return found == rows.end() ? nullptr : &*found;
}

void parse_command_line(const char* program, OptionTable& table, int argc, const char* const* argv,
                        const std::function<void(const std::string&)>& take_word) {
  po::options_description description;
  for (const OptionRow& row : table.rows) {
    if (row.traits.word) continue;
    const std::string name =
        row.traits.letter == 0 ? row.name : fmt::format("{},{}", row.name, row.traits.letter);
    row.value.shown.empty() ? description.add_options()(name.c_str(), "")
                            : description.add_options()(name.c_str(), po::value<std::string>(), "");
  }
  std::vector<std::pair<const OptionRow*, std::string>> values;
  bool asks_help = false;  // A word after --help is its topic.
  try {
    constexpr int style = po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
    for (const auto& option :
         po::command_line_parser(argc, argv).options(description).style(style).run().options) {
      const std::string text = option.value.empty() ? std::string() : option.value.front();
      if (option.position_key >= 0) {
        (asks_help ? table.topic : table.words.emplace_back()) = text;
        asks_help = false;
      } else {
        asks_help = option.string_key == "help";
        values.emplace_back(table.find(option.string_key), text);
      }
    }
  } catch (const po::error& error) {
    fail_parsing(program, error, table);
  }

  for (const auto& [row, text] : values) {
    if (!row->traits.page) continue;
    set_value(*row, text);
    table.given = {row->name};
    return;
  }
  std::map<const OptionRow*, std::string> before;
  for (const auto& [row, text] : values) {
    const auto [first, is_new] = before.emplace(row, text);
    if (!is_new && !row->traits.repeats) {
      if (first->second == text) continue;
      throw InputError(fmt::format("--{} is given twice, as {} and {}: give it once", row->name,
                                   io::quoted(first->second), io::quoted(text)));
    }
    set_value(*row, text);
    table.given.insert(row->name);
  }
  for (const std::string& word : table.words) take_word(word);
}

void require_effects(const OptionTable& table, Modes mode, const std::string& reason) {
  for (const OptionRow& row : table.rows) {
    // Options of a problem select nothing in an archive command that does not take them, not even with their
    // default.
    const bool selects = row.effect == Effect::result && (mode & archive_modes) != 0;
    if ((row.modes & mode) == 0) refuse_row(table, row, reason, selects);
  }
}

void refuse(const OptionTable& table, const std::vector<std::string_view>& names, const std::string& reason) {
  for (const std::string_view name : names) refuse_row(table, *table.find(name), reason);
}

bool same_file(const fs::path& a, const fs::path& b) {
  std::error_code error;
  if (fs::exists(a, error) && fs::exists(b, error))
    return fs::is_regular_file(a, error) && fs::equivalent(a, b, error);
  // One of the two files does not exist yet; folders on its path may be links.
  const fs::path first = fs::weakly_canonical(fs::absolute(a, error), error);
  return !first.empty() && first == fs::weakly_canonical(fs::absolute(b, error), error);
}

void require_separate_files(const OptionTable& table) {
  for (auto row = table.rows.begin(); row != table.rows.end(); ++row) {
    if (!is_output(row->value.file)) continue;
    const std::vector<std::string> files = files_of(*row), companions = companions_of(*row);
    for (auto other = table.rows.begin(); other != table.rows.end(); ++other) {
      if (other == row || excused(*row, *other)) continue;
      for (const std::string& second : files_of(*other)) {
        // Each of two outputs is asked for its companions, one for the names themselves.
        if ((!is_output(other->value.file) || other < row) &&
            std::ranges::any_of(files, [&](const std::string& file) { return same_file(file, second); }))
          throw InputError(fmt::format("{} and {} name the same file {}: give each its own",
                                       typed_name(*other), typed_name(*row), second));
        if (any_matches(companions, second))
          throw InputError(fmt::format("{} names {}, which {} {} writes, too: give it another name",
                                       typed_name(*other), second, typed_name(*row), files.front()));
      }
      if (other >= row) continue;
      for (const std::string& companion : companions_of(*other)) {
        if (!companion.ends_with('*') && any_matches(companions, companion))
          throw InputError(fmt::format("{} and {} write the same file {}: give them other names",
                                       typed_name(*other), typed_name(*row), companion));
      }
    }
  }
}

void require_unused(const OptionTable& table, const fs::path& file, const char* own,
                    const std::string& what) {
  const OptionRow& written = *table.find(own);
  std::vector<std::string> names{file.string()};
  if (written.value.companions != nullptr)
    std::ranges::move(written.value.companions(file.string()), std::back_inserter(names));
  for (const OptionRow& row : table.rows) {
    if (&row == &written || excused(written, row)) continue;
    std::vector<std::string> used = files_of(row);
    std::ranges::move(companions_of(row), std::back_inserter(used));
    for (const std::string& name : used) {
      if (name.ends_with('*')
              ? std::ranges::any_of(names, [&](const auto& one) { return matches(name, one); })
              : any_matches(names, name))
        throw InputError(fmt::format("{} names {}, {}: give it another name, or name another by --{}",
                                     typed_name(row), name, what, own));
    }
  }
}

std::vector<io::CheckpointOption> result_options(const OptionTable& table, const std::string& device) {
  std::vector<io::CheckpointOption> list;
  for (const OptionRow& row : table.rows) {
    if (row.effect != Effect::result) continue;
    for (const std::string& text : row.value.texts())
      list.push_back({row.name, text, row.traits.always || table.has(row.name)});
  }
  list.push_back({"device", device, true});
  return list;
}

std::vector<io::CheckpointOption> limit_options(const OptionTable& table) {
  std::vector<io::CheckpointOption> list;
  for (const OptionRow& row : table.rows) {
    if (row.effect != Effect::limit || !table.has(row.name)) continue;
    for (const std::string& text : row.value.texts()) list.push_back({row.name, text, true});
  }
  return list;
}

std::string command_text(const OptionTable& table, const std::vector<io::CheckpointOption>& options) {
  std::string text;
  for (const io::CheckpointOption& option : options) {
    if (!option.given) continue;
    const OptionRow* row = table.find(option.name);
    if (row == nullptr || !row->traits.word) text += (text.empty() ? "--" : " --") + option.name;
    if (row == nullptr || !row->value.shown.empty())
      text += (text.empty() ? "" : " ") + shell_word(option.value);
  }
  return text;
}

std::string reproducing_options(const OptionTable& table, const std::string& device) {
  return command_text(table, result_options(table, device));
}

std::string shell_word(std::string_view text) {
  if (!text.empty() && std::all_of(text.begin(), text.end(), is_plain)) return std::string(text);
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

std::vector<std::string> value_words(const OptionRow& row) {
  std::vector<std::string> words;
  const std::string& shown = row.value.shown;
  for (std::size_t begin = 0; begin < shown.size();) {
    const std::size_t end = std::min(shown.find('|', begin), shown.size());
    const std::string part = shown.substr(begin, end - begin);
    if (std::islower(static_cast<unsigned char>(part.front())) != 0)
      words.push_back(part.substr(0, part.find('[')));
    begin = end + 1;
  }
  return words;
}

}  // namespace jam::app
