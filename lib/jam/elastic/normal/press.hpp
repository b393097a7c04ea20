// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A contact from its definition to pressures that can be trusted: the grid is enlarged where the patch
// reaches its border, and what the theory of half-spaces does not cover is said.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "jam/elastic/model/surface.hpp"
#include "jam/elastic/normal/normal.hpp"

namespace jam::elastic {

/// An elastic layer on one of the bodies, which yields to pressure only where it acts (Winkler).
struct Liner {
  double thickness = 0;  ///< Thickness [mm]; 0: no layer.
  double modulus = 0;    ///< Oedometric modulus: that of a layer that cannot widen [MPa].

  [[nodiscard]] double flexibility() const { return thickness > 0 ? thickness / modulus : 0; }  ///< [mm/MPa]
};

struct Contact {
  Surface surface;
  MaterialPair pair;
  Grid grid;
  Liner liner;
  NormalLoad load;
};

struct PressedContact {
  Grid grid;                ///< Grid of the solution; may be larger than that of the contact.
  std::vector<double> gap;  ///< Undeformed gap on this grid [mm].
  NormalSolution normal;
  bool at_border = false;             ///< The patch reaches the border of the grid.
  std::optional<HertzContact> hertz;  ///< Closed formulas, for a paraboloid without liner that touches.
  std::vector<std::string> notes;     ///< Changes that press() made.
  std::vector<std::string> warnings;  ///< Why the result may be wrong.
};

/// The closed formulas of a paraboloid or a line for a load above 0.
[[nodiscard]] HertzContact hertz_of(const Surface& surface, double modulus, NormalLoad load);

/// Half of the edges of a grid that holds the patch of a paraboloid, line or punch [mm], at a given load:
/// 1.25 times the patch.
struct Extent {
  double x = 0, y = 0;
};
[[nodiscard]] Extent patch_extent(const Surface& surface, const MaterialPair& pair, const Liner& liner,
                                  NormalLoad load);

/// Throws OverflowError if fewer than `bytes` bytes are free for a grid.
void require_memory(const Grid& grid, std::size_t bytes);

/// Throws OverflowError if the grid does not fit into memory, InputError for what solve_normal() refuses.
void require_solvable(const Contact& contact, const NormalSettings& settings);

/// Adds closed formulas and warnings to a solution under the load of the contact. Throws InputError if it is
/// not finite.
void describe(const Contact& contact, PressedContact& result);

/// Solves a contact. Throws the errors of require_solvable() and describe().
[[nodiscard]] PressedContact press(const Contact& contact, const NormalSettings& settings);

}  // namespace jam::elastic
