// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "packing_formats.hpp"

#include <utility>

#include "jam/circles/verify/verify.hpp"
#include "jam/core/error.hpp"
#include "jam/core/version.hpp"
#include "shell/figure_text.hpp"
#include "task.hpp"

namespace jam::app {
namespace {

namespace fs = std::filesystem;
using circles::Packing;

std::string picture_title(const Packing& packing) {
  return problem_text(circles::problem_of(packing)) + ", R = " + radius_text(packing.enclosing_radius);
}

void require(const std::string& name, const Packing& packing, const circles::Verification& verification,
             const circles::Problem& problem) {
  if (!verification.legal)
    throw UnverifiedError(name + " does not pass exact verification: " + verification.violation);
  const std::string difference = radii_difference(packing, problem);
  if (!difference.empty()) throw UnverifiedError(name + " does not pass verification: " + difference);
}

/// The packing in a .pck file, spread outwards by the rounding of its decimals, since its enclosing radius is
/// scaled to 1. Throws UnverifiedError unless it then is a legal packing of the problem's circles.
Packing read_spread(const fs::path& file, const circles::Problem& problem) {
  Packing packing = circles::round_outwards(circles::read_packing(file, &problem), rounding_growth);
  require_verified(file.string(), packing, problem);
  return packing;
}

std::string pck_of(const Result& result) {
  return circles::pck_text(circles_of(result).packing, std::string("circlepack ") + version_number);
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
    if (circles::is_pck(file)) return read_spread(file, problem).enclosing_radius;
    const circles::PackingFile content =
        circles::read_packing_file(file, nullptr, circles::CircleFormat::circles);
    if (!content.claimed || !radii_difference(content.packing, problem).empty()) return std::nullopt;
    if (!circles::verify_file_exact(file).legal) return std::nullopt;
    return content.packing.enclosing_radius;
  } catch (const Error&) {
    return std::nullopt;
  }
}

std::vector<Format> packing_formats(const Options& options, const circles::Annotations& annotations,
                                    const circles::Problem* problem) {
  std::vector<Format> formats = {
      {"--out", options.out,
       [&](const Result& r) {
         return circles::is_pck(options.out) ? pck_of(r)
                                             : circles::circles_text(circles_of(r).packing, annotations);
       },
       true},
      {"--packomania", options.packomania,
       [&](const Result& r) {
         return circles::is_pck(options.packomania) ? pck_of(r)
                                                    : circles::packomania_text(circles_of(r).packing);
       }},
      {"--svg", options.svg,
       [](const Result& r) {
         const CircleResult& result = circles_of(r);
         return circles::packing_svg(result.packing, *result.graph, picture_title(result.packing));
       }},
      {"--html", options.html,
       [&](const Result& r) {
         const CircleResult& result = circles_of(r);
         return circles::packing_page(result.packing, *result.graph, annotations, r.run ? &*r.run : nullptr,
                                      picture_title(result.packing));
       }},
      {"--json", options.json,
       [&](const Result& r) {
         const auto& [packing, graph] = circles_of(r);
         return circles::packing_json(packing, graph ? *graph : circles::contact_graph(packing), annotations,
                                      r.run ? &*r.run : nullptr);
       },
       true}};
  if (problem == nullptr) return formats;
  formats.front().check = [problem](const fs::path& file) {
    if (circles::is_pck(file)) return static_cast<void>(read_spread(file, *problem));
    require(file.string(), circles::read_packing(file, problem), circles::verify_file_exact(file), *problem);
  };
  formats.back().check = [problem](const fs::path& file) {
    require_verified(file.string(), circles::read_packing(file, problem), *problem);
  };
  return formats;
}
}  // namespace jam::app
