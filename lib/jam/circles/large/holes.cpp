// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Finding vacancies and filling them with trapped circles.
#include "jam/circles/large/holes.hpp"

#include <algorithm>
#include <cmath>

#include "jam/circles/model/placed_circles.hpp"
#include "jam/core/parallel.hpp"

namespace jam::circles::large {

namespace {

constexpr double bound_gap = 0.5;     ///< Widest gap between a circle and a bound of its vacancies [radii].
constexpr double touch_slack = 1e-5;  ///< Share of a vacancy's radius by which others may reach into it [-].
constexpr int partner_limit = 24;     ///< Largest number of bounds considered around one circle.
constexpr int attempt_limit = 64;     ///< Largest number of vacancies tried for one circle.

Circle circle_of(const Site& site) { return {static_cast<double>(site.radius), site.x, site.y}; }

}  // namespace

Circle tangent_circle(const Circle& a, const Circle& b, const Circle& c) {
  // Relative to a: p . q_k = (|q_k|^2 - r_k^2 + r_a^2) / 2 - rho (r_k - r_a).
  const double bx = b.x - a.x;
  const double by = b.y - a.y;
  const double cx = c.x - a.x;
  const double cy = c.y - a.y;
  const double determinant = bx * cy - by * cx;
  const double scale = std::hypot(bx, by) * std::hypot(cx, cy);
  if (!(std::abs(determinant) > 1e-9 * scale)) return {};
  const double b0 = 0.5 * (bx * bx + by * by - b.radius * b.radius + a.radius * a.radius);
  const double c0 = 0.5 * (cx * cx + cy * cy - c.radius * c.radius + a.radius * a.radius);
  const double b1 = a.radius - b.radius;
  const double c1 = a.radius - c.radius;
  // p = u + rho w.
  const double ux = (b0 * cy - c0 * by) / determinant;
  const double uy = (bx * c0 - cx * b0) / determinant;
  const double wx = (b1 * cy - c1 * by) / determinant;
  const double wy = (bx * c1 - cx * b1) / determinant;
  // |p|^2 = (rho + r_a)^2.
  const double square = wx * wx + wy * wy - 1.0;
  const double half = ux * wx + uy * wy - a.radius;
  const double constant = ux * ux + uy * uy - a.radius * a.radius;
  double radius = 0;
  if (std::abs(square) < 1e-12) {
    radius = half != 0.0 ? -0.5 * constant / half : 0.0;
  } else {
    const double discriminant = half * half - square * constant;
    if (!(discriminant >= 0.0)) return {};
    const double root = std::sqrt(discriminant);
    const double first = (-half - root) / square;
    const double second = (-half + root) / square;
    const double low = std::min(first, second);
    radius = low > 0.0 ? low : std::max(first, second);
  }
  if (!(radius > 0.0) || !std::isfinite(radius)) return {};
  return {radius, a.x + ux + radius * wx, a.y + uy + radius * wy};
}

Vacancies::Vacancies(const std::vector<double>& radii, int thread_count)
    : table_(make_levels(radii)), thread_count_(thread_count) {}

void Vacancies::index(double container_radius, const Centres& centres) {
  grid_ = plan_grid(table_, container_radius);
  std::vector<Site> sites;
  place_sites(table_, centres, sites);
  for (Site& site : sites) site.skin = static_cast<float>(bound_gap) * site.radius;
  std::vector<int> cells;
  sort_by_cell(grid_, sites, cells, cell_begin_, sites_);
}

std::vector<int> Vacancies::trapped_slots(double container_radius, double tolerance,
                                          const StopQuery& stop) const {
  const int count = static_cast<int>(sites_.size());
  std::vector<char> is_trapped(sites_.size());
  parallel_for((count + block_length - 1) / block_length, thread_count_, [&](int block) {
    if (stop.stopped()) return;
    for (int slot = block * block_length; slot < std::min(count, (block + 1) * block_length); ++slot) {
      const Site& site = sites_[slot];
      Sum sum;
      const float reach = add_wall(site, container_radius, sum);
      find_partners(grid_, sites_.data(), cell_begin_.data(), slot,
                    [&](int other, bool) { add_pair(site, sites_[other], Law::energy, sum); });
      is_trapped[slot] = static_cast<double>(sum.worst) > tolerance ||
                                 static_cast<double>(reach) > tolerance * container_radius
                             ? 1
                             : 0;
    }
  });
  std::vector<int> trapped;
  for (int slot = 0; slot < count; ++slot) {
    if (is_trapped[slot] != 0) trapped.push_back(slot);
  }
  std::sort(trapped.begin(), trapped.end(), [&](int a, int b) {
    return sites_[a].radius != sites_[b].radius ? sites_[a].radius > sites_[b].radius
                                                : sites_[a].id < sites_[b].id;
  });
  return trapped;
}

bool Vacancies::is_free(const Circle& hole, double container_radius) const {
  const double clearance = container_radius - hole.radius * (1.0 - touch_slack);
  if (clearance < 0.0 || hole.x * hole.x + hole.y * hole.y > clearance * clearance) return false;
  const float reach = static_cast<float>(hole.radius);
  bool is_free = true;
  for (int level = grid_.level_count - 1; level >= 0 && is_free; --level) {
    visit_level(grid_, level, cell_begin_.data(), hole.x, hole.y, reach, [&](int slot) {
      const double x = sites_[slot].x - hole.x;
      const double y = sites_[slot].y - hole.y;
      const double touch = hole.radius * (1.0 - touch_slack) + static_cast<double>(sites_[slot].radius);
      if (x * x + y * y < touch * touch) is_free = false;
    });
  }
  return is_free;
}

void Vacancies::find_holes(double container_radius, double radius_least, int first, int last,
                           std::vector<Circle>& holes) const {
  for (int self = first; self < last; ++self) {
    const Site& site = sites_[self];
    const Circle centre = circle_of(site);
    Circle bounds[partner_limit];
    int bound_count = 0;
    if (container_radius - std::hypot(site.x, site.y) - centre.radius < bound_gap * centre.radius) {
      bounds[bound_count++] = {-container_radius, 0.0, 0.0};
    }
    find_partners(grid_, sites_.data(), cell_begin_.data(), self, [&](int other, bool) {
      const Site& partner = sites_[other];
      const double gap = std::hypot(partner.x - site.x, partner.y - site.y) - centre.radius -
                         static_cast<double>(partner.radius);
      if (gap > bound_gap * centre.radius || bound_count == partner_limit) return;
      bounds[bound_count++] = circle_of(partner);
    });
    for (int j = 0; j < bound_count; ++j) {
      for (int k = j + 1; k < bound_count; ++k) {
        const Circle hole = tangent_circle(centre, bounds[j], bounds[k]);
        if (hole.radius >= radius_least && hole.radius < container_radius && is_free(hole, container_radius))
          holes.push_back(hole);
      }
    }
  }
}

bool Vacancies::relocate(double container_radius, double tolerance, Centres& centres, const StopQuery& stop) {
  index(container_radius, centres);
  const std::vector<int> trapped = trapped_slots(container_radius, tolerance, stop);
  if (stop.stopped()) return false;
  if (trapped.empty()) return true;

  // Vacancies large enough for the smallest trapped circle, in an order that does not depend on threads.
  const int count = static_cast<int>(sites_.size());
  const int block_count = (count + block_length - 1) / block_length;
  std::vector<std::vector<Circle>> block_holes(block_count);
  const double radius_least = static_cast<double>(sites_[trapped.back()].radius);
  parallel_for(block_count, thread_count_, [&](int block) {
    if (stop.stopped()) return;
    find_holes(container_radius, radius_least, block * block_length,
               std::min(count, (block + 1) * block_length), block_holes[block]);
  });
  if (stop.stopped()) return false;
  std::vector<Circle> holes;
  for (const auto& part : block_holes) holes.insert(holes.end(), part.begin(), part.end());
  if (holes.empty()) return true;
  std::stable_sort(holes.begin(), holes.end(),
                   [](const Circle& a, const Circle& b) { return a.radius < b.radius; });

  // Each circle, the largest first, goes into the tightest vacancy that holds it and is still empty.
  PlacedCircles placed;
  for (const int slot : trapped) {
    const Site& site = sites_[slot];
    const double radius = static_cast<double>(site.radius);
    auto hole = std::lower_bound(holes.begin(), holes.end(), radius,
                                 [](const Circle& a, double needed) { return a.radius < needed; });
    for (int attempt = 0; attempt < attempt_limit && hole != holes.end(); ++attempt, ++hole) {
      const Circle circle = {radius, hole->x, hole->y};
      const bool apart = placed.around(circle, 0, [&](int k) {
        const double touch = radius + placed[k].radius, x = circle.x - placed[k].x,
                     y = circle.y - placed[k].y;
        return x * x + y * y >= touch * touch;
      });
      if (!apart) continue;
      placed.add(circle);
      centres.x[site.id] = circle.x;
      centres.y[site.id] = circle.y;
      break;
    }
  }
  return true;
}

}  // namespace jam::circles::large
