// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Bullet 3 (Debian package libbullet-dev) as its users take it: sequential impulses with warm starts, in
// floats. Its margins are 1 mm instead of 40, which suit bodies of a metre; bodies do not fall asleep.
#include <btBulletDynamicsCommon.h>

#include "compare/engine.hpp"

namespace jam::compare {
namespace {

btVector3 to_bullet(Vec3d v) {
  return {static_cast<btScalar>(v.x), static_cast<btScalar>(v.y), static_cast<btScalar>(v.z)};
}
Vec3d from_bullet(const btVector3& v) { return {v.x(), v.y(), v.z()}; }
btTransform to_bullet(const Pose& pose) {
  const Quaterniond q = pose.rotation;
  const btQuaternion turn(static_cast<btScalar>(q.x), static_cast<btScalar>(q.y), static_cast<btScalar>(q.z),
                          static_cast<btScalar>(q.w));
  return btTransform(turn, to_bullet(pose.position));
}

constexpr btScalar margin = 1e-3F;  // [m]

class Bullet : public Engine {
 public:
  Bullet(const Scene& scene, const Setting& setting)
      : scene_(scene),
        step_(setting.step),
        dispatcher_(&configuration_),
        world_(&dispatcher_, &broadphase_, &solver_, &configuration_) {
    world_.setGravity(to_bullet(scene.gravity));
    world_.getSolverInfo().m_numIterations = static_cast<int>(setting.effort);
    const Bodies& bodies = scene.world.bodies;
    bodies_.resize(bodies.count());
    std::vector<std::vector<const Shape*>> shapes(bodies.count());
    for (const Shape& shape : scene.world.shapes) shapes[shape.body].push_back(&shape);
    for (int i = 0; i < bodies.count(); ++i) {
      const auto mass = static_cast<btScalar>(bodies.mass[i]);
      btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, make_shape(shapes[i]),
                                                    to_bullet(bodies.inertia[i]));
      info.m_startWorldTransform = to_bullet(bodies.pose[i]);
      // The friction of a pair is the product.
      info.m_friction = static_cast<btScalar>(std::sqrt(scene.friction));
      bodies_[i] = std::make_unique<btRigidBody>(info);
      bodies_[i]->setUserIndex(i);
      bodies_[i]->setLinearVelocity(to_bullet(bodies.velocity[i]));
      if (bodies.dynamic(i)) bodies_[i]->setActivationState(DISABLE_DEACTIVATION);
      world_.addRigidBody(bodies_[i].get());
    }
    fetch(before_ = bodies);
  }
  ~Bullet() override {
    for (const auto& body : bodies_) world_.removeRigidBody(body.get());
  }
  Bullet(const Bullet&) = delete;
  Bullet& operator=(const Bullet&) = delete;

  void step() override {
    for (int i = 0; i < before_.count(); ++i) {
      if (before_.dynamic(i)) before_.pose[i] = pose_of(i);
    }
    world_.stepSimulation(static_cast<btScalar>(step_), 0);
  }

  void fetch(Bodies& bodies) const override {
    for (int i = 0; i < bodies.count(); ++i) {
      if (!bodies.dynamic(i)) continue;
      bodies.pose[i] = pose_of(i);
      bodies.velocity[i] = from_bullet(bodies_[i]->getLinearVelocity());
      bodies.angular_velocity[i] =
          rotate_inverse(bodies.pose[i].rotation, from_bullet(bodies_[i]->getAngularVelocity()));
    }
  }

  [[nodiscard]] double residual() const override {
    const double recovery = world_.getSolverInfo().m_erp2;
    std::vector<SolvedContact> contacts;
    for (int k = 0; k < dispatcher_.getNumManifolds(); ++k) {
      const btPersistentManifold* manifold =
          const_cast<btCollisionDispatcher&>(dispatcher_).getManifoldByIndexInternal(k);
      for (int p = 0; p < manifold->getNumContacts(); ++p) {
        const btManifoldPoint& point = manifold->getContactPoint(p);
        SolvedContact solved;
        // The normal leads out of B.
        solved.contact.body_a = manifold->getBody1()->getUserIndex();
        solved.contact.body_b = manifold->getBody0()->getUserIndex();
        solved.contact.point =
            0.5 * (from_bullet(point.getPositionWorldOnA()) + from_bullet(point.getPositionWorldOnB()));
        solved.contact.normal = normalised(from_bullet(point.m_normalWorldOnB), {0, 0, 1});
        solved.impulse = from_bullet(point.m_normalWorldOnB * point.m_appliedImpulse +
                                     point.m_lateralFrictionDir1 * point.m_appliedImpulseLateral1 +
                                     point.m_lateralFrictionDir2 * point.m_appliedImpulseLateral2);
        const double gap = point.getDistance();
        solved.wanted = gap > 0 ? -gap / step_ : -recovery * gap / step_;
        contacts.push_back(solved);
      }
    }
    Bodies after = before_;
    fetch(after);
    return residual_of(before_, after, contacts, scene_.friction);
  }

 private:
  [[nodiscard]] Pose pose_of(int i) const {
    const btTransform& at = bodies_[i]->getWorldTransform();
    const btQuaternion q = at.getRotation();
    return {from_bullet(at.getOrigin()), normalised(Quaterniond{q.w(), q.x(), q.y(), q.z()})};
  }

  btCollisionShape* keep(std::unique_ptr<btCollisionShape> shape, btScalar shape_margin) {
    shape->setMargin(shape_margin);
    shapes_.push_back(std::move(shape));
    return shapes_.back().get();
  }

  /// The shape of a body: one, or the triangles of a mesh.
  btCollisionShape* make_shape(const std::vector<const Shape*>& parts) {
    const Shape& shape = *parts.front();
    if (shape.kind == ShapeKind::sphere)
      return keep(std::make_unique<btSphereShape>(static_cast<btScalar>(shape.radius)),
                  static_cast<btScalar>(shape.radius));
    if (shape.kind == ShapeKind::plane)
      return keep(std::make_unique<btStaticPlaneShape>(btVector3(0, 0, 1), 0), 0);
    if (shape.kind == ShapeKind::box)
      return keep(std::make_unique<btBoxShape>(to_bullet(shape.half)), margin);
    mesh_ = std::make_unique<btTriangleMesh>();
    for (const Shape* part : parts) {
      const auto corner = [&](double x, double y) {
        return to_bullet((part->pose * Pose{{x, y, 0}, {}}).position);
      };
      mesh_->addTriangle(corner(0, 0), corner(part->half.x, 0), corner(part->half.y, part->half.z));
    }
    return keep(std::make_unique<btBvhTriangleMeshShape>(mesh_.get(), true), margin);
  }

  const Scene& scene_;
  double step_;
  Bodies before_;
  std::vector<std::unique_ptr<btCollisionShape>> shapes_;
  std::unique_ptr<btTriangleMesh> mesh_;
  std::vector<std::unique_ptr<btRigidBody>> bodies_;
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_;
  btDbvtBroadphase broadphase_;
  btSequentialImpulseConstraintSolver solver_;
  mutable btDiscreteDynamicsWorld world_;
};

}  // namespace

std::unique_ptr<Engine> make_bullet(const Scene& scene, const Setting& setting) {
  return std::make_unique<Bullet>(scene, setting);
}

}  // namespace jam::compare
