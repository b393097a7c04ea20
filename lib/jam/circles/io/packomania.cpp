// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Radii and unit of Packomania's coordinates.
#include "jam/circles/io/packomania.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "jam/circles/model/contact_graph.hpp"
#include "jam/core/error.hpp"

namespace jam::circles {
namespace {

/// Gaps below this count as contacts [container radii]: coordinates with eight decimals and more show theirs.
constexpr double contact_gap = 1e-7;

/// The largest factor on the radii without overlap, in the container of radius 1; `order` is that of x.
double largest_factor(const std::vector<Circle>& circles, const std::vector<int>& order) {
  double factor = std::numeric_limits<double>::infinity();
  double largest = 0;
  for (const Circle& circle : circles) {
    factor = std::min(factor, (1 - std::hypot(circle.x, circle.y)) / circle.radius);
    largest = std::max(largest, circle.radius);
  }
  for (std::size_t k = 0; k < order.size(); ++k) {
    const Circle& a = circles[order[k]];
    for (std::size_t m = k + 1; m < order.size(); ++m) {
      const Circle& b = circles[order[m]];
      if (b.x - a.x > factor * (a.radius + largest)) break;
      factor = std::min(factor, std::hypot(b.x - a.x, b.y - a.y) / (a.radius + b.radius));
    }
  }
  return factor;
}

/// Centres divided by `unit`; the container is enlarged as far as rounding requires.
Packing scaled(std::vector<Circle> circles, double unit) {
  for (Circle& circle : circles) {
    circle.x /= unit;
    circle.y /= unit;
  }
  const double radius = std::max(1 / unit, enclosing_radius_about_origin(circles));
  return {std::move(circles), radius};
}

void require_count(const std::vector<Circle>& circles, const Problem& problem, const std::string& name) {
  if (circles.size() == problem.radii.size()) return;
  throw InputError(
      fmt::format("{}: holds {} circles, the problem has {}", name, circles.size(), problem.count()));
}

}  // namespace

Packing packing_from_points(const std::vector<Circle>& points, const Problem* problem,
                            const std::string& name) {
  std::vector<std::vector<double>> candidates;
  if (problem != nullptr) {
    require_count(points, *problem, name);
    candidates.push_back(problem->radii);
  } else {
    for (std::string_view family : family_names)
      candidates.push_back(make_problem(family, static_cast<long long>(points.size())).radii);
  }

  const std::vector<int> order =
      order_by(static_cast<int>(points.size()), [&](int a, int b) { return points[a].x < points[b].x; });
  std::vector<Circle> best;
  double best_factor = 0;
  double best_density = 0;
  for (std::vector<double>& radii : candidates) {
    for (int direction = 0; direction < 2; ++direction) {
      std::vector<Circle> circles = points;
      double squares = 0;
      for (std::size_t i = 0; i < circles.size(); ++i) {
        circles[i].radius = radii[i];
        squares += radii[i] * radii[i];
      }
      const double factor = largest_factor(circles, order);
      if (factor > 0 && factor * factor * squares > best_density) {
        best_density = factor * factor * squares;
        best_factor = factor;
        best = std::move(circles);
      }
      std::reverse(radii.begin(), radii.end());
    }
  }
  if (best.empty()) {
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (std::hypot(points[i].x, points[i].y) >= 1)
        throw InputError(
            fmt::format("{}: circle {}: the centre lies outside of the container of radius 1", name, i + 1));
    }
    throw InputError(name + ": two circles have the same centre");
  }
  Packing packing = scaled(std::move(best), best_factor);
  if (problem == nullptr && std::ssize(contact_graph(packing, contact_gap).contacts) < packing.count()) {
    throw InputError(
        name +
        ": the file has no radii and no family of radii fits its centres: give the radii of the problem");
  }
  return packing;
}

Packing packing_from_unit_circles(const std::vector<Circle>& circles, const Problem* problem,
                                  const std::string& name) {
  const std::vector<int> order = order_by(
      static_cast<int>(circles.size()), [&](int a, int b) { return circles[a].radius < circles[b].radius; });

  // The unit that maps the largest radius, and the first circle (in order of size) that does not fit to
  // within `tolerance`; -1 for none.
  const auto unit_of = [&](const std::vector<double>& radii) {
    return circles[order.back()].radius / radii.back();
  };
  const auto misfit = [&](const std::vector<double>& radii, double tolerance) {
    for (std::size_t k = 0; k < order.size(); ++k) {
      if (std::abs(circles[order[k]].radius / unit_of(radii) - radii[k]) > tolerance * radii[k])
        return order[k];
    }
    return -1;
  };
  const auto with_radii = [&](const std::vector<double>& radii) {
    std::vector<Circle> result = circles;
    for (std::size_t k = 0; k < order.size(); ++k) result[order[k]].radius = radii[k];
    return scaled(std::move(result), unit_of(radii));
  };

  if (problem != nullptr) {
    require_count(circles, *problem, name);
    if (const int i = misfit(problem->radii, 1e-6); i >= 0)
      throw InputError(
          fmt::format("{}: circle {}: the radii are not proportional to those of the problem", name, i + 1));
    return with_radii(problem->radii);
  }
  for (std::string_view family : family_names) {
    const std::vector<double> radii = make_problem(family, static_cast<long long>(circles.size())).radii;
    if (misfit(radii, 1e-9) < 0) return with_radii(radii);
  }
  return scaled(circles, 1.0);
}

}  // namespace jam::circles
