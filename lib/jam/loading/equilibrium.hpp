// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Whether boxes rest where they are: static equilibrium under gravity with Coulomb friction, while boxes come
// and go. Every box has a velocity, that which gravity and all contacts would give it within a second from
// rest; it rests if contact forces within their friction cones exist that leave no velocity:
//
//   min  1/2 sum_i v_i . M_i v_i   over r_k in K_k,   v_i = g + M_i^-1 sum_k J_ki^T r_k
//
// a convex problem, whose minimum is 0 if and only if there is equilibrium. It is solved by projected
// Gauss-Seidel over the contacts of the boxes that still move: when a box comes or goes, only its
// surroundings are solved anew. Rigid bodies could also be wedged between upright walls by forces of any
// size, as nobody loads them; contacts.hpp says which contacts bear, and which have friction. SI units.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "jam/contact/box.hpp"
#include "jam/dynamics/constraints/contact_arms.hpp"
#include "jam/loading/contacts.hpp"
#include "jam/trunk/io/loading_plan.hpp"
#include "jam/trunk/model/wall_triangles.hpp"

namespace jam::loading {

class Equilibrium {
 public:
  /// Boxes and walls in mm, masses in kg; no masses: boxes are equally dense. All boxes are in, and no forces
  /// are known.
  Equilibrium(const trunk::WallTriangles& walls, std::span<const contact::Box<double>> boxes,
              const trunk::PlanRules& rules, std::span<const double> masses = {});

  /// Takes a box out.
  void remove(int box);
  /// A box keeps its place from now on, whatever pushes it.
  void hold(int box);
  /// A box that was held is free again, under gravity and the forces of its contacts.
  void release(int box);
  [[nodiscard]] bool is_held(int box) const { return body_[box].state == State::held; }

  /// Finds forces. Returns the box that moves most; -1: all rest.
  [[nodiscard]] int settle();
  /// Boxes that move with these forces. Ascending.
  [[nodiscard]] std::vector<int> moving() const;

  /// The boxes, and -1 for walls, that carry a box by more than a twentieth of its weight, in contacts from
  /// below, with the forces of settle(). Ascending.
  [[nodiscard]] std::vector<int> carriers(int box) const;

  /// Boxes that are in and have a contact from above with `box`, that is, might be carried by it.
  [[nodiscard]] std::vector<int> above(int box) const;

  /// Boxes that are in and have a contact with `box`. Ascending, each once.
  [[nodiscard]] std::vector<int> neighbours(int box) const;

  /// Copies of all forces and states, to be taken back after a trial.
  struct Saved;
  [[nodiscard]] Saved save() const;
  void restore(const Saved& saved);

 private:
  enum class State : std::uint8_t { in, out, held };
  struct Body {
    dynamics::WorldInverseMass inverse_mass;
    double radius = 0;  ///< Distance of a corner from the centre [m].
    State state = State::in;
    dynamics::Twist velocity;  ///< [m/s], [rad/s], in the world.
  };
  struct Touch {
    int a, b;  ///< Boxes; a is -1 for a wall. The normal points from a to b.
    dynamics::ContactFrame frame;
    Vec3d arm_a, arm_b;
    double friction;
    double step;    ///< 1 over the largest diagonal entry of its block [kg].
    Vec3d impulse;  ///< In the frame [N s].
  };

  void add(const Contact& contact);
  [[nodiscard]] bool moves(int box) const { return box >= 0 && body_[box].state == State::in; }
  void push(int box, Vec3d arm, Vec3d impulse);
  void apply(const Touch& touch, Vec3d impulse);
  bool relax(Touch& touch);
  [[nodiscard]] double speed(int box) const;

  trunk::PlanRules rules_;
  std::vector<Body> body_;
  std::vector<Touch> touches_;
  std::vector<std::vector<int>> touches_of_;  ///< Contacts of each box.
};

struct Equilibrium::Saved {
  std::vector<Body> body;
  std::vector<Vec3d> impulses;
};

}  // namespace jam::loading
