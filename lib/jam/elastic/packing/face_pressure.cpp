// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/elastic/packing/face_pressure.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <utility>

namespace jam::elastic {
namespace {

/// Largest distance of the resultant of the pressures from the force, over the size of the face [-].
constexpr double centre_tolerance = 1e-4;
constexpr int tilt_limit = 40;

/// Twice the area of a triangle, positive if its corners run anticlockwise.
double turn(FlatPoint a, FlatPoint b, FlatPoint c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// By a chain from left to right and one back.
std::vector<FlatPoint> hull_of(std::vector<FlatPoint> points) {
  std::ranges::sort(points, {}, [](FlatPoint p) { return std::pair(p.x, p.y); });
  std::vector<FlatPoint> hull;
  for (int pass = 0; pass < 2; ++pass) {
    const std::size_t begin = hull.size();
    for (const FlatPoint p : points) {
      while (hull.size() >= begin + 2 && turn(hull[hull.size() - 2], hull.back(), p) <= 0) hull.pop_back();
      hull.push_back(p);
    }
    hull.pop_back();
    std::ranges::reverse(points);
  }
  return hull;
}

bool inside(const std::vector<FlatPoint>& hull, FlatPoint p) {
  for (std::size_t k = 0; k < hull.size(); ++k) {
    if (turn(hull[k], hull[(k + 1) % hull.size()], p) < 0) return false;
  }
  return true;
}

}  // namespace

NormalSettings plain_settings() {
  NormalSettings settings;
  settings.product = ProductKind::direct;
  settings.preconditioned = settings.coarse_start = false;
  settings.thread_count = 1;
  return settings;
}

Face make_face(const std::vector<FlatPoint>& points, FlatPoint centre) {
  Face face{hull_of(points), centre, 0};
  FlatPoint along;
  for (std::size_t k = 0; k < face.hull.size(); ++k) {
    const FlatPoint p = face.hull[k], q = face.hull[(k + 1) % face.hull.size()], edge = q - p;
    face.area += 0.5 * (p.x * q.y - p.y * q.x);
    if (dot(edge, edge) > dot(along, along)) along = edge;
  }
  const double size = length(along);
  const auto turned = [&](FlatPoint p) {
    return FlatPoint{(p.x * along.x + p.y * along.y) / size, (p.y * along.x - p.x * along.y) / size};
  };
  for (FlatPoint& p : face.hull) p = turned(p);
  face.centre = turned(centre);
  return face;
}

Face round_face(double area) {
  constexpr int corners = 64;
  Face face{{}, {}, area};
  const double radius = std::sqrt(area / std::numbers::pi);
  for (int k = 0; k < corners; ++k) {
    const double angle = 2 * std::numbers::pi * k / corners;
    face.hull.push_back({radius * std::cos(angle), radius * std::sin(angle)});
  }
  return face;
}

FacePressure face_pressure(const Face& face, const MaterialPair& pair, double flexibility, double force) {
  const auto [left, right] = std::ranges::minmax(face.hull, {}, &FlatPoint::x);
  const auto [low, high] = std::ranges::minmax(face.hull, {}, &FlatPoint::y);
  const double width = right.x - left.x, height = high.y - low.y, edge = std::max(width, height) / face_cells;
  const auto cells = [&](double length) { return std::max(3, static_cast<int>(std::lround(length / edge))); };
  const Grid grid = centred_grid(cells(width), cells(height), width, height);
  const FlatPoint middle{0.5 * (left.x + right.x), 0.5 * (low.y + high.y)};
  const FlatPoint target = face.centre - middle;
  std::vector<unsigned char> covered;
  double xx = 0, yy = 0, count = 0;
  for (int i = 0; i < grid.count(); ++i) {
    const FlatPoint p{grid.x(i % grid.nx), grid.y(i / grid.nx)};
    covered.push_back(inside(face.hull, p + middle));
    if (covered.back() != 0) xx += p.x * p.x, yy += p.y * p.y, count += 1;
  }
  FacePressure found;
  if (!(xx > 0 && yy > 0)) return found;
  const double size = std::max(width, height);
  NormalSolution solution;
  std::vector<double> gap(covered.size());
  // Distance of the resultant of the pressures of a tilt from the point where the force acts.
  const auto missed = [&](FlatPoint tilt) {
    for (int i = 0; i < grid.count(); ++i)
      gap[i] = covered[i] != 0 ? tilt.x * grid.x(i % grid.nx) + tilt.y * grid.y(i / grid.nx) : no_surface;
    solution = solve_normal(grid, pair, flexibility, gap, {true, force}, plain_settings());
    FlatPoint sum;
    for (int i = 0; i < grid.count(); ++i)
      sum = sum + solution.pressure[i] * FlatPoint{grid.x(i % grid.nx), grid.y(i / grid.nx)};
    return (grid.area() / solution.force) * sum - target;
  };
  FlatPoint tilt, rest = missed(tilt);
  // Inverse of the change of the place with the tilt, column by column: at first that of a bed of springs as
  // stiff as liner and bodies.
  FlatPoint column[2] = {{-solution.approach * count / xx, 0}, {0, -solution.approach * count / yy}};
  for (int k = 0; length(rest) > centre_tolerance * size; ++k) {
    if (k == tilt_limit || !std::isfinite(rest.x) || !std::isfinite(rest.y)) return found;
    FlatPoint move = FlatPoint{} - (rest.x * column[0] + rest.y * column[1]);
    // If the face lifts off, a tilt moves the pressures less: no more than the tilt so far.
    const double longest = 2 * std::max(length(tilt), solution.approach / size);
    if (const double way = length(move); way > longest)
      move = {move.x * longest / way, move.y * longest / way};
    tilt = tilt + move;
    const FlatPoint before = rest;
    rest = missed(tilt);
    // Broyden: B += (move - B gained) (move^T B) / (move . B gained).
    const FlatPoint gained = rest - before, predicted = gained.x * column[0] + gained.y * column[1];
    const double scale = dot(move, predicted);
    if (scale == 0) continue;
    const FlatPoint error{(move.x - predicted.x) / scale, (move.y - predicted.y) / scale};
    for (FlatPoint& c : column) c = c + dot(move, c) * error;
  }
  found.solved = solution.status == SolveEnd::solved;
  found.approach = solution.approach;
  found.area = solution.contact_cells * grid.area();
  found.peak = solution.peak;
  return found;
}

}  // namespace jam::elastic
