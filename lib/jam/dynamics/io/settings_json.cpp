// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/io/settings_json.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <initializer_list>
#include <vector>

#include "jam/io/json_writer.hpp"

namespace jam::dynamics {
namespace {

/// The value that a text names.
template <class Value>
Value named(const io::JsonNode& node, std::initializer_list<Value> values) {
  const std::string text = node.text();
  std::vector<const char*> names;
  for (const Value value : values) {
    if (text == name_of(value)) return value;
    names.push_back(name_of(value));
  }
  node.fail(fmt::format("{} is unknown: {} are accepted", io::json_string(text), fmt::join(names, ", ")));
}

}  // namespace

ContactLaw read_law(const io::JsonNode& node) {
  return named(node, {ContactLaw::coulomb, ContactLaw::ccp, ContactLaw::pyramid});
}

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
  if (const auto value = node.find("solver")) {
    settings.kind = named(
        *value, {SolverKind::jor, SolverKind::sor, SolverKind::ccp, SolverKind::apgd, SolverKind::pe_jacobi,
                 SolverKind::dense_jor, SolverKind::dense_sor, SolverKind::dense_relaxed});
  }
  if (const auto value = node.find("law")) settings.law = read_law(*value);
  if (const auto value = node.find("criterion")) {
    settings.criterion = named(*value, {Criterion::residual, Criterion::step_norm, Criterion::step_element});
  }
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
