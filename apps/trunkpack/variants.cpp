// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "variants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "jam/core/duration.hpp"
#include "jam/io/json_writer.hpp"
#include "jam/io/number_text.hpp"
#include "load/seed_list.hpp"
#include "shell/figure_text.hpp"

namespace jam::app {
namespace {

using io::json_if;
using io::JsonObject;

}  // namespace

double mean_of(const Variant& variant) {
  const std::vector<double>& results = variant.results;
  return std::accumulate(results.begin(), results.end(), 0.0) / static_cast<double>(results.size());
}

trunk::Gain gain_over_first(const VariantComparison& comparison, const Variant& variant) {
  return trunk::gain_of(variant.results, comparison.variants.front().results);
}

std::string effort_text(const VariantComparison& comparison) {
  return comparison.seconds > 0 ? format_duration(comparison.seconds)
                                : counted(comparison.turns, "turn", "turns");
}

std::string variants_table(const VariantComparison& comparison) {
  std::string text = fact("boxes", comparison.boxes);
  if (comparison.seeds.empty()) return text + fact("searches", "none was finished in all variants");
  text += fact("searches",
               fmt::format("{} each, seeds {}{}", effort_text(comparison), seeds_text(comparison.seeds),
                           comparison.complete ? "" : "; stopped before all were finished"));
  int number = 0;
  for (const Variant& variant : comparison.variants) {
    const auto [least, most] = std::ranges::minmax(variant.results);
    std::string row = fmt::format("{}, {} l: {} {} on average, {} to {}", variant.name,
                                  io::fixed_text(variant.litres, 2), io::fixed_text(mean_of(variant), 1),
                                  comparison.unit, io::number_text(io::rounded_to_decimals(least, 2)),
                                  io::number_text(io::rounded_to_decimals(most, 2)));
    if (++number > 1) row += "; " + trunk::gain_text(gain_over_first(comparison, variant));
    text += fact(fmt::format("variant {}", number), row);
  }
  return text;
}

std::string variants_json(const VariantComparison& comparison) {
  const bool any = !comparison.seeds.empty();
  const auto variant_json = [&](const Variant& variant) {
    const bool first = &variant == &comparison.variants.front();
    JsonObject object("name", variant.name, "mesh_litres", variant.litres, "results", variant.results);
    object.add("mean", json_if(any, any ? mean_of(variant) : 0.0), "least",
               json_if(any, any ? std::ranges::min(variant.results) : 0.0), "most",
               json_if(any, any ? std::ranges::max(variant.results) : 0.0));
    if (any && !first) return object.add("gain", gain_json(gain_over_first(comparison, variant)));
    return object.add("gain", nullptr);
  };
  return JsonObject::document()
      .add("schema", "jampack/compare/1", "boxes", comparison.boxes, "unit", comparison.unit)
      .add("rules", JsonObject("time_s", json_if(comparison.seconds > 0, comparison.seconds))
                        .add("turns", json_if(comparison.turns > 0, comparison.turns))
                        .add("seeds", comparison.seeds, "device", comparison.device))
      .add("complete", comparison.complete)
      .add("variants", io::json_lines(comparison.variants, variant_json))
      .text();
}

}  // namespace jam::app
