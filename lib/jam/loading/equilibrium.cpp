// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/loading/equilibrium.hpp"

#include <algorithm>
#include <cmath>

#include "jam/dynamics/constraints/cone.hpp"

namespace jam::loading {
namespace {

constexpr double millimetre = 1e-3;  // [m]
constexpr double gravity = 9.81;     // [m/s^2], for one second
constexpr double density = 250;      ///< Without masses: equal for all, so that it does not matter [kg/m^3].

contact::Box<double> in_metres(const contact::Box<double>& box) {
  contact::Box<double> result = box;
  result.centre = millimetre * box.centre;
  result.half = millimetre * box.half;
  return result;
}

double mass_of(const contact::Box<double>& box) { return 8 * density * box.half.x * box.half.y * box.half.z; }

dynamics::WorldInverseMass inverse_mass_of(const contact::Box<double>& box, double mass) {
  const Vec3d h = box.half;
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

}  // namespace

Equilibrium::Equilibrium(const trunk::WallTriangles& walls, std::span<const contact::Box<double>> boxes,
                         const trunk::PlanRules& rules, std::span<const double> masses)
    : rules_(rules), touches_of_(boxes.size()) {
  for (const contact::Box<double>& box : boxes) {
    const contact::Box<double> scaled = in_metres(box);
    const double mass = masses.empty() ? mass_of(scaled) : masses[body_.size()];
    body_.push_back({inverse_mass_of(scaled, mass), length(scaled.half), State::in, {{0, 0, -gravity}, {}}});
  }
  for (const Contact& contact : find_contacts(walls, boxes, rules)) add(contact);
}

void Equilibrium::add(const Contact& contact) {
  Touch touch{contact.a,
              contact.b,
              dynamics::contact_frame(contact.normal),
              millimetre * contact.arm_a,
              millimetre * contact.arm_b,
              contact.friction,
              0,
              {}};
  double largest = 0;
  for (const Vec3d& axis : touch.frame.axis) {
    double entry = 0;
    for (const auto& [box, arm] : {std::pair(touch.a, touch.arm_a), std::pair(touch.b, touch.arm_b)}) {
      if (box < 0) continue;
      const dynamics::Twist answer =
          dynamics::response(body_[box].inverse_mass, dynamics::impulse_at(arm, axis));
      entry += dot(axis, dynamics::velocity_at(arm, answer));
    }
    largest = std::max(largest, entry);
  }
  touch.step = 1 / largest;
  const int number = static_cast<int>(touches_.size());
  for (const int box : {touch.a, touch.b}) {
    if (box >= 0) touches_of_[box].push_back(number);
  }
  touches_.push_back(touch);
}

/// Changes the velocity of a box that moves by an impulse in the world.
void Equilibrium::push(int box, Vec3d arm, Vec3d impulse) {
  if (!moves(box)) return;
  const dynamics::Twist change =
      dynamics::response(body_[box].inverse_mass, dynamics::impulse_at(arm, impulse));
  body_[box].velocity.linear += change.linear;
  body_[box].velocity.angular += change.angular;
}

/// Adds an impulse on b, and its reaction on a.
void Equilibrium::apply(const Touch& touch, Vec3d impulse) {
  const Vec3d world = dynamics::from_frame(touch.frame, impulse);
  push(touch.a, touch.arm_a, -world);
  push(touch.b, touch.arm_b, world);
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

void Equilibrium::release(int box) {
  body_[box].state = State::in;
  body_[box].velocity = {{0, 0, -gravity}, {}};
  for (const int number : touches_of_[box]) {
    const Touch& touch = touches_[number];
    const Vec3d world = dynamics::from_frame(touch.frame, touch.impulse);
    touch.b == box ? push(box, touch.arm_b, world) : push(box, touch.arm_a, -world);
  }
}

std::vector<int> Equilibrium::neighbours(int box) const {
  std::vector<int> result;
  for (const int number : touches_of_[box]) {
    const int other = touches_[number].b == box ? touches_[number].a : touches_[number].b;
    if (other >= 0 && body_[other].state != State::out) result.push_back(other);
  }
  std::ranges::sort(result);
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

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

std::vector<int> Equilibrium::moving() const {
  std::vector<int> result;
  for (int box = 0; box < static_cast<int>(body_.size()); ++box) {
    if (speed(box) > rules_.least_share * gravity) result.push_back(box);
  }
  return result;
}

std::vector<int> Equilibrium::carriers(int box) const {
  constexpr double least_part = 0.05;
  const double weight = gravity / body_[box].inverse_mass.linear;
  std::vector<std::pair<int, double>> lifts;
  for (const int number : touches_of_[box]) {
    const Touch& touch = touches_[number];
    const double sign = touch.b == box ? 1 : -1;
    if (sign * touch.frame.axis[0].z < rules_.upright) continue;
    const double lift = sign * dynamics::from_frame(touch.frame, touch.impulse).z;
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
