// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/io/settings_json.hpp"

#include "jam/io/json_writer.hpp"

namespace jam::dynamics {
io::JsonObject settings_json(const SolverSettings& settings) {
  return io::JsonObject("solver", name_of(settings.kind), "law", name_of(settings.law))
      .add("criterion", name_of(settings.criterion), "tolerance", settings.tolerance)
      .add("relative", settings.relative, "absolute_Ns", settings.absolute)
      .add("iteration_limit", settings.iteration_limit, "relaxation", settings.relaxation)
      .add("blend", settings.blend, "group", settings.group, "check_interval", settings.check_interval);
}

SolverSettings read_settings(const io::JsonNode& node) {
  node.require_keys({"solver", "law", "criterion", "tolerance", "relative", "absolute_Ns", "iteration_limit",
                     "relaxation", "blend", "group", "check_interval"});
  SolverSettings settings;
  if (const auto value = node.find("solver")) settings.kind = value->value_in(solver_words);
  if (const auto value = node.find("law")) settings.law = value->value_in(law_words);
  if (const auto value = node.find("criterion")) settings.criterion = value->value_in(criterion_words);
  if (const auto value = node.find("tolerance")) settings.tolerance = value->positive_number();
  if (const auto value = node.find("relative")) settings.relative = value->number();
  if (const auto value = node.find("absolute_Ns")) settings.absolute = value->number();
  if (const auto value = node.find("iteration_limit"))
    settings.iteration_limit = static_cast<int>(value->whole(1, 1'000'000'000));
  if (const auto value = node.find("relaxation")) settings.relaxation = value->number();
  if (const auto value = node.find("blend")) settings.blend = value->positive_number();
  if (const auto value = node.find("group"))
    settings.group = static_cast<int>(value->whole(1, 1'000'000'000));
  if (const auto value = node.find("check_interval"))
    settings.check_interval = static_cast<int>(value->whole(1, 1'000'000));
  return settings;
}

}  // namespace jam::dynamics
