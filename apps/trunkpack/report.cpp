// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Text of the final table.
#include "report.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "jam/io/number_text.hpp"
#include "jam/mesh/verify_boxes.hpp"
#include "jam/trunk/model/box_sets.hpp"

namespace jam::app {
namespace {

using io::fixed_text;
using io::number_text;
using trunk::BoxRow;
using trunk::LoadReport;
using trunk::LoadTotals;

std::string fact(const char* name, const std::string& text) {
  std::string line = name;
  line.resize(std::max<std::size_t>(line.size() + 1, 14), ' ');
  return line + text + "\n";
}

/// "365 of 200 x 100 x 50 mm", sizes in the order in which they come first.
std::string boxes_text(const std::vector<BoxRow>& boxes, double corner_radius) {
  if (boxes.empty()) return "0";
  std::vector<std::pair<Vec3d, int>> sizes;
  for (const BoxRow& box : boxes) {
    const auto same = [&](const auto& size) { return size.first == box.edge; };
    const auto found = std::find_if(sizes.begin(), sizes.end(), same);
    if (found != sizes.end()) {
      ++found->second;
    } else {
      sizes.emplace_back(box.edge, 1);
    }
  }
  constexpr std::size_t shown = 4;
  std::string text = sizes.size() == 1 ? "" : std::to_string(boxes.size()) + ": ";
  for (std::size_t k = 0; k < std::min(shown, sizes.size()); ++k) {
    const auto& [edge, count] = sizes[k];
    text += (k == 0 ? "" : ", ") + std::to_string(count) + " of " + trunk::size_text(edge);
  }
  if (sizes.size() > shown)
    text += ", and " + std::to_string(sizes.size() - shown) + (sizes.size() - shown == 1 ? " more size" : " more sizes");
  return text + trunk::rounded_text(corner_radius);
}

/// The litres of a box that must be its own, as it was verified: at a tolerance [mm], to which verification adds a nanometre.
double core_litres(Vec3d edge, const trunk::LoadVerification& verification) {
  const double layer = verification.tolerance + mesh::rounding_allowance;
  const Vec3d core{std::max(0.0, edge.x - 2 * layer), std::max(0.0, edge.y - 2 * layer), std::max(0.0, edge.z - 2 * layer)};
  return trunk::rounded_volume(core, std::max(0.0, verification.corner_radius - layer)) / 1e6;
}

/// No packing has more pieces than this beside those of the load.
double room(const LoadReport& report, const LoadTotals& totals, const trunk::BoxSet& set, std::size_t fixed_count) {
  double left = totals.container_litres;
  for (const BoxRow& box : report.boxes) left -= core_litres(box.edge, report.verification);
  const std::vector<int> counts = trunk::piece_counts(set, report.boxes, fixed_count);
  std::vector<std::pair<double, double>> kinds;  // Litres of a piece, how many the set has left.
  for (std::size_t k = 0; k < counts.size(); ++k) {
    const trunk::Piece& piece = set.pieces[k];
    const double rest = piece.count > 0 ? std::max(0, piece.count - counts[k]) : HUGE_VAL;
    kinds.emplace_back(core_litres(piece.edge, report.verification), rest);
  }
  std::sort(kinds.begin(), kinds.end());
  double more = 0;
  for (const auto& [litres, rest] : kinds) {
    const double taken = std::min(rest, std::floor(std::max(0.0, left) / litres));
    left -= taken * litres;
    more += taken;
  }
  return more;
}

std::string free_text(const LoadReport& report, const LoadTotals& totals, const trunk::BoxSet& set, std::size_t fixed_count) {
  const double more = room(report, totals, set, fixed_count);
  const std::string count = more > 0 ? "at most " + fixed_text(more, 0) : "no";
  return fixed_text(totals.free_litres, 2) + " l, by volume room for " + count + " more";
}

std::string verdict_text(const LoadReport& report) {
  const trunk::LoadVerification& verification = report.verification;
  if (!verification.verified) return verification.failure.empty() ? "no" : "no: " + verification.failure;
  std::string text = "yes, against " + verification.against + ", ";
  text += verification.tolerance > 0 ? "penetration up to " + number_text(verification.tolerance) + " mm" : std::string("no penetration");
  if (!report.clearance.empty()) {
    const double smallest = *std::min_element(report.clearance.begin(), report.clearance.end());
    // Boxes that touch are apart by what rounding makes of nothing.
    text += ", smallest clearance " + fixed_text(std::abs(smallest) < 5e-5 ? 0.0 : smallest, 4) + " mm";
  }
  return text;
}

}  // namespace

std::string final_table(const LoadReport& report, const trunk::BoxSet& set, std::size_t fixed_count) {
  const LoadTotals totals = trunk::totals_of(report);
  std::string text =
      fact("boxes", boxes_text(report.boxes, report.verification.corner_radius)) + fact("litres", fixed_text(totals.litres, 2));
  if (totals.container_litres > 0) {
    text += fact("mesh litres", fixed_text(totals.container_litres, 2)) +
            fact("fill ratio", fixed_text(100 * totals.fill_ratio, 2) + " %") +
            fact("left free", free_text(report, totals, set, fixed_count));
  }
  return text + fact("verified", verdict_text(report));
}

}  // namespace jam::app
