// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/io/loading_plan.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jam/io/number_text.hpp"
#include "jam/trunk/io/box_json.hpp"

namespace jam::trunk {
namespace {

using io::json_if;
using io::JsonObject;

JsonObject step_json(const LoadingPlan& plan, const PlanStep& step) {
  const bool rests = step.rests_after < static_cast<int>(plan.steps.size());
  return JsonObject("box", step.box, "layer", step.layer)
      .add("way_mm", step.way, "carriers", step.carriers)
      .add("held_from", json_if(step.is_held(), step.held_from))
      .add("rests_after", json_if(rests, step.rests_after));
}

/// `3 held (0.7 %): 231 until step 240, 35 until step 12, 398 until the end`: the first ten of them.
std::string held_text(const LoadingPlan& plan) {
  constexpr int most_named = 10;
  const std::size_t held = plan.held_count(), count = plan.steps.size();
  const double share = static_cast<double>(held) / static_cast<double>(count);
  std::string text = fmt::format("{} held ({} %)", held, io::fixed_text(100 * share, 1));
  int named = 0;
  for (const PlanStep& step : plan.steps) {
    if (!step.is_held() || ++named > most_named) continue;
    const bool rests = step.rests_after < static_cast<int>(count);
    text += fmt::format("{} {} until {}", named == 1 ? ":" : ",", step.box,
                        rests ? fmt::format("step {}", step.rests_after + 1) : "the end");
  }
  return named > most_named ? text + fmt::format(" and {} more", named - most_named) : text;
}

}  // namespace

std::size_t LoadingPlan::held_count() const {
  return static_cast<std::size_t>(std::ranges::count_if(steps, &PlanStep::is_held));
}

std::size_t LoadingPlan::never_rest_count() const {
  const auto never_rests = [count = static_cast<int>(steps.size())](const PlanStep& step) {
    return step.rests_after >= count;
  };
  return static_cast<std::size_t>(std::ranges::count_if(steps, never_rests));
}

JsonObject plan_json(const LoadingPlan& plan, std::size_t box_count) {
  const LoadingOpening& opening = plan.opening;
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
      .add("totals", JsonObject("boxes", box_count, "fixed", plan.fixed, "loaded", plan.steps.size())
                         .add("held", plan.held_count(), "never_rest", plan.never_rest_count())
                         .add("stuck", plan.stuck.size(), "layers", plan.layer_count()))
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
  std::vector<int> stuck;
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
  if (plan.held_count() > 0) text += "; " + held_text(plan);
  return text;
}

}  // namespace jam::trunk
