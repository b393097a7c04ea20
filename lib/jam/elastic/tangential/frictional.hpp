// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Normal and tangential contact together, step by step of a load: NORM and TANG alternate until neither
// changes (specification 2.9), and for a given tangential force the shift that leads to it (2.7.4).
#pragma once

#include <string>
#include <vector>

#include "jam/elastic/normal/press.hpp"
#include "jam/elastic/tangential/tangential.hpp"

namespace jam::elastic {

enum class Motion {
  shift,   ///< The bodies move past each other by a given distance.
  force,   ///< The bodies move until the tractions balance a force that is applied to the upper body.
  rolling  ///< Steady rolling along x with given creepages.
};

/// The load that moves the surfaces past each other.
struct TangentialLoad {
  double friction = 0;  ///< Coulomb's coefficient [-].
  Motion motion = Motion::shift;
  Tangent value;  ///< Shift of the upper against the lower body [mm], force applied to the upper body [N], or
                  ///< creepages [-].
  double spin = 0;  ///< Angle about the normal [rad]; in rolling, angle per length [rad/mm].
};

struct FrictionalSettings {
  NormalSettings normal;
  TangentialSettings tangential;
  int round_limit = 30;  ///< Largest number of rounds; a round is NORM, then TANG.
};

struct FrictionalContact {
  PressedContact pressed;
  Tractions tractions;
  std::vector<Tangent> rigid_shift;  ///< W of the last step [mm].
  Tangent shift;                     ///< Part of rigid_shift that is the same in all cells [mm].
  /// Force of friction on the upper body [N]: sum of the tractions times the area of a cell. It opposes the
  /// shift.
  Tangent force;
  double moment = 0;  ///< Moment of the tractions about the origin [N mm].
  int adhesion_cells = 0, slip_cells = 0;
  int iterations = 0;  ///< Number of iterations of TANG in the last step.
  int rounds = 0;      ///< Number of rounds of NORM and TANG in the last step.
  bool solved = true;  ///< Every step was solved to its tolerance.
  /// Residual of the last step [-]: largest slip that must not be (any slip of cells that stick; slip across
  /// the traction or along with it in cells that slip) over the largest displacement by tractions.
  double residual = 0;
};

/// How tractions are solved for: rolling in one row by Gauss-Seidel, which takes the fewer iterations there,
/// in several by tang-cg in steps.
[[nodiscard]] TangentialMethod method_of(const TangentialLoad& load, const TangentialSettings& settings,
                                         const Grid& grid);

/// Throws InputError for a friction below 0, or a tangential force that the friction cannot carry.
void require_valid(const TangentialLoad& load, double normal_force);

/// Throws OverflowError if a grid with friction does not fit into memory, and the errors of require_valid()
/// if the normal force is known.
void require_solvable(const Contact& contact, const TangentialLoad& load);

/// Solves. `steps` are the loads, one after the other; the last one gives the result; each of them applies
/// the shift of `tangential` once, forces and rolling only with a single step. Throws the errors of press()
/// and require_valid().
[[nodiscard]] FrictionalContact press_with_friction(const Contact& contact,
                                                    const std::vector<NormalLoad>& steps,
                                                    const TangentialLoad& tangential,
                                                    const FrictionalSettings& settings);

}  // namespace jam::elastic
