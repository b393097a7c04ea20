// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "loading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "jam/loading/open_container.hpp"
#include "jam/loading/plan_loading.hpp"
#include "jam/mesh/rooms/cap_plane.hpp"
#include "padded_load.hpp"
#include "question_progress.hpp"
#include "shell/figure_text.hpp"
#include "standing.hpp"

namespace jam::app {
namespace {

using trunk::ClosingPlane;
using trunk::LoadingOpening;
using trunk::LoadingPlan;

/// The opening beyond some planes, with boxes that leave across the first one.
LoadingOpening beyond(const std::vector<ClosingPlane>& planes) {
  LoadingOpening opening{"", planes.front().outward, planes};
  for (const ClosingPlane& plane : planes) opening.name += (opening.name.empty() ? "" : ", ") + plane.text;
  return opening;
}

/// A plane of --opening, in the frame and unit of the file.
ClosingPlane asked_plane(const std::string& text, const trunk::Container& container) {
  const mesh::CapPlane cap =
      mesh::from_file(mesh::parse_cap(text), mesh::parse_length_unit(container.file_unit),
                      mesh::parse_up_axis(std::string(1, container.file_up)));
  const trunk::Bounds bounds = trunk::bounds_of(container.surface);
  return mesh::closing_plane(cap, 0.5 * (bounds.low + bounds.high));
}

/// Openings in the order in which they are tried.
std::vector<LoadingOpening> openings_of(const Options& options, const trunk::Container& container) {
  if (options.opening == "top") return {loading::top_opening()};
  if (options.opening == "rear") return {loading::rear_opening()};
  if (!options.opening.empty()) return {beyond({asked_plane(options.opening, container)})};
  std::vector<ClosingPlane> planes = container.closing_planes;
  if (planes.empty()) return {loading::top_opening(), loading::rear_opening()};
  // All lids are open; boxes leave across each of them in turn, the most upward one first.
  std::ranges::stable_sort(planes, std::greater<>(),
                           [](const ClosingPlane& plane) { return plane.outward.z; });
  std::vector<LoadingOpening> openings;
  for (std::size_t k = 0; k < planes.size(); ++k) {
    openings.push_back(beyond(planes));
    openings.back().outward = planes[k].outward;
  }
  return openings;
}

}  // namespace

LoadingPlan plan_load(const Options& options, const trunk::TrunkProblem& problem,
                      const std::vector<trunk::BoxRow>& rows, const StopQuery& stop) {
  trunk::PlanRules rules;
  rules.allowed += problem.tolerance;
  rules.friction = options.test_rules.friction;
  QuestionProgress shown(options);
  const PaddedLoad load(problem);
  const trunk::Container& container = load.problem().container;
  const std::vector<double> masses = simulated_masses(problem, rows);
  LoadingPlan best;
  for (const LoadingOpening& opening : openings_of(options, container)) {
    const auto progress = [&](double share) {
      shown.show(share, 1, fmt::format("loading plan: opening {}", opening.name));
    };
    LoadingPlan plan = loading::plan_loading(container, load.padded(rows), problem.fixed.size(), opening,
                                             rules, progress, stop, masses);
    if (!best.is_made() || plan.stuck.size() < best.stuck.size()) best = std::move(plan);
    if (best.loads_all() || stop.stopped()) break;
  }
  return best;
}

std::vector<trunk::BoxRow> without_stuck(const LoadingPlan& plan, std::vector<trunk::BoxRow> rows) {
  std::vector<int> stuck;
  for (const trunk::StuckBox& one : plan.stuck) stuck.push_back(one.box);
  std::ranges::sort(stuck, std::greater<>());
  for (const int box : stuck) rows.erase(rows.begin() + box);
  return rows;
}

std::string left_out_text(std::size_t count) {
  return fmt::format("{} {} left out: no way into the trunk was found for {} (--loadable)", count,
                     count == 1 ? "box was" : "boxes were", count == 1 ? "it" : "them");
}

std::string plan_row(const LoadingPlan& plan) {
  return plan.is_made() ? fact("loading plan", trunk::plan_text(plan)) : std::string();
}

}  // namespace jam::app
