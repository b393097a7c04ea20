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
std::string boxes_text(const std::vector<BoxRow>& boxes) {
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
    text += (k == 0 ? "" : ", ") + std::to_string(count) + " of " + number_text(edge.x) + " x " + number_text(edge.y) + " x " +
            number_text(edge.z) + " mm";
  }
  if (sizes.size() > shown) text += ", and " + std::to_string(sizes.size() - shown) + " more sizes";
  return text;
}

std::string free_text(const LoadReport& report, const LoadTotals& totals) {
  double smallest = report.boxes.empty() ? 1.0 : trunk::litres_of(report.boxes[0]);
  for (const BoxRow& box : report.boxes) smallest = std::min(smallest, trunk::litres_of(box));
  // A quotient that is whole but for rounding counts as whole.
  const double more = std::floor(totals.free_litres / smallest * (1 + 1e-12));
  return fixed_text(totals.free_litres, 2) + " l, by volume room for at most " + fixed_text(more, 0) + " more";
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

std::string final_table(const LoadReport& report) {
  const LoadTotals totals = trunk::totals_of(report);
  std::string text = fact("boxes", boxes_text(report.boxes)) + fact("litres", fixed_text(totals.litres, 2));
  if (totals.container_litres > 0) {
    text += fact("mesh litres", fixed_text(totals.container_litres, 2)) +
            fact("fill ratio", fixed_text(100 * totals.fill_ratio, 2) + " %") + fact("left free", free_text(report, totals));
  }
  return text + fact("verified", verdict_text(report));
}

}  // namespace jam::app
