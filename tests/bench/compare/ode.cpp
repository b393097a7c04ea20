// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// ODE 0.16 (Debian package libode-dev) as its users take it: quick steps (successive over-relaxation),
// friction pyramids that follow the normal force, in doubles; its soft constraints as they are by default.
// Bodies do not fall asleep.
#include <ode/ode.h>

#include <deque>

#include "compare/engine.hpp"

namespace jam::compare {
namespace {

constexpr int contacts_of_pair = 8;

Pose pose_of(dBodyID body) {
  const dReal *p = dBodyGetPosition(body), *q = dBodyGetQuaternion(body);
  return {{p[0], p[1], p[2]}, {q[0], q[1], q[2], q[3]}};
}
Vec3d vector_of(const dReal* v) { return {v[0], v[1], v[2]}; }

/// ODE has global state, apart from its worlds.
struct Library {
  Library() { dInitODE2(0); }
  ~Library() { dCloseODE(); }
};

class Ode : public Engine {
 public:
  Ode(const Scene& scene, const Setting& setting) : scene_(scene), step_(setting.step) {
    static const Library library;
    world_ = dWorldCreate();
    space_ = dSweepAndPruneSpaceCreate(nullptr, dSAP_AXES_XYZ);
    joints_ = dJointGroupCreate(0);
    dWorldSetGravity(world_, scene.gravity.x, scene.gravity.y, scene.gravity.z);
    dWorldSetQuickStepNumIterations(world_, static_cast<int>(setting.effort));
    dWorldSetAutoDisableFlag(world_, 0);
    const Bodies& bodies = scene.world.bodies;
    bodies_.assign(bodies.count(), nullptr);
    for (int i = 0; i < bodies.count(); ++i) {
      if (bodies.dynamic(i)) add_body(i);
    }
    add_geometry();
    before_ = bodies;
  }
  ~Ode() override {
    dJointGroupDestroy(joints_);
    dSpaceDestroy(space_);
    dWorldDestroy(world_);
    if (mesh_ != nullptr) dGeomTriMeshDataDestroy(mesh_);
  }
  Ode(const Ode&) = delete;
  Ode& operator=(const Ode&) = delete;

  void step() override {
    for (int i = 0; i < before_.count(); ++i) {
      if (bodies_[i] != nullptr) before_.pose[i] = pose_of(bodies_[i]);
    }
    dJointGroupEmpty(joints_);
    contacts_.clear();
    dSpaceCollide(space_, this,
                  [](void* self, dGeomID a, dGeomID b) { static_cast<Ode*>(self)->collide(a, b); });
    dWorldQuickStep(world_, step_);
  }

  void fetch(Bodies& bodies) const override {
    for (int i = 0; i < bodies.count(); ++i) {
      if (bodies_[i] == nullptr) continue;
      bodies.pose[i] = pose_of(bodies_[i]);
      bodies.velocity[i] = vector_of(dBodyGetLinearVel(bodies_[i]));
      bodies.angular_velocity[i] =
          rotate_inverse(bodies.pose[i].rotation, vector_of(dBodyGetAngularVel(bodies_[i])));
    }
  }

  [[nodiscard]] double residual() const override {
    std::vector<SolvedContact> contacts;
    for (const Touch& touch : contacts_) {
      SolvedContact solved = touch.solved;
      solved.impulse = (touch.on_a ? -step_ : step_) * vector_of(touch.feedback.f1);
      contacts.push_back(solved);
    }
    Bodies after = before_;
    fetch(after);
    return residual_of(before_, after, contacts, scene_.friction);
  }

 private:
  struct Touch {
    SolvedContact solved;
    dJointFeedback feedback;
    bool on_a;  ///< The feedback is that of A, as B is a wall.
  };

  void add_body(int i) {
    const Bodies& bodies = scene_.world.bodies;
    dBodyID body = bodies_[i] = dBodyCreate(world_);
    const Pose& pose = bodies.pose[i];
    const Vec3d j = bodies.inertia[i], v = bodies.velocity[i];
    dMass mass;
    dMassSetParameters(&mass, bodies.mass[i], 0, 0, 0, j.x, j.y, j.z, 0, 0, 0);
    dBodySetMass(body, &mass);
    dBodySetPosition(body, pose.position.x, pose.position.y, pose.position.z);
    const dQuaternion q = {pose.rotation.w, pose.rotation.x, pose.rotation.y, pose.rotation.z};
    dBodySetQuaternion(body, q);
    dBodySetLinearVel(body, v.x, v.y, v.z);
  }

  void add_geometry() {
    const World& world = scene_.world;
    for (const Shape& shape : world.shapes) {
      dGeomID geometry = nullptr;
      if (shape.kind == ShapeKind::sphere) geometry = dCreateSphere(space_, shape.radius);
      if (shape.kind == ShapeKind::box)
        geometry = dCreateBox(space_, 2 * shape.half.x, 2 * shape.half.y, 2 * shape.half.z);
      if (shape.kind == ShapeKind::plane) {
        const Pose& pose = world.bodies.pose[shape.body];
        const Vec3d n = rotate(pose.rotation, {0, 0, 1});
        geometry = dCreatePlane(space_, n.x, n.y, n.z, dot(n, pose.position));
      }
      if (shape.kind == ShapeKind::triangle) {
        for (const auto& [x, y] :
             {std::pair{0.0, 0.0}, std::pair{shape.half.x, 0.0}, std::pair{shape.half.y, shape.half.z}}) {
          const Vec3d p = (shape.pose * Pose{{x, y, 0}, {}}).position;
          corners_.insert(corners_.end(), {p.x, p.y, p.z});
          indices_.push_back(static_cast<dTriIndex>(indices_.size()));
        }
        mesh_body_ = shape.body;
        continue;
      }
      dGeomSetBody(geometry, bodies_[shape.body]);
      number(geometry, shape.body);
    }
    if (indices_.empty()) return;
    mesh_ = dGeomTriMeshDataCreate();
    dGeomTriMeshDataBuildDouble(mesh_, corners_.data(), 3 * sizeof(double),
                                static_cast<int>(corners_.size() / 3), indices_.data(),
                                static_cast<int>(indices_.size()), 3 * sizeof(dTriIndex));
    number(dCreateTriMesh(space_, mesh_, nullptr, nullptr, nullptr), mesh_body_);
  }

  /// Which body a geometry belongs to, walls included.
  void number(dGeomID geometry, int body) {
    numbers_.push_back(body);
    dGeomSetData(geometry, &numbers_.back());
  }

  void collide(dGeomID a, dGeomID b) {
    dBodyID of_a = dGeomGetBody(a), of_b = dGeomGetBody(b);
    if (of_a == nullptr && of_b == nullptr) return;
    dContact found[contacts_of_pair];
    const int count = dCollide(a, b, contacts_of_pair, &found[0].geom, sizeof(dContact));
    for (int k = 0; k < count; ++k) {
      found[k].surface.mode = dContactApprox1;
      found[k].surface.mu = scene_.friction;
      dJointID joint = dJointCreateContact(world_, joints_, &found[k]);
      dJointAttach(joint, of_a, of_b);
      // The normal leads into the first body, which is B here.
      Touch& touch = contacts_.emplace_back();
      Contact& contact = touch.solved.contact;
      contact.body_a = *static_cast<const int*>(dGeomGetData(b));
      contact.body_b = *static_cast<const int*>(dGeomGetData(a));
      contact.point = vector_of(found[k].geom.pos);
      contact.normal = normalised(vector_of(found[k].geom.normal), {0, 0, 1});
      touch.solved.wanted = dWorldGetERP(world_) * found[k].geom.depth / step_;
      touch.on_a = of_a == nullptr;
      dJointSetFeedback(joint, &touch.feedback);
    }
  }

  const Scene& scene_;
  double step_;
  Bodies before_;
  dWorldID world_;
  dSpaceID space_;
  dJointGroupID joints_;
  std::vector<dBodyID> bodies_;
  std::deque<int> numbers_;
  std::deque<Touch> contacts_;
  std::vector<double> corners_;
  std::vector<dTriIndex> indices_;
  dTriMeshDataID mesh_ = nullptr;
  int mesh_body_ = 0;
};

}  // namespace

std::unique_ptr<Engine> make_ode(const Scene& scene, const Setting& setting) {
  return std::make_unique<Ode>(scene, setting);
}

}  // namespace jam::compare
