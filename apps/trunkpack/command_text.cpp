// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "command_text.hpp"

#include "jam/io/number_text.hpp"
#include "result_options.hpp"
#include "shell/shell_text.hpp"

namespace jam::app {
namespace {

using io::number_text;

/// Options in the order in which they are added.
class Command {
 public:
  void word(const std::string& text) { text_ += (text_.empty() ? "" : " ") + shell_word(text); }

  void option(const std::string& name, const std::string& value) {
    if (name != mesh_option) word("--" + name);
    word(value);
  }

  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace

std::string edges_text(Vec3d edge) { return number_text(edge.x) + "x" + number_text(edge.y) + "x" + number_text(edge.z); }

std::string reproducing_options(const Options& options, const std::string& device) {
  Command command;
  for (const io::CheckpointOption& option : result_options(options, device)) {
    if (option.given) command.option(option.name, option.value);
  }
  return command.text();
}

std::string continuing_options(const Options& options, const std::filesystem::path& file) {
  Options going_on = options;
  going_on.start = file;
  Command command;
  for (const io::CheckpointOption& option : result_options(going_on, options.device)) {
    if (option.given && option.name != "seed" && option.name != "device") command.option(option.name, option.value);
  }
  const auto given = [&](const char* name, const std::string& value) {
    if (options.has(name)) command.option(name, value);
  };
  given("cell-size", number_text(options.cell_size));
  given("device", options.device);
  given("threads", std::to_string(options.thread_count));
  given("out", options.out.string());
  given("html", options.html.string());
  given("json", options.json.string());
  given("glb", options.glb.string());
  return command.text();
}

}  // namespace jam::app
