// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Polishing: scaling, minimisation, closing of contacts, and what follows when the first attempt does not
// converge.

#include <cmath>
#include <utility>
#include <vector>

#include "jam/circles/model/corner_packing.hpp"
#include "jam/circles/polish/polish.hpp"
#include "jam/circles/polish/radius_minimiser.hpp"

namespace jam::circles {
namespace {

constexpr int saddle_limit =
    3;  // perturbations of a stationary packing that is not a minimum; none with many circles
constexpr double saddle_step = 1e-3;  // relative to R

PolishResult attempt(const Packing& start, const PolishOptions& options, Scale fineness = Scale::common) {
  const double scale = enclosing_radius_about_origin(start.circles);
  std::vector<double> radii;
  Configuration at;
  for (const Circle& circle : start.circles) {
    radii.push_back(circle.radius / scale);
    at.x.push_back(circle.x / scale);
    at.y.push_back(circle.y / scale);
  }
  RadiusMinimiser minimiser(std::move(radii), std::move(at), fineness);
  bool converged = false;
  bool cut = false;
  const int starts = start.count() > many_circles ? 1 : saddle_limit;
  for (int i = 0; i < starts && !converged && !cut; ++i) {
    if (i > 0) minimiser.perturb(saddle_step);
    const bool minimised =
        minimiser.minimise(options.radius_tolerance, options.iteration_limit, options.stop);
    cut = options.stop.stopped();
    if (!minimised || cut) break;
    converged = minimiser.close_contacts() <= options.gap_tolerance && minimiser.is_minimum();
  }

  PolishResult result{start, converged, minimiser.iterations(), cut};
  const bool least = !converged && start.count() > many_circles && !minimiser.least_legal().x.empty();
  const Configuration& reached = least ? minimiser.least_legal() : minimiser.configuration();
  for (std::size_t i = 0; i < start.circles.size(); ++i) {
    result.packing.circles[i].x = reached.x[i] * scale;
    result.packing.circles[i].y = reached.y[i] * scale;
  }
  result.packing.enclosing_radius = enclosing_radius_about_origin(result.packing.circles);
  return result;
}

}  // namespace

PolishResult polish(const Packing& start, const PolishOptions& options) {
  for (const Circle& circle : start.circles)
    if (!std::isfinite(circle.x + circle.y) || !(circle.radius > 0)) return {start, false, 0, false};
  if (start.circles.empty()) return {start, false, 0, false};
  if (start.count() == 1)
    return {{{{start.circles[0].radius, 0, 0}}, start.circles[0].radius}, true, 0, false};
  if (start.count() > options.circle_limit) return {legalise(start), false, 0, false};

  PolishResult first = attempt(start, options);
  if (first.cut)
    return {start.count() > many_circles ? std::move(first.packing) : start, false, first.iterations, true};
  if (first.converged) return first;

  // Overlaps too deep for Newton steps, or too far from a minimum: remove the overlaps and try again from a
  // legal packing.
  Packing best = legalise(start);
  if (start.count() > many_circles) {
    Packing spread = spread_apart(first.packing);
    return {std::move(spread.enclosing_radius < best.enclosing_radius ? spread : best), false,
            first.iterations, false};
  }
  PolishResult second = attempt(best, options);
  const int iterations = first.iterations + second.iterations;
  if (second.cut) return {start, false, iterations, true};
  if (second.converged) return {std::move(second.packing), true, iterations, false};
  for (const PolishResult* unfinished : {&first, &second}) {
    Packing legal = legalise(unfinished->packing);
    if (legal.enclosing_radius < best.enclosing_radius) best = std::move(legal);
  }
  if (!extremely_uneven(sorted_radii(start.circles))) return {std::move(best), false, iterations, false};

  // Steps that suit the large circles throw the small ones about.
  PolishResult fine = attempt(best, options, Scale::fine);
  if (fine.cut) return {start, false, iterations + fine.iterations, true};
  if (fine.converged) best = std::move(fine.packing);
  return {std::move(best), fine.converged, iterations + fine.iterations, false};
}

}  // namespace jam::circles
