// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Elastic constants of two bodies and of their combination. Moduli in MPa.
#pragma once

#include <limits>
#include <span>

namespace jam::elastic {

/// An isotropic linear elastic body.
struct Material {
  /// Young's modulus E [MPa], above 0; infinite: rigid.
  double young = std::numeric_limits<double>::infinity();
  double poisson = 0;  ///< Poisson's ratio nu, from 0 to 0.5 [-].

  [[nodiscard]] double shear() const { return young / (2 * (1 + poisson)); }  ///< Shear modulus G [MPa].
};

/// Parameters of two materials in the half-space formulas (Kalker 1990, 1.44).
struct MaterialPair {
  double shear = 0;     ///< G: 1/G = (1/G1 + 1/G2) / 2 [MPa].
  double poisson = 0;   ///< nu: nu/G = (nu1/G1 + nu2/G2) / 2.
  double coupling = 0;  ///< K = (G/4) ((1 - 2 nu1)/G1 - (1 - 2 nu2)/G2): of pressures and tangential
                        ///< displacements; 0 for equal materials.
  double modulus = 0;   ///< E*: 1/E* = (1 - nu1^2)/E1 + (1 - nu2^2)/E2 = (1 - nu)/G [MPa].
  /// (2 - nu1)/G1 + (2 - nu2)/G2: the tangential compliance of a circular patch of radius a is this over 8 a
  /// (Mindlin) [1/MPa].
  double mindlin = 0;
};

/// Throws InputError for a modulus that is not positive, a Poisson ratio outside [0, 0.5], or two rigid
/// bodies.
[[nodiscard]] MaterialPair combine(const Material& upper, const Material& lower);

/// A material with typical constants.
struct NamedMaterial {
  const char* name;
  Material material;
  const char* source;
};

/// Materials that input files may name.
[[nodiscard]] std::span<const NamedMaterial> named_materials();

}  // namespace jam::elastic
