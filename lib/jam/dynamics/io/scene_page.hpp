// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A recorded simulation as a page for a browser, which plays it: one file that needs no network.
//
// Poses are whole numbers in base64: positions of 16 bits a coordinate between the bounds of all frames, components of quaternions of 16
// bits between -1 and 1. A position so differs from that of the simulation by at most 1/131068 of the extent. 65535 stands for what is not
// in the scene.
#pragma once

#include <string>

#include "jam/dynamics/io/recording.hpp"

namespace jam::dynamics {

/// What a page says of a simulation besides its frames; all for people.
struct PageFacts {
  std::string name;     ///< Of the scene.
  std::string seed;     ///< Empty: none.
  std::string method;   ///< `semi-implicit, step 1 ms, apgd, coulomb`
  std::string version;  ///< Of the program.
};

/// The page of a recording of at least one frame; `world` has the shapes and the walls that do not move. Throws as
/// io::require_stage_pages().
[[nodiscard]] std::string scene_page(const World& world, const Recording& recording, const PageFacts& facts);

}  // namespace jam::dynamics
