// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/mesh/clouds/plane_edges.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

namespace jam::mesh {
namespace {

constexpr double least_sine = 0.05;         ///< Between planes that meet in an edge.
constexpr double least_determinant = 0.02;  ///< Determinant of three normals that meet in a corner.
/// Longest gap between the neighbours of an edge that is bridged, over edge_reach().
constexpr double bridged = 2;
/// Half spacings within which a point on an edge replaces given points. With more than sqrt(2) / 2, the ball
/// around two neighbours on the edge is empty, so that no triangle cuts across the edge.
constexpr double replacing = 0.75;

struct Line {
  Vec3d origin;
  Vec3d direction;
  std::vector<double> places;   ///< Points beside it, as lengths along `direction` [mm].
  std::vector<double> corners;  ///< The same for its corners.
};

/// The point of three planes; none where they are nearly dependent.
std::optional<Vec3d> common_point(const FittedPlane& a, const FittedPlane& b, const FittedPlane& c) {
  const Vec3d bc = cross(b.normal, c.normal);
  const double determinant = dot(a.normal, bc);
  if (std::abs(determinant) < least_determinant) return std::nullopt;
  // Relative to the centre of `a`, for the sake of digits.
  const double db = -b.distance(a.centre);
  const double dc = -c.distance(a.centre);
  return a.centre + (db * cross(c.normal, a.normal) + dc * cross(a.normal, b.normal)) / determinant;
}

class Edges {
 public:
  Edges(PlanarCloud& cloud, const std::vector<std::vector<int>>& near)
      : cloud_(cloud), near_(near), reach_(edge_reach(cloud)), step_(cloud.spacing / 2) {}

  void run() {
    for (std::size_t i = 0; i < cloud_.given; ++i) visit(i);
    for (const auto& [planes, place] : corners_) add_corner(planes, place);
    for (auto& [planes, line] : lines_) add_points(planes, line);
    mark_replaced();
  }

 private:
  void visit(std::size_t i) {
    const Vec3d p = cloud_.points[i].place;
    const std::vector<int>& near = near_[i];
    for (std::size_t a = 0; a < near.size(); ++a) {
      for (std::size_t b = a + 1; b < near.size(); ++b) {
        if (Line* line = line_of(near[a], near[b], p)) note_place(i, *line, near[a], near[b]);
        for (std::size_t c = b + 1; c < near.size(); ++c) note_corner(p, {near[a], near[b], near[c]});
      }
    }
  }

  Line* line_of(int a, int b, Vec3d beside) {
    const auto [at, is_new] = lines_.try_emplace({a, b});
    Line& line = at->second;
    if (is_new) {
      const FittedPlane& first = cloud_.planes[a];
      const FittedPlane& second = cloud_.planes[b];
      const Vec3d across = cross(first.normal, second.normal);
      if (length(across) >= least_sine) {
        line.direction = normalised(across, Vec3d{});
        line.origin = *common_point(first, second, {beside, line.direction});
      }
    }
    return line.direction == Vec3d{} ? nullptr : &line;
  }

  /// Takes note of the point where the edge passes the given point `i`, unless that lies behind another plane
  /// near by.
  void note_place(std::size_t i, Line& line, int a, int b) {
    const CloudPoint& point = cloud_.points[i];
    if (!std::ranges::binary_search(point.planes, a) && !std::ranges::binary_search(point.planes, b)) return;
    const double t = dot(line.direction, point.place - line.origin);
    const Vec3d q = line.origin + t * line.direction;
    if (length(q - point.place) > reach_) return;
    for (const int k : near_[i]) {
      if (k == a || k == b) continue;
      const double there = cloud_.planes[k].distance(q);
      if (std::abs(there) > cloud_.reach && there * cloud_.planes[k].distance(point.place) < 0) return;
    }
    line.places.push_back(t);
  }

  void note_corner(Vec3d p, const std::array<int, 3>& planes) {
    const std::optional<Vec3d> corner =
        common_point(cloud_.planes[planes[0]], cloud_.planes[planes[1]], cloud_.planes[planes[2]]);
    if (!corner || length(*corner - p) > reach_) return;
    if (!corners_.try_emplace(planes, *corner).second) return;
    for (const auto& [a, b] : {std::pair{0, 1}, std::pair{0, 2}, std::pair{1, 2}}) {
      Line* line = line_of(planes[static_cast<std::size_t>(a)], planes[static_cast<std::size_t>(b)], *corner);
      if (line != nullptr) line->corners.push_back(dot(line->direction, *corner - line->origin));
    }
  }

  /// Adds a corner, or its planes to one at the same place.
  void add_corner(const std::array<int, 3>& planes, Vec3d place) {
    for (std::size_t i = cloud_.given; i < cloud_.points.size(); ++i) {
      CloudPoint& other = cloud_.points[i];
      if (length(other.place - place) > cloud_.reach) continue;
      other.planes.insert(other.planes.end(), planes.begin(), planes.end());
      std::ranges::sort(other.planes);
      other.planes.erase(std::unique(other.planes.begin(), other.planes.end()), other.planes.end());
      return;
    }
    cloud_.points.push_back({place, {planes.begin(), planes.end()}, false});
  }

  void add_points(const std::pair<int, int>& planes, Line& line) {
    std::vector<std::pair<double, bool>> marks;  // Place, whether a corner is there.
    for (const double t : line.places) {
      if (std::ranges::none_of(line.corners, [&](double c) { return std::abs(t - c) < step_ / 4; }))
        marks.emplace_back(t, false);
    }
    for (const double t : line.corners) marks.emplace_back(t, true);
    std::ranges::sort(marks);
    // A run of places ends at a corner, or at a gap.
    for (std::size_t begin = 0; begin < marks.size();) {
      std::size_t end = begin + 1;
      while (end < marks.size() && marks[end].first - marks[end - 1].first <= bridged * reach_ &&
             !marks[end - 1].second)
        ++end;
      const bool starts_at_corner = begin > 0 && marks[begin - 1].second &&
                                    marks[begin].first - marks[begin - 1].first <= bridged * reach_;
      fill(planes, line, starts_at_corner ? marks[begin - 1] : marks[begin], marks[end - 1]);
      begin = end;
    }
  }

  /// Points from one mark to another, without those at corners.
  void fill(const std::pair<int, int>& planes, const Line& line, std::pair<double, bool> from,
            std::pair<double, bool> to) {
    const double extent = to.first - from.first;
    const int count = std::max(1, static_cast<int>(std::ceil(extent / step_ - 1e-9)));
    for (int k = from.second ? 1 : 0; k <= (to.second ? count - 1 : count); ++k)
      cloud_.points.push_back({line.origin + (from.first + extent * k / count) * line.direction,
                               {planes.first, planes.second},
                               false});
  }

  void mark_replaced() {
    const double limit = replacing * step_;
    const auto cell = [limit](Vec3d p) {
      const auto index = [limit](double x) { return static_cast<std::int64_t>(std::floor(x / limit)); };
      return std::array{index(p.x), index(p.y), index(p.z)};
    };
    std::map<std::array<std::int64_t, 3>, std::vector<std::size_t>> cells;
    for (std::size_t i = cloud_.given; i < cloud_.points.size(); ++i)
      cells[cell(cloud_.points[i].place)].push_back(i);
    for (std::size_t i = 0; i < cloud_.given; ++i) {
      CloudPoint& point = cloud_.points[i];
      if (point.planes.empty() || near_[i].size() < 2) continue;
      const std::array<std::int64_t, 3> own = cell(point.place);
      for (int k = 0; k < 27 && !point.replaced; ++k) {
        const auto at = cells.find({own[0] + k % 3 - 1, own[1] + k / 3 % 3 - 1, own[2] + k / 9 - 1});
        if (at == cells.end()) continue;
        point.replaced = std::ranges::any_of(at->second, [&](std::size_t other) {
          const CloudPoint& edge = cloud_.points[other];
          return length(edge.place - point.place) < limit &&
                 std::ranges::find_first_of(edge.planes, point.planes) != edge.planes.end();
        });
      }
    }
  }

  PlanarCloud& cloud_;
  const std::vector<std::vector<int>>& near_;
  double reach_;
  double step_;
  std::map<std::pair<int, int>, Line> lines_;
  std::map<std::array<int, 3>, Vec3d> corners_;
};

}  // namespace

void add_edges(PlanarCloud& cloud, const std::vector<std::vector<int>>& near) { Edges(cloud, near).run(); }

}  // namespace jam::mesh
