// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/step/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "jam/core/error.hpp"
#include "jam/dynamics/constraints/body_operator.hpp"
#include "jam/dynamics/constraints/contact_arms.hpp"
#include "jam/dynamics/constraints/ranges.hpp"
#include "jam/dynamics/constraints/right_side.hpp"
#include "jam/dynamics/model/free_motion.hpp"
#include "jam/dynamics/step/body_motion.hpp"
#include "jam/dynamics/step/step_checks.hpp"
#include "jam/io/number_text.hpp"

namespace jam::dynamics {
Simulation::Simulation(World world, const StepSettings& settings, Detect detect,
                       const MakeDriver& make_driver)
    : world_(std::move(world)), settings_(settings), detect_(std::move(detect)) {
  check_flow(world_);
  check_joints(world_);
  for (const Joint& joint : world_.joints) connected_.push_back(std::minmax({joint.a, joint.b}));
  std::sort(connected_.begin(), connected_.end());
  world_.open_gates(0);
  world_.place_walls(0, 0);
  check_settings(world_, settings);
  size_ = body_sizes(world_);
  reach_ = body_reaches(world_);
  energy_.scale = energy_scale(world_, settings_.gravity);
  energy_.start = kinetic_energy(world_.bodies) + potential_energy(world_.bodies, settings_.gravity);
  if (settings_.scheme != Scheme::moreau)
    energy_.lowest = fall_energy(world_.bodies, settings_.gravity, settings_.step);
  if (make_driver) driver_ = make_driver(world_, settings_);
}

void Simulation::set_gravity(Vec3d gravity) {
  if (world_is_old_) energy_.start -= dot(gravity - settings_.gravity, driver_moment_);
  else
    energy_.start +=
        potential_energy(world_.bodies, gravity) - potential_energy(world_.bodies, settings_.gravity);
  settings_.gravity = gravity;
  if (driver_) driver_->set_gravity(gravity);
}

void Simulation::enter(std::span<const Entrance> entrances) {
  if (entrances.empty()) return;
  if (world_is_old_) driver_->store(world_.bodies);
  world_is_old_ = false;
  Bodies& bodies = world_.bodies;
  for (const auto& [body, pose] : entrances) {
    bodies.kind[body] = BodyKind::dynamic;
    bodies.pose[body] = pose;
    bodies.velocity[body] = bodies.angular_velocity[body] = {};
    energy_.start -= bodies.mass[body] * dot(settings_.gravity, pose.position);
  }
  if (driver_) driver_->load(world_);
}

const World& Simulation::world() const {
  if (world_is_old_) driver_->store(world_.bodies);
  world_is_old_ = false;
  return world_;
}

void Simulation::fetch_contacts() const {
  if (!contacts_are_old_) return;
  driver_->store(world_, contacts_, problem_, solution_);
  solution_.iterations = driver_solution_.iterations;
  solution_.status = driver_solution_.status;
  solution_.residual = driver_solution_.residual;
  contacts_are_old_ = false;
}

const std::vector<Contact>& Simulation::contacts() const {
  fetch_contacts();
  return contacts_;
}

const ContactProblem& Simulation::problem() const {
  fetch_contacts();
  return problem_;
}

const Solution& Simulation::solution() const {
  fetch_contacts();
  return solution_;
}

StepReport Simulation::advance() {
  StepReport report;
  report.step = steps_ + 1;
  report.time = static_cast<double>(report.step) * settings_.step;
  if (world_.open_gates(time()) && driver_) driver_->load_kinds(world_);
  if (driver_) step_by_driver(report);
  else step_here(report);
  if (report.blown_up.empty()) flow(report);
  const auto& kinds = world_.bodies.kind;
  report.bodies = static_cast<int>(std::count(kinds.begin(), kinds.end(), BodyKind::dynamic));
  report.left = world_.flow.left;
  return report;
}

void Simulation::step_by_driver(StepReport& report) {
  const StepOutcome outcome = driver_->advance(world_, time(), corrects_);
  world_is_old_ = contacts_are_old_ = true;
  driver_solution_.iterations = outcome.iterations;
  driver_solution_.status = outcome.status;
  driver_solution_.residual = outcome.residual;
  driver_times_ = outcome.times;
  driver_moment_ = outcome.moment;
  if (!judge(outcome, report)) driver_->take_back();
}

/// Bodies during a step on threads of the CPU.
struct Simulation::Step {
  explicit Step(int count)
      : twist(count),
        detection_pose(count),
        halfway(count),
        free(count),
        ahead(count),
        by_contacts(count),
        on_way(count),
        next_pose(count),
        next_twist(count) {}

  std::vector<Twist> twist;
  std::vector<Pose> detection_pose;
  std::vector<Quaterniond> halfway;
  std::vector<Twist> free;
  std::vector<StepMotion> ahead;
  std::vector<Twist> by_contacts, on_way;  ///< Changes of velocity, in the world.
  std::vector<Pose> next_pose;
  std::vector<Twist> next_twist;
  int iterations = 0;  ///< Number of iterations of all solves.
};

void Simulation::step_here(StepReport& report) {
  const bool moreau = settings_.scheme == Scheme::moreau;
  const JointTimes times = joint_times(moreau, time(), settings_.step);
  const int count = world_.bodies.count(), threads = settings_.solver.thread_count;
  world_.place_walls(times.poses, times.middle());
  Bodies& bodies = world_.bodies;
  Step step(count);
  step.twist = twists_of(bodies);
  const BodyStep motion{count,
                        moreau,
                        times.step,
                        settings_.gravity,
                        bodies.kind.data(),
                        bodies.mass.data(),
                        bodies.inertia.data(),
                        size_.data(),
                        reach_.data(),
                        bodies.pose.data(),
                        step.twist.data(),
                        step.detection_pose.data(),
                        step.halfway.data(),
                        step.free.data(),
                        step.ahead.data(),
                        step.next_pose.data(),
                        step.next_twist.data()};
  for_ranges(count, threads, [&](int first, int last) {
    for (int k = first; k < last; ++k) begin_body(motion, k);
  });
  const std::vector<JointBlock> joints = joint_blocks(world_, step.detection_pose, times);
  BodyTerms terms;
  for (int attempt = 1;; ++attempt) {
    solve_contacts(step, joints);
    terms = fold_ranges<BodyTerms>(
        count, threads,
        [&](BodyTerms& sum, int k) { sum.join(end_body(motion, step.by_contacts[k], step.on_way[k], k)); },
        [](BodyTerms& sum, const BodyTerms& part) { sum.join(part); });
    if (!(terms.strayed > 0) || attempt == step_attempts) break;
  }
  if (!judge(outcome_here(step, joints, terms), report)) return;
  for (int k = 0; k < count; ++k) {
    if (!bodies.dynamic(k)) continue;
    bodies.pose[k] = step.next_pose[k];
    bodies.velocity[k] = step.next_twist[k].linear;
    bodies.angular_velocity[k] = step.next_twist[k].angular;
  }
  const double end = times.start + times.step;
  world_.place_walls(end, end);
}

/// Lets bodies enter and leave if it is time.
void Simulation::flow(const StepReport& report) {
  if (!look_follows(world_.flow, settings_.step, steps_)) return;
  Bodies& bodies = world_.bodies;
  if (world_is_old_) driver_->store(bodies);
  world_is_old_ = false;
  run_flow(world_);
  if (driver_) driver_->load(world_);
  // The energy of bodies that enter or leave must not count as a gain (blow-up).
  energy_.start += kinetic_energy(bodies) + potential_energy(bodies, settings_.gravity) - report.kinetic -
                   report.potential;
  if (settings_.scheme != Scheme::moreau)
    energy_.lowest += fall_energy(bodies, settings_.gravity, settings_.step) - report.fall;
}

GapRule Simulation::rule_of_step() const {
  return gap_rule_of(settings_.scheme == Scheme::moreau, settings_.step, length(settings_.gravity));
}

/// Finds the contacts and solves for the changes of velocity.
void Simulation::solve_contacts(Step& step, std::span<const JointBlock> joints) {
  const bool moreau = settings_.scheme == Scheme::moreau;
  const int threads = settings_.solver.thread_count;
  const Bodies& bodies = world_.bodies;
  double farthest = 0;
  for (int k = 0; k < bodies.count(); ++k) {
    const StepMotion& ahead = step.ahead[k];
    farthest = std::max(farthest, length(ahead.shift) + length(ahead.spin) * reach_[k] + ahead.margin);
  }
  contacts_ = detect_(world_, step.detection_pose,
                      moreau ? LookAhead(0) : LookAhead(2 * farthest, step.ahead), threads);
  if (!connected_.empty()) {
    std::erase_if(contacts_, [&](const Contact& contact) {
      return std::binary_search(connected_.begin(), connected_.end(),
                                std::minmax({contact.body_a, contact.body_b}));
    });
  }
  std::vector<double> correcting;
  const bool corrects = corrects_ && !moreau;
  problem_ = contact_problem(world_, step.detection_pose, contacts_, step.twist, step.free, rule_of_step(),
                             joints, threads, {size_, corrects ? &correcting : nullptr});
  const auto& matrix = static_cast<const BodyOperator&>(*problem_.matrix);
  if (settings_.warm_start) problem_.start = warm_.start(contacts_, matrix.rows(), joints);
  const auto changes = [&](std::vector<Twist>& change) {
    matrix.velocities(solution_.impulses, change, threads);
    for_ranges(bodies.count(), threads, [&](int first, int last) {
      for (int k = first; k < last; ++k)
        change[k].angular = rotate(step.detection_pose[k].rotation, change[k].angular);
    });
  };
  int iterations = 0;
  if (corrects) {
    const auto exchange = [&] {
      for (std::size_t i = 0; i < contacts_.size(); ++i) std::swap(problem_.q[i].x, correcting[i]);
    };
    exchange();
    solution_ = solve(problem_, settings_.solver);
    exchange();
    changes(step.on_way);
    problem_.start = solution_.impulses;
    iterations = solution_.iterations;
  }
  solution_ = solve(problem_, settings_.solver);
  solution_.iterations += iterations;
  step.iterations += solution_.iterations;
  changes(step.by_contacts);
  if (!corrects) step.on_way = step.by_contacts;
}

/// The outcome of a step, whose bodies report `moved`.
StepOutcome Simulation::outcome_here(const Step& step, std::span<const JointBlock> joints,
                                     const BodyTerms& moved) {
  const Bodies& bodies = world_.bodies;
  const auto& rows = static_cast<const BodyOperator&>(*problem_.matrix).rows();
  if (settings_.warm_start) warm_.keep(contacts_, rows, solution_.impulses, joints);
  const BodyArrays arrays = body_arrays(world_, step.detection_pose, step.twist, step.free, size_);
  ContactTerms terms;
  double work = work_of_joints(bodies, joints, std::span(solution_.impulses).subspan(contacts_.size()),
                               step.twist, step.next_twist);
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    const Vec3d r = solution_.impulses[i];
    const ContactTerms mine = contact_terms(arrays, rule_of_step(), corrects_, step_contact(contacts_[i]), i,
                                            from_frame(frame_of(rows[i]), r), r.x);
    work += mine.work;
    terms.join(mine);
  }
  StepOutcome outcome;
  outcome.take(moved, terms, bodies.count());
  outcome.wall_work = work;
  outcome.contacts = static_cast<int>(contacts_.size());
  outcome.iterations = step.iterations;
  outcome.status = solution_.status;
  outcome.residual = solution_.residual;
  outcome.joint_error = joint_error(joints);
  if (terms.overlap > 0) {
    outcome.overlap_a = contacts_[terms.deepest].body_a;
    outcome.overlap_b = contacts_[terms.deepest].body_b;
  }
  return outcome;
}

/// Reports a step, which then counts. Returns false if it blew up: walls then have the poses before the step.
bool Simulation::judge(const StepOutcome& outcome, StepReport& report) {
  static_cast<StepFigures&>(report) = outcome;
  report.potential = -dot(settings_.gravity, outcome.moment);
  energy_.add(outcome.wall_work, outcome.corrected);
  report.wall_work = energy_.work;
  report.growth = energy_.take_growth(report.kinetic, report.potential, report.fall);
  report.energy_scale = energy_.scale_now();
  corrects_ = report.overlap > corrected_overlap_share;
  report.blown_up = blow_up(report, outcome.broken_body);
  if (report.blown_up.empty()) {
    ++steps_;
    return true;
  }
  world_.place_walls(time(), time());
  return false;
}

std::string Simulation::blow_up(const StepReport& report, int broken) const {
  if (broken >= 0) return broken_text(broken);
  const double gain = energy_.gained(report.kinetic, report.potential);
  if (!energy_.blows_up(gain, settings_.energy_guard)) return {};
  return gain_text(gain, settings_.energy_guard * energy_.scale_now());
}

}  // namespace jam::dynamics
