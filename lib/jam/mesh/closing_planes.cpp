// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <string>

#include "jam/mesh/read_steps.hpp"

namespace jam::mesh {
namespace {

/// A plane as --cap takes it, in the frame and unit of the file.
std::string plane_text(const FileFrame& frame, Vec3d point, Vec3d normal) {
  const Vec3d n = millimetres_of(frame.unit) * to_file(normal, frame.unit, frame.up);
  const Vec3d p = to_file(point, frame.unit, frame.up);
  constexpr double straight = 1 - 1e-6;
  const auto along = [&](char axis, double direction, double at) -> std::string {
    if (std::abs(direction) < straight) return {};
    return fmt::format("{}{}{:.6g}", axis, direction > 0 ? "<=" : ">=", at);
  };
  for (const std::string& text : {along('x', n.x, p.x), along('y', n.y, p.y), along('z', n.z, p.z)})
    if (!text.empty()) return text;
  return fmt::format("{:.6g},{:.6g},{:.6g}:{:.4g},{:.4g},{:.4g}", p.x, p.y, p.z, n.x, n.y, n.z);
}

}  // namespace

std::optional<trunk::ClosingPlane> plane_of(const AskedMesh& asked, const Opening& opening, Vec3d centre,
                                            double share) {
  if (opening.unevenness > share * opening.width) return {};
  Vec3d sum;
  for (std::size_t k = 1; k + 1 < opening.rim.size(); ++k)
    sum = sum + cross(opening.rim[k] - opening.rim[0], opening.rim[k + 1] - opening.rim[0]);
  if (!(length(sum) > 0)) return {};
  Vec3d normal = (1 / length(sum)) * sum;
  if (dot(normal, opening.middle - centre) < 0) normal = -normal;
  return trunk::ClosingPlane{opening.middle, normal, plane_text(asked.frame, opening.middle, normal)};
}

std::vector<trunk::ClosingPlane> closing_planes(const AskedMesh& asked, const ClosedMesh& closed,
                                                const trunk::Bounds& bounds) {
  const Vec3d centre = 0.5 * (bounds.low + bounds.high);
  std::vector<trunk::ClosingPlane> planes;
  for (const CapPlane& cap : asked.caps) planes.push_back(closing_plane(cap, centre));
  for (const Opening& opening : closed.openings.closed) {
    if (opening.kind != OpeningKind::rim) continue;
    if (std::optional<trunk::ClosingPlane> plane = plane_of(asked, opening, centre, even_share))
      planes.push_back(*plane);
  }
  return planes;
}

}  // namespace jam::mesh
