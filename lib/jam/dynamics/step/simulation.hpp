// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A world of bodies step by step: collision detection, contact problem, solver, new velocities and poses. Two
// schemes:
//   moreau          Moreau's midpoint rule (Nuetzi 2.6): impacts at the poses in the middle of the step. Free
//                   flight is exact, an elastic impact keeps its energy; an overlap, at most h times the
//                   velocity of approach, is never corrected
//   semi-implicit   new velocities move the bodies (Negrut 2.4): contacts may close by the end of the step
//                   and not earlier (gap / h). They are looked for as far ahead as bodies move
//                   (collide/moving_pair.hpp); if contacts push a body farther than that, the step is
//                   taken again with a wider search. An overlap is corrected by displacements that leave no
//                   velocity: those of the same contact problem, solved once more (constraints/gap_rule.hpp)
// Gyroscopic terms are taken at the midpoint of each step (free_motion.hpp), rotations are normalised after
// each.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "jam/dynamics/collide/contact.hpp"
#include "jam/dynamics/collide/motion.hpp"
#include "jam/dynamics/constraints/contact_problem.hpp"
#include "jam/dynamics/constraints/gap_rule.hpp"
#include "jam/dynamics/constraints/warm_start.hpp"
#include "jam/dynamics/model/bodies.hpp"
#include "jam/dynamics/solvers/solver.hpp"
#include "jam/dynamics/step/energy_watch.hpp"
#include "jam/dynamics/step/step_driver.hpp"
#include "jam/io/binary_state.hpp"

namespace jam::dynamics {

enum class Scheme { moreau, semi_implicit };

struct StepSettings {
  Scheme scheme = Scheme::semi_implicit;
  double step = 1e-3;             ///< h [s], above 0.
  Vec3d gravity = {0, 0, -9.81};  ///< [m/s^2]
  /// The run is blown up once its mechanical energy has grown, beyond the work of moving walls, by more than
  /// this multiple of the energy scale: kinetic energy at the start, the work of gravity over the height of
  /// the scene, and the work of walls. 0: only numbers that are not finite are a blow-up.
  double energy_guard = 1;
  bool warm_start = true;  ///< Solvers begin with the impulses of the previous step.
  SolverSettings solver = {};
};

/// Report of a step, for users.
struct StepReport : StepFigures {
  long long step = 0;       ///< Number of the step; the first one is 1.
  double time = 0;          ///< Time at the end of the step [s].
  int bodies = 0;           ///< Number of bodies in the scene after the step that forces move.
  long long left = 0;       ///< Number of bodies that have left since the start of the flow (model/flow.hpp).
  double potential = 0;     ///< Potential energy of the bodies that forces move, at the end [J].
  double wall_work = 0;     ///< Work of moving walls and of joints on them since the start [J].
  double growth = 0;        ///< Energy and fall above their least sum so far (energy_watch.hpp) [J].
  double energy_scale = 0;  ///< Energy scale of the guard, with which the growth is compared [J].
  std::string blown_up = {};  ///< Why the step was taken back; empty: it was not.
};

/// Place at which a body enters.
struct Entrance {
  int body = 0;
  Pose pose;
};

/// How far contacts are looked for: up to a gap, or along the motions of all bodies.
struct LookAhead {
  double distance = 0;                      ///< A gap that no contact exceeds [m].
  std::span<const StepMotion> bodies = {};  ///< Empty: all contacts up to `distance`.

  LookAhead(double gap) : distance(gap) {}  // NOLINT(google-explicit-constructor): a gap is one.
  LookAhead(double gap, std::span<const StepMotion> motions) : distance(gap), bodies(motions) {}
  // NOLINTNEXTLINE(google-explicit-constructor): for code that needs no motions.
  operator double() const { return distance; }
};

class Simulation {
 public:
  /// Finds the contacts of the world's shapes, with bodies at these poses.
  using Detect = std::function<std::vector<Contact>(const World& world, std::span<const Pose> poses,
                                                    const LookAhead& ahead, int thread_count)>;

  /// Throws InputError for settings out of their ranges and for poses or velocities that are not finite. With
  /// `make_driver` the steps are taken by the driver that it makes, which detects contacts itself; what it
  /// throws comes through.
  Simulation(World world, const StepSettings& settings, Detect detect, const MakeDriver& make_driver = {});

  /// Takes one step. A step that blows up is taken back: the world is as before it, and no further step may
  /// be taken.
  StepReport advance();

  /// The world at time(); fetched from the driver, if there is one and it has moved on.
  [[nodiscard]] const World& world() const;
  [[nodiscard]] const StepSettings& settings() const { return settings_; }
  [[nodiscard]] double time() const { return static_cast<double>(steps_) * settings_.step; }
  [[nodiscard]] long long steps() const { return steps_; }

  /// Gravity from the next step on [m/s^2]; for shaken frames. Its change does no work that the energy guard
  /// counts.
  void set_gravity(Vec3d gravity);

  /// Brings bodies that are not in the scene into it, at rest. The energy guard does not count their energy
  /// as gained.
  void enter(std::span<const Entrance> entrances);

  /// The state for a checkpoint, and back into a simulation of the same world with the same settings: it goes
  /// on to the same bits. Throws InputError for the state of another world.
  void write(io::StateWriter& state) const;
  void read(io::StateReader& state);

  // Results of the last step that was taken, fetched as world() is. A driver's problem has no impulses to
  // begin with.
  [[nodiscard]] const std::vector<Contact>& contacts() const;
  [[nodiscard]] const ContactProblem& problem() const;
  [[nodiscard]] const Solution& solution() const;
  /// Seconds that the parts of the last step of a driver took.
  [[nodiscard]] const StepTimes& driver_times() const { return driver_times_; }

 private:
  struct Step;  ///< Bodies during a step.
  [[nodiscard]] GapRule rule_of_step() const;
  void step_here(StepReport& report);
  void step_by_driver(StepReport& report);
  void fetch_contacts() const;
  [[nodiscard]] bool judge(const StepOutcome& outcome, StepReport& report);
  void solve_contacts(Step& step, std::span<const JointBlock> joints);
  [[nodiscard]] StepOutcome outcome_here(const Step& step, std::span<const JointBlock> joints,
                                         const BodyTerms& moved);
  void flow(const StepReport& report);
  [[nodiscard]] std::string blow_up(const StepReport& report, int broken) const;
  mutable World world_;
  StepSettings settings_;
  Detect detect_;
  long long steps_ = 0;
  std::vector<std::pair<int, int>> connected_;  ///< Bodies of joints, the smaller index first; ascending.
  EnergyWatch energy_;
  bool corrects_ = true;              ///< The next step corrects overlaps.
  std::vector<double> size_, reach_;  ///< One entry a body (step_checks.hpp).
  WarmStart warm_;
  mutable std::vector<Contact> contacts_;
  mutable ContactProblem problem_;
  mutable Solution solution_;

  std::unique_ptr<StepDriver> driver_;  ///< Null: threads of the CPU.
  mutable bool world_is_old_ = false, contacts_are_old_ = false;
  Solution driver_solution_;  ///< Report of the driver's last solve; impulses are not set.
  StepTimes driver_times_;
  Vec3d driver_moment_;  ///< While the world is old: masses times positions [kg m].
};

/// Words of options.
inline constexpr Words<Scheme> scheme_words[] = {{"semi-implicit", Scheme::semi_implicit},
                                                 {"moreau", Scheme::moreau}};
[[nodiscard]] inline const char* name_of(Scheme scheme) { return word_of(scheme, scheme_words); }

}  // namespace jam::dynamics
