// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "shell/option_table.hpp"

#include <sstream>

#include "jam/core/duration.hpp"
#include "jam/core/error.hpp"
#include "jam/core/nearest_word.hpp"
#include "jam/core/version.hpp"
#include "jam/io/number_text.hpp"

namespace po = boost::program_options;

namespace jam::app {
namespace {

/// Turns what Boost found wrong into one line.
[[noreturn]] void fail_parsing(const std::string& program, const po::error& error, const std::vector<std::string>& names) {
  const auto* named = dynamic_cast<const po::error_with_option_name*>(&error);
  std::string name = named == nullptr ? std::string() : named->get_option_name();
  name.erase(0, name.find_first_not_of('-'));
  if (dynamic_cast<const po::unknown_option*>(&error) != nullptr) {
    const std::string meant = nearest_word(name.substr(0, name.find('=')), names);
    throw InputError("there is no option " + std::string(name.size() == 1 ? "-" : "--") + name +
                     (meant.empty() ? "; " + program + " --help lists them" : ": did you mean --" + meant + "?"));
  }
  if (dynamic_cast<const po::multiple_occurrences*>(&error) != nullptr) throw InputError("--" + name + " is given twice: give it once");
  if (const auto* syntax = dynamic_cast<const po::invalid_command_line_syntax*>(&error)) {
    const bool missing =
        syntax->kind() == po::invalid_syntax::missing_parameter || syntax->kind() == po::invalid_syntax::empty_adjacent_parameter;
    throw InputError("--" + name + (missing ? " needs a value" : " takes no value") + "; see " + program + " --help");
  }
  throw InputError(std::string(error.what()) + "; see " + program + " --help");
}

}  // namespace

TextOption* value(const char* name, const Take& take, const std::string& default_text) {
  auto* result = po::value<std::string>()->value_name(name)->notifier(take);
  return default_text.empty() ? result : result->default_value(default_text);
}

TextOption* text_value(const char* name, std::string& target) {
  return value(
      name, [&target](const std::string& text) { target = text; }, target);
}

TextOption* file(const char* option, std::filesystem::path& target, const char* shown) {
  return value(shown, [option, &target](const std::string& text) {
    if (text.empty()) throw InputError("--" + std::string(option) + " is '': the name of a file is needed");
    if (text == "-" && std::string_view(option) != "json") {
      throw InputError("--" + std::string(option) + " is '-': only --json can go to standard output; name a file");
    }
    target = text;
  });
}

TextOption* duration(const char* option, double& seconds) {
  const Take take = [option, &seconds](const std::string& text) {
    try {
      seconds = parse_duration(text);
    } catch (const InputError& error) {
      throw InputError("--" + std::string(option) + ": " + error.what());
    }
  };
  return value("T", take, io::number_text(seconds) + "s");
}

TextOption* threads(int& count) {
  const Take take = [&count](const std::string& text) {
    count = static_cast<int>(whole_number("threads", text, 0, thread_limit, "0: all"));
  };
  return value("N", take, std::to_string(count));
}

void OptionTable::group(const char* caption) { groups_.emplace_back(caption, help_line_length, help_description_width); }

void OptionTable::add(const char* name, po::value_semantic* semantic, const std::string& text) {
  groups_.back().add_options()(name, semantic, text.c_str());
}

void OptionTable::add(const char* name, const std::string& text) { groups_.back().add_options()(name, text.c_str()); }

std::set<std::string> parse_command_line(const char* program, const OptionTable& table, int argc, const char* const* argv,
                                         const Take& take_other) {
  po::options_description all;
  for (const po::options_description& group : table.groups()) all.add(group);
  std::vector<std::string> names;
  for (const auto& option : all.options()) names.push_back(option->long_name());

  std::set<std::string> given;
  std::vector<std::string> others;
  po::variables_map values;
  try {
    constexpr int style = po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
    const auto parsed = po::command_line_parser(argc, argv).options(all).style(style).run();
    for (const auto& option : parsed.options) {
      if (option.position_key >= 0) {
        others.push_back(option.value.empty() ? std::string() : option.value.front());
      } else {
        given.insert(option.string_key);
      }
    }
    po::store(parsed, values);
  } catch (const po::error& error) {
    fail_parsing(program, error, names);
  }
  if (values.contains("help") || values.contains("version")) return {values.contains("help") ? "help" : "version"};
  for (const std::string& text : others) take_other(text);
  po::notify(values);
  return given;
}

std::string table_text(const OptionTable& table) {
  // One description over the groups aligns their columns.
  po::options_description all("Options (=default)", help_line_length, help_description_width);
  for (const po::options_description& group : table.groups()) all.add(group);
  std::ostringstream text;
  text << all;
  return text.str();
}

std::string version_text(const char* program, const std::string& mpi) {
  return std::string(program) + " " + version_number + "\ncommit     " + version_commit() + "\ncompiler   " + version_compiler + " (" +
         version_build + ")\nCUDA       " + version_cuda + "\n" + (mpi.empty() ? std::string() : "MPI        " + mpi + "\n");
}

}  // namespace jam::app
