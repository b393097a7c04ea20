// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/elastic/io/units.hpp"

#include <fmt/format.h>

#include <cmath>
#include <span>
#include <string>

#include "jam/io/read_file.hpp"

namespace jam::elastic {
namespace {

struct Unit {
  const char* name;
  double value;
};
constexpr Unit lengths[] = {{"um", 1e-3}, {"mm", 1}, {"cm", 10}, {"m", 1000}};
constexpr Unit forces[] = {{"mN", 1e-3}, {"N", 1}, {"kN", 1000}};
constexpr Unit moduli[] = {{"Pa", 1e-6}, {"kPa", 1e-3}, {"MPa", 1}, {"GPa", 1000}};

double unit_of(const io::JsonNode& units, const char* key, std::span<const Unit> known) {
  const auto node = units.find(key);
  if (!node) return 1;
  const std::string name = node->text();
  std::string accepted;
  for (const Unit& unit : known) {
    if (name == unit.name) return unit.value;
    accepted += (accepted.empty() ? "" : ", ") + std::string(unit.name);
  }
  node->fail(fmt::format("the unit '{}' is unknown: {} are accepted", name, accepted));
}

}  // namespace

InputFile open_input(const std::filesystem::path& file, const char* schema,
                     std::initializer_list<const char*> keys) {
  InputFile input{io::JsonNode::parse(io::read_file(file), file.string()), file.stem().string(), {}};
  input.root.require_schema(schema);
  input.root.require_keys(keys);
  if (const auto name = input.root.find("name")) input.name = name->text();
  if (const auto units = input.root.find("units")) {
    units->require_keys({"length", "force", "modulus"});
    input.units = {unit_of(*units, "length", lengths), unit_of(*units, "force", forces),
                   unit_of(*units, "modulus", moduli)};
  }
  return input;
}

double quantity(const io::JsonNode& node, double unit) {
  const double value = unit * node.number();
  if (!(std::fabs(value) <= quantity_limit))
    node.fail(fmt::format("the number is too large: sizes up to {} are accepted (in mm, N and MPa)",
                          quantity_limit));
  return value;
}

double positive_quantity(const io::JsonNode& node, double unit) {
  static_cast<void>(node.positive_number());
  const double value = quantity(node, unit);
  if (value < 1 / quantity_limit)
    node.fail(fmt::format("the number is too small: sizes from {} on are accepted (in mm, N and MPa)",
                          1 / quantity_limit));
  return value;
}

double least_zero_quantity(const io::JsonNode& node, double unit, const char* what) {
  if (node.number() < 0) node.fail(fmt::format("the {} is negative: a number of at least 0 is needed", what));
  return quantity(node, unit);
}

}  // namespace jam::elastic
