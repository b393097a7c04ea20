// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Engines that simulate the same scene, side by side: what the benchmark bench_compare asks of them. SI
// units.
#pragma once

#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "jam/dynamics/collide/contact.hpp"
#include "jam/dynamics/model/bodies.hpp"

namespace jam::compare {

using namespace dynamics;

/// What every engine simulates. Contacts have no restitution; friction between two bodies is the smaller
/// value of the two, and all bodies of a scene have the same.
struct Scene {
  std::string name;
  World world;
  Vec3d gravity = {0, 0, -9.81};  ///< [m/s^2]
  double time = 1;                ///< Simulated time [s].
  double friction = 0;            ///< [-]
  double size = 0;                ///< The smallest radius or half edge [m], which overlaps are compared with.
};

/// 3000 spheres that fall into an open box (`settle --scene pile`).
[[nodiscard]] Scene pile();
/// 500 litre boxes in running bond, 20 courses of 25, which stand: a wall.
[[nodiscard]] Scene wall();
/// 300 litre boxes, fewer where there is no room, that fall in a closed mesh [mm].
[[nodiscard]] Scene poured(const std::filesystem::path& mesh);

/// How accurately an engine works: the step of time, and what else bounds its error; the word says what that
/// is.
struct Setting {
  /// [s]; 0: LIGGGHTS takes a fifth of the time that a Rayleigh wave needs around a sphere.
  double step = 1e-3;
  /// Jampack: below 1 the tolerance of the residual for apgd, from 1 on the number of sweeps of sor. Bullet,
  /// ODE: iterations. LIGGGHTS: Young's modulus [Pa].
  double effort = 0;
};

/// An engine with a scene in it.
class Engine {
 public:
  virtual ~Engine() = default;
  virtual void step() = 0;
  /// Poses and velocities of the bodies that forces move.
  virtual void fetch(Bodies& bodies) const = 0;
  /// The natural map of the impulses of the last step (residual_of), or that of the engine's own report.
  [[nodiscard]] virtual double residual() const = 0;
};

[[nodiscard]] std::unique_ptr<Engine> make_jampack(const Scene& scene, const Setting& setting, int threads);
#ifdef JAM_COMPARE_BULLET
[[nodiscard]] std::unique_ptr<Engine> make_bullet(const Scene& scene, const Setting& setting);
#endif
#ifdef JAM_COMPARE_ODE
[[nodiscard]] std::unique_ptr<Engine> make_ode(const Scene& scene, const Setting& setting);
#endif

/// Cost and accuracy of a run.
struct Measured {
  double step = 0;     ///< [s]
  double seconds = 0;  ///< CPU time of all threads per simulated second.
  double wall = 0;     ///< Time by the clock per simulated second.
  double overlap = 0;  ///< Deepest overlap of all looks [m].
  /// Median residual of all looks with contacts [-].
  double residual = std::numeric_limits<double>::quiet_NaN();
  double kinetic = 0;  ///< Kinetic energy at the end [J].
};

/// Time between two looks at a run [s].
inline constexpr double look_interval = 0.02;

/// Runs an engine, and looks at it now and then; looks are not timed.
[[nodiscard]] Measured measure(const Scene& scene, const Setting& setting, Engine& engine);

/// LIGGGHTS, a program of its own, for scenes of spheres of one size and walls that are planes along the
/// axes; none where it is not installed, or fails. Its contacts are springs by Hertz with dampers
/// (restitution 0.1), so that there is no residual.
[[nodiscard]] std::optional<Measured> run_liggghts(const Scene& scene, const Setting& setting);

/// Deepest overlap of a state [m], by this project's collision detection.
[[nodiscard]] double deepest_overlap(const Scene& scene, const Bodies& bodies);

/// A contact of another engine with its impulse on B [N s], and the normal velocity that the engine lets the
/// contact have at least after the step [m/s]: to correct an overlap, or to close a gap.
struct SolvedContact {
  Contact contact;
  Vec3d impulse;
  double wanted = 0;
};

/// The natural map of Coulomb's law (docs/settle.md) of the impulses that another engine found in a step from
/// `before` to `after`. Its normals and points are those of the poses before.
[[nodiscard]] double residual_of(const Bodies& before, const Bodies& after,
                                 const std::vector<SolvedContact>& contacts, double friction);

}  // namespace jam::compare
