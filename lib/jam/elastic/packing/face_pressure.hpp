// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A flat face on a liner: pressures on its cells under a force that need not act in its middle. The face
// tilts until the pressures have their resultant where the force acts, and may lift off in part.
#pragma once

#include <vector>

#include "jam/elastic/normal/press.hpp"
#include "jam/elastic/tangential/friction_cell.hpp"

namespace jam::elastic {

/// A place in the plane of a face [mm].
using FlatPoint = Tangent;

/// A convex polygon with its longest edge along x, counter-clockwise.
struct Face {
  std::vector<FlatPoint> hull;
  FlatPoint centre;  ///< The point at which the force acts.
  double area = 0;   ///< [mm^2]
};

/// The convex hull of points that do not lie along a line.
[[nodiscard]] Face make_face(const std::vector<FlatPoint>& points, FlatPoint centre);

/// A disc of this area with the force in its middle.
[[nodiscard]] Face round_face(double area);

struct FacePressure {
  bool solved = false;
  double approach = 0;  ///< Approach in the middle of the face's bounding box [mm].
  double area = 0;      ///< Area of the cells with pressure [mm^2].
  double peak = 0;      ///< [MPa]
};

/// `flexibility` is that of the liner [mm/MPa], above 0. Not solved if the force acts so near to the edge
/// that no tilt is found.
[[nodiscard]] FacePressure face_pressure(const Face& face, const MaterialPair& pair, double flexibility,
                                         double force);

/// Cells along the longer side of a face, and of a line contact.
inline constexpr int face_cells = 31, line_cells = 63;

/// Settings with the same digits in every build, for small grids: no Fourier transforms.
[[nodiscard]] NormalSettings plain_settings();

}  // namespace jam::elastic
