// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Figures of a load.
#include "jam/trunk/io/load_report.hpp"

#include <algorithm>
#include <limits>

namespace jam::trunk {
namespace {

constexpr double cubic_millimetres_per_litre = 1e6;

}  // namespace

double litres_of(const BoxRow& box) { return box.edge.x * box.edge.y * box.edge.z / cubic_millimetres_per_litre; }

LoadTotals totals_of(const LoadReport& report) {
  LoadTotals totals;
  totals.count = static_cast<int>(report.boxes.size());
  for (const BoxRow& box : report.boxes) totals.litres += litres_of(box);
  totals.container_litres = report.container.volume / cubic_millimetres_per_litre;
  if (totals.container_litres > 0) {
    totals.fill_ratio = totals.litres / totals.container_litres;
    totals.free_litres = std::max(0.0, totals.container_litres - totals.litres);
  }
  return totals;
}

double clearance_of(const LoadReport& report, std::size_t index) {
  return index < report.clearance.size() ? report.clearance[index] : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace jam::trunk
