// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Packings for browsers: the document of the page that all programs have (io/stage_page.hpp).
#include <optional>

#include "jam/circles/io/circle_colour.hpp"
#include "jam/circles/io/circle_files.hpp"
#include "jam/circles/model/best_known.hpp"
#include "jam/io/json_writer.hpp"
#include "jam/io/stage_page.hpp"

namespace jam::circles {

using io::JsonObject;

JsonObject page_members(const Packing& packing, const ContactGraph& graph, const Annotations& annotations,
                        const io::RunSummary* run) {
  const RadiusScale scale(packing.circles);
  const auto colour = [&](const Circle& circle) { return ramp_colour(scale.place(circle.radius)); };
  const Problem problem = problem_of(packing);
  const double radius = packing.enclosing_radius;
  std::optional<JsonObject> known;
  if (const auto best = best_known(problem.family, problem.count())) {
    known = JsonObject("text", best->text, "source", source_text(*best))
                .add("gap", relative_gap(radius, *best), "gap_text", gap_text(radius, best));
  }
  return JsonObject("circles", io::JsonText{packing_json(packing, graph, annotations, run)})
      .add("view", JsonObject("colours", io::json_array(packing.circles, colour)), "best_known", known);
}

std::string packing_page(const Packing& packing, const ContactGraph& graph, const Annotations& annotations,
                         const io::RunSummary* run, const std::string& name) {
  return io::stage_page(name, JsonObject("schema", "jampack/view/1", "kind", "circles")
                                  .add("name", name, "verified", true)
                                  .add_members(page_members(packing, graph, annotations, run))
                                  .text());
}

}  // namespace jam::circles
