// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Contacts of quadratic surfaces in closed form (Hertz 1882; Johnson, Contact Mechanics, 4.2): the gap is A
// x^2 + B y^2 with 0 < A <= B, the patch an ellipse with semi-axes a >= b, along x and along y, the pressure
// p0 sqrt(1 - (x/a)^2 - (y/b)^2).
#pragma once

#include <array>

namespace jam::elastic {

/// Curvatures of the gap [1/mm].
struct Curvature {
  double a = 0, b = 0;  ///< The gap is a x^2 + b y^2. Both above 0, in any order.
};

/// The gap between two surfaces with principal curvatures k1, k2 (positive for convex bodies) [1/mm], whose
/// frames are rotated by `angle` [rad] against each other. The result is in the frame of the smaller
/// curvature of the gap, which is 0 for a line contact. Throws InputError if the gap does not open in any
/// direction, or closes in one.
[[nodiscard]] Curvature gap_curvature(double upper_k1, double upper_k2, double lower_k1, double lower_k2,
                                      double angle);

/// Curvatures of one body along x and y of the patch, positive where it is convex [1/mm].
struct BodyCurvature {
  double x = 0, y = 0;
};

/// Those of both surfaces of gap_curvature() in the frame of its result.
[[nodiscard]] std::array<BodyCurvature, 2> body_curvatures(double upper_k1, double upper_k2, double lower_k1,
                                                           double lower_k2, double angle);

struct HertzContact {
  double force = 0;      ///< [N]
  double approach = 0;   ///< [mm]
  double x_axis = 0;     ///< Semi-axis of the patch along x [mm].
  double y_axis = 0;     ///< Semi-axis of the patch along y [mm].
  double peak = 0;       ///< Largest pressure, p0 = 3 F / (2 pi a b) [MPa].
  double stiffness = 0;  ///< dF/d approach = (3/2) F / approach [N/mm].
};

/// For a force above 0. `modulus` is E* [MPa]. Throws InputError for curvatures that are not positive.
[[nodiscard]] HertzContact hertz_by_force(Curvature gap, double modulus, double force);

/// For an approach above 0.
[[nodiscard]] HertzContact hertz_by_approach(Curvature gap, double modulus, double approach);

// Line contacts: the gap is A x^2, the patch a strip of half-width b and a given length, the pressure p0
// sqrt(1 - (x/b)^2), the same along the line. The approach is that of the middle of the line, for a length of
// many half-widths. y_axis is half of the length.

/// For a force above 0 on a line of this length [mm].
[[nodiscard]] HertzContact line_by_force(double curvature, double length, double modulus, double force);

/// For an approach above 0. Throws InputError if the strip would be wider than long.
[[nodiscard]] HertzContact line_by_approach(double curvature, double length, double modulus, double approach);

/// Cattaneo and Mindlin: the radius of the stick area over that of the patch, for a tangential force on a
/// circular contact whose share of mu F is `load`, 0 to 1.
[[nodiscard]] double stick_ratio(double load);

}  // namespace jam::elastic
