// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/polish/box_gaps.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "jam/contact/axis_preference.hpp"
#include "jam/contact/box_box.hpp"
#include "jam/contact/contact_point.hpp"

namespace jam::trunk {
namespace {

namespace preference = contact::preference;

using Box = contact::Box<double>;

/// sin^2 of the angle between two edges. Below it, their common normal rotates fast when the edges rotate:
/// the normal is then treated as constant, and all corners near the plane become rows.
constexpr double steady_sine_squared = 0.01;
/// Corners within this distance of a plane count as near to it [mm].
constexpr double same_level = 2;
/// If a face or the triangle's own plane separates triangle and box by clear_gap, edges are not tested
/// [mm].
constexpr double clear_gap = 0.5;

/// The lists of pairs and of triangles reach this much farther than `reach` [mm].
constexpr double pair_margin = 60;
constexpr double triangle_margin = 15;
/// More than the rounding error of gaps and motions [mm].
constexpr double rounding = 1e-6;

/// Corner i of the core.
Vec3d corner(const Box& box, int i) {
  return box.centre + ((i & 1) != 0 ? box.half.x : -box.half.x) * box.axis[0] +
         ((i & 2) != 0 ? box.half.y : -box.half.y) * box.axis[1] +
         ((i & 4) != 0 ? box.half.z : -box.half.z) * box.axis[2];
}

/// Radius of the sphere around the centre that contains the box.
double enclosing_radius(const Box& box) { return length(box.half) + box.margin; }

/// Corners of a core that lie nearly as far along a direction as the farthest one does.
struct Level {
  Vec3d corner[8];
  int count = 0;
};

Level corners_near(const Box& box, const Vec3d& direction) {
  Level level;
  const double farthest = dot(direction, contact::farthest_vertex(box, direction));
  for (int i = 0; i < 8; ++i) {
    const Vec3d point = corner(box, i);
    if (dot(direction, point) > farthest - same_level) level.corner[level.count++] = point;
  }
  return level;
}

/// Half the width of the box, margin included, along a unit vector.
double reach_along(const Box& box, const Vec3d& n) {
  return std::abs(dot(box.axis[0], n)) * box.half.x + std::abs(dot(box.axis[1], n)) * box.half.y +
         std::abs(dot(box.axis[2], n)) * box.half.z + box.margin;
}

/// Nearest points of the lines p + s u and q + t v, u and v not parallel, of any length.
void nearest_points(Vec3d& p, const Vec3d& u, Vec3d& q, const Vec3d& v) {
  const Vec3d w = q - p;
  const double uu = dot(u, u);
  const double uv = dot(u, v);
  const double vv = dot(v, v);
  const double determinant = uu * vv - uv * uv;
  if (!(determinant > 1e-14 * uu * vv)) return;
  const double s = (vv * dot(u, w) - uv * dot(v, w)) / determinant;
  const double t = (uv * dot(u, w) - uu * dot(v, w)) / determinant;
  p += s * u;
  q += t * v;
}

}  // namespace

contact::Box<double> contact_box(const PlacedBox& box) {
  const double radius = box.corner_radius;
  return contact::make_box(box.centre, box.rotation, 0.5 * box.edge - Vec3d{radius, radius, radius}, radius);
}

void BoxGaps::collect(std::span<const PlacedBox> boxes, std::span<const std::uint8_t> movable, double reach,
                      std::vector<GapRow>& rows) {
  last_.assign(boxes.begin(), boxes.end());
  box_.resize(boxes.size());
  radius_.resize(boxes.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    box_[i] = contact_box(boxes[i]);
    radius_[i] = enclosing_radius(box_[i]);
  }
  neighbours_.resize(std::max(neighbours_.size(), boxes.size()));
  find(movable, reach, true, rows);
}

void BoxGaps::follow(std::span<const PlacedBox> boxes, std::span<const std::uint8_t> movable, double reach,
                     std::vector<GapRow>& rows) {
  move(boxes, movable);
  find(movable, reach, *std::max_element(moved_.begin(), moved_.end()) > 0.5 * pair_margin, rows);
}

void BoxGaps::find(std::span<const std::uint8_t> movable, double reach, bool listed,
                   std::vector<GapRow>& rows) {
  rows.clear();
  if (listed) list_boxes(movable, reach);
  for (std::size_t i = 0; i < box_.size(); ++i) {
    if (movable[i] == 0) continue;
    Neighbours& near = neighbours_[i];
    for (Near& other : near.boxes) {
      const double moved = moved_[i] + moved_[other.number];
      if (moved < other.due) continue;
      other.due = moved + pair_rows(static_cast<int>(i), other.number, reach, rows) - rounding;
    }
    if (listed || moved_[i] - near.triangles_listed > triangle_margin) list_triangles(i, reach);
    begin_walls();
    for (Near& wall : near.triangles) {
      if (moved_[i] < wall.due) continue;
      wall.due = moved_[i] + triangle_rows(static_cast<int>(i), box_[i], wall.number, reach, rows) - rounding;
    }
  }
}

void BoxGaps::move(std::span<const PlacedBox> boxes, std::span<const std::uint8_t> movable) {
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    PlacedBox& last = last_[i];
    if (movable[i] == 0 || (boxes[i].centre == last.centre && boxes[i].rotation == last.rotation)) continue;
    const double half_sine = length((boxes[i].rotation * conjugate(last.rotation)).vector());
    moved_[i] += length(boxes[i].centre - last.centre) + 2 * half_sine * radius_[i];
    last = boxes[i];
    box_[i] = contact_box(last);
  }
}

void BoxGaps::list_boxes(std::span<const std::uint8_t> movable, double reach) {
  moved_.assign(box_.size(), 0);
  for (std::size_t i = 0; i < box_.size(); ++i) {
    if (movable[i] == 0) continue;
    std::vector<Near>& near = neighbours_[i].boxes;
    near.clear();
    for (std::size_t j = 0; j < box_.size(); ++j) {
      if (j == i || (j < i && movable[j] != 0)) continue;
      const double sphere = radius_[i] + radius_[j] + reach;
      const double square = length_squared(box_[j].centre - box_[i].centre);
      if (square >= (sphere + pair_margin) * (sphere + pair_margin)) continue;
      near.push_back({static_cast<int>(j), std::sqrt(square) - sphere - rounding});
    }
  }
}

void BoxGaps::list_triangles(std::size_t i, double reach) {
  Neighbours& near = neighbours_[i];
  find_triangles(box_[i], reach + triangle_margin);
  near.triangles.clear();
  for (const int t : near_) near.triangles.push_back({t, 0});
  near.triangles_listed = moved_[i];
}

double BoxGaps::pair_rows(int i, int j, double reach, std::vector<GapRow>& rows) const {
  const Box& a = box_[i];
  const Box& b = box_[j];
  const double sphere = radius_[i] + radius_[j] + reach;
  const double square = length_squared(b.centre - a.centre);
  if (square >= sphere * sphere) return std::sqrt(square) - sphere;
  contact::AxisOverlap<double> least = contact::least_overlap(a, b, -reach, preference::edge_share);
  if (least.overlap <= -reach) return -least.overlap - reach;
  if (least.axis >= contact::first_edge_axis) {
    // Takes an edge axis only if it is better, otherwise the best face.
    const contact::AxisOverlap<double> faces = contact::least_overlap(a, b, 1e30, 1.0);
    if (faces.overlap - least.overlap < preference::edge_gain) least = faces;
  }
  const double margins = a.margin + b.margin;
  const int axis = static_cast<int>(least.axis);
  const Vec3d normal = contact::axis_from_a_to_b(a, b, axis);
  if (axis >= contact::first_edge_axis) {
    const int u = (axis - contact::first_edge_axis) / 3;
    const int v = (axis - contact::first_edge_axis) % 3;
    Vec3d p = contact::farthest_edge(a, u, normal);
    Vec3d q = contact::farthest_edge(b, v, -normal);
    const double cosine = dot(a.axis[u], b.axis[v]);
    if (1 - cosine * cosine < steady_sine_squared) {
      const Level from = corners_near(a, normal);
      const Level to = corners_near(b, -normal);
      for (int k = 0; k < from.count; ++k) {
        for (int m = 0; m < to.count; ++m) {
          const double gap = dot(normal, to.corner[m] - from.corner[k]) - margins;
          rows.push_back({i, j, normal, from.corner[k] - a.centre, to.corner[m] - b.centre, gap});
        }
      }
      return 0;
    }
    nearest_points(p, a.axis[u], q, b.axis[v]);
    rows.push_back({i, j, normal, p - a.centre, q - b.centre, -least.overlap});
    return 0;
  }
  const bool face_of_a = axis < 3;
  const Box& reference = face_of_a ? a : b;
  const Box& other = face_of_a ? b : a;
  const Vec3d outward = face_of_a ? normal : -normal;
  const double level = contact::component(reference.half, face_of_a ? axis : axis - 3);
  for (int k = 0; k < 8; ++k) {
    const Vec3d point = corner(other, k);
    const double gap = dot(outward, point - reference.centre) - level - margins;
    if (gap < reach) rows.push_back({i, j, normal, point - a.centre, point - b.centre, gap});
  }
  return 0;
}

void BoxGaps::find_triangles(const Box& box, double reach) {
  const Vec3d hull{reach_along(box, {1, 0, 0}) + reach, reach_along(box, {0, 1, 0}) + reach,
                   reach_along(box, {0, 0, 1}) + reach};
  walls_.near({box.centre - hull, box.centre + hull}, near_);
}

void BoxGaps::begin_walls() {
  seen_count_ = 0;
  if (++box_stamp_ != 0 && !seen_.empty()) return;
  seen_.assign(std::max<std::size_t>(64, seen_.size()), {0, 0});
  box_stamp_ = 1;
}

bool BoxGaps::mark(std::int64_t corner_at_face) {
  const auto put = [this](std::int64_t key) {
    const std::size_t last = seen_.size() - 1;
    std::size_t at = (static_cast<std::uint64_t>(key) * 0x9E3779B97F4A7C15) >> 32 & last;
    while (seen_[at].stamp == box_stamp_ && seen_[at].corner_at_face != key) at = (at + 1) & last;
    if (seen_[at].stamp == box_stamp_) return false;
    seen_[at] = {key, box_stamp_};
    return true;
  };
  if (!put(corner_at_face)) return false;
  if (2 * ++seen_count_ < seen_.size()) return true;
  std::vector<Seen> before(2 * seen_.size(), {0, 0});
  before.swap(seen_);
  for (const Seen& seen : before) {
    if (seen.stamp == box_stamp_) put(seen.corner_at_face);
  }
  return true;
}

double BoxGaps::triangle_rows(int number, const Box& box, int t, double reach, std::vector<GapRow>& rows) {
  const std::array<Vec3d, 3>& at = walls_.corners(t);
  const Vec3d q[3] = {at[0] - box.centre, at[1] - box.centre, at[2] - box.centre};

  // Faces of the box: the triangle lies beyond one of them. side: 1 if it is the positive one.
  double face_gap = -1e300;
  int face = 0;
  double face_side = 1;
  for (int k = 0; k < 3; ++k) {
    const double x = dot(box.axis[k], q[0]);
    const double y = dot(box.axis[k], q[1]);
    const double z = dot(box.axis[k], q[2]);
    const double half = contact::component(box.half, k) + box.margin;
    const double above = std::min(std::min(x, y), z) - half;
    const double below = -std::max(std::max(x, y), z) - half;
    if (above > face_gap) face_gap = above, face = k, face_side = 1;
    if (below > face_gap) face_gap = below, face = k, face_side = -1;
  }
  if (face_gap >= reach) return face_gap - reach;

  double best = face_gap;
  int kind = 0;  // 0: face, 1: plane of the triangle, 2: edges.
  const Vec3d n = walls_.normal(t);
  const double height = -dot(n, q[0]);  // Height of the centre above the triangle.
  const double plane_gap = std::abs(height) - reach_along(box, n);
  if (n != Vec3d{}) {
    if (plane_gap >= reach) return plane_gap - reach;
    const auto rank = [](double gap, double share) { return gap < 0 ? share * gap : gap; };
    if (rank(plane_gap, preference::plane_share) > best)
      best = rank(plane_gap, preference::plane_share), kind = 1;
  }
  int edge_axis = 0;
  int edge_side = 0;
  Vec3d edge_normal;  // From the triangle to the box.
  double edge_gap = 0;
  bool edge_steady = true;
  for (int e = 0; e < 3 && best < clear_gap; ++e) {
    const Vec3d along = q[(e + 1) % 3] - q[e];
    for (int k = 0; k < 3; ++k) {
      Vec3d axis = cross(box.axis[k], along);
      const double square = dot(axis, axis);
      if (!(square > 1e-8 * dot(along, along))) continue;
      axis = axis * (1 / std::sqrt(square));
      // The edge must be the part of the triangle nearest to the box; otherwise the axis is not a face
      // normal of their Minkowski difference.
      const double level = dot(axis, q[e]);
      const bool above = level > 0;
      if (above ? dot(axis, q[(e + 2) % 3]) < level : dot(axis, q[(e + 2) % 3]) > level) continue;
      const double gap = std::abs(level) - reach_along(box, axis);
      if (gap < 0 ? gap / preference::edge_share - preference::edge_gain > best : gap > best) {
        best = edge_gap = gap;
        kind = 2;
        edge_steady = square > steady_sine_squared * dot(along, along);
        edge_axis = k;
        edge_side = e;
        edge_normal = above ? -axis : axis;
      }
    }
  }
  if (kind == 2) {
    if (edge_gap >= reach) return edge_gap - reach;
    Vec3d p = contact::farthest_edge(box, edge_axis, -edge_normal);
    if (!edge_steady) {
      const Level from = corners_near(box, -edge_normal);
      const double level = dot(edge_normal, at[edge_side]);
      for (const Vec3d& corner_of_wall : at) {
        const double top = dot(edge_normal, corner_of_wall);
        if (top < level - same_level) continue;
        for (int k = 0; k < from.count; ++k)
          rows.push_back({-1,
                          number,
                          edge_normal,
                          {},
                          from.corner[k] - box.centre,
                          dot(edge_normal, from.corner[k]) - top - box.margin});
      }
      return 0;
    }
    Vec3d on_wall = at[edge_side];
    nearest_points(p, box.axis[edge_axis], on_wall, q[(edge_side + 1) % 3] - q[edge_side]);
    rows.push_back({-1, number, edge_normal, {}, p - box.centre, edge_gap});
  } else if (kind == 1) {
    const Vec3d inward = height < 0 ? -n : n;
    for (int k = 0; k < 8; ++k) {
      const Vec3d arm = corner(box, k) - box.centre;
      const double gap = dot(inward, arm) + std::abs(height) - box.margin;
      if (gap < reach) rows.push_back({-1, number, inward, {}, arm, gap});
    }
  } else {
    const Vec3d outward = face_side * box.axis[face];
    const double half = contact::component(box.half, face) + box.margin;
    for (std::size_t k = 0; k < 3; ++k) {
      const double gap = dot(outward, q[k]) - half;
      if (gap >= reach) continue;
      if (!mark(6 * static_cast<std::int64_t>(walls_.corner_numbers(t)[k]) + 2 * face +
                (face_side > 0 ? 1 : 0)))
        continue;
      rows.push_back({-1, number, -outward, {}, q[k], gap});
    }
  }
  return 0;
}

}  // namespace jam::trunk
