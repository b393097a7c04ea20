// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Contact problems in the arrays of a device, in memory of the host, and loops in place of its kernels.
#pragma once

#include <catch2/catch.hpp>

#include <algorithm>
#include <span>
#include <vector>

#include "jam/dynamics/collide/contact.hpp"
#include "jam/dynamics/constraints/right_side.hpp"
#include "jam/dynamics/solvers/rounds/colour_sweeps.hpp"
#include "jam/dynamics/solvers/rounds/jacobi_rounds.hpp"
#include "jam/dynamics/step/joint_build.hpp"

namespace jam::test {

using namespace dynamics;

/// The arrays of a step of the CPU as the device holds them.
class HostArrays {
 public:
  HostArrays(const World& world, std::span<const Pose> poses, std::span<const Contact> contacts,
             const ContactProblem& problem)
      : n_(problem.count()) {
    const auto& rows = static_cast<const BodyOperator&>(*problem.matrix).rows();
    const std::vector<InverseMass> masses = inverse_masses(world.bodies);
    const std::size_t bodies = masses.size();
    std::vector<std::vector<std::uint32_t>> sides(bodies);
    Vec3Array normal = vectors(n_), arm_a = vectors(n_), arm_b = vectors(n_);
    for (std::size_t i = 0; i < n_; ++i) {
      const int a = rows[i].a, b = rows[i].b;
      body_.push_back({a, b});
      if (i < contacts.size()) {
        normal.set(i, contacts[i].normal);
        arm_a.set(i, a >= 0 ? contacts[i].point - poses[a].position : Vec3d{});
        arm_b.set(i, b >= 0 ? contacts[i].point - poses[b].position : Vec3d{});
      }
      if (a >= 0) sides[a].push_back(static_cast<std::uint32_t>(2 * i));
      if (b >= 0) sides[b].push_back(static_cast<std::uint32_t>(2 * i + 1));
    }
    start_.push_back(0);
    for (std::size_t k = 0; k < bodies; ++k) {
      side_.insert(side_.end(), sides[k].begin(), sides[k].end());
      start_.push_back(static_cast<int>(side_.size()));
      inverse_mass_.push_back(world_inverse_mass(masses[k], poses[k].rotation));
    }
    Vec3Array side_arm = vectors(side_.size());
    for (std::size_t e = 0; e < side_.size(); ++e)
      side_arm.set(e, (side_[e] & 1U) != 0 ? arm_b[side_[e] / 2] : arm_a[side_[e] / 2]);
    impulse_.resize(n_);
    twist_.resize(bodies);

    ProblemArrays& p = arrays.problem;
    p.matrix = {static_cast<int>(n_),
                static_cast<int>(bodies),
                body_.data(),
                normal,
                arm_a,
                arm_b,
                start_.data(),
                side_.data(),
                side_arm,
                inverse_mass_.data(),
                impulse_.data(),
                twist_.data()};
    p.q = vectors(n_);
    p.diagonal = vectors(n_);
    p.tangent = numbers(n_);
    p.largest = numbers(n_);
    p.friction = numbers(n_);
    for (std::size_t i = 0; i < n_; ++i) {
      const Mat3d& block = problem.matrix->diagonal()[i];
      const Vec3d d{block.column[0].x, block.column[1].y, block.column[2].z};
      p.q.set(i, problem.q[i]);
      p.diagonal.set(i, d);
      p.tangent[i] = (d.y + d.z) / 2;
      p.largest[i] = std::max({d.x, d.y, d.z});
      p.friction[i] = problem.friction[i];
    }
    for (Vec3Array& r : arrays.r) r = vectors(n_);
    for (Vec3Array& w : arrays.product) w = vectors(n_);
    arrays.change = vectors(n_);
    arrays.shift = numbers(n_);
  }

  /// Makes the contacts behind the first ones blocks of joints.
  void add_joints(const BodyArrays& bodies, std::span<const StepJoint> joints) {
    joint_rows_.resize(joints.size());
    joint_impulses_.resize(joints.size());
    OperatorArrays& matrix = arrays.problem.matrix;
    matrix.first_joint = static_cast<int>(n_ - joints.size());
    matrix.joint = joint_rows_.data();
    matrix.joint_impulse = joint_impulses_.data();
    for (std::size_t k = 0; k < joints.size(); ++k) {
      build_joint(bodies, joints[k], arrays.problem, body_.data(), joint_rows_.data(), static_cast<int>(k));
    }
  }

  /// Rounds until the last one; their report, and the impulses. Calls look(control) after each round.
  template <class Control>
  RoundsReport run(Control control, std::vector<Vec3d>& impulses) {
    return run(control, impulses, [](const Control&) {});
  }
  template <class Control, class Look>
  RoundsReport run(Control control, std::vector<Vec3d>& impulses, const Look& look) {
    int rounds = 0;
    while (control.plan.kind != RoundKind::done) {
      REQUIRE(++rounds < 100000);
      ForwardTerms ahead;
      BackwardTerms back;
      for (int i = 0; i < static_cast<int>(n_); ++i) ahead.join(forward(arrays, control, i));
      for (int k = 0; k < arrays.problem.matrix.bodies; ++k) sum_body(arrays.problem.matrix, k);
      for (int i = 0; i < static_cast<int>(n_); ++i) back.join(backward(arrays, control, i));
      decide(control, ahead, back);
      look(control);
    }
    impulses.clear();
    for (std::size_t i = 0; i < n_; ++i) impulses.push_back(arrays.r[control.plan.now][i]);
    return control.report;
  }

  /// Sweeps by colours from the impulses in the first buffer, with a look at them before and after every
  /// `interval`.
  template <ContactLaw law>
  std::vector<Vec3d> sweep(const Colouring& colouring, double alpha, int sweeps, int interval) {
    std::vector<BodyIndices> body(n_);
    const ColourArrays colours =
        colour_arrays(arrays, colouring.contacts.data(), body.data(), numbers(n_), vectors(n_));
    for (int place = 0; place < static_cast<int>(n_); ++place)
      pack_contact(colours, arrays.problem, law, place);
    std::vector<Vec3d> r;
    for (int turn = 0; turn < sweeps; ++turn) {
      if (turn % interval == 0) {
        run(begin_look(law), r);
        for (std::size_t place = 0; place < n_; ++place) colours.r.set(place, r[colouring.contacts[place]]);
      }
      for (int c = 0; c < colouring.count(); ++c) {
        // From the last group to the first: their order within a colour changes nothing.
        for (int g = colouring.first[c + 1] - 1; g >= colouring.first[c]; --g) {
          sweep_group<law>(colours, colouring.group[g], colouring.group[g + 1], alpha);
        }
      }
      for (std::size_t place = 0; place < n_; ++place)
        arrays.r[swept_buffer].set(colouring.contacts[place], colours.r[place]);
    }
    run(begin_look(law), r);
    return r;
  }

  SolverArrays arrays;

 private:
  double* numbers(std::size_t count) { return memory_.emplace_back(count).data(); }
  Vec3Array vectors(std::size_t count) { return {numbers(3 * count), count}; }

  std::size_t n_;
  std::vector<std::vector<double>> memory_;
  std::vector<BodyIndices> body_;
  std::vector<int> start_;
  std::vector<std::uint32_t> side_;
  std::vector<WorldInverseMass> inverse_mass_;
  std::vector<WorldImpulse> impulse_;
  std::vector<Twist> twist_;
  std::vector<JointRows> joint_rows_;
  std::vector<JointImpulse> joint_impulses_;
};

}  // namespace jam::test
