// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/io/load_report.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "jam/io/json_text.hpp"
#include "jam/io/number_text.hpp"

namespace jam::trunk {
namespace {

using io::json_array;
using io::json_number;
using io::json_string;

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

std::string numbers(std::initializer_list<double> values) { return json_array(values, json_number); }

std::string box_object(const LoadReport& report, std::size_t index) {
  const BoxRow& box = report.boxes[index];
  const Vec3d &p = box.centre, &a = box.first_axis, &b = box.second_axis, c = box.third_axis();
  const Quaterniond q = quaternion_of(a, b);
  const std::string piece = piece_name(report.set, box.edge);
  return "{\"position_mm\": " + numbers({p.x, p.y, p.z}) +
         ", \"quaternion\": " + numbers({q.w, q.x, q.y, q.z}) +
         ", \"matrix\": " + numbers({a.x, b.x, c.x, a.y, b.y, c.y, a.z, b.z, c.z}) +
         ", \"edges_mm\": " + numbers({box.edge.x, box.edge.y, box.edge.z}) +
         ", \"piece\": " + (piece.empty() ? "null" : json_string(piece)) +
         ", \"litres\": " + json_number(litres_of(box)) + ", \"clearance_mm\": " +
         json_number(index < report.clearance.size() ? report.clearance[index] : unknown) + ", \"tags\": [" +
         std::to_string(box.tag[0]) + ", " + std::to_string(box.tag[1]) + "]}";
}

std::string motion_object(const LoadMotion& motion) {
  const auto rounded = [](double millimetres) { return json_number(std::round(1000 * millimetres) / 1000); };
  std::string bearing;
  if (!motion.bearing.empty()) {
    bearing = ", \"pressure_kPa\": " +
              json_array(motion.bearing, [&](const BoxBearing& box) { return rounded(box.pressure); }) +
              ", \"edge_force_N\": " +
              json_array(motion.bearing, [&](const BoxBearing& box) { return rounded(box.edge_force); });
  }
  return "{\"manoeuvre\": " + json_string(motion.name) + ", \"acceleration_g\": " + json_number(motion.g) +
         ", \"moving_boxes\": " + std::to_string(moving_boxes(motion)) +
         ", \"moved_mm\": " + json_array(motion.moved, rounded) +
         ", \"left_mm\": " + json_array(motion.left, rounded) + bearing + "}";
}

const char* truth(bool value) { return value ? "true" : "false"; }

}  // namespace

long long moving_boxes(const LoadMotion& motion) {
  return std::count_if(motion.moved.begin(), motion.moved.end(),
                       [](double moved) { return moved > moving_distance; });
}

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
                         problem.points_only};
  report.set = problem.set;
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

std::string load_json_text(const LoadReport& report, const io::RunSummary* run) {
  const LoadTotals totals = totals_of(report);
  const Container& container = report.container;
  const LoadVerification& verification = report.verification;
  const bool has_volume = totals.container_litres > 0;
  std::vector<std::size_t> indices(report.boxes.size());
  for (std::size_t k = 0; k < indices.size(); ++k) indices[k] = k;

  std::string text = "{\n  \"schema\": \"jampack/trunk-packing/1\",\n";
  text += "  \"totals\": {\"count\": " + std::to_string(totals.count) +
          ", \"litres\": " + json_number(totals.litres) +
          ", \"container_litres\": " + json_number(has_volume ? totals.container_litres : unknown) +
          ", \"fill_ratio\": " + json_number(has_volume ? totals.fill_ratio : unknown) +
          ", \"free_litres\": " + json_number(has_volume ? totals.free_litres : unknown) + "},\n";
  text += std::string("  \"verification\": {\"verified\": ") + truth(verification.verified()) +
          ", \"legal\": " + truth(verification.legal) +
          ", \"tolerance_mm\": " + json_number(verification.tolerance) +
          ", \"corner_radius_mm\": " + json_number(verification.corner_radius) +
          ", \"against\": " + json_string(verification.against) +
          ", \"failure\": " + json_string(verification.failure) + "},\n";
  const io::RunSummary of_report{report.problem, report.version, report.seed, {},
                                 report.device,  report.time,    {},          {}};
  text += "  \"run\": " + io::run_json(run != nullptr ? *run : of_report) + ",\n";
  text += std::string("  \"container\": {\"wrapped\": ") + truth(container.wrapped) +
          ", \"wrap_alpha_mm\": " + json_number(container.wrapped ? container.wrap_alpha : unknown) +
          ", \"wrap_offset_mm\": " + json_number(container.wrapped ? container.wrap_offset : unknown) +
          ", \"notes\": " + json_array(container.notes, json_string) + "},\n";
  if (!report.motions.empty()) {
    text += "  \"load_test\": " + io::json_lines(report.motions, 4, motion_object) + ",\n";
  }
  text += "  \"boxes\": " +
          io::json_lines(indices, 4, [&](std::size_t index) { return box_object(report, index); }) + "\n}\n";
  return text;
}

}  // namespace jam::trunk
