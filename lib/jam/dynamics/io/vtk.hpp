// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The state of a world as VTK XML (.vtp, docs/settle.md), for ParaView: one point for each shape that has a
// size, with arrays for glyphs. A series is listed in a .pvd file.
#pragma once

#include <span>
#include <string>
#include <utility>

#include "jam/dynamics/model/bodies.hpp"

namespace jam::dynamics {

/// Points at the centres of spheres, capsules and boxes [m]. Arrays: `body`, `kind` (0 sphere, 1 capsule, 2
/// box), `size` [m] (the full extents along the shape's axes), `orientation` (quaternion w, x, y, z),
/// `velocity` [m/s] of the body.
[[nodiscard]] std::string vtp_text(const World& world);

/// The index of a series: times [s] and names of the files.
[[nodiscard]] std::string pvd_text(std::span<const std::pair<double, std::string>> frames);

}  // namespace jam::dynamics
