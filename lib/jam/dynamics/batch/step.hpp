// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A whole step of a small scene: a template over Workers (workers.hpp) and over the control block of a solver
// (solvers/rounds/rounds.hpp). What it computes depends on the scene alone: neither on the workers nor on the
// other scenes.
//   detection   every own shape against every other shape; pairs, and then contacts, in the order of their
//               keys (as Collider's)
//   problem     rows of contacts, and of joints after them, right side, start; the sides of each body in the
//               order of its contacts
//   solver      rounds (solve.hpp)
//   bodies      new velocities and poses; a step that blows up changes nothing
#pragma once

#include "jam/dynamics/batch/joints.hpp"
#include "jam/dynamics/batch/scene.hpp"
#include "jam/dynamics/batch/solve.hpp"
#include "jam/dynamics/collide/moving_pair.hpp"
#include "jam/dynamics/collide/pair_search.hpp"

namespace jam::dynamics {

/// Count of gather().
struct FoundPair {
  int count = 0;
  std::uint64_t key = 0;
};

struct FoundSides {
  int count = 0;
};

[[nodiscard]] JAM_HD_INLINE std::uint8_t flags_of(BodyKind kind) {
  return kind == BodyKind::dynamic ? 0 : kind == BodyKind::inactive ? body_inactive : body_fixed;
}

/// Pose of shape `number`, and its bounds.
[[nodiscard]] JAM_HD_INLINE const Pose& world_of(const SmallModel& model, const SmallWork& work, int number) {
  const int slot = model.slot[number];
  return slot >= 0 ? work.world[slot] : model.fixed_world[number];
}
[[nodiscard]] JAM_HD_INLINE const Bounds& bounds_in(const SmallModel& model, const SmallWork& work,
                                                    int number) {
  const int slot = model.slot[number];
  return slot >= 0 ? work.bounds[slot] : model.fixed_bounds[number];
}

[[nodiscard]] JAM_HD_INLINE StepMotion motion_in(const SmallModel& model, const SmallWork& work, int number) {
  const int slot = model.slot[number];
  return slot >= 0 ? work.motion[slot] : StepMotion{};
}

/// Whether a joint connects two bodies.
[[nodiscard]] JAM_HD_INLINE bool are_connected(const SmallModel& model, int a, int b) {
  for (int k = 0; k < model.joint_count; ++k) {
    const Joint& joint = model.joint[k].joint;
    if ((joint.a == a && joint.b == b) || (joint.a == b && joint.b == a)) return true;
  }
  return false;
}

/// Whether own shape `j` and shape `other` may have contacts; each pair of own shapes is found from its
/// smaller one.
[[nodiscard]] JAM_HD_INLINE FoundPair test_pair(const SmallModel& model, const SmallWork& work, int j,
                                                int other) {
  const int shape = model.own[j];
  if (model.slot[other] >= 0 && other <= shape) return {};
  const Bounds &mine = work.bounds[j], &others = bounds_in(model, work, other);
  if (!may_collide(mine, others)) return {};
  const bool plane = model.shape[shape].kind == ShapeKind::plane,
             other_plane = model.shape[other].kind == ShapeKind::plane;
  if (plane && other_plane) return {};
  bool meet = false;
  if (other_plane) {
    const Pose& world = world_of(model, work, other);
    meet = bounds_meet(mine, placed_plane(model.shape[other], world), world, motion_in(model, work, other));
  } else if (plane) {
    meet =
        bounds_meet(others, placed_plane(model.shape[shape], work.world[j]), work.world[j], work.motion[j]);
  } else {
    meet = bounds_meet(mine, others);
  }
  if (!meet || are_connected(model, model.of_shape[shape], model.of_shape[other])) return {};
  // The plane is the second one, else the larger number.
  const bool in_order = other_plane || (!plane && shape < other);
  const auto n = static_cast<std::uint64_t>(model.shapes), p = static_cast<std::uint64_t>(shape),
             q = static_cast<std::uint64_t>(other);
  return {1, in_order ? pair_key(p, q, n) : pair_key(q, p, n)};
}

/// The contacts of a pair, by feature, with normals from the first to the second. A function of its own, for
/// it is long and needs many registers.
[[nodiscard]] JAM_HD __attribute__((noinline)) inline AnyManifold contacts_of_pair(const SmallModel& model,
                                                                                   const SmallWork& work,
                                                                                   std::uint64_t key) {
  const auto n = static_cast<std::uint64_t>(model.shapes);
  int a = static_cast<int>(key / n), b = static_cast<int>(key % n);
  const bool exchange = model.shape[a].kind > model.shape[b].kind;
  if (exchange) {
    const int c = a;
    a = b;
    b = c;
  }
  AnyManifold found;
  const StepMotion motion_a = motion_in(model, work, a), motion_b = motion_in(model, work, b);
  collide_moving({model.shape[a], world_of(model, work, a), motion_a},
                 {model.shape[b], world_of(model, work, b), motion_b}, found);
  sort_by_feature(found);
  for (int k = 0; exchange && k < found.count; ++k) found.points[k].normal = -found.points[k].normal;
  return found;
}

/// Finds the contacts. Returns their number, or -1 if the memory does not hold them: the record then has the
/// number that is needed.
template <Workers W>
JAM_HD_INLINE int detect_small(const W& workers, const SmallModel& model, const SmallScenes& scene,
                               const SmallWork& work) {
  for_each(workers, model.own_count, [&](int j) {
    const Shape& shape = model.shape[model.own[j]];
    const Pose& body = work.detection_pose[shape.body];
    work.world[j] = body * shape.pose;
    work.motion[j] = motion_of_shape(work.ahead[shape.body], body, work.world[j]);
    work.bounds[j] = bounds_of(shape, work.world[j], flags_of(scene.kind[shape.body]), work.motion[j]);
  });
  workers.sync();
  const int pairs = workers.gather(
      model.own_count * model.shapes,
      [&](int p) { return test_pair(model, work, p / model.shapes, p % model.shapes); },
      [&](int, const FoundPair& pair, int place) {
        if (pair.count > 0 && place < work.capacity.pairs) work.found_pair[place] = pair.key;
      });
  if (pairs > work.capacity.pairs) {
    once(workers, [&] { scene.record->wanted_pairs = pairs; });
    return -1;
  }
  // All keys differ: the place of one is the number of smaller ones.
  for_each(workers, pairs, [&](int p) {
    const std::uint64_t key = work.found_pair[p];
    int place = 0;
    for (int q = 0; q < pairs; ++q) place += work.found_pair[q] < key ? 1 : 0;
    work.pair[place] = key;
  });
  workers.sync();
  const int contacts = workers.gather(
      pairs, [&](int p) { return contacts_of_pair(model, work, work.pair[p]); },
      [&](int p, const AnyManifold& found, int place) {
        for (int k = 0; k < found.count && place + k < work.capacity.contacts; ++k) {
          const ContactPoint& point = found.points[k];
          work.contacts.pair[place + k] = work.pair[p];
          work.contacts.feature[place + k] = point.feature;
          work.contacts.point.set(place + k, point.point);
          work.contacts.normal.set(place + k, point.normal);
          work.contacts.gap[place + k] = point.gap;
          work.contacts.share[place + k] = point.share;
        }
      });
  if (contacts > work.capacity.contacts) {
    once(workers, [&] { scene.record->wanted_contacts = contacts; });
    return -1;
  }
  return contacts;
}

/// Builds the contact problem: `touching` contacts, then the blocks of the joints. Also sets the impulses
/// with which the solver starts.
template <Workers W>
JAM_HD_INLINE void build_small(const W& workers, const BuildInput& input, const SmallWork& work,
                               const LastContacts& last, int touching) {
  const ProblemArrays& problem = work.solver.problem;
  const int contacts = problem.matrix.contacts;
  for_each(workers, input.bodies.count, [&](int k) {
    work.inverse_mass[k] = world_inverse_mass(input.bodies.inverse_mass[k], input.bodies.pose[k].rotation);
  });
  workers.sync();
  for_each(workers, work.joint_blocks, [&](int k) {
    build_joint(input.bodies, work.joint[k], problem, work.indices, work.joint_rows, k);
    work.solver.r[0].set(touching + k, work.joint[k].start);
  });
  for_each(workers, touching, [&](int i) {
    build_contact(input, problem, work.indices, i);
    if (problem.matrix.frame != nullptr) problem.matrix.frame[i] = contact_frame(input.contacts.normal[i]);
    work.solver.r[0].set(i, start_impulse(input.contacts, problem.friction[i], last, i));
  });
  workers.sync();
  const int sides = workers.gather(
      input.bodies.count,
      [&](int k) {
        FoundSides found;
        for (int i = 0; i < contacts; ++i)
          found.count += (work.indices[i].a == k ? 1 : 0) + (work.indices[i].b == k ? 1 : 0);
        return found;
      },
      [&](int k, const FoundSides& found, int place) {
        work.side_start[k] = place;
        for (int i = 0; found.count > 0 && i < contacts; ++i) {
          if (work.indices[i].a == k) work.side[place++] = 2 * static_cast<std::uint32_t>(i);
          if (work.indices[i].b == k) work.side[place++] = 2 * static_cast<std::uint32_t>(i) + 1;
        }
      });
  once(workers, [&] { work.side_start[input.bodies.count] = sides; });
}

/// Solves for the changes of velocity; if overlaps are corrected, first for the displacements.
template <Workers W, class Control>
JAM_HD_INLINE void solve_contacts_small(const W& workers, const BuildInput& input, const SmallScenes& scene,
                                        SmallWork& work, const SmallRules& rules, const Control& start,
                                        Control& control) {
  const OperatorArrays& matrix = work.solver.problem.matrix;
  const int bodies = input.bodies.count, contacts = work.touching;
  if (matrix.contacts == 0) {
    for_each(workers, bodies, [&](int k) { matrix.twist[k] = work.on_way[k] = {}; });
    workers.sync();
    return;
  }
  const int before = rules.warm_start ? scene.record->contacts : 0;
  build_small(workers, input, work, {before, scene.pair, scene.feature, scene.impulse}, contacts);
  // One place where the solver is called: its code is long.
  for (bool displaces = input.corrects, first = true;; displaces = false, first = false) {
    once(workers, [&] {
      if (!first) work.earlier_iterations += control.report.iterations;
      control = start;
    });
    solve_small(workers, work, control);
    if (first) for_each(workers, bodies, [&](int k) { work.on_way[k] = matrix.twist[k]; });
    if (!displaces) return workers.sync();
    const Vec3Array& from = work.solver.r[result_of(control)];
    const Vec3Array& to = work.solver.r[0];
    if (from.data != to.data) for_each(workers, matrix.contacts, [&](int i) { to.set(i, from[i]); });
    for_each(workers, contacts, [&](int i) { release_contact(work.solver.problem, i); });
    workers.sync();
  }
}

/// Enters what a step did into the record, or that it blew up.
JAM_HD_INLINE void record_step(SceneRecord& record, const SmallRules& rules, const SmallWork& work,
                               int bodies, int contacts, const RoundsReport& solved, const BodyTerms& moved,
                               const ContactTerms& touched) {
  const Vec3d moment{moved.moment_x, moved.moment_y, moved.moment_z};
  const double potential = -dot(record.gravity, moment);
  EnergyWatch energy = record.energy;
  energy.add(touched.work, touched.recovered + moved.lifted);
  record.gained = energy.gained(moved.kinetic, potential);
  record.allowed = rules.energy_guard * energy.scale_now();
  if (moved.broken > 0 || energy.blows_up(record.gained, rules.energy_guard)) {
    record.state = SceneState::blown_up;
    record.broken = moved.broken > 0 ? bodies - static_cast<int>(moved.broken) : -1;
    return;
  }
  ++record.steps;
  record.contacts = contacts;
  record.kinetic = moved.kinetic;
  record.moment = moment;
  record.growth = larger(record.growth, energy.take_growth(moved.kinetic, potential, moved.fall));
  record.energy = energy;
  record.corrects = touched.overlap > corrected_overlap_share;
  if (touched.overlap > record.overlap) {
    record.overlap = touched.overlap;
    record.deepest = touched.deepest;
    record.deepest_step = record.steps;
  }
  record.last_penetration = touched.penetration;
  if (touched.penetration > record.penetration) record.penetration = touched.penetration;
  for (int k = 0; k < work.joint_blocks; ++k)
    record.joint_error = larger(record.joint_error, work.joint_error[k]);
  if (contacts + work.joint_blocks == 0) return;
  record.iterations += solved.iterations + work.earlier_iterations;
  record.limited += solved.status == SolveStatus::limit ? 1 : 0;
  record.diverged += solved.status == SolveStatus::diverged ? 1 : 0;
  record.residual = larger(record.residual, solved.residual);
}

/// Takes a step of a running scene. `work` and `control` are those of all workers, `start` is what the latter
/// begins with.
template <Workers W, class Control>
JAM_HD_INLINE void step_small(const W& workers, const SmallModel& model, const SmallScenes& scene,
                              SmallWork& work, const SmallRules& rules, const SmallStep& step,
                              const Control& start, Control& control) {
  const int bodies = model.bodies;
  SceneRecord& record = *scene.record;
  for_each(workers, step.wall_count, [&](int k) {
    const WallStep& wall = step.walls[k];
    scene.pose[wall.body] = wall.pose;
    scene.twist[wall.body] = wall.twist;
  });
  once(workers, [&] {
    // Gravity that changes does no work.
    record.energy.start -= dot(step.gravity - record.gravity, record.moment);
    record.gravity = step.gravity;
  });
  const BodyStep motion{bodies,         rules.moreau,        rules.h,      step.gravity, scene.kind,
                        model.mass,     model.inertia,       model.size,   model.reach,  scene.pose,
                        scene.twist,    work.detection_pose, work.halfway, work.free,    work.ahead,
                        work.next_pose, work.next_twist};
  for_each(workers, bodies, [&](int k) { begin_body(motion, k); });
  workers.sync();
  const JointTimes times = joint_times(rules.moreau, step.time, rules.h);
  const int blocks = workers.gather(
      model.joint_count, [&](int k) { return count_blocks(model, scene, k); },
      [&](int k, const FoundBlocks& found, int place) {
        if (found.count > 0) write_blocks(model, scene, work, times, rules.warm_start, k, place);
      });
  const BuildInput input{static_cast<std::uint64_t>(model.shapes),
                         work.contacts,
                         {bodies, scene.kind, model.inverse_mass, model.surface, model.size, model.pair,
                          model.pair_count, model.of_shape, work.detection_pose, scene.twist, work.free},
                         gap_rule_of(rules.moreau, rules.h, length(step.gravity)),
                         record.corrects && !rules.moreau};
  const OperatorArrays& matrix = work.solver.problem.matrix;
  const auto moved = [&] {
    for (int attempt = 1;; ++attempt) {
      const int contacts = detect_small(workers, model, scene, work);
      if (contacts < 0) {
        once(workers, [&] { record.state = SceneState::full; });
        return workers.template lanes<BodyTerms>(0, [](int) { return BodyTerms{}; });
      }
      once(workers, [&] {
        OperatorArrays& all = work.solver.problem.matrix;
        work.touching = contacts;
        work.strayed = false;
        work.earlier_iterations = attempt == 1 ? 0 : work.earlier_iterations + control.report.iterations;
        all.contacts = contacts + blocks;
        all.first_joint = blocks > 0 ? contacts : no_joint;
        work.swept.first_joint = all.first_joint;
        work.joint_blocks = blocks;
      });
      solve_contacts_small(workers, input, scene, work, rules, start, control);
      auto terms = workers.template lanes<BodyTerms>(bodies, [&](int k) {
        const BodyTerms mine = end_body(motion, matrix.twist[k], work.on_way[k], k);
        if (mine.strayed > 0) work.strayed = true;
        return mine;
      });
      workers.sync();
      if (!work.strayed || attempt == step_attempts) return terms;
    }
  };
  auto moved_terms = moved();
  if (record.state != SceneState::running) return;
  const int contacts = work.touching;
  const Vec3Array& solved = work.solver.r[result_of(control)];
  auto touched = workers.template lanes<ContactTerms>(contacts + blocks, [&](int i) {
    return i < contacts ? contact_terms(input, matrix.impulse, i)
                        : joint_terms(scene, work, solved[i], i - contacts);
  });
  workers.conclude(moved_terms, touched, [&](const BodyTerms& b, const ContactTerms& c) {
    record_step(record, rules, work, bodies, contacts, control.report, b, c);
  });
  if (record.state != SceneState::running) return;
  for_each(workers, bodies, [&](int k) {
    scene.pose[k] = work.next_pose[k];
    scene.twist[k] = work.next_twist[k];
  });
  for_each(workers, contacts, [&](int i) {
    scene.pair[i] = work.contacts.pair[i];
    scene.feature[i] = work.contacts.feature[i];
    scene.impulse[i] = matrix.impulse[i];
  });
  for_each(workers, model.joint_slots(), [&](int slot) { scene.joint_impulse[slot] = {}; });
  workers.sync();
  for_each(workers, blocks, [&](int k) { scene.joint_impulse[work.joint_slot[k]] = solved[contacts + k]; });
  for_each(workers, step.wall_count, [&](int k) {
    const WallStep& wall = step.walls[k];
    scene.pose[wall.body] = wall.end_pose;
    scene.twist[wall.body] = wall.end_twist;
  });
  workers.sync();
}

/// Steps of a scene until it has taken `last` of them or no longer runs; steps[k] is the one with number
/// first + k.
template <Workers W, class Control>
JAM_HD_INLINE void run_small(const W& workers, const SmallModel& model, const SmallScenes& scene,
                             SmallWork& work, const SmallRules& rules, const SmallStep* steps, int first,
                             int last, const Control& start, Control& control) {
  while (scene.record->state == SceneState::running && scene.record->steps < last) {
    step_small(workers, model, scene, work, rules, steps[scene.record->steps - first], start, control);
  }
}

}  // namespace jam::dynamics
