// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/io/load_report.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "jam/io/json_writer.hpp"
#include "jam/io/number_text.hpp"
#include "jam/trunk/io/box_json.hpp"

namespace jam::trunk {
namespace {

using io::json_if;
using io::JsonObject;

JsonObject box_object(const LoadReport& report, std::size_t index, const std::string& piece) {
  const BoxRow& box = report.boxes[index];
  const bool known = index < report.clearance.size();
  const bool judged = index < report.standing.size();
  return box_json(box)
      .add("piece", json_if(!piece.empty(), piece), "litres", litres_of(box))
      .add("clearance_mm", json_if(known, known ? report.clearance[index] : 0), "stands",
           json_if(judged, judged && report.standing[index] != 0), "tags", box.tag);
}

/// The member `bound`, where there is one.
JsonObject bound_json(const LoadReport& report) {
  if (!report.bound) return {};
  const auto& [litres, any_way, level] = *report.bound;
  return JsonObject("bound", JsonObject("any_way_litres", litres.any_way, "any_way_more", any_way)
                                 .add("level_litres", litres.level, "level_more", level));
}

}  // namespace

LoadReport report_of(const TrunkProblem& problem, const std::vector<BoxRow>& rows, const LoadVerdict& verdict,
                     std::vector<std::string> notes) {
  LoadReport report;
  report.boxes = rows;
  report.clearance = verdict.clearance;
  if (problem.points_only) {
    report.points = problem.points;
  } else {
    report.container = problem.container;
  }
  if (problem.corner_radius > 0) {
    notes.push_back(fmt::format("edges and corners of the boxes are rounded by {} mm; they are drawn sharp",
                                io::number_text(problem.corner_radius)));
  }
  report.container.notes = std::move(notes);
  report.verification = {verdict.legal,
                         problem.tolerance,
                         verified_against(problem),
                         verdict.violations.empty() ? std::string() : verdict.violations.front(),
                         problem.corner_radius,
                         problem.gap,
                         problem.points_only};
  report.set = problem.set;
  report.fixed_count = rows.size() >= problem.fixed.size() &&
                               std::equal(problem.fixed.begin(), problem.fixed.end(), rows.begin())
                           ? problem.fixed.size()
                           : 0;
  return report;
}

LoadTotals totals_of(const LoadReport& report) {
  LoadTotals totals;
  totals.count = static_cast<int>(report.boxes.size());
  totals.litres = litres_of(report.boxes);
  totals.container_litres = report.container.volume / cubic_millimetres_per_litre;
  if (totals.container_litres > 0) {
    totals.fill_ratio = totals.litres / totals.container_litres;
    totals.free_litres = std::max(0.0, totals.container_litres - totals.litres);
  }
  return totals;
}

double addable_pieces(const LoadReport& report, const BoxSet& set, std::size_t fixed_count,
                      double penetration, double litres) {
  const auto core_litres = [&](Vec3d edge) {
    const Vec3d core{std::max(0.0, edge.x - 2 * penetration), std::max(0.0, edge.y - 2 * penetration),
                     std::max(0.0, edge.z - 2 * penetration)};
    const double radius = std::max(0.0, report.verification.corner_radius - penetration);
    return rounded_volume(core, radius) / cubic_millimetres_per_litre;
  };
  double left = litres;
  for (const BoxRow& box : report.boxes) left -= core_litres(box.edge);
  const std::vector<int> counts = piece_counts(set, report.boxes, fixed_count);
  std::vector<std::pair<double, double>> kinds;  // Litres of a piece, how many the set has left.
  for (std::size_t k = 0; k < counts.size(); ++k) {
    const Piece& piece = set.pieces[k];
    const double rest =
        piece.count > 0 ? std::max(0, piece.count - counts[k]) : std::numeric_limits<double>::infinity();
    kinds.emplace_back(core_litres(piece.edge), rest);
  }
  std::sort(kinds.begin(), kinds.end());
  double more = 0;
  for (const auto& [each, rest] : kinds) {
    const double taken = std::min(rest, std::floor(std::max(0.0, left) / each));
    left -= taken * each;
    more += taken;
  }
  return more;
}

std::optional<AddableBound> bound_addable(const TrunkProblem& problem, const LoadReport& report,
                                          double penetration, StopQuery stop) {
  const std::optional<LoadBound> litres = bound_load(problem, penetration, stop);
  if (!litres) return std::nullopt;
  const auto more = [&](double most) {
    return addable_pieces(report, problem.set, problem.fixed.size(), penetration, most);
  };
  AddableBound bound{*litres, more(litres->any_way), {}};
  if (litres->level) bound.level = more(*litres->level);
  return bound;
}

std::string bound_text(const AddableBound& bound) {
  const auto at_most = [](double more) { return more > 0 ? io::fixed_text(more, 0) : std::string("none"); };
  std::string text = bound.any_way > 0 ? "at most " + at_most(bound.any_way) + " more" : "no more";
  if (bound.level && bound.any_way > 0)
    text += fmt::format("; {} if each box has a vertical edge", at_most(*bound.level));
  return text;
}

std::string load_json_text(const LoadReport& report, const io::RunSummary* run) {
  const LoadTotals totals = totals_of(report);
  const Container& container = report.container;
  const LoadVerification& verification = report.verification;
  const bool has_volume = totals.container_litres > 0;
  const io::RunSummary of_report{report.problem, report.version, report.seed, {},
                                 report.device,  report.time,    {},          {}};
  JsonObject text = JsonObject::document();
  JsonObject sums("count", totals.count, "litres", totals.litres);
  if (report.set.has_values()) sums.add("value", value_of(report.set, report.boxes));
  if (report.set.has_least())
    sums.add("lacking", lacking_pieces(report.set, report.boxes, report.fixed_count));
  text.add("schema", "jampack/trunk-packing/1")
      .add("totals",
           sums.add("container_litres", json_if(has_volume, totals.container_litres))
               .add("fill_ratio", json_if(has_volume, totals.fill_ratio))
               .add("free_litres", json_if(has_volume, totals.free_litres))
               .add("standing", json_if(!report.standing.empty(), std::ranges::count(report.standing, 1))))
      .add_members(bound_json(report))
      .add("verification", JsonObject("verified", verification.verified(), "legal", verification.legal)
                               .add("tolerance_mm", verification.tolerance)
                               .add("corner_radius_mm", verification.corner_radius)
                               .add("gap_mm", verification.gap)
                               .add("against", verification.against)
                               .add("failure", verification.failure))
      .add("run", io::run_json(run != nullptr ? *run : of_report))
      .add("container", JsonObject("wrapped", container.wrapped)
                            .add("wrap_alpha_mm", json_if(container.wrap_alpha > 0, container.wrap_alpha))
                            .add("wrap_offset_mm", json_if(container.wrap_alpha > 0, container.wrap_offset))
                            .add("notes", container.notes));
  if (!report.test.motions.empty()) text.add_members(load_test_json(report.test));
  if (report.plan.is_made()) text.add("loading_plan", plan_json(report.plan, report.boxes.size()));
  if (report.tight.is_made()) text.add("tight", tight_json(report.tight));
  std::vector<std::size_t> indices(report.boxes.size());
  std::iota(indices.begin(), indices.end(), std::size_t{0});
  const std::vector<std::string> names = piece_names(report.set, report.boxes);
  const auto box = [&](std::size_t index) { return box_object(report, index, names[index]); };
  return text.add("boxes", io::json_lines(indices, box)).text();
}

}  // namespace jam::trunk
