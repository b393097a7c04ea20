// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "packing_formats.hpp"

#include <utility>

#include "jam/circles/verify/verify.hpp"
#include "jam/core/error.hpp"
#include "shell/figure_text.hpp"
#include "task.hpp"

namespace jam::app {
namespace {

namespace fs = std::filesystem;
using circles::Packing;

std::string picture_title(const Packing& packing) {
  return problem_text(circles::problem_from_radii(radii_of(packing))) + ", R = " + radius_text(packing.enclosing_radius);
}

void require(const std::string& name, const Packing& packing, const circles::Verification& verification, const circles::Problem& problem) {
  if (!verification.legal) throw UnverifiedError(name + " does not pass exact verification: " + verification.violation);
  const std::string difference = radii_difference(packing, problem);
  if (!difference.empty()) throw UnverifiedError(name + " does not pass verification: " + difference);
}

}  // namespace

Result result_of(const Packing& packing, bool with_graph) {
  CircleResult result{packing, std::nullopt};
  if (with_graph) result.graph = circles::contact_graph(packing);
  return {std::move(result), packing.enclosing_radius, packing.count()};
}

void require_verified(const std::string& name, const Packing& packing, const circles::Problem& problem) {
  require(name, packing, circles::verify_exact(packing), problem);
}

std::optional<double> legal_radius(const fs::path& file, const circles::Problem& problem) {
  try {
    const circles::PackingFile content = circles::read_packing_file(file, nullptr, circles::CircleFormat::circles);
    if (!content.claimed || !radii_difference(content.packing, problem).empty()) return std::nullopt;
    if (!circles::verify_file_exact(file).legal) return std::nullopt;
    return content.packing.enclosing_radius;
  } catch (const Error&) {
    return std::nullopt;
  }
}

std::vector<Format> packing_formats(const Options& options, const circles::Annotations& annotations, const circles::Problem* problem) {
  std::vector<Format> formats = {
      {"--out", options.out, [&](const Result& r) { return circles::circles_text(circles_of(r).packing, annotations); }, true},
      {"--packomania", options.packomania, [](const Result& r) { return circles::packomania_text(circles_of(r).packing); }},
      {"--svg", options.svg,
       [](const Result& r) {
         const CircleResult& result = circles_of(r);
         return circles::packing_svg(result.packing, *result.graph, picture_title(result.packing));
       }},
      {"--json", options.json,
       [&](const Result& r) {
         const auto& [packing, graph] = circles_of(r);
         return circles::packing_json(packing, graph ? *graph : circles::contact_graph(packing), annotations, r.run ? &*r.run : nullptr);
       },
       true}};
  if (problem == nullptr) return formats;
  formats.front().check = [problem](const fs::path& file) {
    require(file.string(), circles::read_packing(file, problem), circles::verify_file_exact(file), *problem);
  };
  formats.back().check = [problem](const fs::path& file) {
    require_verified(file.string(), circles::read_packing(file, problem), *problem);
  };
  return formats;
}
}  // namespace jam::app
