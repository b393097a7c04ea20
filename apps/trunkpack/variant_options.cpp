// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "variant_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "jam/io/text_table.hpp"
#include "load/load_questions.hpp"

namespace jam::app {

void add_compare(Options& o) {
  constexpr std::string_view names[] = {"time",  "turns",     "device",   "instances", "box",     "set",
                                        "fixed", "unit",      "up",       "wrap",      "inside",  "cap",
                                        "part",  "json",      "html",     "obstacle",  "rounded", "all-parts",
                                        "quiet", "tolerance", "progress", "gap",       "keep-out"};
  for (OptionRow& row : o.table.rows) {
    if (std::ranges::find(names, row.name) != std::end(names)) row.modes |= compare_mode;
  }
}

void check_compare(const Options& o) {
  if (o.variants.size() < 2)
    throw InputError(
        fmt::format("compare needs at least two meshes, {} given: trunkpack compare MESH MESH...",
                    o.variants.size() == 1 ? "one is" : "none is"));
  for (std::size_t k = 1; k < o.variants.size(); ++k) {
    if (std::find(o.variants.begin(), o.variants.begin() + k, o.variants[k]) != o.variants.begin() + k)
      throw InputError(fmt::format("compare: {} is given twice", io::quoted(o.variants[k].string())));
  }
  if (o.time_limit == 0 && o.turn_limit == 0)
    throw InputError("compare needs the same end for all searches: --time above 0, or --turns N");
  if (o.set.has_least())
    throw InputError(
        fmt::format("compare: the set {} has least counts (least_count), by which variants are not "
                    "compared: leave these out of the set, or search each variant by itself",
                    o.set.name));
}

}  // namespace jam::app
