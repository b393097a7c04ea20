// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/io/settings_json.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <initializer_list>
#include <vector>

#include "jam/io/json_text.hpp"

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

std::string settings_text(const SolverSettings& settings) {
  const auto number = [](double value) { return io::json_number(value); };
  return fmt::format(
      R"({{"solver": "{}", "law": "{}", "criterion": "{}", "tolerance": {}, "relative": {}, "absolute_Ns": {}, "iteration_limit": {}, )"
      R"("relaxation": {}, "blend": {}, "group": {}, "check_interval": {}}})",
      name_of(settings.kind), name_of(settings.law), name_of(settings.criterion), number(settings.tolerance),
      number(settings.relative), number(settings.absolute), settings.iteration_limit,
      number(settings.relaxation), number(settings.blend), settings.group, settings.check_interval);
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
