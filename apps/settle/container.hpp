// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// --container: boxes that fall in a closed mesh and are shaken, and the BOX file that trunkpack takes as --start. The mesh is at rest, and
// gravity sways about it: what is felt in a car that shakes. The mesh and the file are in mm, all else here in metres.
//
// Boxes are simulated larger by `skin` on each face, so that what contacts overlap by is no overlap of the boxes themselves.
#pragma once

#include <string>

#include "jam/dynamics/scenes/mesh_container.hpp"
#include "jam/dynamics/scenes/scene.hpp"
#include "options.hpp"

namespace jam::app {

inline constexpr double skin = 5e-5;  ///< [m]

/// The boxes of --boxes in the mesh of --container.
struct Filling {
  dynamics::MeshContainer container;
  dynamics::Scene scene;  ///< The wall is body 0; the boxes follow.
  int boxes = 0;          ///< That found a place.
};

/// Reads the mesh and places the boxes. Throws InputError for a file that is no mesh, a surface that is not closed, and where no box finds
/// a place.
[[nodiscard]] Filling make_filling(const Options& options);

/// Simulated time [s]: a second to fall, the time to shake, a second to come to rest.
[[nodiscard]] double filling_time(const Options& options);

/// What boxes in the mesh feel as gravity at a time [m/s^2]: 9.81 downwards, and while they are shaken up to 0.6 g along x, y, and 0.4 g
/// along z, at frequencies of 4, 5, 7 Hz.
[[nodiscard]] Vec3d swaying_gravity(const Options& options, double time);

/// The boxes at their true size as a BOX file, but those that stick out of the mesh or overlap one that comes before; `left_out` counts
/// these.
[[nodiscard]] std::string box_file_text(const Options& options, const Filling& filling, const dynamics::World& world, int& left_out);

}  // namespace jam::app
