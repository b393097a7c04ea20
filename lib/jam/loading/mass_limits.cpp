// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/loading/mass_limits.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "jam/io/number_text.hpp"
#include "jam/loading/sweep.hpp"
#include "jam/trunk/model/box_sets.hpp"

namespace jam::loading {
namespace {

using trunk::Bounds;
using trunk::BoxRow;
using Supports = std::vector<std::vector<Support>>;

constexpr Vec3d down{0, 0, -1};
/// Depth to which boxes may overlap on their way down [mm]: those that only touch are passed.
constexpr double overlap = 0.01;
constexpr double infinity = std::numeric_limits<double>::infinity();
/// Relative rounding of a sum of masses.
constexpr double rounding = 1e-9;

struct Point {
  double x, y;
};
using Polygon = std::vector<Point>;

/// Twice the area of a triangle, positive if counter-clockwise.
double turn(Point a, Point b, Point c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }

/// The shadow of a box on the ground: the convex hull of its corners, counter-clockwise.
Polygon shadow_of(const Zonotope& box) {
  Polygon corners;
  for (unsigned k = 0; k < 8; ++k) {
    Vec3d corner = box.centre;
    for (unsigned axis = 0; axis < 3; ++axis)
      corner = (k >> axis & 1U) != 0 ? corner + box.half[axis] : corner - box.half[axis];
    corners.push_back({corner.x, corner.y});
  }
  std::ranges::sort(corners, [](Point a, Point b) { return a.x < b.x || (a.x == b.x && a.y < b.y); });
  Polygon hull;
  const auto add_chain = [&](auto first, auto last) {
    const std::size_t begin = hull.size();
    for (; first != last; ++first) {
      while (hull.size() >= begin + 2 && turn(hull[hull.size() - 2], hull.back(), *first) <= 0)
        hull.pop_back();
      hull.push_back(*first);
    }
    hull.pop_back();  // The first corner of the other chain.
  };
  add_chain(corners.begin(), corners.end());
  add_chain(corners.rbegin(), corners.rend());
  return hull;
}

/// Area that two convex polygons have in common: one is cut by the edges of the other (I. E. Sutherland, G.
/// W. Hodgman, Reentrant polygon clipping, Communications of the ACM 17, 1974).
double common_area(Polygon cut, const Polygon& by) {
  for (std::size_t k = 0; k < by.size() && !cut.empty(); ++k) {
    const Point from = by[k], to = by[(k + 1) % by.size()];
    Polygon inside;
    for (std::size_t i = 0; i < cut.size(); ++i) {
      const Point a = cut[i], b = cut[(i + 1) % cut.size()];
      const double side_a = turn(from, to, a), side_b = turn(from, to, b);
      if (side_a >= 0) inside.push_back(a);
      if ((side_a > 0 && side_b < 0) || (side_a < 0 && side_b > 0)) {
        const double t = side_a / (side_a - side_b);
        inside.push_back({a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)});
      }
    }
    cut = std::move(inside);
  }
  double area = 0;
  for (std::size_t i = 1; i + 1 < cut.size(); ++i) area += 0.5 * turn(cut[0], cut[i], cut[i + 1]);
  return area;
}

Zonotope body_of(const BoxRow& row) {
  return {row.centre,
          {0.5 * row.edge.x * row.first_axis, 0.5 * row.edge.y * row.second_axis,
           0.5 * row.edge.z * row.third_axis(), Vec3d{}},
          3};
}

/// How far a box can go down until it meets the other body, at least 0; infinite: it does not. At the start
/// both may overlap by `tolerance` [mm].
template <class Body>
double way_down(const Zonotope& box, const Body& other, double tolerance) {
  const Times times = overlap_times(box, down, other, overlap + tolerance);
  return times.none() || times.to <= 0 ? infinity : std::max(0.0, times.from);
}

/// Everything that stands on a box, directly or not; `upon` has the boxes that stand on each.
std::vector<int> stack_upon(const std::vector<std::vector<int>>& upon, int box) {
  std::vector<int> stack, open{box};
  std::vector<char> seen(upon.size(), 0);
  seen[box] = 1;
  while (!open.empty()) {
    const int next = open.back();
    open.pop_back();
    for (const int other : upon[next]) {
      if (seen[other] != 0) continue;
      seen[other] = 1;
      stack.push_back(other);
      open.push_back(other);
    }
  }
  return stack;
}

std::vector<std::vector<int>> upon_of(const Supports& supports) {
  std::vector<std::vector<int>> upon(supports.size());
  for (std::size_t box = 0; box < supports.size(); ++box)
    for (const Support& support : supports[box]) upon[support.carrier].push_back(static_cast<int>(box));
  return upon;
}

/// A load and the limits of its boxes.
struct LimitedLoad {
  std::size_t fixed;
  std::vector<int> kinds;  ///< Kind of each box; -1: none.
  std::vector<double> masses;
  std::vector<double> limits;  ///< Infinite: none.
  Supports supports;

  LimitedLoad(const trunk::TrunkProblem& problem, const trunk::WallTriangles& walls,
              const std::vector<BoxRow>& rows)
      : fixed(problem.fixed.size()),
        kinds(trunk::kinds_of(problem.set, rows)),
        masses(trunk::masses_of(problem.set, rows, assumed_density)),
        limits(rows.size(), infinity),
        supports(supports_of(walls, rows, fixed, problem.tolerance)) {
    for (std::size_t box = fixed; box < rows.size(); ++box) {
      if (kinds[box] >= 0) limits[box] = problem.set.pieces[kinds[box]].carries.value_or(infinity);
    }
  }

  [[nodiscard]] bool is_over(double carried, std::size_t box) const {
    return carried > limits[box] * (1 + rounding) + rounding * masses[box];
  }
  /// The first box that carries too much; -1: none does.
  [[nodiscard]] int overloaded() const {
    const std::vector<double> carried = carried_masses(supports, masses);
    for (std::size_t box = fixed; box < carried.size(); ++box) {
      if (is_over(carried[box], box)) return static_cast<int>(box);
    }
    return -1;
  }
};

/// Worth of a box when one has to go: 1 if the set needs it, else 0; then its value.
using Worth = std::pair<int, double>;

Worth worth_of(const trunk::BoxSet& set, const std::vector<BoxRow>& rows, int box, int kind,
               const std::vector<int>& counts) {
  const double litres = trunk::litres_of(rows[box]);
  if (kind < 0) return {0, litres};
  const trunk::Piece& piece = set.pieces[kind];
  return {counts[kind] <= piece.least ? 1 : 0, set.has_values() ? piece.value.value_or(litres) : litres};
}

/// The boxes that go so that `box` carries no more than it may.
std::vector<int> relieve(const trunk::TrunkProblem& problem, const std::vector<BoxRow>& rows,
                         LimitedLoad load, int box) {
  std::vector<int> counts = trunk::piece_counts(problem.set, rows, load.fixed);
  const auto worth = [&](int of) { return worth_of(problem.set, rows, of, load.kinds[of], counts); };
  const Worth own = worth(box);
  std::vector<std::vector<int>> upon = upon_of(load.supports);
  std::vector<int> stack = stack_upon(upon, box), gone;
  std::ranges::sort(stack);
  Worth sum;
  while (load.is_over(carried_masses(load.supports, load.masses)[box], static_cast<std::size_t>(box))) {
    const auto is_top = [&](int of) {
      return load.masses[of] > 0 && std::ranges::all_of(upon[of], [&](int k) { return load.masses[k] == 0; });
    };
    int least = -1;
    for (const int top : stack) {
      if (is_top(top) && (least < 0 || worth(top) < worth(least))) least = top;
    }
    if (least < 0) return {box};  // Boxes that stand on each other in a ring.
    const Worth cost = worth(least);
    sum = {sum.first + cost.first, sum.second + cost.second};
    if (own < sum) return {box};
    gone.push_back(least);
    load.masses[least] = 0;
    if (load.kinds[least] >= 0) --counts[load.kinds[least]];
  }
  return gone;
}

}  // namespace

std::vector<std::vector<Support>> supports_of(const trunk::WallTriangles& walls,
                                              const std::vector<BoxRow>& rows, std::size_t fixed,
                                              double tolerance) {
  std::vector<Zonotope> bodies;
  std::vector<Bounds> bounds;
  std::vector<Polygon> shadows;
  for (const BoxRow& row : rows) {
    bodies.push_back(body_of(row));
    bounds.push_back(bounds_of(bodies.back()));
    shadows.push_back(shadow_of(bodies.back()));
  }
  Supports supports(rows.size());
  std::vector<int> near;
  for (std::size_t box = fixed; box < rows.size(); ++box) {
    Bounds column = bounds[box];
    column.low.z = walls.bounds().low.z;
    std::vector<std::pair<double, int>> met;
    double first = infinity;
    for (std::size_t other = 0; other < rows.size(); ++other) {
      if (other == box || !bounds[other].meets(column)) continue;
      const double way = way_down(bodies[box], bodies[other], tolerance);
      if (way == infinity) continue;
      met.emplace_back(way, static_cast<int>(other));
      first = std::min(first, way);
    }
    if (met.empty()) continue;
    column.low.z = std::max(column.low.z, bounds[box].low.z - first);
    walls.near(column, near);
    for (const int wall : near)
      first = std::min(first, way_down(bodies[box], walls.corners(wall), tolerance));
    double sum = 0;
    for (const auto& [way, other] : met) {
      if (way > first + same_contact) continue;
      const double area = common_area(shadows[box], shadows[other]);
      if (!(area > 0)) continue;
      supports[box].push_back({other, area});
      sum += area;
    }
    for (Support& support : supports[box]) support.share /= sum;
  }
  return supports;
}

std::vector<double> carried_masses(const std::vector<std::vector<Support>>& supports,
                                   const std::vector<double>& masses) {
  const std::size_t count = masses.size();
  std::vector<double> carried(count, 0);
  std::vector<int> waiting(count, 0);  // Boxes upon each that have not passed on their mass.
  for (const auto& of_box : supports)
    for (const Support& support : of_box) ++waiting[support.carrier];
  std::vector<char> done(count, 0);
  std::vector<int> ready;
  const auto pass_on = [&](int box) {
    done[box] = 1;
    for (const auto& [carrier, share] : supports[box]) {
      carried[carrier] += share * (masses[box] + carried[box]);
      if (--waiting[carrier] == 0 && done[carrier] == 0) ready.push_back(carrier);
    }
  };
  for (int box = 0; box < static_cast<int>(count); ++box) {
    if (waiting[box] == 0 && done[box] == 0) ready.push_back(box);
    for (; !ready.empty();) {
      const int next = ready.back();
      ready.pop_back();
      if (done[next] == 0) pass_on(next);
    }
  }
  // Turned boxes may stand on each other in a ring: each then passes on what has come to it.
  for (int box = 0; box < static_cast<int>(count); ++box) {
    if (done[box] == 0) pass_on(box);
  }
  return carried;
}

void add_limit_violations(const trunk::TrunkProblem& problem, const trunk::WallTriangles& walls,
                          const std::vector<BoxRow>& rows, trunk::LoadVerdict& verdict) {
  if (!problem.set.has_limits()) return;
  const LimitedLoad load(problem, walls, rows);
  const std::vector<double> carried = carried_masses(load.supports, load.masses);
  const std::vector<std::vector<int>> upon = upon_of(load.supports);
  for (std::size_t box = load.fixed; box < rows.size(); ++box) {
    if (!load.is_over(carried[box], box)) continue;
    const std::string& name = problem.set.pieces[load.kinds[box]].name;
    const std::string on_it = io::list_text(upon[box]);
    verdict.add(
        load.limits[box] == 0
            ? fmt::format("box {} is item {}, on which nothing may rest: box {} does", box, name, on_it)
            : fmt::format("box {} is item {}, which carries at most {} kg: {} kg rest on it (box {})", box,
                          name, io::number_text(load.limits[box]), io::fixed_text(carried[box], 3), on_it));
  }
}

std::vector<int> boxes_beyond_limits(const trunk::TrunkProblem& problem, const trunk::WallTriangles& walls,
                                     const std::vector<BoxRow>& rows) {
  if (!problem.set.has_limits()) return {};
  std::vector<int> numbers(rows.size()), gone;
  std::iota(numbers.begin(), numbers.end(), 0);
  std::vector<BoxRow> kept = rows;
  for (;;) {
    const LimitedLoad load(problem, walls, kept);
    const int box = load.overloaded();
    if (box < 0) break;
    std::vector<int> out = relieve(problem, kept, load, box);
    std::ranges::sort(out, std::greater<>());
    for (const int k : out) {
      gone.push_back(numbers[k]);
      numbers.erase(numbers.begin() + k);
      kept.erase(kept.begin() + k);
    }
  }
  std::ranges::sort(gone);
  return gone;
}

}  // namespace jam::loading
