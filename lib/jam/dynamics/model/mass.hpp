// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Mass, centre of mass and principal inertia of shapes of uniform density and of unions of them. SI units.
#pragma once

#include <span>

#include "jam/core/vec.hpp"
#include "jam/dynamics/model/shape.hpp"

namespace jam::dynamics {

/// Mass properties in some frame.
struct MassProperties {
  double mass = 0;  ///< [kg]
  Vec3d inertia;    ///< Principal moments about the centre of mass [kg m^2].
  Pose frame;       ///< Centre of mass [m], and the rotation from the principal axes into the frame.
};

/// Mass properties of a sphere, capsule or box of a density [kg/m^3] (above 0), in the frame that its pose
/// refers to. Throws InputError for a plane, which has no mass.
[[nodiscard]] MassProperties mass_of(const Shape& shape, double density);

/// Mass properties of several parts together, by the parallel-axis theorem; principal axes from the
/// eigenvectors of the sum (Eigen). Where parts overlap, both count. At least one part.
[[nodiscard]] MassProperties combined(std::span<const MassProperties> parts);

/// `properties` with the total mass `mass` [kg] and an unchanged distribution of mass.
[[nodiscard]] MassProperties scaled_to(MassProperties properties, double mass);

}  // namespace jam::dynamics
