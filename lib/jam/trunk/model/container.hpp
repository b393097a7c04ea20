// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The container of a packing of boxes: the closed surface that the search fills, and the triangles that the user gave, against which the
// result is verified as well. Made by jam_mesh (read_container); plain data here. Lengths in mm, z up.
#pragma once

#include <string>
#include <vector>

#include "jam/trunk/model/triangle_mesh.hpp"

namespace jam::trunk {

/// What is filled.
struct Container {
  TriangleMesh surface;            ///< Closed, 2-manifold, without self-intersections, oriented outwards.
  TriangleMesh original;           ///< As read: same as `surface` unless wrapped.
  bool wrapped = false;            ///< `surface` is an alpha wrap of `original` and lies outside of it.
  double wrap_alpha = 0;           ///< [mm]
  double wrap_offset = 0;          ///< [mm]
  double volume = 0;               ///< Of `surface` [mm^3].
  std::vector<std::string> notes;  ///< What was repaired or is suspicious, one line each, for the user.
};

}  // namespace jam::trunk
