// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// trunkpack compare: what searches with the same seeds and the same time find in several variants of a trunk,
// as a table, as JSON and as a page.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "jam/trunk/io/gain.hpp"
#include "jam/trunk/model/box_row.hpp"

namespace jam::app {

struct Variant {
  std::string name;                 ///< File of the mesh, as given.
  double litres = 0;                ///< Volume of the room [l].
  std::vector<double> results;      ///< By seed, in the unit of the comparison.
  std::vector<trunk::BoxRow> best;  ///< The best load.
};

struct VariantComparison {
  std::string boxes;           ///< What was packed: `200 x 100 x 50 mm`.
  std::string unit = "boxes";  ///< Unit of the results: `boxes`, `l`, or `value`.
  double seconds = 0;          ///< Time of each search [s]; 0: limited by turns.
  long long turns = 0;         ///< Turns of each search; 0: limited by time.
  std::string device;          ///< Where the searches ran.
  std::vector<std::uint64_t> seeds;
  std::vector<Variant> variants;  ///< At least two; others are compared with the first one.
  bool complete = true;           ///< False after a stop: there are fewer seeds than were asked for.
};

/// The mean of the results, which are not empty.
[[nodiscard]] double mean_of(const Variant& variant);

/// The gain of a variant over the first one. Both have results.
[[nodiscard]] trunk::Gain gain_over_first(const VariantComparison& comparison, const Variant& variant);

/// `30 s` or `12 turns`: of each search.
[[nodiscard]] std::string effort_text(const VariantComparison& comparison);

/// For the screen.
[[nodiscard]] std::string variants_table(const VariantComparison& comparison);

/// One JSON object, schema jampack/compare/1:
///   boxes     text    what was packed
///   unit      text    of the results: boxes, l, value
///   rules     object  time_s (of each search; null: limited by turns), turns (null: limited by time), seeds
///                     (those that all variants were searched with), device
///   complete  bool    false: the work was stopped
///   variants  array   of objects: name, mesh_litres, results (by seed), mean, least, most (null without
///                     results), gain (over the first variant: mean, least, most, measured; null for the
///                     first)
[[nodiscard]] std::string variants_json(const VariantComparison& comparison);

/// A page for a browser, which needs no network: the table, a chart of all results, and the best loads.
[[nodiscard]] std::string variants_page(const VariantComparison& comparison);

}  // namespace jam::app
