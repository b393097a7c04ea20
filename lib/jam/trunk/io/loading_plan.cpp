// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/io/loading_plan.hpp"

#include <fmt/format.h>

#include "jam/io/number_text.hpp"
#include "jam/trunk/io/box_json.hpp"

namespace jam::trunk {
namespace {

using io::json_if;
using io::JsonObject;

bool is_held(const LoadingPlan& plan, std::size_t step) {
  return plan.steps[step].rests_after > static_cast<int>(step);
}

JsonObject step_json(const LoadingPlan& plan, const PlanStep& step) {
  const bool rests = step.rests_after < static_cast<int>(plan.steps.size());
  return JsonObject("box", step.box, "layer", step.layer)
      .add("way_mm", step.way, "carriers", step.carriers, "rests_after", json_if(rests, step.rests_after));
}

}  // namespace

std::size_t LoadingPlan::held_count() const {
  std::size_t count = 0;
  for (std::size_t k = 0; k < steps.size(); ++k) count += is_held(*this, k) ? 1 : 0;
  return count;
}

JsonObject plan_json(const LoadingPlan& plan, std::size_t box_count) {
  const Opening& opening = plan.opening;
  const PlanRules& rules = plan.rules;
  const auto stuck = [](const StuckBox& one) {
    return JsonObject("box", one.box, "blocked_by", one.blockers);
  };
  const auto plane = [](const ClosingPlane& one) {
    return JsonObject("text", one.text, "point_mm", one.point, "outward", one.outward);
  };
  return JsonObject("opening", JsonObject("name", opening.name, "outward", opening.outward)
                                   .add("planes", io::json_array(opening.planes, plane))
                                   .add("outside_mm", plan.outside))
      .add("rules",
           JsonObject("overlap_mm", rules.allowed, "friction", rules.friction)
               .add("contact_mm", rules.reach, "upright", rules.upright, "rest_share", rules.least_share))
      .add("totals",
           JsonObject("boxes", box_count, "fixed", plan.fixed, "loaded", plan.steps.size())
               .add("held", plan.held_count(), "stuck", plan.stuck.size(), "layers", plan.layer_count()))
      .add("complete", plan.complete)
      .add("steps", io::json_lines(plan.steps, [&](const PlanStep& step) { return step_json(plan, step); }))
      .add("stuck", io::json_lines(plan.stuck, stuck));
}

std::string plan_json_text(const LoadingPlan& plan, const std::string& problem,
                           const std::vector<BoxRow>& rows) {
  return JsonObject::document()
      .add("schema", "jampack/loading-plan/1", "problem", problem)
      .add_members(plan_json(plan, rows.size()))
      .add("boxes", io::json_lines(rows, box_json))
      .text();
}

std::string plan_text(const LoadingPlan& plan) {
  const std::size_t count = plan.steps.size(), all = count + plan.stuck.size();
  std::vector<int> held, stuck;
  for (std::size_t k = 0; k < count; ++k) {
    if (is_held(plan, k)) held.push_back(plan.steps[k].box);
  }
  for (const StuckBox& one : plan.stuck) stuck.push_back(one.box);
  std::string text;
  if (!plan.complete) {
    text = fmt::format("ended before it was complete: {} boxes planned", count);
  } else if (stuck.empty()) {
    text = fmt::format("all {} boxes", count);
  } else {
    text = fmt::format("{} of {} boxes; no way was found for {}", count, all, io::list_text(stuck));
  }
  text += fmt::format(", opening {}", plan.opening.name);
  if (!held.empty())
    text += fmt::format("; {} {} to be held at first: {}", held.size(), held.size() == 1 ? "has" : "have",
                        io::list_text(held));
  return text;
}

}  // namespace jam::trunk
