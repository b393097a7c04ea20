// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/view/boxes/load_editor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "jam/core/quaternion.hpp"
#include "jam/trunk/relax/box_instances.hpp"

namespace jam::view {
namespace {

using io::JsonNode;
using trunk::BoxRow;
using trunk::PlacedBox;

constexpr double place_limit = 1e6;  ///< Largest coordinate or edge accepted [mm]; no trunk has larger ones.

/// `count` numbers of a list.
std::vector<double> numbers(const JsonNode& node, std::size_t count) {
  std::vector<double> values;
  for (const JsonNode& item : node.items()) values.push_back(item.number());
  if (values.size() != count) node.fail(fmt::format("{} numbers are accepted", count));
  return values;
}

Vec3d vector(const JsonNode& node) {
  const std::vector<double> v = numbers(node, 3);
  for (const double value : v) {
    if (std::abs(value) > place_limit) node.fail(fmt::format("numbers up to {} are accepted", place_limit));
  }
  return {v[0], v[1], v[2]};
}

Quaterniond rotation(const JsonNode& node) {
  const std::vector<double> v = numbers(node, 4);
  const double size = std::hypot(std::hypot(v[0], v[1]), std::hypot(v[2], v[3]));
  if (!(size > 1e-6 && size < 1e6)) node.fail("a quaternion w, x, y, z that is not zero is accepted");
  return normalised(Quaterniond{v[0] / size, v[1] / size, v[2] / size, v[3] / size});
}

Vec3d edges(const JsonNode& node, const trunk::TrunkProblem& problem) {
  const Vec3d edge = vector(node);
  const double shortest = std::min({edge.x, edge.y, edge.z});
  const double least = std::max({1.0, 2 * problem.corner_radius, 4.1 * problem.tolerance});
  if (!(shortest >= least)) node.fail(fmt::format("edges from {} mm are accepted", least));
  return edge;
}

std::size_t box_in(const JsonNode& command, const EditedLoad& load) {
  const JsonNode box = command.at("box");
  if (load.rows.empty()) box.fail("there are no boxes");
  return static_cast<std::size_t>(box.whole(0, load.rows.size() - 1));
}

/// The row of a box at another place; its rotation stays as it is in the file.
void move(BoxRow& row, Vec3d centre, const JsonNode& command) {
  if (!(std::max({std::abs(centre.x), std::abs(centre.y), std::abs(centre.z)}) <= place_limit))
    command.fail(fmt::format("coordinates up to {} mm are accepted", place_limit));
  row.centre = centre;
}

void turn(BoxRow& row, Quaterniond to) {
  PlacedBox box = trunk::placed(row);
  box.rotation = to;
  row = trunk::row_of(box);
}

std::string add(const JsonNode& command, const trunk::TrunkProblem& problem, Vec3d middle, EditedLoad& load) {
  command.require_keys({"do", "revision", "position_mm", "edges_mm", "quaternion"});
  if (std::ssize(load.rows) >= trunk::box_count_limit)
    command.fail(fmt::format("at most {} boxes are accepted", trunk::box_count_limit));
  BoxRow row;
  row.edge = problem.set.pieces.empty() ? Vec3d{200, 100, 50} : problem.set.pieces.front().edge;
  if (const auto given = command.find("edges_mm")) row.edge = edges(*given, problem);
  const auto position = command.find("position_mm");
  move(row, position ? vector(*position) : middle, command);
  if (const auto given = command.find("quaternion")) turn(row, rotation(*given));
  load.rows.push_back(row);
  load.fixed.push_back(0);
  return fmt::format("add box {}", load.rows.size() - 1);
}

}  // namespace

EditedLoad edited_load(const trunk::TrunkProblem& problem, std::vector<BoxRow> rows) {
  EditedLoad load{std::move(rows), {}};
  for (const BoxRow& row : load.rows)
    load.fixed.push_back(std::find(problem.fixed.begin(), problem.fixed.end(), row) != problem.fixed.end());
  return load;
}

std::string change_load(const JsonNode& command, const trunk::TrunkProblem& problem, Vec3d middle,
                        EditedLoad& load) {
  const std::string what = command.at("do").text();
  if (what == "add") return add(command, problem, middle, load);
  if (what != "move" && what != "turn" && what != "place" && what != "delete" && what != "fix") return {};
  const std::size_t i = box_in(command, load);
  BoxRow& row = load.rows[i];
  if (what == "move") {
    command.require_keys({"do", "revision", "box", "by_mm"});
    move(row, row.centre + vector(command.at("by_mm")), command);
  } else if (what == "turn") {
    command.require_keys({"do", "revision", "box", "about", "degrees"});
    const Vec3d axis = vector(command.at("about"));
    const double degrees = command.at("degrees").number();
    if (!(length(axis) > 1e-6) || !(std::abs(degrees) <= 360))
      command.fail("an axis that is not zero and up to 360 degrees are accepted");
    turn(row, from_axis_angle(axis, degrees * std::numbers::pi / 180) * trunk::placed(row).rotation);
  } else if (what == "place") {
    command.require_keys({"do", "revision", "box", "position_mm", "quaternion"});
    move(row, vector(command.at("position_mm")), command);
    if (const auto given = command.find("quaternion")) turn(row, rotation(*given));
  } else if (what == "fix") {
    command.require_keys({"do", "revision", "box", "fixed"});
    const bool fixed = command.at("fixed").truth();
    load.fixed[i] = fixed ? 1 : 0;
    return fmt::format("{} box {}", fixed ? "fix" : "release", i);
  } else {
    command.require_keys({"do", "revision", "box"});
    load.rows.erase(load.rows.begin() + static_cast<std::ptrdiff_t>(i));
    load.fixed.erase(load.fixed.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return fmt::format("{} box {}", what, i);
}

}  // namespace jam::view
