// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/scenes/mesh_container.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "jam/core/error.hpp"
#include "jam/dynamics/collide/box_axes.hpp"
#include "jam/dynamics/scenes/wall_shapes.hpp"

namespace jam::dynamics {
namespace {

/// Throws InputError unless every edge has one triangle on each of its sides, turned alike.
void require_closed(std::span<const std::array<int, 3>> triangles) {
  std::set<std::pair<int, int>> directed;
  long long wrong = 0;
  for (const auto& t : triangles) {
    for (int k = 0; k < 3; ++k) {
      if (!directed.emplace(t[k], t[(k + 1) % 3]).second) ++wrong;
    }
  }
  for (const auto& [from, to] : directed) {
    if (!directed.contains({to, from})) ++wrong;
  }
  if (wrong > 0 || triangles.empty()) {
    throw InputError(
        fmt::format("the surface is not closed: {} of its edges {} not have one triangle on each side", wrong,
                    wrong == 1 ? "does" : "do"));
  }
}

/// A connected part of the surface.
struct Part {
  double volume = 0;  ///< Volume that the part encloses [m^3]; above 0 if its triangles face outwards.
  std::vector<std::array<int, 3>> triangles;
};

/// All parts; the part with the largest volume is the first.
std::vector<Part> parts_of(std::span<const Vec3d> vertices, std::span<const std::array<int, 3>> triangles) {
  // Each vertex leads to one of its part with a smaller number, the first of all to itself.
  std::vector<int> parent(vertices.size());
  std::iota(parent.begin(), parent.end(), 0);
  const auto first_of = [&](int vertex) {
    while (parent[vertex] != vertex) vertex = parent[vertex] = parent[parent[vertex]];
    return vertex;
  };
  for (const auto& t : triangles) {
    for (const int k : {t[1], t[2]}) {
      const auto [low, high] = std::minmax({first_of(t[0]), first_of(k)});
      parent[high] = low;
    }
  }
  std::map<int, Part> by_first;
  const Vec3d origin = vertices[triangles.front()[0]];
  for (const auto& t : triangles) {
    Part& part = by_first[first_of(t[0])];
    part.triangles.push_back(t);
    part.volume += dot(vertices[t[0]] - origin, cross(vertices[t[1]] - origin, vertices[t[2]] - origin)) / 6;
  }
  std::vector<Part> parts;
  for (auto& [first, part] : by_first) parts.push_back(std::move(part));
  std::stable_sort(parts.begin(), parts.end(),
                   [](const Part& a, const Part& b) { return std::fabs(a.volume) > std::fabs(b.volume); });
  return parts;
}

/// Cuts a convex polygon by component `axis` <= limit, or >= -limit with sign -1.
std::vector<Vec3d> cut_by(const std::vector<Vec3d>& polygon, int axis, double sign, double limit) {
  std::vector<Vec3d> result;
  const auto beyond = [&](Vec3d v) { return sign * component(v, axis) - limit; };
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const Vec3d here = polygon[k], there = polygon[(k + 1) % polygon.size()];
    const double a = beyond(here), b = beyond(there);
    if (a <= 0) result.push_back(here);
    if ((a < 0 && b > 0) || (a > 0 && b < 0)) result.push_back(here + a / (a - b) * (there - here));
  }
  return result;
}

/// Whether a triangle has a point in a box.
bool meets(const PlacedBox& box, const std::array<Vec3d, 3>& corners) {
  std::vector<Vec3d> polygon;
  for (const Vec3d corner : corners) polygon.push_back(to_box(box, corner - box.centre));
  for (int axis = 0; axis < 3 && !polygon.empty(); ++axis) {
    for (const double sign : {1.0, -1.0}) polygon = cut_by(polygon, axis, sign, component(box.half, axis));
  }
  return !polygon.empty();
}

/// Height above `point` at which the line through it along (slant_x, slant_y, 1) crosses the triangle;
/// nothing if it does not. Neighbouring triangles decide alike on a shared side.
std::optional<double> height_over(Vec3d point, double slant_x, double slant_y,
                                  const std::array<Vec3d, 3>& corner) {
  double x[3], y[3];
  for (int k = 0; k < 3; ++k) {
    const Vec3d p = corner[k] - point;
    x[k] = p.x - slant_x * p.z;
    y[k] = p.y - slant_y * p.z;
  }
  double weight[3];
  for (int k = 0; k < 3; ++k) weight[k] = x[(k + 1) % 3] * y[(k + 2) % 3] - x[(k + 2) % 3] * y[(k + 1) % 3];
  const bool all_positive = weight[0] > 0 && weight[1] > 0 && weight[2] > 0;
  const bool all_negative = weight[0] < 0 && weight[1] < 0 && weight[2] < 0;
  if (!all_positive && !all_negative) return std::nullopt;
  const double sum = weight[0] + weight[1] + weight[2];
  return (weight[0] * (corner[0].z - point.z) + weight[1] * (corner[1].z - point.z) +
          weight[2] * (corner[2].z - point.z)) /
         sum;
}

PlacedBox placed(const BoxAt& box, double gap) {
  return contact::make_box(box.pose.position, box.pose.rotation, box.half + Vec3d{gap, gap, gap});
}

}  // namespace

MeshContainer::MeshContainer(std::span<const Vec3d> vertices, std::span<const std::array<int, 3>> triangles) {
  require_closed(triangles);
  const std::vector<Part> parts = parts_of(vertices, triangles);
  low_ = high_ = vertices[parts.front().triangles.front()[0]];
  for (const auto& t : parts.front().triangles) {
    for (const int k : t) {
      const Vec3d p = vertices[k];
      low_ = {std::min(low_.x, p.x), std::min(low_.y, p.y), std::min(low_.z, p.z)};
      high_ = {std::max(high_.x, p.x), std::max(high_.y, p.y), std::max(high_.z, p.z)};
    }
  }
  const double size = length(high_ - low_);
  if (!(std::fabs(parts.front().volume) > 1e-9 * size * size * size))
    throw InputError("the surface encloses no volume");
  std::vector<std::array<int, 3>> turned;
  for (const Part& part : parts) {
    const bool is_container = &part == &parts.front();
    if (!is_container && !contains(vertices[part.triangles.front()[0]])) {
      throw InputError("the surface has parts side by side: one container is accepted, with obstacles in it");
    }
    // Triangles are turned so that their normals point to the bodies: into the container, out of an obstacle.
    const bool turn = (part.volume > 0) == is_container;
    for (const auto& t : part.triangles) {
      turned.push_back({t[0], turn ? t[2] : t[1], turn ? t[1] : t[2]});
      corners_.push_back({vertices[t[0]], vertices[turned.back()[1]], vertices[turned.back()[2]]});
    }
  }
  shapes_ = wall_shapes(vertices, turned);
}

bool MeshContainer::contains(Vec3d point) const {
  // Along a slant that no edge of a real mesh has.
  bool inside = false;
  for (const auto& corner : corners_) {
    const std::optional<double> height = height_over(point, 0.0123456, 0.0078912, corner);
    if (height && *height > 0) inside = !inside;
  }
  return inside;
}

double MeshContainer::ceiling(double x, double y) const {
  double highest = low_.z;
  for (const auto& corner : corners_) {
    if (const std::optional<double> height = height_over({x, y, 0}, 0, 0, corner))
      highest = std::max(highest, *height);
  }
  return highest;
}

bool MeshContainer::holds(const BoxAt& box, double gap) const {
  const PlacedBox wider = placed(box, gap);
  Vec3d reach;
  for (int k = 0; k < 3; ++k) {
    const Vec3d edge = component(wider.half, k) * wider.axis[k];
    reach += Vec3d{std::fabs(edge.x), std::fabs(edge.y), std::fabs(edge.z)};
  }
  for (const auto& c : corners_) {
    bool apart = false;
    for (int k = 0; k < 3; ++k) {
      const auto [least, most] = std::minmax({component(c[0], k), component(c[1], k), component(c[2], k)});
      const double middle = component(wider.centre, k), extent = component(reach, k);
      apart = apart || least > middle + extent || most < middle - extent;
    }
    if (!apart && meets(wider, c)) return false;
  }
  return contains(box.pose.position);
}

bool overlap(const BoxAt& a, const BoxAt& b) {
  return separating_axes(placed(a, 0), placed(b, 0), 1e300).largest() < 0;
}

}  // namespace jam::dynamics
