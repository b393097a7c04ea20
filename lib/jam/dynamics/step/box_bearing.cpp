// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/step/box_bearing.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace jam::dynamics {
namespace {

constexpr int window_steps = 10;
/// Points with a larger gap do not belong to the area [m].
constexpr double touching_gap = 2e-4;
/// Smaller areas are edges and corners [m^2].
constexpr double least_area = 1e-4;

struct Touch {
  std::vector<Vec3d> points;
  Vec3d normal;
  double impulse = 0;
};

/// The area of the convex hull of points, seen along a normal, by a chain from left to right and back.
double hull_area(const std::vector<Vec3d>& points, Vec3d normal) {
  const Vec3d across = std::fabs(normal.x) < 0.6 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0};
  const Vec3d side = cross(normal, across), x_axis = (1 / length(side)) * side,
              y_axis = cross(normal, x_axis);
  std::vector<std::pair<double, double>> flat;
  for (const Vec3d p : points) flat.emplace_back(dot(p, x_axis), dot(p, y_axis));
  std::ranges::sort(flat);
  const auto orientation = [](const auto& a, const auto& b, const auto& c) {
    return (b.first - a.first) * (c.second - a.second) - (b.second - a.second) * (c.first - a.first);
  };
  double twice = 0;
  for (int pass = 0; pass < 2; ++pass) {
    std::vector<std::pair<double, double>> chain;
    for (const auto& p : flat) {
      while (chain.size() >= 2 && orientation(chain[chain.size() - 2], chain.back(), p) <= 0)
        chain.pop_back();
      chain.push_back(p);
    }
    for (std::size_t k = 1; k < chain.size(); ++k)
      twice += chain[k - 1].first * chain[k].second - chain[k].first * chain[k - 1].second;
    std::ranges::reverse(flat);
  }
  return 0.5 * twice;
}

}  // namespace

int face_of(Vec3d normal) {
  constexpr double tie = 1e-6;
  const double along[3] = {normal.x, normal.y, normal.z};
  int axis = 0;
  for (int k = 1; k < 3; ++k) {
    if (std::fabs(along[k]) > (1 + tie) * std::fabs(along[axis])) axis = k;
  }
  return 2 * axis + (along[axis] < 0 ? 1 : 0);
}

void BoxBearings::add(const Simulation& simulation) {
  const std::vector<Contact>& contacts = simulation.contacts();
  const auto& impulses = simulation.solution().impulses;
  std::map<Place, Touch> touches;
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const Contact& contact = contacts[k];
    const Vec3d inwards = -1.0 * contact.normal;
    const Mat3<double> axes = rotation_matrix(simulation.world().bodies.pose[contact.body_b].rotation);
    Touch& touch = touches[{contact.body_a, contact.body_b, face_of(axes.transposed_times(inwards))}];
    touch.impulse += impulses[k].x;
    if (contact.gap <= touching_gap) touch.points.push_back(contact.point);
    touch.normal = contact.normal;
  }
  for (const auto& [place, touch] : touches) {
    if (!(touch.impulse > 0)) continue;
    Sum& sum = window_[place];
    sum.impulse += touch.impulse;
    sum.area += touch.points.size() > 2 ? hull_area(touch.points, touch.normal) : 0;
    ++sum.steps;
  }
  if (++steps_ % window_steps == 0) close_window(window_steps * simulation.settings().step);
}

void BoxBearings::close_window(double seconds) {
  for (const auto& [place, sum] : window_) {
    const double force = sum.impulse / seconds, area = sum.area / sum.steps;
    for (const int body : {std::get<0>(place), std::get<1>(place)}) {
      if (body == 0) continue;
      BoxBearing& box = largest_[static_cast<std::size_t>(body) - 1];
      if (area >= least_area) box.pressure = std::max(box.pressure, 1e-3 * force / area);
      else box.edge_force = std::max(box.edge_force, force);
    }
  }
  window_.clear();
}

}  // namespace jam::dynamics
