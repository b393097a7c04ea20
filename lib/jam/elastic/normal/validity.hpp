// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Where the theory of half-spaces ends (specification 7.5): strains must be small and bodies thick against
// the patch. Every program that reports pressures asks here, so that all of them warn of the same.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "jam/elastic/model/surface.hpp"
#include "jam/elastic/normal/normal.hpp"

namespace jam::elastic {

/// Facts of a patch on which the limits of the theory depend.
struct PatchFacts {
  double x_axis = 0, y_axis = 0;  ///< Half extents of the patch [mm].
  double pressure = 0;            ///< Peak pressure; if that is infinite, the mean pressure [MPa].
  bool sharp = false;             ///< The pressure is a mean.
  double modulus = 0;             ///< E* [MPa]
  int cells = 0;                  ///< Number of cells with pressure; 0: pressure was not computed on cells.
  double cells_across = 0;        ///< [-]
  Curvature gap;                  ///< Curvature of a paraboloid's gap; 0: not known [1/mm].
  std::array<BodyCurvature, 2> bodies;
  std::array<std::string, 2> names{"the upper body", "the lower body"};
  double liner_strain = 0;  ///< Peak over the modulus of the softest liner [-].
};

/// Reasons why pressures in a patch may be wrong; empty if there are none. Patches are compared with the
/// radius of each body, too: a ball in a hollow of nearly its radius has a gap of large radius.
[[nodiscard]] std::vector<std::string> validity_warnings(const PatchFacts& patch);

/// The largest slope of a sampled gap between neighbouring cells with pressure [-].
[[nodiscard]] double largest_slope(const Grid& grid, std::span<const double> gap,
                                   std::span<const double> pressure);

/// The warning of such a slope; empty for a small one.
[[nodiscard]] std::string slope_warning(double slope);

/// Throws InputError unless all numbers are finite.
void require_finite(std::span<const double> values);
void require_finite(const NormalSolution& solution);

}  // namespace jam::elastic
