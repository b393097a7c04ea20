// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "command_text.hpp"

#include "common/shell_text.hpp"
#include "jam/io/number_text.hpp"

namespace jam::app {
namespace {

using io::number_text;

/// Options in the order in which they are added.
class Command {
 public:
  void word(const std::string& text) { text_ += (text_.empty() ? "" : " ") + shell_word(text); }

  void option(const char* name, const std::string& value) {
    word(std::string("--") + name);
    word(value);
  }

  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
};

/// Everything that decides what is packed into what, but not from where and how long.
Command problem(const Options& options, const std::filesystem::path& start) {
  Command command;
  const auto given = [&](const char* name, const std::string& value) {
    if (options.has(name)) command.option(name, value);
  };
  if (options.mesh.empty()) {
    command.option("points", options.points.string());
  } else {
    command.word(options.mesh.string());
  }
  const mesh::WrapOptions& wrap = options.read.wrap;
  given("unit", options.unit);
  given("up", options.up);
  given("wrap", number_text(wrap.alpha) + (wrap.offset > 0 ? "," + number_text(wrap.offset) : ""));
  given("spacing", number_text(options.spacing));
  given("box", edges_text(options.edge()));
  given("set", options.set.name);
  if (!start.empty()) command.option("start", start.string());
  given("fixed", options.fixed.string());
  given("tolerance", number_text(options.tolerance));
  given("rounded", number_text(options.rounded));
  if (options.instance_count > 0) command.option("instances", std::to_string(options.instance_count));
  return command;
}

}  // namespace

std::string edges_text(Vec3d edge) { return number_text(edge.x) + "x" + number_text(edge.y) + "x" + number_text(edge.z); }

std::string reproducing_options(const Options& options, const std::string& device) {
  Command command = problem(options, options.start);
  command.option("seed", std::to_string(options.seed));
  command.option("device", device);
  return command.text();
}

std::string continuing_options(const Options& options, const std::filesystem::path& file) {
  Command command = problem(options, file);
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
