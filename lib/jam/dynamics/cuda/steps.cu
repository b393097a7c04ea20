// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include "jam/dynamics/constraints/body_operator.hpp"
#include "jam/dynamics/constraints/joint_rows.hpp"
#include "jam/dynamics/constraints/right_side.hpp"
#include "jam/dynamics/cuda/body_kernels.cuh"
#include "jam/dynamics/cuda/device.hpp"
#include "jam/dynamics/cuda/solver.cuh"
#include "jam/dynamics/step/collision.hpp"
#include "jam/dynamics/step/step_checks.hpp"

namespace jam::dynamics {
namespace {

enum Mark {
  begin_mark,
  bodies_mark,
  attempt_mark,
  detected_mark,
  built_mark,
  solved_mark,
  end_mark,
  mark_count
};

class CudaSteps final : public StepDriver {
 public:
  CudaSteps(int device, const World& world, const StepSettings& settings)
      : queue_(device),
        settings_(settings),
        count_(world.bodies.count()),
        collider_(world.shapes, body_flags(world.bodies), connected_bodies(world),
                  2 * static_cast<int>(world.joints.size()), queue_.stream()),
        solver_(queue_) {
    require_device_steps(settings.solver);
    const std::size_t n = count_;
    for (int k = 0; k < 2; ++k) {
      pose_[k] = DeviceBuffer<Pose>("bodies", n);
      twist_[k] = DeviceBuffer<Twist>("bodies", n);
    }
    detection_pose_ = DeviceBuffer<Pose>("bodies", n);
    free_ = DeviceBuffer<Twist>("bodies", n);
    ahead_ = DeviceBuffer<StepMotion>("bodies", n);
    on_way_ = DeviceBuffer<Twist>("bodies", n);
    if (settings.scheme == Scheme::moreau) halfway_ = DeviceBuffer<Quaterniond>("bodies", n);
    kind_ = DeviceBuffer<BodyKind>("bodies", n);
    mass_ = filled("bodies", world.bodies.mass, queue_.stream());
    inertia_ = filled("bodies", world.bodies.inertia, queue_.stream());
    size_ = filled("bodies", body_sizes(world), queue_.stream());
    reach_ = filled("bodies", body_reaches(world), queue_.stream());
    inverse_mass_ = filled("bodies", inverse_masses(world.bodies), queue_.stream());
    surface_ = filled("bodies", world.bodies.surface, queue_.stream());
    pairs_ = filled("pairs of surfaces", world.pairs, queue_.stream());
    std::vector<int> of_shape;
    for (const Shape& shape : world.shapes) of_shape.push_back(shape.body);
    body_of_shape_ = filled("shapes", of_shape, queue_.stream());
    arrived_ = DeviceBuffer<unsigned>("report", 1);
    arrived_.fill_zero(queue_.stream());
    report_ = DeviceBuffer<StepTerms>("report", 1);
    host_report_ = PinnedBuffer<StepTerms>(1);
    load(world);
  }
  ~CudaSteps() override { queue_.drain(); }

  void load(const World& world) override {
    queue_.make_current();
    const Bodies& bodies = world.bodies;
    pose_[now_].upload(bodies.pose, queue_.stream());
    twist_[now_].upload(twists_of(bodies), queue_.stream());
    load_kinds(world);
  }

  void load_kinds(const World& world) override {
    queue_.make_current();
    kind_.upload(world.bodies.kind, queue_.stream());
    next_kinds_ = world.bodies.kind;
    kinds_are_old_ = true;
    collider_.set_flags(body_flags(world.bodies));
  }

  void load_impulses(std::span<const Contact> contacts, std::span<const Vec3d> impulses,
                     std::vector<Vec3d> joints) override {
    queue_.make_current();
    joint_impulses_ = std::move(joints);
    std::vector<WorldImpulse> on_b;
    for (std::size_t i = 0; i < contacts.size(); ++i) {
      const Vec3d impulse = from_frame(contact_frame(contacts[i].normal), impulses[i]);
      on_b.push_back({impulse.x, impulse.y, impulse.z, 0});
    }
    contacts_[last_].contacts.load_keys(contacts, collider_.shape_count(), queue_.stream());
    reserve(contacts_[last_].impulse, "contacts", on_b.size());
    contacts_[last_].impulse.upload(on_b, queue_.stream());
    JAM_CUDA(cudaStreamSynchronize(queue_.stream()));
  }

  [[nodiscard]] const std::vector<Vec3d>& joint_impulses() const override { return joint_impulses_; }

  void set_gravity(Vec3d gravity) override { settings_.gravity = gravity; }
  StepOutcome advance(World& world, double start, bool corrects) override {
    queue_.make_current();
    if (kinds_are_old_) step_kinds_ = next_kinds_;
    kinds_are_old_ = false;
    const cudaStream_t stream = queue_.stream();
    const bool moreau = settings_.scheme == Scheme::moreau;
    const JointTimes times = joint_times(moreau, start, settings_.step);
    walls_.place(world, {times.poses, times.middle()}, pose_[now_], twist_[now_], stream);
    timer_.mark(begin_mark, stream);
    const BodyStep motion = motion_of_step();
    launch_items("begin", count_, stream, begin_kernel, motion);
    timer_.mark(bodies_mark, stream);
    const std::vector<StepJoint> joints = joints_of_step(world, times);
    StepOutcome result;
    for (int attempt = 1;; ++attempt) {
      attempt_step(world, motion, joints, corrects && !moreau, result);
      if (!(host_report_[0].bodies.strayed > 0) || attempt == step_attempts) break;
      last_ = 1 - last_;
    }
    now_ = 1 - now_;
    const double end = start + settings_.step;
    walls_.place(world, {end, end}, pose_[now_], twist_[now_], stream);
    const StepTerms& terms = host_report_[0];
    result.take(terms.bodies, terms.contacts, count_);
    if (result.overlap > 0) {
      const auto shapes = static_cast<std::uint64_t>(collider_.shape_count());
      result.overlap_a = world.shapes[terms.contacts.deepest / shapes].body;
      result.overlap_b = world.shapes[terms.contacts.deepest % shapes].body;
    }
    result.wall_work += store_joint_impulses(world.bodies, result.contacts);
    result.joint_error = joint_error(joint_blocks_);
    result.times.bodies += timer_.seconds(begin_mark, bodies_mark);
    return result;
  }

  void take_back() override { now_ = 1 - now_; }

  void store(Bodies& bodies) const override {
    queue_.make_current();
    std::vector<Pose> poses(count_);
    std::vector<Twist> twists(poses.size());
    pose_[now_].download(poses, queue_.stream());
    twist_[now_].download(twists, queue_.stream());
    JAM_CUDA(cudaStreamSynchronize(queue_.stream()));
    for (int k = 0; k < count_; ++k) {
      if (!bodies.dynamic(k)) continue;
      bodies.pose[k] = poses[k];
      bodies.velocity[k] = twists[k].linear;
      bodies.angular_velocity[k] = twists[k].angular;
    }
  }

  void store(const World& world, std::vector<Contact>& contacts, ContactProblem& problem,
             Solution& solution) const override {
    queue_.make_current();
    const cudaStream_t stream = queue_.stream();
    const SolverArrays& arrays = problem_.arrays();
    contacts = contacts_[last_].contacts.to_host(world.shapes, stream);
    const std::size_t n = contacts.size() + joint_blocks_.size();
    std::vector<Pose> poses(count_);
    std::vector<Twist> free(poses.size());
    detection_pose_.download(poses, stream);
    free_.download(free, stream);
    problem = {};
    solution = {};
    problem.q = host_vectors(arrays.problem.q, n, queue_.stream());
    problem.friction.resize(n);
    if (n > 0) {
      JAM_CUDA(cudaMemcpyAsync(problem.friction.data(), arrays.problem.friction, n * sizeof(double),
                               cudaMemcpyDeviceToHost, stream));
      solution.impulses = host_vectors(arrays.r[solver_.result()], n, queue_.stream());
    }
    JAM_CUDA(cudaStreamSynchronize(stream));
    // Bodies may have left since the step: a pair of two such bodies, or of one and a wall, would not move.
    Bodies bodies = world.bodies;
    bodies.kind = step_kinds_;
    std::vector<ContactRow> rows = contact_rows(bodies, {poses, free, settings_.step}, contacts);
    for (const JointBlock& block : joint_blocks_) {
      ContactRow& row = rows.emplace_back(block.row);
      for (int* body : {&row.a, &row.b}) *body = bodies.dynamic(*body) ? *body : -1;
    }
    problem.matrix = std::make_shared<BodyOperator>(std::move(rows), inverse_masses(bodies));
    solution.relaxation = solved_.relaxation;
    solution.colour_count = solved_.colour_count;
  }

 private:
  /// Detection, problem, solver and new velocities; the report is on the host afterwards. Iterations and
  /// times are added to the result.
  void attempt_step(const World& world, const BodyStep& motion, const std::vector<StepJoint>& joints,
                    bool corrects, StepOutcome& result) {
    const cudaStream_t stream = queue_.stream();
    SolvedContacts& contacts = contacts_[1 - last_];
    timer_.mark(attempt_mark, stream);
    collider_.detect(detection_pose_.data(), motion.moreau ? nullptr : ahead_.data(), 0, contacts.contacts);
    timer_.mark(detected_mark, stream);
    const BuildInput input{static_cast<std::uint64_t>(collider_.shape_count()), contacts.contacts.arrays,
                           body_arrays(), gap_rule_of(motion.moreau, motion.h, length(settings_.gravity)),
                           corrects};
    problem_.build(settings_.warm_start ? &contacts_[last_] : nullptr, contacts, input, joints, stream);
    timer_.mark(built_mark, stream);
    last_ = 1 - last_;
    result.contacts = contacts.contacts.count;
    const SolverArrays& arrays = problem_.arrays();
    report_.fill_zero(stream);
    const bool solves = arrays.problem.matrix.contacts > 0;
    if (solves) solve(world, arrays, result);
    else
      JAM_CUDA(cudaMemsetAsync(arrays.problem.matrix.twist, 0,
                               sizeof(Twist) * static_cast<std::size_t>(count_), stream));
    keep_displacements(arrays);
    if (solves && corrects) {
      problem_.release(solver_.result(), result.contacts, stream);
      solve(world, arrays, result);
    }
    if (result.contacts > 0) {
      const LaunchShape shape = shape_for_items(result.contacts, block_threads(), stream);
      reserve(contact_terms_, "report", shape.grid.x);
      reserve(contact_scratch_, "report", shape.grid.x / 32 + 1);
      launch("contact_terms", shape, contact_terms_kernel, result.contacts, input, contacts.impulse.data(),
             contact_terms_.data(), contact_scratch_.data(), arrived_.data(), report_.data());
    }
    timer_.mark(solved_mark, stream);
    const LaunchShape shape = shape_for_items(count_, block_threads(), stream);
    reserve(body_terms_, "report", shape.grid.x);
    reserve(body_scratch_, "report", shape.grid.x / 32 + 1);
    launch("end", shape, end_kernel, motion, arrays.problem.matrix.twist, on_way_.data(), body_terms_.data(),
           body_scratch_.data(), arrived_.data(), report_.data());
    report_.download(host_report_.span(), stream);
    timer_.mark(end_mark, stream);
    JAM_CUDA(cudaStreamSynchronize(stream));
    result.times.detection += timer_.seconds(attempt_mark, detected_mark);
    result.times.problem += timer_.seconds(detected_mark, built_mark);
    result.times.solver += timer_.seconds(built_mark, solved_mark);
    result.times.bodies += timer_.seconds(solved_mark, end_mark);
  }

  /// Solves from the impulses in buffer 0.
  void solve(const World& world, const SolverArrays& arrays, StepOutcome& result) {
    solved_ = is_dense(settings_.solver.kind) ? solve_dense(world, arrays)
                                              : solver_.solve(arrays, settings_.solver);
    result.iterations += solved_.iterations;
    result.status = solved_.status;
    result.residual = solved_.residual;
  }

  /// Bodies move with these changes of velocity.
  void keep_displacements(const SolverArrays& arrays) {
    JAM_CUDA(cudaMemcpyAsync(on_way_.data(), arrays.problem.matrix.twist,
                             sizeof(Twist) * static_cast<std::size_t>(count_), cudaMemcpyDeviceToDevice,
                             queue_.stream()));
  }

  /// The blocks of joints: the host makes them from the poses of detection.
  std::vector<StepJoint> joints_of_step(const World& world, const JointTimes& times) {
    if (world.joints.empty()) return {};
    std::vector<Pose> poses(count_);
    detection_pose_.download(poses, queue_.stream());
    JAM_CUDA(cudaStreamSynchronize(queue_.stream()));
    joint_blocks_ = joint_blocks(world, poses, times);
    std::vector<StepJoint> joints;
    for (const JointBlock& block : joint_blocks_) {
      const std::size_t slot = block.slot;
      const Vec3d start =
          settings_.warm_start && slot < joint_impulses_.size() ? joint_impulses_[slot] : Vec3d{};
      joints.push_back(step_joint(block.row, poses[block.row.a], poses[block.row.b],
                                  block.violation / times.step + block.rate, start));
    }
    return joints;
  }

  /// Stores the impulses of joints (after `contact_count` contacts) by slot; returns the work of joints.
  double store_joint_impulses(const Bodies& bodies, int contact_count) {
    if (joint_blocks_.empty()) return 0;
    const std::vector<Vec3d> all = host_vectors(problem_.arrays().r[solver_.result()],
                                                contact_count + joint_blocks_.size(), queue_.stream());
    const std::span<const Vec3d> impulses = std::span(all).subspan(contact_count);
    joint_impulses_.assign(static_cast<std::size_t>(joint_blocks_.back().slot) + 1, {});
    for (std::size_t k = 0; k < impulses.size(); ++k) joint_impulses_[joint_blocks_[k].slot] = impulses[k];
    return work_of_joints(bodies, joint_blocks_, impulses, twist_[1 - now_].to_host(queue_.stream()),
                          twist_[now_].to_host(queue_.stream()));
  }

  /// Solves by a solver whose matrix is stored whole: the matrix is assembled on the host.
  RoundsReport solve_dense(const World& world, const SolverArrays& arrays) {
    std::vector<Contact> contacts;
    ContactProblem problem;
    Solution solution;
    store(world, contacts, problem, solution);
    problem.start = std::move(solution.impulses);
    solution = solve_dense_on_cuda(problem, settings_.solver, queue_.index());
    upload_vectors(arrays.r[0], solution.impulses, queue_.stream());
    RoundsReport report = solver_.look(arrays, settings_.solver.law);
    report.iterations = solution.iterations;
    report.status = solution.status;
    report.relaxation = solution.relaxation;
    return report;
  }

  [[nodiscard]] BodyStep motion_of_step() {
    return {count_,
            settings_.scheme == Scheme::moreau,
            settings_.step,
            settings_.gravity,
            kind_.data(),
            mass_.data(),
            inertia_.data(),
            size_.data(),
            reach_.data(),
            pose_[now_].data(),
            twist_[now_].data(),
            detection_pose_.data(),
            halfway_.data(),
            free_.data(),
            ahead_.data(),
            pose_[1 - now_].data(),
            twist_[1 - now_].data()};
  }

  [[nodiscard]] BodyArrays body_arrays() {
    return {count_,
            kind_.data(),
            inverse_mass_.data(),
            surface_.data(),
            size_.data(),
            pairs_.data(),
            static_cast<int>(pairs_.count()),
            body_of_shape_.data(),
            detection_pose_.data(),
            twist_[now_].data(),
            free_.data()};
  }

  DeviceQueue queue_;
  StepSettings settings_;
  int count_;
  DeviceCollider collider_;
  DeviceProblem problem_;
  DeviceSolver solver_;
  StreamTimer<mark_count> timer_;
  RoundsReport solved_;                   ///< Report of the solve in the last step with contacts.
  std::vector<JointBlock> joint_blocks_;  ///< Blocks of joints in the last step.
  std::vector<Vec3d> joint_impulses_;     ///< Impulses of joints by slot.

  int now_ = 0;   ///< Index of the present one of the two states.
  int last_ = 0;  ///< Index of the list of the two with the contacts of the last step.
  DeviceBuffer<Pose> pose_[2];
  DeviceBuffer<Twist> twist_[2];
  SolvedContacts contacts_[2];

  DeviceBuffer<Pose> detection_pose_;
  DeviceBuffer<Twist> free_, on_way_;
  DeviceBuffer<StepMotion> ahead_;
  DeviceBuffer<Quaterniond> halfway_;
  DeviceBuffer<BodyKind> kind_;
  std::vector<BodyKind> step_kinds_, next_kinds_;  ///< Kinds in the last step; newer kinds for the next step.
  bool kinds_are_old_ = false;
  DeviceBuffer<double> mass_, size_, reach_;
  DeviceBuffer<Vec3d> inertia_;
  DeviceBuffer<InverseMass> inverse_mass_;
  DeviceBuffer<Surface> surface_;
  DeviceBuffer<SurfacePair> pairs_;
  DeviceBuffer<int> body_of_shape_;
  DeviceWalls walls_;
  DeviceBuffer<ContactTerms> contact_terms_, contact_scratch_;
  DeviceBuffer<BodyTerms> body_terms_, body_scratch_;
  DeviceBuffer<unsigned> arrived_;
  DeviceBuffer<StepTerms> report_;
  PinnedBuffer<StepTerms> host_report_;
};

}  // namespace

MakeDriver cuda_steps(int device) {
  return [device](const World& world, const StepSettings& settings) {
    return std::make_unique<CudaSteps>(device, world, settings);
  };
}

}  // namespace jam::dynamics
