// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <span>
#include <vector>

#include "jam/io/number_text.hpp"
#include "jam/trunk/pictures/load_views.hpp"
#include "load_formats.hpp"
#include "modes.hpp"

namespace jam::app {
namespace {

using trunk::BoxRow;
using trunk::LoadReport;
using Boxes = std::vector<BoxRow>;

/// Boxes of `a` that are unchanged in `b`.
std::string shared_boxes(const Boxes& a, const Boxes& b) {
  return std::to_string(std::count_if(
      a.begin(), a.end(), [&](const BoxRow& box) { return std::find(b.begin(), b.end(), box) != b.end(); }));
}

}  // namespace

Comparison compare(const Result& first, const Result& second) {
  const LoadReport &a = load_of(first), &b = load_of(second);
  const trunk::LoadTotals totals_a = trunk::totals_of(a), totals_b = trunk::totals_of(b);
  const auto percent = [](double part) { return part > 0 ? io::fixed_text(100 * part, 2) + " %" : "-"; };
  const auto verdict = [](const LoadReport& load) {
    return load.verification.legal ? "legal" : "illegal: " + load.verification.failure;
  };
  Comparison comparison;
  comparison.facts = {
      {"boxes", std::to_string(totals_a.count), std::to_string(totals_b.count)},
      {"litres", io::fixed_text(totals_a.litres, 2), io::fixed_text(totals_b.litres, 2)},
      {"fill ratio", percent(totals_a.fill_ratio), percent(totals_b.fill_ratio)},
      {"verdict", verdict(a), verdict(b)},
      {"boxes that are the same", shared_boxes(a.boxes, b.boxes), shared_boxes(b.boxes, a.boxes)}};
  const trunk::DrawnLoad loads[] = {{a.boxes, first_colour}, {b.boxes, second_colour}};
  const std::span both(loads);
  comparison.first = trunk::views_svg(both.first(1), both);
  comparison.second = trunk::views_svg(both.last(1), both);
  comparison.overlay = trunk::views_svg(both, both);
  return comparison;
}

}  // namespace jam::app
