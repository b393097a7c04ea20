// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/io/load_motion.hpp"

#include <algorithm>
#include <cmath>

#include "jam/io/number_text.hpp"

namespace jam::trunk {
namespace {

using io::JsonObject;

JsonObject motion_object(const LoadMotion& motion, double limit) {
  const auto rounded = [](double millimetres) { return std::round(1000 * millimetres) / 1000; };
  JsonObject object;
  object.add("manoeuvre", motion.name)
      .add("acceleration_g", motion.g, "moving_boxes", moving_boxes(motion, limit))
      .add("moved_mm", io::json_array(motion.moved, rounded))
      .add("left_mm", io::json_array(motion.left, rounded));
  if (motion.bearing.empty()) return object;
  const auto pressure = [&](const BoxBearing& box) { return rounded(box.pressure); };
  const auto edge_force = [&](const BoxBearing& box) { return rounded(box.edge_force); };
  return object.add("pressure_kPa", io::json_array(motion.bearing, pressure))
      .add("edge_force_N", io::json_array(motion.bearing, edge_force));
}

}  // namespace

long long moving_boxes(const LoadMotion& motion, double limit) {
  return std::ranges::count_if(motion.moved, [&](double moved) { return moved > limit; });
}

HoldVerdict verdict_of(const LoadTest& test) {
  HoldVerdict verdict;
  long long most = 0;
  for (std::size_t k = test.rules.settle_first ? 1 : 0; k < test.motions.size(); ++k) {
    const long long moving = moving_boxes(test.motions[k], test.rules.limit);
    if (moving > most) verdict.worst = static_cast<int>(k);
    most = std::max(most, moving);
  }
  if (verdict.worst >= 0) verdict.holds = false;
  else if (test.complete) verdict.holds = true;
  return verdict;
}

std::string motion_text(const LoadMotion& motion) {
  return motion.g > 0 ? motion.name + " " + io::number_text(motion.g) + " g" : motion.name;
}

JsonObject load_test_json(const LoadTest& test) {
  const auto& [limit, friction, density, settle_first] = test.rules;
  const HoldVerdict verdict = verdict_of(test);
  const auto motion = [&test](const LoadMotion& each) { return motion_object(each, test.rules.limit); };
  const std::string worst = verdict.worst >= 0 ? test.motions[verdict.worst].name : "";
  return JsonObject("load_test", io::json_lines(test.motions, motion))
      .add("load_test_verdict",
           JsonObject("holds", io::json_if(verdict.holds.has_value(), verdict.holds.value_or(false)))
               .add("manoeuvre", io::json_if(verdict.worst >= 0, worst))
               .add("limit_mm", limit, "friction", friction, "density_kg_m3", density)
               .add("settle_first", settle_first));
}

}  // namespace jam::trunk
