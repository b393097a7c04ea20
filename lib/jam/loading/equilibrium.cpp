// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/loading/equilibrium.hpp"

#include <algorithm>
#include <cmath>

#include "jam/dynamics/collide/box_box.hpp"
#include "jam/dynamics/collide/triangle_pairs.hpp"
#include "jam/dynamics/constraints/cone.hpp"

namespace jam::loading {
namespace {

constexpr double millimetre = 1e-3;  // [m]
constexpr double gravity = 9.81;     // [m/s^2], for one second
constexpr double density = 250;      ///< Equal for all boxes, so that it does not matter [kg/m^3].
/// Contacts of a pair of box and triangle: three faces, cut to at most seven corners each.
using Points = dynamics::PointList<24>;

contact::Box<double> in_metres(const contact::Box<double>& box) {
  contact::Box<double> result = box;
  result.centre = millimetre * box.centre;
  result.half = millimetre * box.half;
  return result;
}

dynamics::WorldInverseMass inverse_mass_of(const contact::Box<double>& box) {
  const Vec3d h = box.half;
  const double mass = 8 * density * h.x * h.y * h.z;
  const Vec3d inertia = mass / 3 * Vec3d{h.y * h.y + h.z * h.z, h.x * h.x + h.z * h.z, h.x * h.x + h.y * h.y};
  dynamics::WorldInverseMass result{1 / mass};
  for (int k = 0; k < 3; ++k) {
    const Vec3d a = box.axis[k];
    const double j = 1 / contact::component(inertia, k);
    result.xx += j * a.x * a.x, result.yy += j * a.y * a.y, result.zz += j * a.z * a.z;
    result.xy += j * a.x * a.y, result.xz += j * a.x * a.z, result.yz += j * a.y * a.z;
  }
  return result;
}

/// The triangle, seen from the side on which a point lies.
dynamics::PlacedTriangle facing(const std::array<Vec3d, 3>& corners, Vec3d normal, Vec3d point) {
  constexpr std::uint8_t all_edges = 7;
  const bool turn = dot(normal, millimetre * corners[0] - point) > 0;
  return {{millimetre * corners[0], millimetre * corners[turn ? 2 : 1], millimetre * corners[turn ? 1 : 2]},
          turn ? -normal : normal,
          all_edges};
}

}  // namespace

Equilibrium::Equilibrium(const trunk::WallTriangles& walls, std::span<const contact::Box<double>> boxes,
                         const trunk::PlanRules& rules)
    : rules_(rules), reach_(millimetre * rules.reach), touches_of_(boxes.size()) {
  std::vector<contact::Box<double>> scaled;
  for (const contact::Box<double>& box : boxes) {
    scaled.push_back(in_metres(box));
    body_.push_back(
        {inverse_mass_of(scaled.back()), length(scaled.back().half), State::in, {{0, 0, -gravity}, {}}});
  }
  find_contacts(walls, scaled);
}

void Equilibrium::find_contacts(const trunk::WallTriangles& walls,
                                std::span<const contact::Box<double>> boxes) {
  const int count = static_cast<int>(boxes.size());
  std::vector<int> near;
  for (int b = 0; b < count; ++b) {
    const contact::Box<double>& box = boxes[b];
    for (int a = 0; a < b; ++a) {
      if (length(boxes[a].centre - box.centre) > body_[a].radius + body_[b].radius + reach_) continue;
      Points points;
      dynamics::collide(boxes[a], box, reach_, points);
      for (int k = 0; k < points.count; ++k)
        add_contact(a, b, points.points[k].point, points.points[k].normal, boxes);
    }
    const double reach = (body_[b].radius + reach_) / millimetre;
    trunk::Bounds region;
    region.add(box.centre / millimetre - Vec3d{reach, reach, reach});
    region.add(box.centre / millimetre + Vec3d{reach, reach, reach});
    walls.near(region, near);
    for (const int wall : near) {
      const Vec3d normal = walls.normal(wall);
      if (dot(normal, normal) == 0) continue;
      Points points;
      dynamics::collide(box, facing(walls.corners(wall), normal, box.centre), reach_, points);
      // These normals point from the box into the wall.
      for (int k = 0; k < points.count; ++k)
        add_contact(-1, b, points.points[k].point, -points.points[k].normal, boxes);
    }
  }
}

void Equilibrium::add_contact(int a, int b, Vec3d point, Vec3d normal,
                              std::span<const contact::Box<double>> boxes) {
  Touch touch{a,
              b,
              dynamics::contact_frame(normal),
              {},
              point - boxes[b].centre,
              std::fabs(normal.z) < rules_.upright ? 0 : rules_.friction,
              0,
              {}};
  if (a >= 0) touch.arm_a = point - boxes[a].centre;
  double largest = 0;
  for (const Vec3d& axis : touch.frame.axis) {
    double entry = 0;
    for (const auto& [box, arm] : {std::pair(a, touch.arm_a), std::pair(b, touch.arm_b)}) {
      if (box < 0) continue;
      const dynamics::Twist answer =
          dynamics::response(body_[box].inverse_mass, dynamics::impulse_at(arm, axis));
      entry += dot(axis, dynamics::velocity_at(arm, answer));
    }
    largest = std::max(largest, entry);
  }
  touch.step = 1 / largest;
  const int number = static_cast<int>(touches_.size());
  for (const int box : {a, b}) {
    if (box >= 0) touches_of_[box].push_back(number);
  }
  touches_.push_back(touch);
}

/// Adds an impulse on b, and its reaction on a.
void Equilibrium::apply(const Touch& touch, Vec3d impulse) {
  const Vec3d world = dynamics::from_frame(touch.frame, impulse);
  const auto add = [&](int box, Vec3d arm, double sign) {
    if (!moves(box)) return;
    const dynamics::Twist change =
        dynamics::response(body_[box].inverse_mass, dynamics::impulse_at(arm, sign * world));
    body_[box].velocity.linear += change.linear;
    body_[box].velocity.angular += change.angular;
  };
  add(touch.a, touch.arm_a, -1);
  add(touch.b, touch.arm_b, 1);
}

/// One step of projected Gauss-Seidel; whether it changed anything.
bool Equilibrium::relax(Touch& touch) {
  Vec3d u;
  if (moves(touch.b)) u += dynamics::velocity_at(touch.arm_b, body_[touch.b].velocity);
  if (moves(touch.a)) u = u - dynamics::velocity_at(touch.arm_a, body_[touch.a].velocity);
  const Vec3d r = touch.impulse;
  const Vec3d next = dynamics::on_cone(r - touch.step * dynamics::to_frame(touch.frame, u), touch.friction);
  const Vec3d change = next - r;
  if (dot(change, change) == 0) return false;
  touch.impulse = next;
  apply(touch, change);
  return true;
}

double Equilibrium::speed(int box) const {
  const Body& body = body_[box];
  return body.state == State::in ? length(body.velocity.linear) + body.radius * length(body.velocity.angular)
                                 : 0;
}

void Equilibrium::remove(int box) {
  for (const int number : touches_of_[box]) {
    Touch& touch = touches_[number];
    apply(touch, -touch.impulse);
    touch.impulse = {};
  }
  body_[box].state = State::out;
}

void Equilibrium::hold(int box) { body_[box].state = State::held; }

int Equilibrium::settle() {
  constexpr int sweep_limit = 3000, patience = 200;
  constexpr double stalled_share = 0.8;
  const double enough = rules_.least_share * gravity, almost = 0.2 * enough;
  std::vector<int> moving;
  int worst = -1;
  double before = 0;  // Largest speed when stalling was last judged.
  for (int sweep = 0; sweep < sweep_limit; ++sweep) {
    moving.clear();
    double most = 0;
    for (int box = 0; box < static_cast<int>(body_.size()); ++box) {
      const double now = speed(box);
      if (now > almost) moving.push_back(box);
      if (now > most) most = now, worst = box;
    }
    if (most <= enough) return -1;
    if (sweep % patience == 0) {
      if (sweep > 0 && most > stalled_share * before) break;
      before = most;
    }
    for (const int box : moving) {
      for (const int number : touches_of_[box]) {
        Touch& touch = touches_[number];
        if ((touch.a < 0 || body_[touch.a].state != State::out) && body_[touch.b].state != State::out)
          relax(touch);
      }
    }
  }
  return worst;
}

std::vector<int> Equilibrium::carriers(int box) const {
  constexpr double least_part = 0.05;
  const double weight = gravity / body_[box].inverse_mass.linear;
  std::vector<std::pair<int, double>> lifts;
  for (const int number : touches_of_[box]) {
    const Touch& touch = touches_[number];
    const double lift = dynamics::from_frame(touch.frame, touch.impulse).z * (touch.b == box ? 1 : -1);
    lifts.emplace_back(touch.b == box ? touch.a : touch.b, lift);
  }
  std::ranges::sort(lifts);
  std::vector<int> result;
  for (std::size_t k = 0; k < lifts.size();) {
    double sum = 0;
    const int other = lifts[k].first;
    for (; k < lifts.size() && lifts[k].first == other; ++k) sum += lifts[k].second;
    if (sum > least_part * weight) result.push_back(other);
  }
  return result;
}

std::vector<int> Equilibrium::above(int box) const {
  std::vector<int> result;
  for (const int number : touches_of_[box]) {
    const Touch& touch = touches_[number];
    const int other = touch.b == box ? touch.a : touch.b;
    const double up = touch.frame.axis[0].z * (touch.b == box ? -1 : 1);
    if (other >= 0 && body_[other].state != State::out && up > 0.5) result.push_back(other);
  }
  std::ranges::sort(result);
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

Equilibrium::Saved Equilibrium::save() const {
  Saved saved{body_, {}};
  for (const Touch& touch : touches_) saved.impulses.push_back(touch.impulse);
  return saved;
}

void Equilibrium::restore(const Saved& saved) {
  body_ = saved.body;
  for (std::size_t k = 0; k < touches_.size(); ++k) touches_[k].impulse = saved.impulses[k];
}

}  // namespace jam::loading
