// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "result_options.hpp"

#include "command_text.hpp"
#include "jam/io/number_text.hpp"

namespace jam::app {

using io::number_text;

std::vector<io::CheckpointOption> result_options(const Options& options, const std::string& device) {
  std::vector<io::CheckpointOption> list;
  const auto add = [&](const std::string& name, const std::string& value, bool given) { list.push_back({name, value, given}); };
  const auto add_choice = [&](const std::string& name, const std::string& value) { add(name, value, options.has(name)); };
  if (!options.mesh.empty()) add(mesh_option, options.mesh.string(), true);
  if (!options.points.empty()) add("points", options.points.string(), true);
  add_choice("unit", options.unit);
  add_choice("up", options.up);
  const mesh::WrapOptions& wrap = options.read.wrap;
  if (options.has("wrap")) add("wrap", number_text(wrap.alpha) + (wrap.offset > 0 ? "," + number_text(wrap.offset) : ""), true);
  add_choice("spacing", number_text(options.spacing));
  if (options.has("box")) {
    add("box", edges_text(options.edge()), true);
  } else {
    add_choice("set", options.set.name);
  }
  if (!options.start.empty()) add("start", options.start.string(), true);
  if (!options.fixed.empty()) add("fixed", options.fixed.string(), true);
  add_choice("tolerance", number_text(options.tolerance));
  add_choice("rounded", number_text(options.rounded));
  add("instances", options.instance_count > 0 ? std::to_string(options.instance_count) : "auto", options.instance_count > 0);
  add("seed", std::to_string(options.seed), true);
  add("device", device, true);
  return list;
}

std::vector<io::CheckpointOption> limit_options(const Options& options) {
  std::vector<io::CheckpointOption> list;
  if (options.has("time")) list.push_back({"time", number_text(options.time_limit) + "s", true});
  if (options.has("turns")) list.push_back({"turns", std::to_string(options.turn_limit), true});
  return list;
}

}  // namespace jam::app
