// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/mesh/mesh_verifier.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "jam/mesh/verify_boxes.hpp"

namespace jam::mesh {
namespace {

/// What verify_boxes says of triangles, in words for points: these stand as triangles without extent for what the user gave, and cells
/// around them for the container.
std::string of_points(std::string line) {
  const auto replace = [&line](std::string_view from, std::string_view to) {
    const std::size_t at = line.find(from);
    if (at != std::string::npos) line.replace(at, from.size(), to);
    return at;
  };
  replace("cuts the original mesh: triangle ", "holds points of the wall: point ");
  const std::size_t at = replace("cuts the wall of the container: ", "leaves the space around the points, ");
  if (at == std::string::npos) return line;
  const std::size_t triangles = line.find("triangle ", at);
  const std::size_t depth = line.find(", ", triangles);
  if (triangles != std::string::npos && depth != std::string::npos) line.erase(triangles, depth + 2 - triangles);
  return line;
}

std::string centre_outside(std::size_t index, const char* of) { return "box " + std::to_string(index) + " has its centre outside " + of; }

}  // namespace

trunk::LoadVerdict MeshVerifier::verify(const std::vector<trunk::BoxRow>& rows) const {
  trunk::LoadVerdict verdict = verify_boxes(rows, problem_.container, problem_.tolerance, thread_count_, problem_.corner_radius);
  if (!problem_.points_only) return verdict;
  for (std::string& line : verdict.violations) line = of_points(std::move(line));
  // The surface is one layer of cells larger than what the points enclose.
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (problem_.grid->centre_inside(rows[i].centre)) continue;
    const std::string line = centre_outside(i, "of the points");
    const auto known = std::find(verdict.violations.begin(), verdict.violations.end(), centre_outside(i, "the container"));
    if (known != verdict.violations.end()) {
      *known = line;
    } else {
      verdict.add(line);
    }
  }
  return verdict;
}

}  // namespace jam::mesh
