// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "shell/option_pages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/program_options.hpp>
#include <cctype>
#include <cstring>
#include <iterator>
#include <sstream>

#include "jam/core/nearest_word.hpp"
#include "jam/core/version.hpp"
#include "jam/io/number_text.hpp"
#include "jam/search/mpi_session.hpp"
#include "shell/option_values.hpp"

namespace po = boost::program_options;

namespace jam::app {
namespace {

/// Width of the text of --help, and of its right column.
constexpr unsigned help_line_length = 110, help_description_width = 64;
constexpr const char* all_options = "Options (=default)";

/// The default as users see it: numbers longer than 8 characters are rounded. Empty if there is no default.
std::string default_of(const OptionRow& row) {
  if (row.value.shown.empty() || row.default_texts.empty()) return {};
  const std::string& text = row.default_texts.front();
  const auto number = io::parse_number<double>(text);
  return number && text.size() > 8 ? io::fixed_text(*number, 3) : text;
}

bool takes_file(const OptionRow& row) { return row.value.shown.find("FILE") != std::string::npos; }

std::string joined(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, " ")); }

/// `text` with each of the characters `special` after `escape`.
std::string escaped(const std::string& text, std::string_view special, const char* escape) {
  std::string result;
  for (const char c : text)
    result += (special.find(c) == std::string_view::npos ? "" : escape) + std::string(1, c);
  return result;
}

/// The topic of a row: `search` for the group `Search`, `seed` for `Seed and limits`.
std::string topic_of(const OptionRow& row) {
  std::string topic = row.group;
  topic = topic.substr(0, topic.find(' '));
  for (char& c : topic) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return topic;
}

/// A space at which no line ends.
constexpr char bound_space = '\x1f';

/// The help of `row`; spaces before names of options are marked, so that no line begins with the name of
/// another option.
std::string bound_help(const OptionRow& row) {
  std::string help = row.help;
  for (std::size_t k = 0; (k = help.find(" --", k)) != std::string::npos;) help[k] = bound_space;
  return help;
}

/// The table of some rows, under the captions of their groups or under one.
std::string rows_text(const std::vector<const OptionRow*>& rows, const char* caption) {
  // One description over the groups aligns their columns.
  po::options_description all(caption, help_line_length, help_description_width);
  std::vector<po::options_description> groups;
  std::string group;
  for (const OptionRow* row : rows) {
    const bool grouped = std::string_view(caption) == all_options;
    if (groups.empty() || (grouped && row->group != group)) {
      group = row->group;
      groups.emplace_back(grouped ? group : "", help_line_length, help_description_width);
    }
    const std::string name =
        row->traits.letter == 0 ? row->name : fmt::format("{},{}", row->name, row->traits.letter);
    if (row->value.shown.empty()) {
      groups.back().add_options()(name.c_str(), bound_help(*row).c_str());
      continue;
    }
    auto* value = po::value<std::string>()->value_name(row->value.shown);
    if (const std::string text = default_of(*row); !text.empty()) value->default_value(text);
    groups.back().add_options()(name.c_str(), value, bound_help(*row).c_str());
  }
  for (const auto& described : groups) all.add(described);
  std::ostringstream options;
  options << all;
  std::string text = options.str();
  std::replace(text.begin(), text.end(), bound_space, ' ');
  return text;
}

/// The help of a command: the lines of the synopsis that begin with its first word, and its options.
std::string command_text(const Manual& manual, const std::vector<const OptionRow*>& rows,
                         const CommandRow& command) {
  const std::string words = command.words;
  const std::string begin = fmt::format("{} {} ", manual.name, words.substr(0, words.find(' ')));
  std::istringstream lines(manual.synopsis);
  std::string synopsis;
  for (std::string line; std::getline(lines, line);)
    if (line.find(begin) <= 2) synopsis += line + "\n";
  std::vector<const OptionRow*> own;
  std::copy_if(rows.begin(), rows.end(), std::back_inserter(own),
               [&](const OptionRow* row) { return (row->modes & command.modes) != 0; });
  return fmt::format("{} {}: {}.\n\n{}\n{}", manual.name, words, command.purpose, synopsis,
                     rows_text(own, all_options));
}

/// The longest command with which the words before --help, or the topic after it, begin; null: none.
const CommandRow* asked_command(const Manual& manual, const OptionTable& table) {
  const std::string asked = (table.topic.empty() ? joined(table.words) : table.topic) + " ";
  const CommandRow* found = nullptr;
  for (const CommandRow& row : manual.commands) {
    const bool longer = found == nullptr || std::strlen(row.words) > std::strlen(found->words);
    if (asked.starts_with(std::string(row.words) + " ") && longer) found = &row;
  }
  return found;
}

/// The first words of the commands.
std::string first_words(const Manual& manual) {
  std::vector<std::string> words;
  for (const CommandRow& row : manual.commands) {
    const std::string word = std::string(row.words).substr(0, std::string_view(row.words).find(' '));
    if (words.empty() || words.back() != word) words.push_back(word);
  }
  return joined(words);
}

/// --help TOPIC: the options of one group, or one option.
std::string topic_text(const Manual& manual, const std::vector<const OptionRow*>& rows,
                       const std::vector<std::string>& topics, const std::string& topic) {
  std::vector<const OptionRow*> found;
  for (const OptionRow* row : rows) {
    if (topic_of(*row) == topic || topic == row->name || topic == fmt::format("--{}", row->name))
      found.push_back(row);
  }
  if (!found.empty()) return rows_text(found, fmt::format("{} (=default)", found.front()->group).c_str());
  std::vector<std::string> words = topics;
  for (const OptionRow* row : rows) words.emplace_back(row->name);
  const std::string meant = nearest_word(topic, words);
  throw InputError(fmt::format(
      "--help {}: there is no such topic: {}, all, or the name of an option is accepted{}; see {} --help",
      topic, fmt::join(topics, ", "), meant.empty() ? "" : fmt::format(" (did you mean {}?)", meant),
      manual.name));
}

std::string help_text(const Manual& manual, const OptionTable& table) {
  std::vector<const OptionRow*> rows, common;
  std::vector<std::string> topics;
  for (const OptionRow& row : table.rows) {
    if (row.traits.word) continue;
    rows.push_back(&row);
    if (topics.empty() || topics.back() != topic_of(row)) topics.push_back(topic_of(row));
  }
  if (const CommandRow* command = asked_command(manual, table)) return command_text(manual, rows, *command);
  if (!table.topic.empty() && table.topic != "all") return topic_text(manual, rows, topics, table.topic);
  for (const std::string& name : manual.common) common.push_back(table.find(name));
  const bool brief = table.topic.empty() && !common.empty();
  const std::string more = brief ? fmt::format(
                                       "\nMore options: {} --help TOPIC, a topic being {},\nor the name of "
                                       "an option; --help all lists everything.\n",
                                       manual.name, fmt::join(topics, ", "))
                                 : manual.notes;
  return fmt::format("{}: {}.\n\n{}\n{}{}{}{}\nExit codes\n{}", manual.name, manual.purpose, manual.synopsis,
                     brief ? rows_text(common, "Common options (=default)") : rows_text(rows, all_options),
                     more, manual.examples.empty() ? "" : "\nExamples\n", manual.examples, manual.exit_codes);
}

std::string version_text(const Manual& manual) {
  const std::string mpi = manual.ranks ? ranks::mpi_version() : std::string();
  return fmt::format("{} {}\ncommit     {}\ncompiler   {} ({})\nCUDA       {}\n{}", manual.name,
                     version_number, version_commit(), version_compiler, version_build, version_cuda,
                     mpi.empty() ? "" : "MPI        " + mpi + "\n");
}

/// Text of a man page: hyphens are those of options, and no line begins with a command of roff.
std::string roff(const std::string& text) {
  std::string result;
  for (const char c : escaped(text, "\\-", "\\")) {
    const bool begins = result.empty() || result.back() == '\n';
    if (begins && (c == '.' || c == '\'')) result += "\\&";
    result += c;
  }
  return result;
}

std::string man_text(const Manual& manual, const OptionTable& table) {
  std::string upper = manual.name;
  std::transform(upper.begin(), upper.end(), upper.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
  const auto lines = [](const std::string& text) { return ".nf\n" + roff(text) + ".fi\n"; };
  std::string text =
      fmt::format(".TH {} 1 \"\" \"Jampack {}\" \"User Commands\"\n.SH NAME\n{} \\- {}\n.SH SYNOPSIS\n",
                  upper, version_number, manual.name, roff(manual.purpose)) +
      lines(manual.synopsis) + ".SH OPTIONS\n";
  std::string group;
  for (const OptionRow& row : table.rows) {
    if (row.traits.word) continue;
    if (group != row.group) text += fmt::format(".SS \"{}\"\n", roff(group = row.group));
    const std::string letter =
        row.traits.letter == 0 ? "" : fmt::format("\\fB\\-{}\\fR, ", row.traits.letter);
    const std::string shown =
        row.value.shown.empty() ? "" : fmt::format(" \\fI{}\\fR", roff(row.value.shown));
    const std::string standard = default_of(row);
    text += fmt::format(".TP\n{}\\fB\\-\\-{}\\fR{}\n{}{}\n", letter, roff(row.name), shown, roff(row.help),
                        standard.empty() ? "" : " (default: " + roff(standard) + ")");
  }
  if (!manual.examples.empty()) text += ".SH EXAMPLES\n" + lines(manual.examples);
  return text + ".SH EXIT STATUS\n" + lines(manual.exit_codes);
}

std::string bash_text(const Manual& manual, const OptionTable& table) {
  std::string cases, names;
  for (const OptionRow& row : table.rows) {
    if (row.traits.word) continue;
    names += fmt::format("{}--{}", names.empty() ? "" : " ", row.name);
    if (row.value.shown.empty()) continue;
    const std::string words = joined(value_words(row));
    std::string command = words.empty() ? "" : fmt::format(" _{}_words '{}';", manual.name, words);
    if (takes_file(row)) command += fmt::format(" _{}_files;", manual.name);
    cases += fmt::format("    --{}){} return ;;\n", row.name, command);
  }
  return fmt::format(R"(# Completion of {0} in bash, made by `{0} --completion bash`.
_{0}_words() {{
  local found
  mapfile -t found < <(compgen -W "$1" -- "${{COMP_WORDS[COMP_CWORD]}}")
  COMPREPLY+=("${{found[@]}}")
}}
_{0}_files() {{
  local found
  mapfile -t found < <(compgen -f -- "${{COMP_WORDS[COMP_CWORD]}}")
  COMPREPLY+=("${{found[@]}}")
  compopt -o filenames 2>/dev/null
}}
_{0}() {{
  COMPREPLY=()
  case ${{COMP_WORDS[COMP_CWORD - 1]}} in
{1}  esac
  if [[ ${{COMP_WORDS[COMP_CWORD]}} == -* ]]; then
    _{0}_words '{2}'
    return
  fi
  if ((COMP_CWORD == 1)); then _{0}_words '{3}'; fi
  _{0}_files
}}
complete -F _{0} {0}
)",
                     manual.name, cases, names, first_words(manual));
}

std::string zsh_text(const Manual& manual, const OptionTable& table) {
  std::string arguments;
  for (const OptionRow& row : table.rows) {
    if (row.traits.word) continue;
    const std::string words = joined(value_words(row));
    std::string action;
    if (takes_file(row)) action = words.empty() ? "_files" : fmt::format("{{compadd -- {}; _files}}", words);
    if (!takes_file(row) && !words.empty()) action = fmt::format("({})", words);
    const std::string value = row.value.shown.empty() ? "" : ":value:" + action;
    const std::string help = escaped(row.help, "[]:\\", "\\");
    arguments +=
        "  " + shell_word(fmt::format("{}--{}[{}]{}", row.traits.repeats ? "*" : "", row.name, help, value)) +
        " \\\n";
  }
  return fmt::format(
      "#compdef {0}\n# Completion of {0} in zsh, made by `{0} --completion zsh`.\n_arguments \\\n{1}"
      "  '1:command:{{compadd -- {2}; _files}}' \\\n  '*:file:_files'\n",
      manual.name, arguments, first_words(manual));
}

}  // namespace

std::vector<OptionRow> page_rows(std::string& shell) {
  const auto no_texts = [] { return std::vector<std::string>(); };
  const auto set_shell = [&shell](const std::string& text) {
    if (text != "bash" && text != "zsh") fail_choice(text, {"bash", "zsh"});
    shell = text;
  };
  const OptionValue none{"", [](const std::string&) {}, no_texts}, shells{"bash|zsh", set_shell, no_texts};
  constexpr OptionTraits page{.page = true}, help{.page = true, .letter = 'h'};
  return {{"help", all_modes, Effect::query, none,
           "print the usual options; --help TOPIC: the options of a topic; --help all: all options; after a "
           "command: its options",
           help},
          {"version", all_modes, Effect::query, none,
           "print the versions of program and CUDA, the commit and the compiler", page},
          {"man", all_modes, Effect::query, none, "print all options as a manual page (roff)", page},
          {"completion", all_modes, Effect::query, shells,
           "print a script that completes command lines in bash or zsh", page}};
}

std::optional<std::string> asked_page(const Manual& manual, const OptionTable& table,
                                      const std::string& shell) {
  if (table.has("help")) return help_text(manual, table);
  if (table.has("version")) return version_text(manual);
  if (table.has("man")) return man_text(manual, table);
  if (table.has("completion")) return shell == "zsh" ? zsh_text(manual, table) : bash_text(manual, table);
  return std::nullopt;
}

}  // namespace jam::app
