// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Packings for browsers: the document of the page that all programs have (io/stage_page.hpp).
#include <fmt/format.h>

#include "jam/circles/io/circle_colour.hpp"
#include "jam/circles/io/circle_files.hpp"
#include "jam/circles/model/best_known.hpp"
#include "jam/io/json_text.hpp"
#include "jam/io/stage_page.hpp"

namespace jam::circles {

using io::json_number;
using io::json_string;

std::string page_members(const Packing& packing, const ContactGraph& graph, const Annotations& annotations,
                         const io::RunSummary* run) {
  const RadiusScale scale(packing.circles);
  const auto colour = [&](const Circle& circle) {
    return json_string(ramp_colour(scale.place(circle.radius)));
  };
  const Problem problem = problem_from_radii(sorted_radii(packing.circles));
  std::string known = "null";
  if (const auto best = best_known(problem.family, problem.count())) {
    known = fmt::format(R"({{"text": {}, "source": {}, "gap": {}, "gap_text": {}}})", json_string(best->text),
                        json_string(source_text(*best)),
                        json_number(relative_gap(packing.enclosing_radius, *best)),
                        json_string(gap_text(packing.enclosing_radius, best)));
  }
  return fmt::format("\"circles\": {},\n\"view\": {{\"colours\": {}}},\n\"best_known\": {}",
                     packing_json(packing, graph, annotations, run), io::json_array(packing.circles, colour),
                     known);
}

std::string packing_page(const Packing& packing, const ContactGraph& graph, const Annotations& annotations,
                         const io::RunSummary* run, const std::string& name) {
  return io::stage_page(name, fmt::format("{{\"schema\": \"jampack/view/1\", \"kind\": \"circles\", "
                                          "\"name\": {}, \"verified\": true,\n{}}}",
                                          json_string(name), page_members(packing, graph, annotations, run)));
}

}  // namespace jam::circles
